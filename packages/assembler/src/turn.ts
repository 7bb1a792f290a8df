/**
 * One exchange of a conversation, the same type for every dialect and every version of its schemas.
 */
import type { DurableBytes, Int64, Uint64 } from '@fxlog/format';
import type { NativeTurn } from './dialects/index.js';

/** An image that the user attached (event-log §3.9). */
export interface TurnImage {
  readonly id: Uint64;
  /** Where the user's file was. */
  readonly path: DurableBytes;
  readonly mediaType: DurableBytes;
  /** Where fx keeps its own copy, relative to the session directory; null when it has none. Not checked: it may point anywhere. */
  readonly snapshotPath: DurableBytes | null;
  /** SHA-256 that the copy should have, as the log spells it. */
  readonly snapshotSha256: DurableBytes | null;
}

/** What the user said. */
export interface TurnUser {
  readonly text: DurableBytes;
  readonly images: readonly TurnImage[];
  /** The work of a parent session that this turn belongs to (event-log §3.7.1). */
  readonly workId: string | null;
}

/** A tool call as the model made it (event-log §3.10.2). */
export interface TurnCall {
  readonly id: DurableBytes;
  readonly name: DurableBytes;
  /** JSON text of the arguments; `{}` where they were not JSON (event-log §3.10.3). */
  readonly argumentsJson: DurableBytes;
  /** What the provider itself returned for a call that it ran. */
  readonly providerResult: DurableBytes | null;
  /** Index of its result in the step's `results`; null when there is none. */
  readonly resultIndex: number | null;
}

/** How the process of a command ended. */
export type ProcessEnd =
  | { readonly kind: 'exit_code'; readonly value: Int64 }
  | { readonly kind: 'signal'; readonly value: number }
  | { readonly kind: 'timed_out' }
  | { readonly kind: 'output_capture_failed' };

/** Whether the output of a command can be played again from a side file. */
export type OutputReplay =
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'available'; readonly handle: DurableBytes; readonly framedBytes: Uint64 };

/** What the log holds of the output of a tool. */
export type ResultContent =
  /** All that was ever kept of it. */
  | { readonly kind: 'inline'; readonly output: DurableBytes }
  /** A part of it; the rest is in the side file that the handle names. */
  | { readonly kind: 'preview'; readonly preview: DurableBytes; readonly handle: DurableBytes }
  /** Nothing of it; the handle names the side file that would hold it, where there is one. */
  | { readonly kind: 'missing'; readonly handle: DurableBytes | null };

/** A file change as it was shown to the user. */
export interface FileChange {
  readonly path: DurableBytes;
  readonly kind: 'added' | 'edited' | 'deleted';
  /** Lines, as counted when the change was made. */
  readonly additions: Uint64;
  readonly deletions: Uint64;
}

/** What a tool gave back (event-log §3.10.4). */
export interface TurnResult {
  readonly callId: DurableBytes;
  readonly toolName: DurableBytes;
  readonly status: 'success' | 'failure';
  readonly content: ResultContent;
  /** Size of the output as the tool gave it, in bytes; not compared with the content. Null where nobody counted. */
  readonly outputBytes: Uint64 | null;
  /** Bytes of it that were kept. */
  readonly storedOutputBytes: Uint64;
  /** Whether it was cut before it was kept, so that no file has all of it. */
  readonly isTruncated: boolean;
  /** Whether the provider ran the tool itself. */
  readonly isProviderNative: boolean;
  /** Milliseconds since 1970, UTC. */
  readonly createdAtMs: Int64;
  /** What the user said when asked for permission. */
  readonly permissionFeedback: readonly DurableBytes[];
  readonly fileChange: FileChange | null;
  readonly replay: OutputReplay | null;
  readonly process: ProcessEnd | null;
  /** Index of the call in the step's `calls`; null when no call of the step has its id. */
  readonly callIndex: number | null;
}

/** One answer of the model within a turn, mostly one that called tools, and what they gave back. */
export interface TurnStep {
  /** What the model said before the calls. */
  readonly text: DurableBytes | null;
  readonly calls: readonly TurnCall[];
  readonly results: readonly TurnResult[];
}

