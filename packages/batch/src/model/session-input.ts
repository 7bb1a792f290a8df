import type { Finding, RuleId } from '@fxlog/format';
import type { ArchiveSpan } from '../inputs/archive-entry.js';
import type { PackedSession } from './packed-session.js';

/** Where an input was found. */
export interface InputOrigin {
  /** What kind of place it is. */
  readonly type: 'directory' | 'file' | 'archive' | 'stdin';
  /** Path of the directory, file or archive, as it was named; `-` for standard input. */
  readonly path: string;
  /** Inside an archive: the path of the session directory or log there. */
  readonly entry?: string;
}

/** Why something was not processed, or not with success. */
export interface Reason {
  /** A sentence for people. */
  readonly reason: string;
  /** The rule that it broke (`batch/…`, or the rule of the first finding). */
  readonly rule: RuleId;
}

/** One session, found but not yet read. */
export interface SessionInput {
  /**
   * Stable, unique, path-like: the path as it was named, with `/` on every system; inside an archive
   * `archive.tar.zst!/path/in/the/archive`. Sharding, journals and sinks go by it, so the same inputs named the same way must have the
   * same keys on every machine.
   */
  readonly key: string;
  /** A session directory, or a log alone. */
  readonly kind: 'session' | 'log';
  readonly origin: InputOrigin;
  /** Size of the log in bytes; null when it is not known before reading. */
  readonly bytes: number | null;
  /** What is to be said about the way it lay there: refused entries beside it, duplicates. */
  readonly findings: readonly Finding[];
  /** Set when it was found but must not be processed; `open` then must not be called. */
  readonly refused?: Reason & { readonly status: 'failed' | 'skipped' };
  /** Set for sessions out of archives: who processes one may write and remove its copy itself, instead of opening it. */
  readonly packed?: PackedSession;
  /** Set for sessions out of tars: where it lies there. */
  readonly span?: ArchiveSpan;
  /** Makes it readable by path. Everything opened must be released. */
  open(): Promise<OpenInput>;
  /** Gives up what is held for it, opened or not. Must be called once for every input, and may be called again. */
  release(): Promise<void>;
}

/** A session that can be read by path, until its input is released. */
export interface OpenInput {
  /** The session directory, or the log. Out of an archive it is a private copy. */
  readonly path: string;
  /** True for a copy out of an archive: modes, owners, times and with them fingerprints are not those of the original. */
  readonly copied: boolean;
}
