import type { Finding, RuleId } from '@fxlog/format';
import type { FileSystem } from '@fxlog/writer/internal';
import type { SessionVerdict } from '../verdict.js';
import type { SurveyedFile } from './survey-files.js';

/**
 * Where a repaired session goes, under its own id: below a `sessions` folder that fx uses, made known to it; or into any other folder. A
 * folder in which fx left its marks is taken for a root.
 */
export type RepairTarget = { readonly root: string } | { readonly folder: string };

/** How a session is repaired. Everything is optional. */
export interface RepairOptions {
  /** Says what would be done and writes nothing. Default false. */
  readonly dryRun?: boolean;
  /** Puts the repaired session in the place of the damaged one, which is kept whole beside it. Default false. */
  readonly inPlace?: boolean;
  /** Makes new identifiers a function of this text, so that the same damage gives the same repair. */
  readonly seed?: string;
  /** Milliseconds since the epoch, for the index of the quarantine. Default: the system's clock. */
  readonly clock?: () => number;
  /** How long to wait for fx's locks, in milliseconds. Default 2000. */
  readonly timeoutMs?: number;
  /** A session with more bytes than this is refused. Default 16 GiB. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
  /** Through which everything is written. Default: the real one. */
  readonly fileSystem?: FileSystem;
}

/** Bytes of a log that the repaired one does not contain. */
export interface Cut {
  readonly offset: number;
  readonly length: number;
  /** Id in the rule catalogue. */
  readonly rule: RuleId;
  readonly why: string;
}

/** What became of the log. `keptBytes` and `quarantinedBytes` add up to `bytes`. */
export interface LogRepair {
  /** The file it was taken from: `events.jsonl`, or what a compaction left. */
  readonly file: string;
  readonly bytes: number;
  readonly keptBytes: number;
  readonly quarantinedBytes: number;
  /** The new log is the old one, byte for byte. */
  readonly isUnchanged: boolean;
  /** What is not in the new log, in the order of the file. */
  readonly cuts: readonly Cut[];
  /** Turns that the repaired session has. */
  readonly turns: number;
  /** Events that are lost and that nothing stands in for. */
  readonly lostFrames: number;
  readonly usedCheckpoint: boolean;
}

/** What a repair did, or would do. */
export interface RepairReport {
  readonly status: 'nothing-to-do' | 'repaired' | 'would-repair';
  readonly id: string;
  /** The damaged session. */
  readonly source: string;
  /** The repaired one; null where none was written. */
  readonly dir: string | null;
  /** Where the damaged one is now, after a repair in place. */
  readonly backup: string | null;
  /** Folder in the repaired session with what was not taken over; null where there is nothing. */
  readonly quarantine: string | null;
  /** Null when there is nothing to do. */
  readonly log: LogRepair | null;
  /** Every other file, and what became of it. */
  readonly files: readonly SurveyedFile[];
  /** What had to be decided, and what is lost. */
  readonly findings: readonly Finding[];
  readonly before: SessionVerdict;
  readonly after: SessionVerdict | null;
}
