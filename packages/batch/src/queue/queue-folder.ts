import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlainJson } from '@fxlog/reader/internal';
import { hasCode, nodeFileSystem, syncDirectory } from '@fxlog/writer/internal';
import { replaceFile } from '../job/replace-file.js';

/** What is done with the sessions of all shards of a job. */
export interface QueuedWork {
  /** Name of the task. */
  readonly task: string;
  readonly options: PlainJson;
}

/**
 * What a job directory holds beside the job while workers are at it:
 *
 * - `queue/work.json`: what is to be done, the same for all shards;
 * - `queue/<id>.jsonl`: the sessions of a shard;
 * - `parts/<id>/`: what came of it, a job of its own with its rows. It appears when it is whole;
 * - `parts/<id>.<attempt>.tmp/`: what a worker is at;
 * - `parts/<id>.taken/`: what is being taken over into the job.
 */
export class QueueFolder {
  readonly #lists: string;
  readonly #parts: string;

  constructor(
    /** The job directory. */
    readonly job: string,
  ) {
    this.#lists = join(job, 'queue');
    this.#parts = join(job, 'parts');
  }

  /** Begins, or goes on. What was being taken over when a run was killed has to be made again. */
  async begin(work: QueuedWork): Promise<void> {
    for (const folder of [this.#lists, this.#parts]) await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(this.#parts)) {
      if (name.endsWith('.taken')) await rm(join(this.#parts, name), { recursive: true, force: true });
    }
    await replaceFile(join(this.#lists, 'work.json'), JSON.stringify(work));
  }

  /** All is taken over. A worker that comes late has nothing to do, and sees it. */
  async end(): Promise<void> {
    for (const folder of [this.#lists, this.#parts]) await rm(folder, { recursive: true, force: true });
  }

  /** What is to be done; null when there is nothing left to do. */
  async work(): Promise<QueuedWork | null> {
    return readFile(join(this.#lists, 'work.json'), 'utf8').then(
      (text) => JSON.parse(text),
      (error: unknown) => {
        if (hasCode(error, 'ENOENT')) return null;
        throw error;
      },
    );
  }

  /** Where the sessions of a shard are listed. */
  list(id: string): string {
    return join(this.#lists, `${id}.jsonl`);
  }

  writeList(id: string, text: string): Promise<void> {
    return replaceFile(this.list(id), text);
  }

  /** Is there anything to be done for this shard? Not when it is done, or was taken over. */
  async isWanted(id: string): Promise<boolean> {
    return (await isThere(this.list(id))) && !(await this.isDone(id));
  }

  /** Is the result of a shard there? */
  isDone(id: string): Promise<boolean> {
    return isThere(join(this.#parts, id));
  }

  /** A folder for one attempt at a shard. */
  attempt(id: string, token: string): string {
    return join(this.#parts, `${id}.${token}.tmp`);
  }

  /** Makes an attempt the result. One that came first stays: both are the same. */
  async publish(id: string, attempt: string): Promise<void> {
    try {
      await rename(attempt, join(this.#parts, id));
      await syncDirectory(nodeFileSystem, this.#parts);
    } catch (error) {
      if (!hasCode(error, 'ENOTEMPTY') && !hasCode(error, 'EEXIST')) throw error;
      await rm(attempt, { recursive: true, force: true });
    }
  }

  /** Takes a result, which is then in the directory that is returned and nowhere else. */
  async take(id: string): Promise<string> {
    const taken = join(this.#parts, `${id}.taken`);
    await rename(join(this.#parts, id), taken);
    return taken;
  }

  /** A shard was taken over. */
  async drop(id: string): Promise<void> {
    await rm(this.list(id), { force: true });
    await rm(join(this.#parts, `${id}.taken`), { recursive: true, force: true });
  }
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: unknown) => {
      if (hasCode(error, 'ENOENT')) return false;
      throw error;
    },
  );
}
