import { closeSync, readSync } from 'node:fs';
import { eventLogV1 } from '@fxlog/format';
import { eventsOf, LogError } from '@fxlog/reader';
import { openFile } from '../../../paths/safe-file.js';

/** More is not looked through: fx commits at most a turn at a time. */
const MAX_BYTES = 67_108_864;

/** How many whole turns lie in a log behind what was committed: work that fx cuts off without a word when it next writes. */
export function turnsBehind(path: string, committed: number, size: number): number {
  const opened = size - committed > MAX_BYTES ? null : openFile(path);
  if (opened?.state !== 'open') return 0;
  try {
    const bytes = new Uint8Array(size - committed);
    const read = readSync(opened.fd, bytes, 0, bytes.length, committed);
    const events = eventsOf(bytes.subarray(0, read), { mode: 'lenient', dialect: eventLogV1 });
    return events.filter(({ kind }) => kind === 'history_turn_committed').length;
  } catch (error) {
    if (error instanceof LogError) return 0;
    throw error;
  } finally {
    closeSync(opened.fd);
  }
}

/** The same for the middle of a sentence; nothing where there is none. */
export function wholeTurns(turns: number): string {
  if (turns === 0) return '';
  return turns === 1 ? ', a whole turn among them,' : `, ${turns} whole turns among them,`;
}