/** What the user said while the turn was running. */
export interface TurnSteering {
  readonly text: DurableBytes;
  /** What the model had begun to say when it was interrupted by this. */
  readonly assistantPrefix: DurableBytes | null;
  /** How many steps of the turn lie before it. */
  readonly afterSteps: number;
}

/** How a turn ended. */
export type TurnEnd =
  | { readonly kind: 'completed'; readonly text: DurableBytes }
  | {
      readonly kind: 'interrupted';
      readonly reason: 'cancelled' | 'failed';
      /** What the model had said by then. */
      readonly text: DurableBytes | null;
      /** The call that was running. */
      readonly call: TurnCall | null;
      readonly completedToolNames: readonly DurableBytes[];
      readonly cancelledCommand: {
        readonly replay: OutputReplay | null;
        readonly artifactHandle: DurableBytes | null;
      } | null;
    }
  /** It has not ended: more of it may come. */
  | { readonly kind: 'running'; readonly text: DurableBytes | null }
  | {
      readonly kind: 'background_command';
      readonly text: DurableBytes | null;
      readonly logPath: DurableBytes;
      readonly expectsUrl: boolean;
      readonly url: DurableBytes | null;
      /** 32 hex digits. */
      readonly recordId: string | null;
    };

/** What was noted about a file that a turn touched. */
export interface TurnFile {
  readonly path: DurableBytes;
  /** Where it went, for a rename or a copy. */
  readonly newPath: DurableBytes | null;
  readonly toolName: DurableBytes;
  readonly action: 'read' | 'write' | 'edit' | 'delete' | 'rename' | 'copy' | 'search' | 'list' | 'unknown';
}

/** Where something was born: its first frame or, for a turn of a state replacement, the chunk frame in which it begins. */
export interface TurnSource {
  readonly seq: Uint64;
  /** Bytes from the start of the file to the first byte of the frame. */
  readonly offset: number;
  /** Bytes of the frame or frames, LF included. */
  readonly length: number;
  /** Place of the turn in the state document, in bytes; absent for a turn with a frame of its own. */
  readonly document?: { readonly offset: number; readonly length: number };
}

/** Session totals after a turn; not what the turn itself took (event-log §3.7). */
export interface TurnUsage {
  readonly totalInputTokens: Uint64;
  readonly totalOutputTokens: Uint64;
}

/** What turns and compactions have in common. */
interface Entry {
  /** Place in the history as it is at this point of the log, from 0. Where a dialect keeps compactions in its history, they have places there, too. */
  readonly index: number;
  /** When it was committed, in milliseconds since 1970, UTC; null for one of a state replacement, which does not say. */
  readonly timeMs: Int64 | null;
  /** Language of the conversation afterwards; null where that is not known. */
  readonly language: string | null;
  /** Null where the log does not say. */
  readonly usage: TurnUsage | null;
  readonly source: TurnSource;
  /** The turn as its dialect spells it, for writing it back without loss. */
  readonly native: NativeTurn;
}

/** One exchange: what the user said, what the model did about it, and how that ended. */
export interface Turn extends Entry {
  readonly user: TurnUser;
  readonly steps: readonly TurnStep[];
  /** What the user said in between; empty where the dialect does not record it. */
  readonly steering: readonly TurnSteering[];
  readonly end: TurnEnd;
  /** What fx noted about files in this turn, in the order of the log. */
  readonly files: readonly TurnFile[];
  /** When the turn began, in milliseconds since 1970, UTC; null where the log does not say. */
  readonly startedMs: Int64 | null;
}

/** A summary that took the place of earlier turns in what the model sees. It lies between turns and is none itself. */
export interface Compaction extends Entry {
  readonly summary: DurableBytes;
  /** Turns that the summary stands for. */
  readonly removedTurns: Uint64;
  /** How many turns of the history that is, where it leaves some of those before it in view and says so. */
  readonly coveredTurns?: number;
  /** How many times this history was compacted by then. */
  readonly compactions: Uint64;
}

/** What a history consists of. */
export type HistoryEntry =
  | { readonly type: 'turn'; readonly turn: Turn }
  | { readonly type: 'compaction'; readonly compaction: Compaction };
