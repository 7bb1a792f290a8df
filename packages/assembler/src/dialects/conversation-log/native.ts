import { conversationLog, type Uint64 } from '@fxlog/format';
import { DialectError } from '@fxlog/format/internal';
import type { NativeTurn } from '../index.js';
import type { ConversationCompaction } from './conversation-fold.js';
import type { ConversationTurn, ConversationTurnBuilder } from './conversation-turn.js';

/** A turn that has no end yet. */
export interface UnendedTurn extends Readonly<ConversationTurnBuilder['pieces']> {
  readonly end: null;
}

/** A turn or compaction under fx's own keys. */
export interface ConversationLogTurn {
  readonly dialect: 'conversation-log';
  readonly turn: ConversationTurn | UnendedTurn | ConversationCompaction;
  /** Number of the line that ended the turn, where it comes from a log. */
  readonly lastSeq?: Uint64;
}

/** What the lines of a conversation log say of the session as a whole; the rest stands in the files beside the log. */
export interface ConversationLogState {
  readonly dialect: 'conversation-log';
  /** Turns that have ended. */
  readonly endedTurns: number;
  /** Checkpoints, each of which is a compaction. */
  readonly compactions: number;
  /** Number of the last line that ended a turn or is a checkpoint, 0 before the first: to it belongs what `recovery.json` tells. */
  readonly settledSeq: Uint64;
}

/**
 * fx's own entry, for those who handle this dialect only.
 *
 * @throws DialectError for one of another dialect.
 */
export function conversationEntry(native: NativeTurn): ConversationLogTurn {
  if (native.dialect === 'conversation-log') return native;
  throw new DialectError(conversationLog, native.dialect);
}
