import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { Finding, RuleId } from '@fxlog/format';
import {
  FILE_LIMITS,
  isLogFile,
  isManagedDirectory,
  isManagedPath,
  isSessionFile,
  isSessionId,
} from '@fxlog/format/internal';
import { countsInRoot, isPutAside, statedIdIn } from '@fxlog/store/internal';
import type { BatchError } from '../batch-error.js';
import { digestOf, KeyNumbers } from '../model/key-numbers.js';
import type { PackedSession } from '../model/packed-session.js';
import type { Reason } from '../model/session-input.js';
import { type ArchiveEntry, type ArchiveSpan, spanOver } from './archive-entry.js';
import type { InputLimits } from './input-limits.js';
import { HALF_MADE, lookAtDirectory, MANIFEST_PREFIX_BYTES } from './session-files.js';
import type { Spool } from './spool.js';

/** Files of up to so many bytes stay in memory, as long as those of their session are not many. */
const MAX_PACKED_FILE_BYTES = 128 * 1024;
const MAX_PACKED_BYTES = 1024 * 1024;
/** Of a marker, what is looked at for the name of its session. */
const MARKER_PREFIX_BYTES = 16_384;
const OWN_MODE = 0o600;

/** A session that came out of an archive whole. */
export interface StagedSession {
  /** Its path in the archive; empty at the top. */
  readonly entry: string;
  readonly kind: 'session' | 'log';
  /** The private copy; null when nothing was kept. */
  readonly path: string | null;
  /** What of the copy is still in memory. */
  readonly packed: PackedSession | null;
  /** What is to be given up with the session. */
  readonly directory: string;
  /** Bytes of the copy. */
  readonly copiedBytes: number;
  /** Bytes of the log. */
  readonly logBytes: number;
  /** Where its entries lie in a tar; null in other archives. */
  readonly span: ArchiveSpan | null;
  readonly findings: readonly Finding[];
  readonly failure: (Reason & { readonly status: 'failed' | 'skipped' }) | null;
}

/** A directory of the archive while its entries come. */
interface OpenDirectory {
  readonly name: string;
  readonly entry: string;
  readonly path: string;
  readonly files: Set<string>;
  readonly findings: Finding[];
  /** Whether it, or what it lies in, holds what fx has put aside. */
  readonly isPutAside: boolean;
  mode: number | null;
  bytes: number;
  /** Of {@link bytes}, how many are in memory. */
  held: number;
  count: number;
  logBytes: number;
  span: ArchiveSpan | null;
  failure: Reason | null;
}

/**
 * Puts the entries of an archive, in the order in which they come, together to sessions, as copies in a spool. What lies in one directory
 * comes together in every archive that a program made by walking a tree: a session is whole when the first entry from elsewhere comes. Only
 * the directories on the path of the current entry are open at a time.
 */
export class ArchiveStage {
  readonly #stack: OpenDirectory[] = [];
  readonly #closed = new KeyNumbers();
  readonly #root: string;
  /** Files that are not on disk, by the paths where they would lie. */
  readonly #memory = new Map<string, Uint8Array>();
  /** Directories that have files in memory. */
  readonly #inMemory = new Set<string>();
  /** Whether anything that is not finished lies on disk: most archives never ask for it. */
  #isOnDisk = false;
  /** Permission bits, where they are not our own, by path. */
  readonly #fileModes = new Map<string, number>();
  readonly #directoryModes = new Map<string, number>();

  constructor(
    readonly spool: Spool,
    readonly limits: InputLimits,
    /** Whether the content of a session is wanted, by its path in the archive. */
    readonly isWanted: (entry: string) => boolean,
    /** Told of what is no session of the root that it lies in, and is not read. */
    readonly onNotCounted: (entry: string) => void,
  ) {
    this.#root = spool.newPath();
    this.#push('', '');
  }

