import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join, posix } from 'node:path';
import { splitLines } from './line-history.js';

/** One version of a file in its history. */
export interface FileVersion {
  readonly commit: string;
  readonly authorSeconds: number;
  readonly commitSeconds: number;
  /** Null where the commit deleted it, or it is too large or no text. */
  readonly text: string | null;
  /** Absolute, in each working tree. */
  readonly paths: readonly string[];
  readonly isMerge: boolean;
}

/** Longest that git may take for one answer, in milliseconds. */
const PATIENCE_MS = 60_000;
const MAX_LIST_BYTES = 64 * 1024 * 1024;
/** Bytes of versions that are held at once. */
const BATCH_BYTES = 32 * 1024 * 1024;
/** Versions that other branches have of it, and commits that are gone: the newest of them are looked at. */
const MAX_ELSEWHERE = 500;
/** Files of one commit out of which lines can have come. */
const MAX_SOURCES = 50;
/** One record a commit, with the versions before and after; nothing is run for it that the repository names. */
const LIST = [
  ...['-m', '-M', '--raw', '-z', '--no-abbrev', '--format=%x01%H %at %ct %P', '--no-ext-diff', '--no-textconv'],
  ...['--no-show-signature', '--no-color', '--no-mailmap'],
];
const RECORD = /^([0-9a-f]{40,64}) (\d+) (\d+) ([0-9a-f ]*)$/;
const CHANGE = /^:\d{6} \d{6} ([0-9a-f]{40,64}) ([0-9a-f]{40,64}) ([A-Z])\d*$/;

interface Listed extends Omit<FileVersion, 'text'> {
  /** From the top of the repository, newest first. */
  readonly paths: readonly string[];
  readonly blob: string | null;
}

/**
 * The history of a file on the present branch, as git knows it: through renames, merges as one change. git is started without a shell, with nothing of the environment that
 * begins with `GIT_`, and so that it runs nothing that a repository names: no hooks, filters, pagers or programs for differences.
 */
export class FileVersions {
  readonly #folder: string;
  /** The folder and the file, from the top of the repository. */
  readonly #prefix: string;
  readonly #name: string;
  /** The working trees of the repository, absolute; the one in which the file lies is the first. */
  readonly trees: readonly string[];
  /** Newest first. */
  readonly #listed: readonly Listed[];

  private constructor(
    [folder, prefix]: readonly [string, string],
    name: string,
    trees: readonly string[],
    listed: readonly Listed[],
  ) {
    this.#folder = folder;
    this.#prefix = prefix;
    this.#name = name;
    this.trees = trees;
    this.#listed = listed;
  }

  /**
   * @param folder the real path of the directory in which the file lies
   * @returns null where there is no repository that git reads, or no git
   */
  static async open(folder: string, name: string): Promise<FileVersions | null> {
    const answer = await git(folder, ['rev-parse', '--show-toplevel', '--show-prefix']);
    const [top, prefix] = answer?.toString().split('\n') ?? [];
    if (top === undefined || top === '' || prefix === undefined) return null;
    const others = (await git(folder, ['worktree', 'list', '--porcelain', '-z']))?.toString().split('\0') ?? [];
    const trees = others.filter((line) => line.startsWith('worktree ')).map((line) => line.slice('worktree '.length));
    const place = [folder, prefix] as const;
    const listed = await listOf(place, prefix + name, 'HEAD');
    return new FileVersions(place, prefix + name, [...new Set([top, ...trees])], listed);
  }

  /** The history of another file of the repository, up to the parent of a commit. */
  async before(commit: string, name: string): Promise<FileVersions> {
    const place = [this.#folder, this.#prefix] as const;
    return new FileVersions(place, name, this.trees, await listOf(place, name, `${commit}^`));
  }

  /** The other files out of which a commit took lines, by their names from the top of the repository, with these lines. */
  async dropped(
    commit: string,
    limit: number,
  ): Promise<readonly { readonly name: string; readonly lines: ReadonlySet<string> }[]> {
    const list = await git(this.#folder, [
      'log',
      '--max-count=1',
      '--first-parent',
      ...LIST,
      '--no-renames',
      commit,
      '--',
    ]);
    const changes = list === null ? [] : changesOf(list.toString()).slice(0, MAX_SOURCES);
    const blobs = changes.flatMap(({ old, blob }) => [old, blob]);
    const sizes = await this.#sizes(blobs);
    const isLarge = sizes.some((size) => size !== null && size > limit) || sum(sizes) > BATCH_BYTES;
    const texts = isLarge ? new Map<string, string | null>() : await this.#texts(blobs);
    return changes.map(({ name, old, blob }) => {
      const now = new Set(splitLines(texts.get(blob) ?? ''));
      return { name, lines: new Set(splitLines(texts.get(old) ?? '').filter((line) => !now.has(line))) };
    });
  }

