/** What lies in the directories of a session that hold its files: looked at without following links, and never opened. */

import { type Dirent, opendirSync, type Stats } from 'node:fs';
import type { Finding, FxErrorName, RuleId } from '@fxlog/format';
import { isSegment, PRIVATE_DIRECTORIES } from '@fxlog/format/internal';
import { octal } from './mode.js';
import { errorCode, statsOf } from './safe-file.js';

/** More entries than this in one directory are counted, not looked at. */
const MAX_ENTRIES = 20_000;

/** A file under one of the session's child directories, as it lies there. */
export interface ChildFile {
  /** Path relative to the session directory, `/`-separated. */
  readonly file: string;
  /** In bytes. */
  readonly size: number;
}

/** What a child directory holds. */
export interface ChildDirectory {
  readonly directory: string;
  readonly files: readonly ChildFile[];
  readonly findings: readonly Finding[];
}

/** A warning about a file or directory of a session. */
export function warn(rule: RuleId, file: string, message: string, fxError?: FxErrorName): Finding {
  return {
    rule,
    severity: 'warning',
    message,
    file,
    ...(fxError !== undefined && { fxError }),
  };
}

function* streamEntries(path: string): Generator<Dirent> {
  const directory = opendirSync(path);
  try {
    for (let entry = directory.readSync(); entry !== null; entry = directory.readSync()) yield entry;
  } finally {
    directory.closeSync();
  }
}

/** Is every component of this path a real directory? */
function isRealDirectory(dir: string, relative: string): boolean {
  let path = dir;
  return relative.split('/').every((part) => {
    path = `${path}/${part}`;
    return statsOf(path)?.isDirectory() === true;
  });
}

/** A directory of a session by its `/`-separated path; null where there is none. */
export function readChildDirectory(dir: string, directory: string): ChildDirectory | null {
  const path = `${dir}/${directory}`;
  const stats = statsOf(path);
  if (stats === undefined) return null;
  if (!isRealDirectory(dir, directory)) {
    return {
      directory,
      files: [],
      findings: [warn('store/path-unsafe', directory, `${directory} is not a real directory.`, 'SessionPathUnsafe')],
    };
  }
  const managed = PRIVATE_DIRECTORIES.includes(directory);
  const findings: Finding[] = [];
  const mode = stats.mode & 0o777;
  if (managed && mode !== 0o700) {
    const message = `${directory} has mode ${octal(mode)} instead of 0700.`;
    findings.push(warn('store/mode', directory, message, 'PrivateStatePermissionsUnsupported'));
  }
  const files: ChildFile[] = [];
  const faults = new EntryFaults(directory);
  let seen = 0;
  try {
    for (const entry of streamEntries(path)) {
      if (++seen > MAX_ENTRIES) continue;
      const file = `${directory}/${entry.name}`;
      if (entry.isDirectory()) {
        if (managed && file !== 'background/logs')
          faults.note('store/path-unsafe', file, 'is a directory where only files belong');
        continue;
      }
      const look = statsOf(`${path}/${entry.name}`);
      if (look === undefined) continue;
      judgeEntry(faults, file, entry.name, look, managed);
      if (look.isFile() && look.nlink === 1) files.push({ file, size: look.size });
    }
  } catch (error) {
    findings.push(
      warn('store/unreadable-file', directory, `${directory} cannot be listed (${errorCode(error)}).`, 'AccessDenied'),
    );
  }
  if (seen > MAX_ENTRIES) {
    const message = `${directory} has ${seen} entries; only the first ${MAX_ENTRIES} were looked at.`;
    findings.push(warn('store/too-many-entries', directory, message));
  }
  return { directory, files, findings: [...findings, ...faults.findings()] };
}

/** Faults of the entries of one directory, one finding for all that have the same: a copy that lost its modes lost them all. */
class EntryFaults {
  readonly #groups = new Map<
    string,
    { rule: RuleId; what: string; first: string; fxError: FxErrorName; count: number }
  >();

  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  note(rule: RuleId, file: string, what: string, fxError: FxErrorName = 'SessionPathUnsafe'): void {
    const group = this.#groups.get(what);
    if (group === undefined) this.#groups.set(what, { rule, what, first: file, fxError, count: 1 });
    else group.count++;
  }

  findings(): Finding[] {
    return [...this.#groups.values()].map(({ rule, what, first, fxError, count }) => {
      const others = count === 1 ? '' : `, and so it is with ${count - 1} more in ${this.#directory}`;
      return warn(rule, first, `${JSON.stringify(first)} ${what}${others}.`, fxError);
    });
  }
}

function judgeEntry(faults: EntryFaults, file: string, name: string, look: Stats, managed: boolean): void {
  const mode = look.mode & 0o777;
  if (look.isSymbolicLink()) faults.note('store/path-unsafe', file, 'is a symbolic link and is not followed');
  else if (!look.isFile())
    faults.note('store/path-unsafe', file, 'is neither a file nor a directory and is not opened');
  else if (look.nlink > 1) faults.note('store/path-unsafe', file, 'has more than one hard link and is not read');
  else if (managed && !isSegment(name)) {
    faults.note('store/child-name', file, 'has a name that fx does not give in a managed directory');
  } else if (managed && mode !== 0o600) {
    faults.note('store/mode', file, `has mode ${octal(mode)} instead of 0600`, 'PrivateStatePermissionsUnsupported');
  }
}
