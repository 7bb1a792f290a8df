import type { FoldDialect } from '../../fold.js';
import { SessionLogFold } from './session-log-fold.js';
import { decodePoint, encodePoint } from './start.js';

export type { SessionsV2State, SessionsV2Turn } from './native.js';

/** How sessions of the store `v2/` are folded. */
export const sessionsV2: FoldDialect = {
  id: 'sessions-v2',
  createFold: (options) => new SessionLogFold(options),
  // Lines never change what came before them. That the workspace moves is to be seen only by reading.
  lookAhead: () => Promise.resolve({ mayReplace: false, mayMove: true }),
  encodePoint,
  decodePoint,
};
