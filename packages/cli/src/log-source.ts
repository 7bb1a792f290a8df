import type { Source } from '@fxlog/reader';
import { openSession } from '@fxlog/store';
import { RememberedBytes } from './byte-window.js';
import type { CommandContext } from './command-context.js';
import { CommandError, ExitCode, UnreadableError, UsageError } from './exit-code.js';
import { type Input, resolveInput } from './input.js';
import { readPipe } from './pipe-source.js';

/** One log that a command reads, wherever it comes from. */
export interface LogSource {
  /** What to call it in messages. */
  readonly name: string;
  /** Where it lies, when it can be read more than once; null for a pipe. */
  readonly path: string | null;
  /** Read no byte at or after this offset: what fx has not committed. Undefined: to the end. */
  readonly end: number | undefined;
  /** The directory, when the log is that of a session. */
  readonly sessionDir: string | null;
  /** For the reader: a path, or the bytes of a pipe. */
  readonly source: Source;
  /** The bytes of a pipe, which can be read once; nothing for a file. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** The last bytes of a pipe, to show the line of a fault. */
  readonly remembered: RememberedBytes | null;
}

/** Enough to show the beginning of the longest frame again. */
const REMEMBERED_BYTES = 9_000_000;

/**
 * Opens the log that an INPUT argument means, for commands that read exactly one.
 *
 * @throws UnreadableError, UsageError, CommandError when there is no such log
 */
export async function openLog(context: CommandContext, argument: string, root: string | undefined): Promise<LogSource> {
  const input = await resolveInput(context, argument, root);
  if (input.kind === 'root') {
    throw new UsageError(`${input.name} holds many sessions`, `Name one of them: fxlog list --root ${input.name}`);
  }
  return input.kind === 'session' ? sessionLog(context, input.name, input.dir) : plainLog(context, input);
}

/** A file, a pipe or standard input, as a log of its own. */
export function plainLog(context: CommandContext, input: Extract<Input, { kind: 'file' | 'stream' }>): LogSource {
  if (input.kind === 'file') {
    return fileLog(input.name, input.path, undefined, null);
  }
  const remembered = new RememberedBytes(REMEMBERED_BYTES);
  const bytes = input.path === null ? context.stdin : readPipe(input.path, input.name, context.interrupt.signal);
  const watched = remembered.watch(bytes);
  return {
    name: input.name,
    path: null,
    end: undefined,
    sessionDir: null,
    source: watched,
    bytes: watched,
    remembered,
  };
}

/** A file that can be read again, up to `end`. */
export function fileLog(name: string, path: string, end: number | undefined, sessionDir: string | null): LogSource {
  return { name, path, end, sessionDir, source: path, bytes: NOTHING, remembered: null };
}

const NOTHING: AsyncIterable<Uint8Array> = (async function* nothing() {})();

async function sessionLog(context: CommandContext, name: string, dir: string): Promise<LogSource> {
  const session = await openSession(dir);
  if (session.format !== 'event-log-v1') {
    throw new CommandError(
      ExitCode.io,
      `${name}: ${UNREADABLE_FORMATS[session.format] ?? 'not a session that can be read'}`,
      `fxlog verify ${name} says more.`,
    );
  }
  const log = session.log();
  if (log === null)
    throw new UnreadableError(name, 'there is no log that can be read', `fxlog verify ${name} says why.`);
  if (log.committedBytes === null) {
    context.output.note(`${name}: nothing says how much of the log is committed; all of it is read.`);
  }
  return fileLog(name, log.path, log.committedBytes ?? undefined, dir);
}

const UNREADABLE_FORMATS: Readonly<Record<string, string>> = {
  'legacy-snapshot': 'a legacy snapshot (session.json holds the whole session), written by an older fx; not read yet',
  'conversation-log': 'a conversation log, written by a newer fx (0.0.8 or later); not read yet',
  'execution-journal': 'an execution journal, written by a newer fx; not read',
  'sessions-v2': 'a sessions-v2 log, written by a newer fx; not read yet',
  'half-made': 'a session whose creation never finished',
};
