import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '@fxlog/format';
import { isSessionId } from '@fxlog/writer';
import type { BatchError } from '../batch-error.js';
import type { Reason } from '../model/session-input.js';
import type { ArchiveEntry } from './archive-entry.js';
import type { InputLimits } from './input-limits.js';
import {
  isManagedDirectory,
  isManagedPath,
  isSessionFile,
  lookAtDirectory,
  MANIFEST_PREFIX_BYTES,
} from './session-files.js';
import type { Spool } from './spool.js';

/** A session that came out of an archive whole. */
export interface StagedSession {
  /** Its path in the archive; empty at the top. */
  readonly entry: string;
  readonly kind: 'session' | 'log';
  /** The private copy; null when nothing was kept. */
  readonly path: string | null;
  /** What is to be given up with the session. */
  readonly directory: string;
  /** Bytes of the copy. */
  readonly copiedBytes: number;
  /** Bytes of the log. */
  readonly logBytes: number;
  readonly findings: readonly Finding[];
  readonly failure: Reason | null;
}

/** A directory of the archive while its entries come. */
interface OpenDirectory {
  readonly name: string;
  readonly entry: string;
  readonly path: string;
  readonly files: Set<string>;
  readonly modes: Map<string, number>;
  readonly findings: Finding[];
  mode: number | null;
  bytes: number;
  count: number;
  logBytes: number;
  failure: Reason | null;
}

/**
 * Puts the entries of an archive, in the order in which they come, together to sessions, as copies in a spool. What lies in one directory
 * comes together in every archive that a program made by walking a tree: a session is whole when the first entry from elsewhere comes. Only
 * the directories on the path of the current entry are open at a time.
 */
export class ArchiveStage {
  readonly #stack: OpenDirectory[] = [];
  readonly #closed = new Set<string>();
  readonly #root: string;