  /** All names that the file has had, in each working tree, absolute. */
  get paths(): readonly string[] {
    return this.#inTrees([...new Set(this.#listed.flatMap(({ paths }) => paths))]);
  }

  /**
   * When a text was the newest version, in milliseconds since 1970, UTC: from the first commit that has it to the last; null where none has.
   */
  momentsOf(text: string): { readonly firstMs: number; readonly lastMs: number } | null {
    const bytes = Buffer.from(text);
    const [ofSha1, ofSha256] = ['sha1', 'sha256'].map((name) =>
      createHash(name).update(`blob ${bytes.length}\0`).update(bytes).digest('hex'),
    );
    const found = this.#listed.filter(({ blob }) => blob !== null && (blob === ofSha1 || blob === ofSha256));
    const [last, first] = [found[0], found.at(-1)];
    if (first === undefined || last === undefined) return null;
    return { firstMs: newestOf(first) * 1000, lastMs: newestOf(last) * 1000 };
  }

  /**
   * The versions, oldest first: of those from before a moment only the newest, of which nothing later has come.
   *
   * @param limit the most bytes that a version may have
   */
  async *since(timeMs: number, limit: number): AsyncGenerator<FileVersion> {
    const first = this.#listed.findIndex((version) => newestOf(version) * 1000 + 999 < timeMs);
    const wanted = (first < 0 ? this.#listed : this.#listed.slice(0, first + 1)).toReversed();
    const sizes = await this.#sizes(wanted.map(({ blob }) => blob));
    for (let at = 0; at < wanted.length; ) {
      let [end, bytes] = [at, 0];
      while (end < wanted.length && (end === at || bytes < BATCH_BYTES)) bytes += sizes[end++] ?? 0;
      const part = wanted.slice(at, end);
      const readable = part.filter(({ blob }, place) => blob !== null && (sizes[at + place] ?? limit + 1) <= limit);
      const texts = await this.#texts(readable.map(({ blob }) => blob));
      for (const { blob, ...version } of part) {
        const text = blob === null ? null : (texts.get(blob) ?? null);
        yield { ...version, text, paths: this.#inTrees(version.paths) };
      }
      at = end;
    }
  }

  /** The lines that other branches have, and commits that no branch has any more: those of which a rebase made others, mostly. */
  async linesElsewhere(limit: number): Promise<ReadonlySet<string>> {
    const list = await git(this.#folder, [
      ...['log', `--max-count=${MAX_ELSEWHERE}`, '--all', '--reflog', ...LIST, '--not', 'HEAD', '--'],
      ...new Set(
        [this.#name, ...this.#listed.flatMap(({ paths }) => paths)].map((path) => posix.relative(this.#prefix, path)),
      ),
    ]);
    const listed = list === null ? [] : parseList(list.toString(), this.#name);
    const sizes = await this.#sizes(listed.map(({ blob }) => blob));
    let bytes = 0;
    const readable = listed.filter(({ blob }, at) => {
      const size = sizes[at] ?? null;
      if (blob === null || size === null || size > limit || bytes + size > BATCH_BYTES) return false;
      bytes += size;
      return true;
    });
    const texts = await this.#texts(readable.map(({ blob }) => blob));
    return new Set([...texts.values()].flatMap((text) => (text === null ? [] : splitLines(text))));
  }

  #inTrees(paths: readonly string[]): readonly string[] {
    return this.trees.flatMap((tree) => paths.map((path) => join(tree, path)));
  }

  async #sizes(blobs: readonly (string | null)[]): Promise<(number | null)[]> {
    const names = blobs.map((blob) => blob ?? 'none');
    const answer = await git(this.#folder, ['cat-file', '--batch-check=%(objecttype) %(objectsize)'], names.join('\n'));
    const lines = answer?.toString().split('\n') ?? [];
    return names.map((_, at) => {
      const size = /^blob (\d+)$/.exec(lines[at] ?? '')?.[1];
      return size === undefined ? null : Number(size);
    });
  }

  async #texts(blobs: readonly (string | null)[]): Promise<Map<string, string | null>> {
    const texts = new Map<string, string | null>();
    const names = [...new Set(blobs)].filter((blob) => blob !== null);
    if (names.length === 0) return texts;
    const bytes = await git(this.#folder, ['cat-file', '--batch'], names.join('\n'));
    if (bytes === null) return texts;
    let at = 0;
    while (at < bytes.length) {
      const end = bytes.indexOf(0x0a, at);
      if (end < 0) break;
      const [name = '', type, size] = bytes.toString('latin1', at, end).split(' ');
      if (type === 'missing' || size === undefined) {
        at = end + 1;
        continue;
      }
      texts.set(name, textOf(bytes.subarray(end + 1, end + 1 + Number(size))));
      at = end + 2 + Number(size);
    }
    return texts;
  }
}

/** The bytes of a file as text; null where it is none. */
export function textOf(bytes: Uint8Array): string | null {
  return bytes.includes(0) ? null : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}

/** When a change was committed, or made, whichever is later, in seconds. */
function newestOf({ authorSeconds, commitSeconds }: Listed): number {
  return Math.max(authorSeconds, commitSeconds);
}

function sum(sizes: readonly (number | null)[]): number {
  return sizes.reduce<number>((total, size) => total + (size ?? 0), 0);
}

/** The versions of a file up to a commit. */
async function listOf([folder, prefix]: readonly [string, string], name: string, commit: string): Promise<Listed[]> {
  const path = posix.relative(prefix, name);
  const list = await git(folder, ['log', '--follow', '--first-parent', ...LIST, commit, '--', path]);
  return list === null ? [] : parseList(list.toString(), name);
}

/** The files that the one commit of a list changed or deleted. */
function changesOf(list: string): { readonly name: string; readonly old: string; readonly blob: string }[] {
  const parts = list.split('\0').map((part) => part.replace(/^\n/, ''));
  return parts.flatMap((part, at) => {
    const [, old = '', blob = '', status] = CHANGE.exec(part) ?? [];
    return status === 'M' || status === 'D' ? [{ name: parts[at + 1] ?? '', old, blob }] : [];
  });
}

function parseList(list: string, name: string): Listed[] {
  const listed: Listed[] = [];
  let path = name;
  for (const record of list.split('\x01').slice(1)) {
    const parts = record.split('\0').map((part) => part.replace(/^\n/, ''));
    const [, commit, author, committed, parents = ''] = RECORD.exec(parts[0] ?? '') ?? [];
    const at = parts.findIndex((part) => CHANGE.test(part));
    const [, , blob = '', status] = CHANGE.exec(parts[at] ?? '') ?? [];
    if (commit === undefined || status === undefined) continue;
    const isMoved = status === 'R' || status === 'C';
    const [from, to] = [parts[at + 1] ?? path, (isMoved ? parts[at + 2] : parts[at + 1]) ?? path];
    path = from;
    listed.push({
      commit,
      authorSeconds: Number(author),
      commitSeconds: Number(committed),
      blob: status === 'D' ? null : blob,
      paths: [...new Set([to, from])],
      isMerge: parents.includes(' '),
    });
  }
  return listed;
}

function git(folder: string, args: readonly string[], input?: string): Promise<Buffer | null> {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  const fixed = ['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'protocol.allow=never'].flatMap((one) => [
    '-c',
    one,
  ]);
  return new Promise((resolve) => {
    const child = execFile(
      'git',
      ['--no-pager', '--no-replace-objects', '--literal-pathspecs', ...fixed, ...args],
      {
        cwd: folder,
        encoding: 'buffer',
        timeout: PATIENCE_MS,
        maxBuffer: MAX_LIST_BYTES + BATCH_BYTES,
        env: {
          ...Object.fromEntries(own),
          ...{
            GIT_CONFIG_NOSYSTEM: '1',
            GIT_OPTIONAL_LOCKS: '0',
            GIT_NO_LAZY_FETCH: '1',
            GIT_TERMINAL_PROMPT: '0',
            LC_ALL: 'C',
          },
        },
      },
      // Not a repository, no git, no such thing in it: git has said all there is to know.
      (error, stdout) => resolve(error === null ? stdout : null),
    );
    child.stdin?.on('error', () => child.kill());
    child.stdin?.end(input === undefined ? '' : `${input}\n`);
  });
}
