/**
 * The dialects that this package folds, and the only file outside of their folders that names one.
 *
 * A dialect comes in as a folder `dialects/<id>/` whose `index.ts` exports a {@link FoldDialect}, the type of its turns and the type of its state,
 * and as one entry in each of the three declarations below. Nothing else changes: the hosts (`conversation.ts`, `assemble-turns.ts`,
 * `turn-stream.ts`) go through {@link foldDialectOf}, and the suite in `testing/fold-contract.ts` is run with its fixtures.
 */
import type { FoldDialect } from '../fold.js';
import { type ConversationLogState, type ConversationLogTurn, conversationLog } from './conversation-log/index.js';
import { type EventLogState, type EventLogTurn, eventLogV1 } from './event-log-v1/index.js';
import { type SessionsV2State, type SessionsV2Turn, sessionsV2 } from './sessions-v2/index.js';

/** A turn or compaction as its dialect spells it; `dialect` tells which. */
export type NativeTurn = EventLogTurn | ConversationLogTurn | SessionsV2Turn;

/** A folded state as its dialect spells it; `dialect` tells which. */
export type NativeState = EventLogState | ConversationLogState | SessionsV2State;

const FOLD_DIALECTS: readonly FoldDialect[] = [sessionsV2, conversationLog, eventLogV1];

/** The id of a dialect that can be folded. */
export type FoldDialectId = NativeTurn['dialect'];

/** The dialect that is meant where nothing says which. */
const DEFAULT_DIALECT: FoldDialectId = 'event-log-v1';

/** Whether logs of this dialect can be folded. */
export function isFoldable(id: string): id is FoldDialectId {
  return FOLD_DIALECTS.some((dialect) => dialect.id === id);
}

/**
 * The fold of a dialect.
 *
 * @throws RangeError for an id of which there is none.
 */
export function foldDialectOf(id: string = DEFAULT_DIALECT): FoldDialect {
  const dialect = FOLD_DIALECTS.find((one) => one.id === id);
  if (dialect === undefined) throw new RangeError(`No dialect with the id ${id} can be folded.`);
  return dialect;
}
