/**
 * One exchange of a conversation, the same type for every dialect and every version of its schemas.
 */
import type { DurableBytes, FileEvidence, FilePresentation, HistoryTurn, Int64, Uint64 } from '@fxlog/format';

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
  | { readonly kind: 'signal'; readonly value: number };

/** Whether the output of a command can be played again from a side file. */
export type OutputReplay =
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'available'; readonly handle: DurableBytes; readonly framedBytes: Uint64 };

/** What a tool gave back (event-log §3.10.4). */
export interface TurnResult {
  readonly callId: DurableBytes;
  readonly toolName: DurableBytes;
  readonly status: 'success' | 'failure';
  readonly output: DurableBytes;
  /** Name of the side file with the whole output, when the log holds only a part. */
  readonly outputHandle: DurableBytes | null;
  readonly preview: DurableBytes | null;
  /** Size of the output as the tool gave it, in bytes; not compared with `output`. */
  readonly outputBytes: Uint64;
  readonly storedOutputBytes: Uint64;
  readonly isTruncated: boolean;
  /** Whether the provider ran the tool itself. */
  readonly isProviderNative: boolean;
  /** Milliseconds since 1970, UTC. */
  readonly createdAtMs: Int64;
  /** What the user said when asked for permission. */
  readonly permissionFeedback: readonly DurableBytes[];
  /** The file change as fx shows it, under fx's own keys; null from schema 1 and where there is none. */
  readonly filePresentation: FilePresentation | null;
  readonly replay: OutputReplay | null;
  readonly process: ProcessEnd | null;
  /** Index of the call in the step's `calls`; null when no call of the step has its id. */
  readonly callIndex: number | null;
}

/** One answer of the model that called tools, and what they gave back. */
export interface TurnStep {
  /** What the model said before the calls. */
  readonly text: DurableBytes | null;
  readonly calls: readonly TurnCall[];
  readonly results: readonly TurnResult[];
}

/** How a turn ended. */
export type TurnEnd =
  | { readonly kind: 'assistant'; readonly text: DurableBytes }
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
  | {
      readonly kind: 'compacted_summary';
      readonly summary: DurableBytes;
      /** Turns that the summary stands for. */
      readonly removedTurns: Uint64;
      /** How many times this history was compacted by then. */
      readonly compactions: Uint64;
    }
  | {
      readonly kind: 'background_command';
      readonly text: DurableBytes | null;
      readonly logPath: DurableBytes;
      readonly expectsUrl: boolean;
      readonly url: DurableBytes | null;
      /** 32 hex digits. */
      readonly recordId: string | null;
    };

/** Where a turn was born: its frame or, for a turn of a state replacement, the chunk frame in which it begins. */
export interface TurnSource {
  readonly seq: Uint64;
  /** Bytes from the start of the file to the first byte of the frame. */
  readonly offset: number;
  /** Bytes of the frame, LF included. */
  readonly length: number;
  /** Place of the turn in the state document, in bytes; absent for a turn with a frame of its own. */
  readonly document?: { readonly offset: number; readonly length: number };
}

/** Session totals after a turn; not what the turn itself took (event-log §3.7). */
export interface TurnUsage {
  readonly totalInputTokens: Uint64;
  readonly totalOutputTokens: Uint64;
}

export interface Turn {
  /** Place in the history as it is at this point of the log, from 0. */
  readonly index: number;
  readonly kind: HistoryTurn['kind'];
  /** Null for a compacted summary, which has no user. */
  readonly user: TurnUser | null;
  readonly steps: readonly TurnStep[];
  readonly end: TurnEnd;
  /** What fx noted about files in this turn, in the order of the log. */
  readonly files: readonly FileEvidence[];
  /** When the turn was committed, in milliseconds since 1970, UTC; null for a turn of a state replacement, which does not say. */
  readonly timeMs: Int64 | null;
  /** Language of the conversation after the turn; null for a turn of a state replacement. */
  readonly language: string | null;
  /** Null for a turn of a state replacement. */
  readonly usage: TurnUsage | null;
  readonly source: TurnSource;
  /** fx's own object. */
  readonly raw: HistoryTurn;
}
