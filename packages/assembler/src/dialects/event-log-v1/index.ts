import type { FoldDialect, FoldPoint } from '../../fold.js';
import { EventLogFold, toStart } from './event-log-fold.js';
import { lookAhead } from './look-ahead.js';
import { toSessionState } from './session-state.js';
import { decodeFolded, encodeFolded } from './state-json.js';

export type { EventLogState, EventLogTurn } from './native.js';

/** How logs of event-log-v1 are folded. */
export const eventLogV1: FoldDialect = {
  id: 'event-log-v1',
  createFold: (options) => new EventLogFold(options),
  lookAhead,
  encodePoint(point: FoldPoint) {
    const { state, turns, boundary } = toStart(point);
    return encodeFolded({ state, turns, eventId: boundary.eventId });
  },
  decodePoint(json, position) {
    const { state, turns, eventId } = decodeFolded(json);
    return { position, turns, eventId, state: toSessionState(state) };
  },
};
