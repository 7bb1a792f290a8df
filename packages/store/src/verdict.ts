import type { Finding, Int64, Uint64 } from '@fxlog/format';
import type { SessionFormat } from './summary.js';

/** One answer about a session: would fx 0.0.5 do it, and if not, with which error and why. */
export interface Verdict {
  readonly ok: boolean;
  /** fx's error name where it refuses, for example `SessionCommitBoundaryUnavailable`. Absent when `ok`. */
  readonly error?: string;
  /** One sentence for a person. */
  readonly reason: string;
}

/** `fx session --id ID` (session-directory §6.3). */
export interface ReadVerdict extends Verdict {
  /** Turns that it would show. */
  readonly turns?: number;
}

/** `fx sessions` by a scan of the directories (session-directory §6.2, Appendix B). */
export interface ListVerdict extends Verdict {
  readonly title?: string;
  readonly historyLen?: Uint64;
  readonly workspaceRoot?: string | null;
  readonly updatedAtMs?: Int64;
}

/** Resume by id as `fx ask --resume` does it, from the session's own workspace (session-directory §6.3). */
export interface ResumeVerdict extends Verdict {
  /** Turns that the resumed session would have. */
  readonly turns?: number;
  /** Bytes behind the position it would resume at, which fx would cut off for good. */
  readonly discardsBytes?: number;
  /** The state would come from `checkpoint.json` rather than from the whole log (session-directory §4.1). */
  readonly fromCheckpoint?: boolean;
}

/** `fx session recover ID` (session-directory §6.5). `ok` only when fx would make a recovered copy. */
export interface RecoverVerdict extends Verdict {
  readonly turns?: number;
}

/** Where the committed part of a log ends. */
export interface CommittedPosition {
  readonly generation: string;
  readonly seq: Uint64;
  readonly eventId: string;
  /** Offset behind the last committed frame; what lies beyond is ignored by readers. */
  readonly bytes: number;
}

/** The result of `verifySession`. */
export interface SessionVerdict {
  readonly id: string;
  readonly dir: string;
  readonly format: SessionFormat;
  readonly readable: ReadVerdict;
  readonly listed: ListVerdict;
  readonly resumable: ResumeVerdict;
  readonly recoverable: RecoverVerdict;
  /** Set when the watermark is valid. */
  readonly committed?: CommittedPosition;
  /** Size of the log in bytes, when there is one. */
  readonly logBytes?: number;
  /** Turns that can be read, where the fx that strict rules follow refuses a log for nothing but what a later fx added to it, or for a change of its format. */
  readonly laterTurns?: number;
  /** Everything worth knowing, errors first. */
  readonly findings: readonly Finding[];
}

/** Options of `verifySession`. */
export interface VerifyOptions {
  /**
   * Read images, tool results, replays and artifacts and check their digests (default true). Without it their
   * presence, kind and size are still checked.
   */
  readonly checkDigests?: boolean;
  /** Compare a checkpoint with the log it stands for (default true); costs a second pass over the log. */
  readonly checkCheckpoint?: boolean;
  readonly signal?: AbortSignal;
  /** Upper bound on the number of findings of one session (default 1000); the rest is counted in one last finding. */
  readonly maxFindings?: number;
}
