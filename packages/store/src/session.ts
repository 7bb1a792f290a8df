import { basename, dirname, resolve } from 'node:path';
import type { SessionState } from '@fxlog/assembler';
import type { UnfinishedTurn } from '@fxlog/assembler/internal';
import type { Finding, Uint64 } from '@fxlog/format';
import { type DisplayMetadata, isLogFile, type UsageSidecar } from '@fxlog/format/internal';
import type { SessionContent } from '@fxlog/writer/internal';
import { dialectOf } from './dialects/index.js';
import type { ChildFile } from './paths/child-directories.js';
import type { ReplayFrame } from './paths/command-replay.js';
import { unsafeWords } from './paths/control-file.js';
import { lookAtFile } from './paths/safe-file.js';
import { SessionDirectory } from './session-directory.js';
import type { SessionFacts } from './session-facts.js';
import { StoreError } from './store-error.js';
import type { ChildLink, SessionFormat, SessionSummary } from './summary.js';

/** A small control file of a session: decoded, absent, or present but not usable. */
export type Sidecar<T> =
  | { readonly state: 'present'; readonly file: string; readonly bytes: Uint8Array; readonly value: T }
  | { readonly state: 'absent'; readonly file: string }
  | { readonly state: 'invalid'; readonly file: string; readonly finding: Finding };

/** A file that a log refers to: its bytes, or the finding that says why there are none. */
export type Artifact =
  | { readonly ok: true; readonly file: string; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly file: string; readonly finding: Finding };

/** A decoded command replay, or the finding that says why there is none. */
export type CommandReplay =
  | { readonly ok: true; readonly file: string; readonly frames: readonly ReplayFrame[] }
  | { readonly ok: false; readonly file: string; readonly finding: Finding };

/** The log of a session up to what fx committed. */
export interface SessionLog {
  readonly ok: true;
  /** The file with the conversation. */
  readonly path: string;
  /** What is read: that file, or in memory the log that its fx makes of it where it is none. */
  readonly source: string | Uint8Array;
  /** What findings call it: its name in the session directory. */
  readonly file: string;
  /** Size of the file in bytes. */
  readonly size: number;
  /** Read no byte at or after this offset; undefined where nothing says how much is committed: then all of it is read. */
  readonly end: number | undefined;
  /** The event at the end, where something beside the log names it. */
  readonly last: { readonly seq: Uint64; readonly eventId: string } | null;
  /** What is worth saying of how much counts. */
  readonly findings: readonly Finding[];
  /**
   * Reads a body that lies beside the log and that a line names; null when it is not there or must not be read. Left out where all that is said
   * stands in the log.
   */
  readonly readBlob?: ReadBlob | undefined;
  /** Reads what a file beside the log says of a turn that is under way; left out where none does. */
  readonly unfinished?: Session['unfinished'] | undefined;
  /** Whether there is such a file now. */
  readonly mayBeUnderWay?: boolean | undefined;
}

/** Reads a body by the name that a log has for it. */
export type ReadBlob = (name: string) => Uint8Array | null;

/** The log of a session, or the one finding that says why there is none to be read. */
export type SessionRead = SessionLog | { readonly ok: false; readonly finding: Finding };

/** Who a session is, its saved rules and what it has cost. */
export type SessionSettings = Pick<SessionContent, 'head' | 'permissions' | 'usage'>;

/**
 * A session directory, opened for reading. Nothing is read before it is asked for, nothing is ever written, and no name that a log mentions leads
 * out of the directory: every component is looked at without following links.
 *
 * @example
 * const log = (await openSession('/home/dev/.fx/sessions/…')).read();
 * if (log.ok) for await (const items of assembleTurns(log.source, { end: log.end })) …
 */
export interface Session {
  readonly id: string;
  /** Absolute path of the session directory. */
  readonly dir: string;
  readonly format: SessionFormat;
  /** The log, and how much of it counts. */
  read(): SessionRead;
  /** Who the session is, where that stands beside the log; null where the log itself says it. */
  facts(): SessionFacts | null;
  /**
   * What a copy in another format keeps of the session besides its turns.
   *
   * @param state what the log folds to; null where nothing in it begins a session
   */
  settings(state: SessionState | null): SessionSettings;
  /**
   * The turn that is under way and that no line of the log tells of; null where nothing beside the log speaks of one.
   *
   * @param state what the log folds to
   * @param turns entries of its history
   */
  unfinished(state: SessionState, turns: number): UnfinishedTurn | null;
  /** Title and preview. */
  display(): Sidecar<DisplayMetadata>;
  /** Usage as fx keeps it beside the log. */
  usage(): Sidecar<UsageSidecar>;
  /** What makes it a child of another session, read leniently; null for an ordinary one (session-directory §5.4). */
  child(): ChildLink | null;
  /** The snapshot of an image, by the locator that the log carries (`images/image-…bin`). */
  image(locator: string): Artifact;
  /** A tool result kept apart, by its handle. */
  toolResult(handle: string): Artifact;
  /** A command replay, by its handle. */
  commandReplay(handle: string): CommandReplay;
  /** Any other file below a child directory, by its path relative to the session directory. */
  artifact(file: string): Artifact;
  /**
   * The bytes of whatever a converter asks for by its path in the session: `session.json`, `display.json`, reasoning, an image, an artifact. Null
   * when it is not there or must not be read.
   */
  attachment(file: string): Uint8Array | null;
  /** The plain files in `images/`, `tool-results/`, `logs/commands/`, `artifacts/…` and the other child directories. */
  children(): readonly ChildFile[];
}

/** How the bodies are read that lie beside a log of which only its path is known; undefined where it has none. */
export async function blobsBeside(path: string): Promise<ReadBlob | undefined> {
  const log = resolve(path);
  if (!isLogFile(basename(log))) return undefined;
  const directory = new SessionDirectory(dirname(log));
  const read = (await dialectOf(directory).open(directory)).read();
  return read.ok && read.path === log ? read.readBlob : undefined;
}

/**
 * Opens a session directory.
 *
 * @throws StoreError `not-found` or `not-a-directory`; a link in its place is `unsafe-path`. Whatever is wrong inside shows where it is asked for.
 */
export async function openSession(dir: string): Promise<Session> {
  const path = resolve(dir);
  const look = lookAtFile(path);
  if (look.state === 'absent')
    throw new StoreError({ rule: 'store/not-found', message: `There is no directory ${path}.`, file: path });
  if (look.state === 'refused')
    throw new StoreError({
      rule: 'store/unreadable-file',
      message: `${path} cannot be looked at (${look.code}).`,
      file: path,
    });
  if (look.state === 'file')
    throw new StoreError({ rule: 'store/not-a-directory', message: `${path} is a file.`, file: path });
  if (look.kind === 'symlink') {
    throw new StoreError({
      rule: 'store/path-unsafe',
      message: `${path} is a symbolic link, which fx refuses (SessionPathUnsafe). Name its target.`,
      file: path,
    });
  }
  if (look.kind !== 'directory')
    throw new StoreError({
      rule: 'store/not-a-directory',
      message: `${path} is ${unsafeWords(look.kind)}.`,
      file: path,
    });
  const directory = new SessionDirectory(path);
  return dialectOf(directory).open(directory);
}

/** A session directory as its small files describe it, whatever is wrong with it. The log is not read. */
export function describeSession(dir: string): SessionSummary {
  const directory = new SessionDirectory(resolve(dir));
  return dialectOf(directory).summarize(directory);
}