  constructor(
    readonly spool: Spool,
    readonly limits: InputLimits,
    /** Whether the content of a session is wanted, by its path in the archive. */
    readonly isWanted: (entry: string) => boolean,
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
    const own = isSessionFile(name);
    const owner = own ? directory : this.#owner();
    if (owner === null || !(own || this.#belongs(owner, parts))) return;
    if (owner.failure !== null) {
      if (own) directory.files.add(name);
      return;
    }
    if (directory.files.has(name) || existsSync(join(directory.path, name))) {
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
    const isLog = name === 'events.jsonl' || name === 'log.jsonl';
    if (isLog) directory.logBytes = entry.size;
    if ((isLog || !own) && !this.isWanted(owner.entry)) return;
    await this.#copy(directory, owner, name, entry);
  }

  async #copy(directory: OpenDirectory, owner: OpenDirectory, name: string, entry: ArchiveEntry): Promise<void> {
    mkdirSync(directory.path, { recursive: true, mode: 0o700 });
    const file = openSync(join(directory.path, name), 'wx', 0o600);
    let size = 0;
    try {
      for await (const chunk of entry.chunks) {
        size += chunk.length;
        owner.bytes += chunk.length;
        if (owner.bytes > this.limits.maxSessionBytes) {
          this.#giveUp(owner, `It has more than ${this.limits.maxSessionBytes} bytes.`);
          return;
        }
        let written = 0;
        while (written < chunk.length) written += writeSync(file, chunk, written);
      }
    } finally {
      closeSync(file);
    }
    if (name === 'events.jsonl' || name === 'log.jsonl') directory.logBytes = size;
    if (entry.mode !== null && entry.mode !== 0o600) directory.modes.set(name, entry.mode);
  }

  #giveUp(owner: OpenDirectory, reason: string): void {
    owner.failure = {
      reason: `${reason} That is more than is taken out of an archive.`,
      rule: 'batch/session-too-large',
    };
    rmSync(owner.path, { recursive: true, force: true });
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
      modes: new Map(),
      findings: [],
      mode: null,
      bytes: 0,
      count: 0,
      logBytes: 0,
      failure: null,
    });
  }

  #close(): StagedSession[] {
    const index = this.#stack.length - 1;
    const open = this.#top;
    const parent = this.#stack[index - 1];
    const inside = this.#stack.slice(0, index).some(isCertain);
    const look = inside
      ? 'container'
      : lookAtDirectory({
          name: open.name,
          parent: parent?.name ?? '',
          files: open.files,
          manifestPrefix: () => prefixOf(open),
        });
    this.#stack.pop();
    const comesAgain = this.#closed.has(open.entry) && (open.files.size > 0 || open.count > 0);
    if (look !== 'container' || comesAgain) return [this.#session(open)];
    if (parent !== undefined && this.#stack.concat(open).some((directory) => isManagedDirectory(directory.name))) {
      applyModes(open);
      return [];
    }
    if ([...open.files].some(isSessionFile)) this.#closed.add(open.entry);
    rmSync(open.path, { recursive: true, force: true });
    return [];
  }

  #session(open: OpenDirectory): StagedSession {
    const { entry, findings, logBytes, files } = open;
    const scattered = this.#closed.has(entry);
    this.#closed.add(entry);
    const failure = scattered ? SCATTERED : open.failure;
    const bare = ![...files].some((name) => isSessionFile(name) && name !== 'events.jsonl' && name !== 'log.jsonl');
    const kind = bare && files.has('events.jsonl') ? 'log' : 'session';
    const directory = this.spool.newPath();
    const base = { entry, kind, directory, logBytes, findings } as const;
    if (failure !== null || !this.isWanted(entry) || !existsSync(open.path)) {
      rmSync(open.path, { recursive: true, force: true });
      return { ...base, path: null, copiedBytes: 0, failure };
    }
    applyModes(open);
    mkdirSync(directory, { mode: 0o700 });
    const home = join(directory, open.name === '' ? nameOf(open) : open.name);
    renameSync(open.path, home);
    return {
      ...base,
      path: kind === 'log' ? join(home, 'events.jsonl') : home,
      copiedBytes: open.bytes,
      failure: null,
    };
  }
}

const SCATTERED: Reason = {
  reason: 'Its files do not lie together in the archive; unpack it, or pack it anew.',
  rule: 'batch/archive-scattered',
};

const isCertain = ({ files }: OpenDirectory): boolean => files.has('events.jsonl') || files.has('authority.json');

/** A finding about one entry. */
export function about(parts: readonly string[], rule: string, message: string): Finding {
  return { rule, severity: 'warning', message, file: parts.join('/') };
}

/** We keep the right to read our own copy. */
function applyModes(open: OpenDirectory): void {
  if (!existsSync(open.path)) return;
  for (const [name, mode] of open.modes) chmodSync(join(open.path, name), mode | 0o400);
  if (open.mode !== null && open.mode !== 0o700) chmodSync(open.path, open.mode | 0o700);
}

function prefixOf(open: OpenDirectory): Uint8Array {
  const path = join(open.path, 'session.json');
  const bytes = new Uint8Array(MANIFEST_PREFIX_BYTES);
  if (!existsSync(path)) return bytes.subarray(0, 0);
  const file = openSync(path, 'r');
  try {
    return bytes.subarray(0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}

/** An archive made inside a session directory does not say what the directory is called, but the marker in it does. */
function nameOf(open: OpenDirectory): string {
  const marker = join(open.path, 'authority.json');
  if (existsSync(marker)) {
    const id = /"session_id"\s*:\s*"([^"\\]{1,255})"/.exec(readFileSync(marker, 'latin1').slice(0, 16_384))?.[1];
    if (id !== undefined && isSessionId(id)) return id;
  }
  return 'session';
}

/** For an archive that breaks off inside a session. */
export const cutShort = (error: BatchError): Reason => ({
  reason: `The archive ends inside it. ${error.message}`,
  rule: error.rule,
});
