/** What lies in a sessions root, by directory entry alone (session-directory §1.2, §1.4). */

import { type Dirent, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { isSessionId } from '@fxlog/format/internal';
import { SessionDirectory } from '../session-directory.js';
import type { StrayEntry } from '../summary.js';
import { TRASH_NAME } from '../trash/trash-place.js';

/** Candidates and the rest. */
export interface RootEntries {
  /** Names of directories that fx takes for sessions, in no order. */
  readonly candidates: readonly string[];
  readonly strays: readonly StrayEntry[];
}

const KNOWN: Readonly<Record<string, string>> = {
  'index.json': 'listing cache',
  'index.pending': 'mark that the listing cache is out of date',
  latest: 'pointers to the latest session of each workspace',
  'latest.lock': 'lock file',
  'relationship-migration-index.json': 'copy of the listing cache, for child sessions',
  'recovery-staging.lock': 'lock file',
  'recovery+staging': 'half-made recovered sessions',
  'summary.json': 'listing cache of an older fx',
  'list.json': 'listing cache of an older fx',
  '.resume-catalog': 'cache of a newer fx',
  'trash+v1': 'sessions that a newer fx has put aside',
};

function kindOf(entry: Dirent): StrayEntry['kind'] {
  if (entry.isSymbolicLink()) return 'symlink';
  if (entry.isDirectory()) return 'directory';
  return entry.isFile() ? 'file' : 'other';
}

function describe(name: string, kind: StrayEntry['kind']): { reason: string; known: boolean } {
  const known = KNOWN[name];
  if (known !== undefined && kind !== 'symlink') return { reason: known, known: true };
  if (kind === 'directory' && /^creating\+/.test(name))
    return { reason: 'half-made session of a newer fx', known: true };
  if (kind === 'file' && name.endsWith('.lock')) return { reason: 'lock file', known: true };
  if (kind === 'file' && /^\..+\.tmp\.[0-9a-f]{32}$/.test(name))
    return { reason: 'left by a replacement that was cut short', known: true };
  if (kind === 'symlink') return { reason: 'a symbolic link, which fx passes over', known: false };
  if (kind === 'directory') return { reason: 'its name is not a session id', known: false };
  return { reason: kind === 'file' ? 'a file, not a session' : 'neither file nor directory', known: false };
}

/**
 * Whether a directory that lies in a sessions root is a session of it: its name is a session id, and no control file says that it is another's, as in a
 * backup `ID.bak`, which fx refuses. Every command that goes over a root counts by this; anything else is read only when it is named.
 */
export function isSessionOfRoot(dir: string): boolean {
  return countsInRoot(basename(dir), () => new SessionDirectory(dir).statedId);
}

/** As {@link isSessionOfRoot}, of a directory of this name that says this id of itself, wherever it lies. */
export function countsInRoot(name: string, statedId: () => string | null): boolean {
  if (!isSessionId(name) || name === 'latest') return false;
  const stated = statedId();
  return stated === null || stated === name;
}

/** Whether a directory holds what was put aside or is not finished: removed sessions, and those that fx makes at the moment. */
export function isPutAside(name: string): boolean {
  return name === TRASH_NAME || name === 'trash+v1' || name === 'recovery+staging' || /^creating\+/.test(name);
}

/** Reads a sessions root. Throws what `readdir` throws. */
export function readRootEntries(root: string): RootEntries {
  const candidates: string[] = [];
  const strays: StrayEntry[] = [];
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    const { name } = entry;
    if (entry.isDirectory() && isSessionId(name) && name !== 'latest') candidates.push(name);
    else {
      const kind = kindOf(entry);
      strays.push({ name, path: `${root}/${name}`, kind, ...describe(name, kind) });
    }
  }
  return { candidates, strays };
}
