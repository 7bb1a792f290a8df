import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { lstatSync, realpathSync } from 'node:fs';
import { posix } from 'node:path';
import { CONTEXT_CEILING_BYTES, cutToBudget } from '../context/budgets.js';
import { isSystemError } from '../disk-workspace.js';
import { readRegularFile } from '../read-regular-file.js';
import { isWithin } from '../workspace.js';

/** The one name under which fx looks for instructions. */
const INSTRUCTION_FILE = 'AGENTS.md';
/** No instruction file is longer, whatever the settings say, in bytes. */
export const MAX_INSTRUCTION_BYTES = CONTEXT_CEILING_BYTES;
const MAX_SCOPED_FILES = 32;

/** Where instructions stand, from the widest to the narrowest; the narrower wins. */
export type InstructionScope = 'global' | 'ancestor' | 'workspace' | 'target';

/** One place where fx looks for instructions, and what is there now. */
export interface InstructionFile {
  readonly scope: InstructionScope;
  /** The absolute path of the file. */
  readonly path: string;
  /** `cut` is given only in part, `omitted` not at all, and the model is told so; `missing` and `blank` are passed over. */
  readonly state: 'present' | 'cut' | 'omitted' | 'missing' | 'blank';
  /** Why a file is omitted or cut; null for the others. */
  readonly reason: string | null;
  /** The whole file and what of it is used, in bytes; null where it was not read. */
  readonly bytes: number | null;
  readonly usedBytes: number | null;
  /** Lower-case hex digest of the whole file. */
  readonly sha256: string | null;
  /** When the file was last changed, in milliseconds since 1970. */
  readonly modifiedMs: number | null;
}

/** Where to look, and how much is taken. */
export interface InstructionPlaces {
  /** The real path of the workspace root. */
  readonly root: string;
  /** The real path of the home directory; null where it is not known, so that neither it nor what lies between is looked at. */
  readonly home: string | null;
  /** The profile directory; default `.fx` in the home directory. */
  readonly profile?: string | undefined;
  /** `project_instruction_file_bytes` and `project_instructions_total_bytes`. */
  readonly fileBytes?: number | undefined;
  readonly totalBytes?: number | undefined;
}

/**
 * The instruction files of a workspace as they are now (profile-and-tools §5); each is read once. Nothing outside the workspace is read but the global file and those of
 * the directories between home and the workspace.
 */
export class InstructionTree {
  readonly #places: InstructionPlaces;
  readonly #read = new Map<string, InstructionFile>();

  constructor(places: InstructionPlaces) {
    this.#places = places;
  }

