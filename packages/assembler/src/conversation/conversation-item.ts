import type { SessionState } from '../session-state.js';
import type { HistoryEntry, TurnSource, TurnUsage } from '../turn.js';

/** What is known around an entry of a conversation. */
export interface EntryContext {
  /** Totals of the session before it; null where they are not known. */
  readonly before: TurnUsage | null;
  /** Model in force; null where the log does not say. */
  readonly model: string | null;
  /**
   * Index among the entries that were committed by an event of their own; null for one that came with another history, and where not all of the
   * log is read.
   */
  readonly committedIndex: number | null;
}

/** A turn, or a compaction between turns. A turn that is still running is the last one and, while a log is followed, comes again as it grows. */
export type ConversationEntry = HistoryEntry & EntryContext;

/** Who the session is. It stands in front of the first entry, where the log says it there. */
export interface ConversationBegin {
  readonly type: 'begin';
  /** The state where reading began. */
  readonly state: SessionState;
  /** The workspace at the end of the log, as far as that was looked for (`recall`); else the one of the state. Null where the log does not say. */
  readonly workspaceRoot: string | null;
}

/** Entries of the log that are not given. */
export interface EntriesLeftOut {
  readonly type: 'left-out';
  /** `superseded`: another history took their place. `repeated`: the originals are given. */
  readonly reason: 'superseded' | 'repeated';
  readonly turns: number;
  readonly source: TurnSource;
}

/** Tokens that a replaced history counts and of which nobody knows what turn took them. */
export interface UnattributedUsage {
  readonly type: 'unattributed-usage';
  readonly usage: TurnUsage;
  readonly source: TurnSource;
}

/** What a conversation consists of, in the order of the log. */
export type ConversationItem = ConversationBegin | ConversationEntry | EntriesLeftOut | UnattributedUsage;

/** What else can happen to a conversation that is being followed. */
export type FollowedItem =
  | ConversationItem
  /** Another history took the place of the one so far, for example a summary of it. Its entries are not told again. */
  | { readonly type: 'replaced'; readonly reason: string; readonly turns: number }
  /** The file was cut, rewritten or replaced; what follows is of what stands there now. */
  | { readonly type: 'restarted'; readonly why: 'truncated' | 'replaced' }
  /** Nothing has the name any more; following goes on when a file appears again. */
  | { readonly type: 'vanished' };
