import { basename } from 'node:path';
import type { Source } from '@fxlog/reader';
import { openSession, type Session } from '@fxlog/store';
import { blobsBeside, type ReadBlob, type SessionLog } from '@fxlog/store/internal';
import type { CommandContext } from '../command-context.js';
import { UnreadableError, UsageError } from '../exit-code.js';
import { RememberedBytes } from './byte-window.js';
import { type Input, noSessionHere, resolveInput } from './input.js';
import { readPipe } from './pipe-source.js';

/** A log in a file, which can be read as often as needed. */
export interface FileLog {
  readonly kind: 'file';
  /** What to call it in messages. */
  readonly name: string;
  readonly path: string;
  /** What is read: that file, or the log in memory that its fx makes of it. */
  readonly source: string | Uint8Array;
  /** Read no byte at or after this offset: what fx has not committed. Undefined: to the end. */
  readonly end: number | undefined;
  /** The directory, when the log is that of a session. */
  readonly sessionDir: string | null;
  /** Reads the bodies beside the log that its lines name; undefined where they name none. */
  readonly readBlob?: ReadBlob | undefined;
  /** Reads what a file beside the log says of a turn that is under way. */
  readonly unfinished?: SessionLog['unfinished'];
}

/** A log that comes through a pipe or standard input and can be read once. */
export interface PipeLog {
  readonly kind: 'pipe';
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** The last bytes that were read, to show the line of a fault. */
  readonly remembered: RememberedBytes;
}

/** One log that a command reads, wherever it comes from. */
export type LogSource = FileLog | PipeLog;

/** The log as the reader takes it. */
export function sourceOf(log: LogSource): Source {
  return log.kind === 'file' ? log.source : log.bytes;
}

/** The options of the reader that belong to a log. */
export function readOptionsOf(log: LogSource): Pick<FileLog, 'end' | 'readBlob'> & { readonly file: string } {
  const { end, readBlob }: Pick<FileLog, 'end' | 'readBlob'> = log.kind === 'file' ? log : { end: undefined };
  const isInSession = log.kind === 'file' && log.sessionDir !== null;
  return { file: isInSession ? `${log.name}/${basename(log.path)}` : log.name, end, readBlob };
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
  if (input.kind === 'no-session') throw noSessionHere(input.name);
  if (input.kind === 'session') return sessionLog(context, input.name, input.dir);
  const log = plainLog(context, input);
  return log.kind === 'file' ? { ...log, readBlob: await blobsBeside(log.path) } : log;
}

/**
 * Opens the session that an argument means, for commands that need what lies beside its log.
 *
 * @throws UnreadableError, UsageError, CommandError when there is no such session
 */
export async function openLoggedSession(
  context: CommandContext,
  argument: string,
  root: string | undefined,
): Promise<{ readonly session: Session; readonly log: FileLog }> {
  const log = await openLog(context, argument, root);
  if (log.kind !== 'file' || log.sessionDir === null) {
    throw new UsageError(`${log.name} is not a session`, 'Name a session by its id or its directory.');
  }
  return { session: await openSession(log.sessionDir), log };
}

/** A file, a pipe or standard input, as a log of its own. */
export function plainLog(context: CommandContext, input: Extract<Input, { kind: 'file' | 'stream' }>): LogSource {
  if (input.kind === 'file') {
    return { kind: 'file', name: input.name, path: input.path, source: input.path, end: undefined, sessionDir: null };
  }
  const remembered = new RememberedBytes(REMEMBERED_BYTES);
  const bytes = input.path === null ? context.stdin() : readPipe(input.path, input.name, context.interrupt.signal);
  return { kind: 'pipe', name: input.name, bytes: remembered.watch(bytes), remembered };
}

/**
 * The log of a session directory, up to what fx has committed. Where nothing says how much that is, all of it, with a note.
 *
 * @throws CommandError when the session has no log that can be read
 */
export async function sessionLog(context: CommandContext, name: string, dir: string): Promise<FileLog> {
  const log = (await openSession(dir)).read();
  if (!log.ok) throw new UnreadableError(name, lowerFirst(log.finding.message), `fxlog verify ${name} says more.`);
  for (const { message } of log.findings) context.output.note(`${name}: ${lowerFirst(message)}`);
  return {
    kind: 'file',
    name,
    path: log.path,
    source: log.source,
    end: log.end,
    sessionDir: dir,
    readBlob: log.readBlob,
    unfinished: log.unfinished,
  };
}

/** A finding's sentence as the rest of a line that begins with a name, without the full stop that the line brings itself. */
function lowerFirst(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1).replace(/\.$/, '')}`;
}
