import { ensureBuilt } from '../scripts/ensure-built.js';

/** Before the tests that start the command: builds what ships, unless it is built already. */
export function setup(): void {
  ensureBuilt();
}
