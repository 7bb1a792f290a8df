import type { Uint64 } from '@fxlog/format';
import type { ConversationCompaction } from '../conversation-log/conversation-fold.js';
import type { ConversationTurn } from '../conversation-log/conversation-turn.js';
import type { RunningTurn } from './history.js';

/** A turn that has no end yet, and what of it runs. */
export interface RunningSessionTurn extends Pick<RunningTurn, 'assistant' | 'calls'>, Readonly<RunningTurn['pieces']> {
  readonly end: null;
}

/** A turn or compaction under fx's own keys. */
export interface SessionsV2Turn {
  readonly dialect: 'sessions-v2';
  readonly turn: ConversationTurn | RunningSessionTurn | ConversationCompaction;
}

/** What the lines of a session fold to. */
export interface SessionsV2State {
  readonly dialect: 'sessions-v2';
  /** The folded state, JSON as a snapshot holds it (newer-formats §7.5). */
  readonly state: string;
  /** Whether a parent started the session; null where the log does not begin with its first line. */
  readonly role: 'root' | 'child' | null;
  /** The session that started this one; null for a root. */
  readonly parent: string | null;
  /** Where this session was forked from: the id of the source, and the last line that was copied. What stands there is counted there. */
  readonly forkedFrom: { readonly id: string; readonly seq: Uint64 } | null;
  /** Turns that have ended and are shown. */
  readonly endedTurns: number;
  readonly compactions: number;
}
