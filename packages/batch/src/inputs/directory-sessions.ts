import { closeSync, type Dirent, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isCountedInStore, isPutAside, isSessionOfRoot, isSessionsRoot } from '@fxlog/store/internal';
import { isArchiveName } from './archive-format.js';
import type { InputLimits } from './input-limits.js';
import type { InputReport } from './input-report.js';
import { lookAtDirectory, MANIFEST_PREFIX_BYTES } from './session-files.js';

/** A session directory on disk. */
export interface FoundDirectory {
  /** As it was named, with `/`. */
  readonly name: string;
  readonly path: string;
  readonly logBytes: number | null;
  /** Whether fx began to make it, and got no further than its locks. */
  readonly isHalfMade: boolean;
}

/**
 * The session directories in a directory, or itself, at any depth, sorted by name. Links are not followed; nothing inside a session is
 * looked at.
 *
 * @param name what the directory is called in keys
 */
export function* directorySessions(
  name: string,
  path: string,
  report: InputReport,
  limits: InputLimits,
  depth = 0,
): Generator<FoundDirectory, void, undefined> {
  const entries = list(path, name, report);
  if (entries === null) return;
  const files = new Set(entries.filter((entry) => !entry.isDirectory()).map((entry) => entry.name));
  const look = lookAtDirectory({
    name: basename(path),
    parent: basename(dirname(path)),
    files,
    manifestPrefix: () => readPrefix(`${path}/session.json`, MANIFEST_PREFIX_BYTES),
  });
  if (depth > 0 && (isPutAside(basename(path)) || (look !== 'container' && isForeignCopy(path)))) {
    report.add(
      'batch/not-counted',
      'info',
      `${name} is not a session of its root, and is not read: name it to have it read.`,
    );
    return;
  }
  // Neither is a session of the newer store that never began; fx does not show it.
  if (depth > 0 && files.has('log.jsonl') && basename(dirname(path)) === 'v2' && !isCountedInStore(path)) return;
  if (look !== 'container') {
    const logBytes = logSize(path, files);
    yield { name, path, logBytes, isHalfMade: logBytes === null && look === 'session' };
  }
  if (look === 'certain') return;
  if (depth >= limits.maxDepth) {
    report.add(
      'batch/too-deep',
      'error',
      `${name} is deeper than ${limits.maxDepth} directories, and is not searched.`,
    );
    return;
  }
  for (const entry of entries) {
    const inner = `${name.replace(/\/$/, '')}/${entry.name}`;
    if (entry.isDirectory()) {
      yield* directorySessions(inner, `${path}/${entry.name}`, report, limits, depth + 1);
    } else if (entry.isFile() && isArchiveName(entry.name)) {
      report.add(
        'batch/archive-beside',
        'warning',
        `${inner} is an archive, and is not opened: name it to have it searched.`,
      );
    }
  }
}

/** A backup or another copy beside the sessions of a root, which fx passes over. */
function isForeignCopy(path: string): boolean {
  return isSessionsRoot(dirname(path)) && !isSessionOfRoot(path);
}

function list(path: string, name: string, report: InputReport): Dirent[] | null {
  try {
    // By code units, so that the order is that of every machine.
    return readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    report.add('batch/input-unreadable', 'error', `${name} cannot be searched: ${error.message}.`);
    return null;
  }
}

function logSize(path: string, files: ReadonlySet<string>): number | null {
  const log = ['events.jsonl', 'log.jsonl', 'session.json'].find((file) => files.has(file));
  if (log === undefined) return null;
  return statSync(`${path}/${log}`, { throwIfNoEntry: false })?.size ?? null;
}

/** The first bytes of a regular file; none when there is no such file or it may not be read. */
export function readPrefix(path: string, length: number): Uint8Array {
  const none = new Uint8Array(0);
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return none;
    const file = openSync(path, 'r');
    try {
      const bytes = new Uint8Array(length);
      return bytes.subarray(0, readSync(file, bytes));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return none;
    throw error;
  }
}