  /** Closes the directories that an entry does not lie in, and returns the sessions that are whole by that. */
  leave(parts: readonly string[]): StagedSession[] {
    let shared = 0;
    while (shared < parts.length && this.#stack[shared + 1]?.name === parts[shared]) shared += 1;
    const whole: StagedSession[] = [];
    while (this.#stack.length - 1 > shared) whole.push(...this.#close());
    return whole;
  }

  /** Closes everything: the archive is at its end, or breaks off. */
  end(failure: Reason | null = null): StagedSession[] {
    if (failure !== null) for (const directory of this.#stack) directory.failure ??= failure;
    const whole: StagedSession[] = [];
    while (this.#stack.length > 0) whole.push(...this.#close());
    rmSync(this.#root, { recursive: true, force: true });
    return whole;
  }

  /** Notes that an entry of the innermost directory lies there. */
  extend(span: ArchiveSpan | null): void {
    for (const open of this.#stack) open.span = spanOver(open.span, span);
  }

  /** A directory of its own entry. */
  directory(parts: readonly string[], mode: number | null): void {
    this.#enter(parts);
    this.#top.mode = mode;
  }

  /** Says something about the session that a path belongs to; false when it belongs to none so far. */
  note(parts: readonly string[], finding: Finding): boolean {
    this.#enter(parts.slice(0, -1));
    const owner = this.#owner();
    if (owner === null) return false;
    owner.findings.push(finding);
    return true;
  }

  /** A file. What no session needs is passed over. */
  async file(parts: readonly string[], entry: ArchiveEntry): Promise<void> {
    const name = parts.at(-1) as string;
    this.#enter(parts.slice(0, -1));
    const directory = this.#top;
    if (directory.isPutAside) return;
    const own = isSessionFile(name);
    const owner = own ? directory : this.#owner();
    if (owner === null || !(own || this.#belongs(owner, parts))) return;
    if (owner.failure !== null) {
      if (own) directory.files.add(name);
      return;
    }
    if (directory.files.has(name) || this.#exists(join(directory.path, name))) {
      owner.findings.push(
        about(parts, 'batch/archive-duplicate-entry', 'It lies in the archive twice; the first one counts.'),
      );
      return;
    }
    directory.files.add(name);
    owner.count += 1;
    if (owner.count > this.limits.maxSessionFiles) {
      this.#giveUp(owner, `It has more than ${this.limits.maxSessionFiles} files.`);
      return;
    }
    const isLog = isLogFile(name);
    if (isLog) directory.logBytes = entry.size;
    if ((isLog || !own) && !this.isWanted(owner.entry)) return;
    await this.#copy(directory, owner, name, entry);
  }

  /** Small files stay in memory: whoever processes the session writes them, so that they cost the reader of the archive little. */
  async #copy(directory: OpenDirectory, owner: OpenDirectory, name: string, entry: ArchiveEntry): Promise<void> {
    const path = join(directory.path, name);
    let file: number | null = null;
    let held: Uint8Array[] = [];
    let size = 0;
    try {
      for await (const chunk of entry.chunks) {
        size += chunk.length;
        owner.bytes += chunk.length;
        if (owner.bytes > this.limits.maxSessionBytes) {
          this.#giveUp(owner, `It has more than ${this.limits.maxSessionBytes} bytes.`);
          return;
        }
        if (file === null && size <= MAX_PACKED_FILE_BYTES && owner.held + size <= MAX_PACKED_BYTES) {
          held.push(chunk);
          continue;
        }
        if (file === null) {
          file = this.#create(path);
          for (const part of held) writeAll(file, part);
          held = [];
        }
        writeAll(file, chunk);
      }
    } finally {
      if (file !== null) closeSync(file);
    }
    if (file === null) {
      owner.held += size;
      this.#memory.set(path, joined(held, size));
      this.#inMemory.add(directory.path);
    }
    if (isLogFile(name)) directory.logBytes = size;
    // We keep the right to read our own copy.
    if (entry.mode !== null && entry.mode !== OWN_MODE) this.#fileModes.set(path, entry.mode | 0o400);
  }

  #create(path: string): number {
    this.#isOnDisk = true;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    return openSync(path, 'wx', OWN_MODE);
  }

  #exists(path: string): boolean {
    return this.#memory.has(path) || this.#inMemory.has(path) || (this.#isOnDisk && existsSync(path));
  }

  /** Forgets what is known of the files below a directory. */
  #forget(directory: string): void {
    for (const known of [this.#memory, this.#fileModes, this.#directoryModes]) {
      for (const path of known.keys()) if (path === directory || isBelow(path, directory)) known.delete(path);
    }
    for (const path of this.#inMemory) if (path === directory || isBelow(path, directory)) this.#inMemory.delete(path);
  }

  /** Forgets it, and removes what lies there. */
  #drop({ path }: OpenDirectory): void {
    this.#forget(path);
    if (this.#isOnDisk) rmSync(path, { recursive: true, force: true });
  }

  #giveUp(owner: OpenDirectory, reason: string): void {
    owner.failure = {
      reason: `${reason} That is more than is taken out of an archive.`,
      rule: 'batch/session-too-large',
    };
    this.#drop(owner);
  }

  /** The session that the innermost open directory belongs to: itself, or what a managed directory lies in. */
  #owner(): OpenDirectory | null {
    for (let i = this.#stack.length - 1; i >= 0; i -= 1) {
      const open = this.#stack[i] as OpenDirectory;
      if ([...open.files].some(isSessionFile) && !this.#isManaged(i)) return open;
    }
    const managed = this.#stack.findIndex((open) => isManagedDirectory(open.name));
    return managed <= 0 ? null : (this.#stack[managed - 1] ?? null);
  }

  /** A directory called `images` may be anybody's: before a session shows, only what fx would put there is kept. */
  #belongs(owner: OpenDirectory, parts: readonly string[]): boolean {
    if ([...owner.files].some(isSessionFile)) return true;
    return isManagedPath(parts.slice(owner.entry === '' ? 0 : owner.entry.split('/').length).join('/'));
  }

  /** Does a directory lie in a session as one of fx's own? */
  #isManaged(index: number): boolean {
    return this.#stack
      .slice(0, index)
      .some((open, i) => isManagedDirectory(this.#stack[i + 1]?.name ?? '') && isCertain(open));
  }

  get #top(): OpenDirectory {
    const top = this.#stack.at(-1);
    if (top === undefined) throw new RangeError('the stage is closed');
    return top;
  }

  #enter(parts: readonly string[]): void {
    for (let depth = this.#stack.length - 1; depth < parts.length; depth += 1) {
      this.#push(parts[depth] as string, parts.slice(0, depth + 1).join('/'));
    }
  }

  #push(name: string, entry: string): void {
    this.#stack.push({
      name,
      entry,
      path: entry === '' ? join(this.#root, 't') : join(this.#root, 't', entry),
      files: new Set(),
      findings: [],
      isPutAside: this.#stack.at(-1)?.isPutAside === true || isPutAside(name),
      mode: null,
      bytes: 0,
      held: 0,
      count: 0,
      logBytes: 0,
      span: null,
      failure: null,
    });
  }

  #close(): StagedSession[] {
    const index = this.#stack.length - 1;
    const open = this.#top;
    const parent = this.#stack[index - 1];
    if (open.isPutAside) {
      this.#stack.pop();
      if (parent?.isPutAside !== true) this.onNotCounted(open.entry);
      return [];
    }
    const inside = this.#stack.slice(0, index).some(isCertain);
    const look = inside
      ? 'container'
      : lookAtDirectory({
          name: open.name,
          parent: parent?.name ?? '',
          files: open.files,
          manifestPrefix: () => this.#prefixOf(open),
        });
    this.#stack.pop();
    if (open.mode !== null && open.mode !== 0o700) this.#directoryModes.set(open.path, open.mode | 0o700);
    const comesAgain = this.#closed.find(digestOf(open.entry)) !== undefined && (open.files.size > 0 || open.count > 0);
    if (look !== 'container' && parent?.name === 'sessions' && !this.#countsInRoot(open)) {
      this.#drop(open);
      this.onNotCounted(open.entry);
      return [];
    }
    if (look !== 'container' || comesAgain) return [this.#session(open)];
    if (parent !== undefined && this.#stack.concat(open).some((directory) => isManagedDirectory(directory.name))) {
      return [];
    }
    if ([...open.files].some(isSessionFile)) this.#closed.add(digestOf(open.entry));
    this.#drop(open);
    return [];
  }

  #session(open: OpenDirectory): StagedSession {
    const { entry, findings, logBytes, span, files } = open;
    const known = this.#closed.length;
    const scattered = this.#closed.add(digestOf(entry)) < known;
    const reason = scattered ? SCATTERED : open.failure;
    const isBegun = isCertain(open) || [...files].some((name) => isLogFile(name) || name === 'session.json');
    const failure = reason === null ? (isBegun ? null : HALF_MADE) : ({ ...reason, status: 'failed' } as const);
    const bare = ![...files].some((name) => isSessionFile(name) && !isLogFile(name));
    const kind = bare && files.has('events.jsonl') ? 'log' : 'session';
    const directory = this.spool.newPath();
    const base = { entry, kind, directory, logBytes, span, findings } as const;
    const isOnDisk = this.#isOnDisk && existsSync(open.path);
    const isKept = failure === null && this.isWanted(entry) && (isOnDisk || this.#hasAny(open.path));
    if (!isKept) {
      this.#drop(open);
      return { ...base, path: null, packed: null, copiedBytes: 0, failure };
    }
    const own = open.name === '' ? this.#nameOf(open) : open.name;
    // A session of the store `v2` is one by where it lies.
    const name = files.has('log.jsonl') && this.#stack.at(-1)?.name === 'v2' ? `v2/${own}` : own;
    const home = join(directory, name);
    const path = kind === 'log' ? join(home, 'events.jsonl') : home;
    const copy = { ...base, path, copiedBytes: open.bytes, failure: null };
    const packed = { directory, path, isOnDisk, ...this.#packed(open.path, name) };
    if (isOnDisk) {
      mkdirSync(dirname(home), { recursive: true, mode: 0o700 });
      renameSync(open.path, home);
      this.#isOnDisk = this.#stack.some((other) => existsSync(other.path));
    }
    this.#forget(open.path);
    return { ...copy, packed };
  }

  #hasAny(directory: string): boolean {
    for (const path of this.#memory.keys()) if (isBelow(path, directory)) return true;
    return false;
  }

  /** What is in memory below a directory, under another name. */
  #packed(directory: string, name: string): Pick<PackedSession, 'files' | 'modes'> {
    const nameOf = (path: string) => name + path.slice(directory.length).replaceAll(sep, '/');
    const isOwn = ([path]: readonly [string, unknown]) => path === directory || isBelow(path, directory);
    const held = [...this.#memory].filter(isOwn);
    // One buffer for all of them goes to a worker faster than many.
    const all = new Uint8Array(held.reduce((sum, [, bytes]) => sum + bytes.length, 0));
    let end = 0;
    const files = held.map(([path, bytes]) => {
      all.set(bytes, end);
      end += bytes.length;
      return { name: nameOf(path), bytes: all.subarray(end - bytes.length, end) };
    });
    const modes = [...this.#fileModes, ...this.#directoryModes].filter(isOwn);
    return { files, modes: modes.map(([path, mode]) => [nameOf(path), mode] as const) };
  }

  #prefixOf(open: OpenDirectory): Uint8Array {
    return this.#bytesOf(open, 'session.json', MANIFEST_PREFIX_BYTES) ?? new Uint8Array(0);
  }

  /** Whether what lies in a directory called `sessions` counts there: not so a backup, or a copy under another name. */
  #countsInRoot(open: OpenDirectory): boolean {
    const { authority, manifest } = FILE_LIMITS;
    return countsInRoot(open.name, () =>
      statedIdIn(this.#bytesOf(open, 'authority.json', authority), () => this.#bytesOf(open, 'session.json', manifest)),
    );
  }

  /** The first bytes of a file of a session; null when it is not there. */
  #bytesOf(open: OpenDirectory, name: string, length: number): Uint8Array | null {
    const path = join(open.path, name);
    const held = this.#memory.get(path);
    if (held !== undefined) return held.subarray(0, length);
    if (!this.#isOnDisk || !existsSync(path)) return null;
    const file = openSync(path, 'r');
    try {
      const bytes = new Uint8Array(Math.min(length, fstatSync(file).size));
      return bytes.subarray(0, readSync(file, bytes));
    } finally {
      closeSync(file);
    }
  }

  /** An archive made inside a session directory does not say what the directory is called, but the marker in it does. */
  #nameOf(open: OpenDirectory): string {
    const bytes = this.#bytesOf(open, 'authority.json', MARKER_PREFIX_BYTES);
    if (bytes !== null) {
      const text = Buffer.from(bytes).toString('latin1');
      const id = /"session_id"\s*:\s*"([^"\\]{1,255})"/.exec(text)?.[1];
      if (id !== undefined && isSessionId(id)) return id;
    }
    return 'session';
  }
}

const SCATTERED: Reason = {
  reason: 'Its files do not lie together in the archive; unpack it, or pack it anew.',
  rule: 'batch/archive-scattered',
};

function isCertain({ files }: OpenDirectory): boolean {
  return files.has('events.jsonl') || files.has('authority.json');
}

/** A finding about one entry. */
export function about(parts: readonly string[], rule: RuleId, message: string): Finding {
  return { rule, severity: 'warning', message, file: parts.join('/') };
}

function isBelow(path: string, directory: string): boolean {
  return path.startsWith(directory + sep);
}

/** The parts in a buffer of their own. */
function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
}

/** For an archive that breaks off inside a session. */
export function cutShort(error: BatchError): Reason {
  return {
    reason: `The archive ends inside it. ${error.message}`,
    rule: error.rule,
  };
}
