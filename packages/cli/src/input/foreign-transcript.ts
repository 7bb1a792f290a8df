import type { CommandContext } from '../command-context.js';
import { CommandError, ExitCode } from '../exit-code.js';
import type { LogSpan } from './conversation.js';
import { firstKeys, isLogOfFx } from './is-log-of-fx.js';
import type { TurnRange } from './turn-range.js';

export interface PrintForeignOptions {
  readonly range: TurnRange;
  readonly full?: boolean | undefined;
  readonly local?: boolean | undefined;
  readonly json?: boolean | undefined;
  /** Default: everything that was said. */
  readonly view?: 'model' | 'archive' | undefined;
  /** Whether title, model and directory stand above the turns. Default true. */
  readonly withHead?: boolean | undefined;
}

/** Prints the transcript of another program; null where it is none, so that what reads other programs is loaded for them alone. */
export async function printForeign(
  context: CommandContext,
  { path, name }: Pick<LogSpan, 'path' | 'name'>,
  { full = false, local = false, json = false, withHead = true, range, view }: PrintForeignOptions,
): Promise<ExitCode | null> {
  const found = await findForeign(context, { path, name });
  if (found === null) return null;
  const { showTranscript } = await import('../convert/show-transcript.js');
  return showTranscript(context, found.source, found.codec, { range, full, local, json, view, withHead });
}

/** Whether a file is the transcript of another program. */
export async function isForeign(context: CommandContext, path: string): Promise<boolean> {
  return (await findForeign(context, { path, name: path })) !== null;
}

async function findForeign(context: CommandContext, { path, name }: Pick<LogSpan, 'path' | 'name'>) {
  if (isLogOfFx(path)) return null;
  const { foreignCodec } = await import('../convert/show-transcript.js');
  const { findCodexSessions } = await import('../convert/codex-sessions.js');
  const source = {
    kind: 'file',
    name,
    path,
    source: path,
    end: undefined,
    sessionDir: null,
    file: name,
    readAttachment: async () => null,
    findSession: findCodexSessions(context, path),
  } as const;
  const codec = await foreignCodec(source, context.interrupt.signal);
  if (codec !== null) return { source, codec };
  const keys = firstKeys(path);
  if (keys.length === 0) return null;
  throw new CommandError(
    ExitCode.badData,
    `${name}: in no format that is known here; it begins with the keys ${keys.map((key) => JSON.stringify(key)).join(', ')}`,
    'fxlog codecs lists the formats; fxlog verify says why it is not a log of fx.',
  );
}
