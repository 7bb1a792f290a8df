/** Checks of what lies beside the log: the files that the history refers to, and those that nothing refers to (session-directory §4.4, §4.5). */

import { type Dirent, opendirSync, type Stats } from 'node:fs';
import type { Finding, FxErrorName, RuleId } from '@fxlog/format';
import {
  CHILD_DIRECTORIES,
  FILE_LIMITS,
  isSegment,
  MAX_WEB_FETCH_ARTIFACTS,
  PRIVATE_DIRECTORIES,
  REFERENCED_DIRECTORIES,
} from '@fxlog/format/internal';
import { errorCode, statsOf } from '../../../paths/safe-file.js';
import { readReferenced } from '../judge/referenced-files.js';
import type { FileReference, ImageReference, References } from '../judge/references.js';
import { octal } from './child-record.js';

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
interface ChildDirectory {
  readonly directory: string;
  readonly files: readonly ChildFile[];
  readonly findings: readonly Finding[];
}

function warn(rule: RuleId, file: string, message: string, fxError?: FxErrorName): Finding {
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

function readDirectory(dir: string, directory: string): ChildDirectory | null {
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

/** Every child directory that is there. */
function childDirectories(dir: string): ChildDirectory[] {
  return CHILD_DIRECTORIES.flatMap((directory) => readDirectory(dir, directory) ?? []);
}

/** The plain files in the child directories of a session. */
export function listChildren(dir: string): readonly ChildFile[] {
  return childDirectories(dir).flatMap(({ files }) => files);
}

/** Checks the child directories themselves, whatever the log says. */
export function checkChildDirectories(dir: string, references: References | null): Finding[] {
  const directories = childDirectories(dir);
  const findings = directories.flatMap((child) => child.findings);
  const fetched = directories.find(({ directory }) => directory === 'artifacts/web-fetch')?.files ?? [];
  const total = fetched.reduce((sum, { size }) => sum + size, 0);
  if (fetched.length > MAX_WEB_FETCH_ARTIFACTS || total > FILE_LIMITS.webFetchArtifact) {
    const message = `${fetched.length} downloads with ${total} bytes together are more than fx keeps.`;
    findings.push(warn('store/artifact-too-large', 'artifacts/web-fetch', message));
  }
  if (references !== null) findings.push(...findOrphans(directories, references));
  return findings;
}

function findOrphans(directories: readonly ChildDirectory[], references: References): Finding[] {
  const wanted = new Set<string>();
  for (const image of references.images) if (image.locator !== null) wanted.add(image.locator);
  for (const file of references.files) wanted.add(`${file.store}/${file.handle}`);
  for (const name of references.mentioned) wanted.add(`logs/commands/${name}`);
  // A command's log carries a digest in its name, the files of its two streams have the same stem without one.
  const stems = new Set([...wanted].map(commandStem));
  return directories
    .filter(({ directory }) => REFERENCED_DIRECTORIES.includes(directory))
    .flatMap(({ files }) => files)
    .filter(({ file }) => !wanted.has(file) && !(file.startsWith('logs/commands/') && stems.has(commandStem(file))))
    .map(
      ({ file }) =>
        ({
          rule: 'store/orphan',
          severity: 'info',
          message: `Nothing in the history refers to ${JSON.stringify(file)}.`,
          file,
        }) as const,
    );
}

function commandStem(file: string): string {
  return /^logs\/commands\/fx-command-\d+-\d+/.exec(file)?.[0] ?? file;
}

/** Images of the history that have the number of an earlier one; fx then refuses every prompt (model-view §6.2). */
export function checkImageIds({ images }: References): Finding[] {
  const turns = new Map<bigint, number>();
  return images.flatMap(({ id, turn, hasSnapshot }) => {
    if (!hasSnapshot || turn < 0) return [];
    const first = turns.get(BigInt(id));
    turns.set(BigInt(id), first ?? turn);
    if (first === undefined) return [];
    const message = `Image ${id} of turn ${turn + 1} has the number of an image of turn ${first + 1}; fx resumes the session and then refuses every prompt.`;
    return [warn('store/image-id', 'events.jsonl', message, 'DuplicateImageId')];
  });
}

/** Checks every file that the history refers to. What it misses stops neither reading nor resuming, so these are warnings. */
export function checkReferences(dir: string, references: References): Finding[] {
  const seen = new Set<string>();
  const findings: Finding[] = [];
  for (const reference of [...references.images, ...references.files]) {
    const key = keyOf(reference);
    if (seen.has(key)) continue;
    seen.add(key);
    const read = readReferenced(dir, reference);
    if (!read.ok) findings.push(warn(read.rule, read.file, `${read.file}: ${read.reason}.`));
    else if (!read.digestMatches) {
      findings.push(warn('store/artifact-digest', read.file, `${read.file}: its digest is not the one in its name.`));
    }
  }
  return findings;
}

function keyOf(reference: ImageReference | FileReference): string {
  return 'store' in reference
    ? `${reference.store}/${reference.handle} ${reference.bytes}`
    : `${reference.id} ${reference.locator} ${reference.sha256}`;
}
