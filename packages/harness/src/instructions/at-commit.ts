import { execFileSync } from 'node:child_process';
import { posix } from 'node:path';
import { isWithin } from '../workspace.js';
import { MAX_INSTRUCTION_BYTES, sha256 } from './chain.js';

/** A file as a commit has it. */
export interface CommittedFile {
  /** The whole hash of the commit. */
  readonly commit: string;
  /** Null where the commit has no regular file of that name. */
  readonly sha256: string | null;
  readonly bytes: number | null;
}

/** Longest that git may take for one answer, in milliseconds. */
const PATIENCE_MS = 20_000;

/**
 * Looks files up in the history of a workspace: in the newest commit of its present branch that is not younger than a moment. What was checked out then, and what had not been
 * committed, git does not know. git is started with fixed arguments and never by a shell; it neither writes nor fetches anything.
 */
export class WorkspaceHistory {
  readonly #root: string;
  readonly #commits = new Map<number, string | null>();
  readonly #files = new Map<string, CommittedFile>();

  /** @param root the real path of the workspace root. */
  constructor(root: string) {
    this.#root = root;
  }

  /** @returns null where there is no repository, no git, or no commit that old, and for files outside the workspace. */
  fileAt(path: string, timeMs: number): CommittedFile | null {
    if (!isWithin(path, this.#root)) return null;
    const seconds = Math.floor(timeMs / 1000);
    let commit = this.#commits.get(seconds);
    if (commit === undefined) {
      const found =
        this.#git(['rev-list', '-1', `--before=${seconds}`, 'HEAD', '--'])
          ?.toString()
          .trim() ?? '';
      commit = /^[0-9a-f]{40,64}$/.test(found) ? found : null;
      this.#commits.set(seconds, commit);
    }
    if (commit === null) return null;
    const key = `${commit}:${path}`;
    const known = this.#files.get(key) ?? this.#read(commit, posix.relative(this.#root, path));
    this.#files.set(key, known);
    return known;
  }

  #read(commit: string, name: string): CommittedFile {
    const none = { commit, sha256: null, bytes: null };
    const row = this.#git(['ls-tree', '-l', '-z', commit, '--', `./${name}`])?.toString() ?? '';
    const [, object, size] = /^100\d{3} blob ([0-9a-f]{40,64}) +(\d+)\t/.exec(row) ?? [];
    if (object === undefined || Number(size) > MAX_INSTRUCTION_BYTES) return none;
    const content = this.#git(['cat-file', 'blob', object]);
    return content === null ? none : { commit, sha256: sha256(content), bytes: content.length };
  }

  #git(args: readonly string[]): Buffer | null {
    try {
      return execFileSync('git', ['--no-replace-objects', '--literal-pathspecs', ...args], {
        cwd: this.#root,
        stdio: ['ignore', 'pipe', 'ignore'],
        timeout: PATIENCE_MS,
        maxBuffer: MAX_INSTRUCTION_BYTES + 1024,
        env: { ...process.env, GIT_OPTIONAL_LOCKS: '0', GIT_NO_LAZY_FETCH: '1', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' },
      });
    } catch (error) {
      // Not a repository, no git, no such thing in it: git has said all there is to know.
      if (error instanceof Error) return null;
      throw error;
    }
  }
}