  /**
   * What governs work in some directories, widest first; directories outside the workspace contribute nothing. The preamble and the headings that fx adds are not counted
   * against the total: a file that is `present` here may be left out by fx, and none is `omitted` for the total that fx would take.
   *
   * @param directories real paths.
   */
  chain(directories: readonly string[]): readonly InstructionFile[] {
    const { root, home, totalBytes = 131_072 } = this.#places;
    const profile = this.#places.profile ?? (home === null ? null : posix.join(home, '.fx'));
    const ancestors = home !== null && root !== home && isWithin(root, home) ? between(home, root) : [];
    const base = [
      ...(profile === null ? [] : [this.#look('global', profile)]),
      ...ancestors.map((directory) => this.#look('ancestor', directory)),
      this.#look('workspace', root),
    ];
    const scoped = [...scopesOf(root, directories)];
    const targets = scoped.map(([directory]) => this.#look('target', directory));
    return withinTotal([...base, ...withinCount(targets, scoped)], totalBytes);
  }

  #look(scope: InstructionScope, directory: string): InstructionFile {
    let file = this.#read.get(directory);
    if (file === undefined) {
      file = readInstructions(scope, directory, this.#places.fileBytes ?? 65_536);
      this.#read.set(directory, file);
    }
    return file;
  }
}

/** Directories strictly between two, the shallow first. */
function between(above: string, below: string): string[] {
  const found: string[] = [];
  for (let at = posix.dirname(below); at !== above && isWithin(at, above); at = posix.dirname(at)) found.unshift(at);
  return found;
}

/** Each directory from the given ones up to below the root, with its distance from the nearest; by depth, then by name. */
function scopesOf(root: string, directories: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const directory of directories) {
    let distance = 0;
    for (let at = directory; at !== root && isWithin(at, root); at = posix.dirname(at), distance++) {
      found.set(at, Math.min(distance, found.get(at) ?? distance));
    }
  }
  const depth = (path: string) => path.split('/').length;
  return new Map([...found].sort(([a], [b]) => depth(a) - depth(b) || Buffer.compare(Buffer.from(a), Buffer.from(b))));
}

function isUsed({ state }: InstructionFile): boolean {
  return state === 'present' || state === 'cut';
}

function omit(file: InstructionFile, reason: string): InstructionFile {
  return { ...file, state: 'omitted', usedBytes: null, reason };
}

/** At most so many scoped files are selected, the nearest first, of equally near ones the deeper. */
function withinCount(
  files: readonly InstructionFile[],
  scopes: readonly (readonly [string, number])[],
): readonly InstructionFile[] {
  const order = files.map((_, at) => at).filter((at) => isUsed(files[at] as InstructionFile));
  // What is deeper stands further back.
  order.sort((a, b) => (scopes[a]?.[1] ?? 0) - (scopes[b]?.[1] ?? 0) || b - a);
  const left = new Set(order.slice(MAX_SCOPED_FILES));
  return files.map((file, at) => (left.has(at) ? omit(file, `more than ${MAX_SCOPED_FILES} files are nearer`) : file));
}

/** Kept first is the global file, then the closest, which is the last, then the others in their order (model-view §10). */
function withinTotal(files: readonly InstructionFile[], totalBytes: number): readonly InstructionFile[] {
  const used = files.filter(isUsed);
  const isGlobal = ({ scope }: InstructionFile) => scope === 'global';
  const others = used.filter((file) => !isGlobal(file));
  const left = new Set<InstructionFile>();
  let total = 0;
  for (const file of [...used.filter(isGlobal), ...others.slice(-1), ...others.slice(0, -1)]) {
    if (total + (file.usedBytes ?? 0) > totalBytes) left.add(file);
    else total += file.usedBytes ?? 0;
  }
  return files.map((file) =>
    left.has(file) ? omit(file, `all files together have more than ${totalBytes} bytes`) : file,
  );
}

function readInstructions(scope: InstructionScope, directory: string, fileBytes: number): InstructionFile {
  const path = posix.join(directory, INSTRUCTION_FILE);
  const none = { scope, path, reason: null, bytes: null, usedBytes: null, sha256: null, modifiedMs: null };
  let real = path;
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) return { ...none, state: 'missing' };
    if (found.isSymbolicLink()) {
      real = realpathSync.native(path);
      // A link out of its own directory would let a file from anywhere give orders.
      if (!isWithin(real, realpathSync.native(directory))) {
        return { ...none, state: 'omitted', reason: 'it is a symbolic link that leads out of its directory' };
      }
    }
  } catch (error) {
    if (!isSystemError(error)) throw error;
    if (error.code === 'ENOTDIR') return { ...none, state: 'missing' };
    return { ...none, state: 'omitted', reason: `it cannot be reached: ${error.code}` };
  }
  const content = readRegularFile(real, MAX_INSTRUCTION_BYTES);
  if (!content.ok) return { ...none, state: 'omitted', reason: content.reason };
  const { bytes, modifiedMs } = content;
  const known = { ...none, bytes: bytes.length, sha256: sha256(bytes), modifiedMs };
  if (!isUtf8(bytes)) return { ...known, state: 'omitted', reason: 'it is not UTF-8' };
  if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8').trim() === '') {
    return { ...known, state: 'blank' };
  }
  const cut = cutToBudget(bytes, { name: 'project_instruction_file_bytes', effectiveBytes: fileBytes }, 'line');
  const usedBytes = cut.keptBytes;
  if (usedBytes === bytes.length) return { ...known, state: 'present', usedBytes };
  const advice = cut.keptBy === null ? '' : `; fx takes all of it with ${cut.keptBy}`;
  return { ...known, state: 'cut', usedBytes, reason: `it has more than ${fileBytes} bytes${advice}` };
}

/** The digest by which a version of a file is told from another. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
