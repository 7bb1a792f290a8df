import type { RunningSessionTurn, UnendedTurn } from '@fxlog/assembler/internal';
import type { WriteDialect } from '../../dialect.js';
import { STORE } from './catalogue.js';
import { writeStoreSession } from './write-session.js';

/** Writes sessions as the session manager of fx keeps them. Its turns are made of the payloads of the conversation log. */
export const sessionsV2: WriteDialect = {
  id: 'sessions-v2',
  folder: STORE,
  async toConversation(native) {
    if (native.dialect !== 'sessions-v2') throw new TypeError(`An entry of ${native.dialect} is none of sessions-v2.`);
    const { turn } = native;
    const own = 'end' in turn && turn.end === null ? openTurn(turn) : turn;
    return { native: { dialect: 'conversation-log', turn: own }, files: new Map() };
  },
  write: writeStoreSession,
};

/** The message whose calls run is a step without results. */
function openTurn({ assistant, calls, ...pieces }: RunningSessionTurn): UnendedTurn {
  const runs = assistant !== null || calls.length > 0;
  return runs ? { ...pieces, steps: [...pieces.steps, { assistant, calls, results: [] }] } : pieces;
}
