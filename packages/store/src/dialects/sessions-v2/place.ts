import { closeSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { FrameError } from '@fxlog/format';
import { isSessionsV2Id, readLine } from '@fxlog/format/internal';
import { entriesOf, openFile, statsOf } from '../../paths/safe-file.js';
import type { SessionDirectory } from '../../session-directory.js';
import type { SessionPlace } from '../../summary.js';
import { chunksOf, LineCutter } from './line-cutter.js';

/** Name of the file with the conversation. */
export const LOG = 'log.jsonl';

/** Whether a directory is a session of such a store: it has a log, and its parent is called `v2` (newer-formats §2). */
export function isInStore(directory: SessionDirectory): boolean {
  return basename(dirname(directory.dir)) === 'v2' && directory.has(LOG);
}

/** The sessions of a directory of a sessions root; null when it is not such a store. */
export function sessionsIn(dir: string, name: string): readonly SessionPlace[] | null {
  // To an older fx, `v2` may be the id of a session.
  if (name.toLowerCase() !== 'v2' || isFile(`${dir}/session.json`) || isFile(`${dir}/authority.json`)) return null;
  return entriesOf(dir)
    .filter((entry) => entry.isDirectory() && isCountedInStore(`${dir}/${entry.name}`))
    .map((entry) => ({ id: entry.name, dir: `${dir}/${entry.name}` }));
}

/** Whether a directory of such a store counts as a session: it has an id for its name, and a log that tells of a turn. */
export function isCountedInStore(dir: string): boolean {
  return isSessionsV2Id(basename(dir)) && hasBegun(`${dir}/${LOG}`);
}

function isFile(path: string): boolean {
  return statsOf(path)?.isFile() === true;
}

/** In front of the first turn lie no more than a few settings. */
const HEAD_BYTES = 65_536;

/**
 * Whether a log holds a turn, or something that cannot be read. fx publishes a session with its first turn; a log without one is that of a
 * session which never began.
 */
function hasBegun(path: string): boolean {
  const stats = statsOf(path);
  if (stats?.isFile() !== true || stats.size === 0) return false;
  if (stats.size > HEAD_BYTES) return true;
  const opened = openFile(path);
  if (opened.state !== 'open') return true;
  try {
    let [lines, isFound] = [0, false];
    const cutter = new LineCutter(0, (bytes, start, end) => {
      lines += 1;
      isFound ||= isTurnOrDamage(bytes, start, end);
    });
    for (const chunk of chunksOf(opened.fd, 0, opened.stats.size)) {
      cutter.push(chunk);
      if (isFound) return true;
    }
    return lines === 0;
  } finally {
    closeSync(opened.fd);
  }
}

function isTurnOrDamage(bytes: Uint8Array, start: number, end: number): boolean {
  try {
    return readLine(bytes, start, end).knownKind === 'turn_started';
  } catch (error) {
    if (error instanceof FrameError) return true;
    throw error;
  }
}
