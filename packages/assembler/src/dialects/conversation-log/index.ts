import type { Int64 } from '@fxlog/format';
import { exactInteger } from '@fxlog/json/internal';
import { TokenError } from '@fxlog/reader';
import type { PlainJson } from '@fxlog/reader/internal';
import type { FoldDialect } from '../../fold.js';
import { ConversationLogFold } from './conversation-log-fold.js';
import { toSessionState } from './session-state.js';

export type { ConversationLogState, ConversationLogTurn } from './native.js';

/** How conversation logs are folded. */
export const conversationLog: FoldDialect = {
  id: 'conversation-log',
  createFold: (options) => new ConversationLogFold(options),
  // The lines of this format never change what came before them, and the workspace stands beside the log.
  lookAhead: () => Promise.resolve({ mayReplace: false, mayMove: false }),
  encodePoint({ turns, state: { createdAtMs, updatedAtMs, native } }): PlainJson {
    if (native.dialect !== 'conversation-log') throw new TypeError('The place is in a log of another dialect.');
    const { endedTurns, compactions } = native;
    return { turns, endedTurns, compactions, createdAtMs: String(createdAtMs), updatedAtMs: String(updatedAtMs) };
  },
  decodePoint(json, position) {
    if (typeof json !== 'object' || json === null || Array.isArray(json)) refuse('is not an object');
    const members = json as Readonly<Record<string, PlainJson>>;
    const native = {
      dialect: 'conversation-log',
      endedTurns: count(members.endedTurns),
      compactions: count(members.compactions),
      // A place to resume at lies behind a line that ended a turn, or behind a checkpoint.
      settledSeq: position.seq ?? 0,
    } as const;
    const state = toSessionState(time(members.createdAtMs), time(members.updatedAtMs), native);
    return { position, turns: count(members.turns), eventId: '', state };
  },
};

function count(value: PlainJson | undefined): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) refuse('has a count that is none');
  return value;
}

function time(value: PlainJson | undefined): Int64 {
  if (typeof value !== 'string' || !/^(?:0|[1-9]\d{0,18})$/.test(value)) refuse('has a time that is none');
  return exactInteger(BigInt(value));
}

function refuse(why: string): never {
  throw new TokenError({ rule: 'token/invalid', message: `The folded state in this resume token ${why}.` });
}
