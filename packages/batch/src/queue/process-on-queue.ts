import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Finding } from '@fxlog/format';
import type { PlainJson } from '@fxlog/reader/internal';
import { BatchError } from '../batch-error.js';
import { findSessions, measureInputs } from '../inputs/find-sessions.js';
import { noteDuplicates } from '../inputs/note-duplicates.js';
import { Job, readJob, settledSessions } from '../job/job.js';
import { JobRows, type RowCodec } from '../job/job-rows.js';
import type { SettledSession } from '../job/journal.js';
import { RowReader } from '../job/row-reader.js';
import type { BatchSummary, SessionResult } from '../model/session-result.js';
import type { ProcessOptions } from '../process-options.js';
import { ProgressMeter } from '../progress-meter.js';
import { Tally } from '../tally.js';
import { QueueFolder } from './queue-folder.js';
import { type ListedSession, listSession, listText, readList } from './shard-list.js';
import type { ShardOrder, ShardProgress, ShardQueue } from './shard-queue.js';

/** A shard has sessions whose logs have about so many bytes, or so many small ones. */
const SHARD_BYTES = 256 * 1024 * 1024;
const SHARD_SESSIONS = 1000;
/** Shards that may be ordered but not yet taken over: so many, and for each worker so many more. */
const WINDOW = 16;
const WINDOW_PER_WORKER = 4;
const POLL_MS = 200;
const WATCH_MS = 1000;
/** Of a shard that takes its workers with it, so many pieces are made to find the session that does. */
const PIECES = 16;

/** Options of {@link processOnQueue}. */
export interface QueuedOptions<Options, Row>
  extends Pick<ProcessOptions<Options, Row>, 'task' | 'sink' | 'find' | 'onResult' | 'onProgress' | 'signal'> {
  /** As of {@link ProcessOptions}; workers read it as JSON. */
  readonly taskOptions: Options & PlainJson;
  /** In a directory that all workers see under the same path. */
  readonly job: Job;
  readonly queue: ShardQueue;
  /** Of this fxlog; workers must have the same. */
  readonly version: string;
  /** How the workers keep the rows; for a sink that does not take them as they are kept. */
  readonly codec?: RowCodec<Row>;
  /** Sessions of a shard at most (default 1000). */
  readonly shardSessions?: number;
}

/**
 * Like `processSessions`, with workers on other machines: cuts the sessions into shards, orders these from a queue, and takes over what came of them in the
 * order of the inputs. The outcome is the same, to the byte.
 *
 * @throws BatchError `batch/queue-…`; whatever the sink throws, and the reason of an aborted signal
 */
export async function processOnQueue<Options, Row>(
  inputs: readonly string[],
  options: QueuedOptions<Options, Row>,
): Promise<BatchSummary> {
  const { sink, job } = options;
  await sink.open?.(job.position === undefined ? {} : { position: job.position });
  try {
    return await new QueuedRun(options).process(inputs);
  } finally {
    await sink.close();
  }
}

/** Sessions that were found one after the other. */
interface Cut {
  /** Position of the first of them among everything found. */
  readonly start: number;
  readonly sessions: CutSession[];
  /** Of those that are not settled, in their order. */
  shards: CutShard[];
  /** Bytes of archives that were read when it was full. */
  archiveBytes: number;
}

interface CutSession {
  readonly key: string;
  /** Bytes of its log or file; null in an archive. */
  readonly bytes: number | null;
  /** By an earlier run. */
  readonly settled: SettledSession | undefined;
}

interface CutShard {
  readonly order: ShardOrder;
  readonly count: number;
  isDone: boolean;
  progress: ShardProgress | null;
}

/** One call of {@link processOnQueue}. */
class QueuedRun<Options, Row> {
  readonly #tally = new Tally();
  readonly #meter: ProgressMeter;
  readonly #folder: QueueFolder;
  readonly #work: string;
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;
  /** Ordered and not yet taken over, in the order of the inputs. */
  readonly #waiting: Cut[] = [];
  #workers = 0;
  #archiveBytes = 0;
  #settledArchiveBytes = 0;

  constructor(readonly options: QueuedOptions<Options, Row>) {
    const { task, taskOptions, job, signal } = options;
    this.#folder = new QueueFolder(job.directory);
    this.#work = JSON.stringify([options.version, task.name, taskOptions]);
    this.#meter = new ProgressMeter(() => this.#tally.numbers, options.onProgress);
    this.#signal = signal === undefined ? this.#stop.signal : AbortSignal.any([signal, this.#stop.signal]);
  }

  async process(inputs: readonly string[]): Promise<BatchSummary> {
    const { task, taskOptions, job, sink } = this.options;
    await this.#folder.begin({ task: task.name, options: taskOptions });
    if (this.options.onProgress !== undefined) this.#measure(inputs);
    const clock = setInterval(() => this.#meter.tick(), WATCH_MS / 2);
    const watching = this.#watch();
    watching.catch((error: unknown) => this.#stop.abort(error));
    try {
      await this.#takeAll(this.#cuts(inputs));
    } finally {
      clearInterval(clock);
      this.#stop.abort();
      await watching.catch(() => undefined);
    }
    await job.checkpoint(await sink.flush());
    const { found } = this.#tally.numbers;
    await job.finish({ found, elsewhere: 0, inputFindings: this.#tally.inputFindings });
    await this.#folder.end();
    this.#meter.inputBytes += this.#archiveBytes - this.#settledArchiveBytes;
    this.#meter.finish();
    return this.#tally.summary;
  }

  async #takeAll(cuts: AsyncGenerator<Cut, void, undefined>): Promise<void> {
    try {
      for (let ended = false; ; ) {
        while (!ended && this.#waiting.length < WINDOW + WINDOW_PER_WORKER * this.#workers) {
          const next = await cuts.next();
          if (next.done === true) ended = true;
          else this.#waiting.push(next.value);
          this.#signal.throwIfAborted();
        }
        const [first] = this.#waiting;
        if (first === undefined) return;
        while (!(await this.#isDone(first))) await delay(POLL_MS, undefined, { signal: this.#signal });
        this.#waiting.shift();
        this.#tellRunning();
        await this.#take(first);
      }
    } catch (error) {
      // Why it was aborted says more than that it was.
      this.#signal.throwIfAborted();
      throw error;
    } finally {
      await cuts.return();
    }
  }

  /** Finds sessions and orders shards of them. The cuts are the same whatever was settled before, and so are most of the shards. */
  async *#cuts(inputs: readonly string[]): AsyncGenerator<Cut, void, undefined> {
    const { find, shardSessions = SHARD_SESSIONS, job } = this.options;
    const cwd = find?.cwd ?? process.cwd();
    const found = findSessions(inputs, {
      spoolParent: job.spoolParent,
      ...find,
      signal: this.#signal,
      isWanted: () => false,
      onInputFinding: (finding: Finding) => this.#tally.addInputFinding(finding),
      onArchiveBytes: (bytes) => {
        this.#archiveBytes += bytes;
      },
    });
    let cut: Cut = { start: 0, sessions: [], shards: [], archiveBytes: 0 };
    let listed: ListedSession[] = [];
    let bytes = 0;
    const end = async () => {
      if (listed.length > 0) cut.shards = [await this.#order(cut.start, listed)];
      cut.archiveBytes = this.#archiveBytes;
      const full = cut;
      cut = { start: full.start + full.sessions.length, sessions: [], shards: [], archiveBytes: 0 };
      listed = [];
      bytes = 0;
      return full;
    };
    for await (const input of noteDuplicates(found)) {
      const settled = job.settled(input.key);
      const isInArchive = input.origin.type === 'archive';
      cut.sessions.push({ key: input.key, bytes: isInArchive ? null : (input.bytes ?? 0), settled });
      if (settled === undefined) listed.push(await listSession(input, cwd));
      await input.release();
      bytes += input.bytes ?? 0;
      if (cut.sessions.length >= shardSessions || bytes >= SHARD_BYTES) yield await end();
    }
    if (cut.sessions.length > 0) yield await end();
  }

  async #order(rank: number, sessions: readonly ListedSession[]): Promise<CutShard> {
    const list = listText(sessions);
    const id = createHash('sha256').update(this.#work).update('\n').update(list).digest('hex');
    const order = { id, rank, job: this.options.job.directory, version: this.options.version };
    await this.#folder.writeList(id, list);
    const isDone = await this.#folder.isDone(id);
    if (!isDone) await this.options.queue.add(order);
    return { order, count: sessions.length, isDone, progress: null };
  }

  async #isDone({ shards }: Cut): Promise<boolean> {
    for (const shard of shards) {
      shard.isDone ||= await this.#folder.isDone(shard.order.id);
      if (!shard.isDone) return false;
    }
    return true;
  }

  /** Looks after the shards that were ordered: how far they are, whether one was lost or given up. */
  async #watch(): Promise<void> {
    while (!this.#signal.aborted) {
      let workers = 0;
      for (const cut of [...this.#waiting]) {
        for (const shard of [...cut.shards]) {
          if (this.#signal.aborted) return;
          if (await this.#look(cut, shard)) workers += 1;
        }
      }
      this.#workers = workers;
      this.#tellRunning();
      await delay(WATCH_MS, undefined, { signal: this.#signal }).catch(() => undefined);
    }
  }

  #tellRunning(): void {
    let sessions = 0;
    let bytes = 0;
    for (const { progress } of this.#waiting.flatMap(({ shards }) => shards)) {
      sessions += progress?.sessions ?? 0;
      bytes += progress?.bytes ?? 0;
    }
    this.#meter.running = { workers: this.#workers, sessions, bytes };
  }

  /** True while a worker is at it. */
  async #look(cut: Cut, shard: CutShard): Promise<boolean> {
    const { queue } = this.options;
    shard.isDone ||= await this.#folder.isDone(shard.order.id);
    if (shard.isDone) return false;
    const state = await queue.state(shard.order);
    // It may have been done between the two questions.
    shard.isDone ||= await this.#folder.isDone(shard.order.id);
    if (shard.isDone) return false;
    switch (state.is) {
      case 'running':
        shard.progress = state.progress;
        return true;
      case 'waiting':
        return false;
      case 'unknown':
        // The queue has lost it, or never had it: a service that was started again without what it knew.
        if (await this.#folder.isWanted(shard.order.id)) await queue.add(shard.order);
        return false;
      case 'given-up':
        await this.#giveUp(cut, shard, state.reason);
        return false;
    }
  }

  /** A shard that takes its workers with it is cut into pieces, until the session is alone that does; that one failed. */
  async #giveUp(cut: Cut, shard: CutShard, reason: string | null): Promise<void> {
    const { order, count } = shard;
    const sessions: ListedSession[] = [];
    for await (const session of readList(this.#folder.list(order.id))) sessions.push(session);
    await this.options.queue.forget(order);
    if (reason === null && count > 1) {
      const pieces: CutShard[] = [];
      const size = Math.ceil(count / PIECES);
      for (let start = 0; start < count; start += size) {
        pieces.push(await this.#order(order.rank + start, sessions.slice(start, start + size)));
      }
      cut.shards = cut.shards.flatMap((other) => (other === shard ? pieces : [other]));
      await this.#folder.drop(order.id);
      return;
    }
    await this.#fail(order, sessions, reason);
    shard.isDone = true;
  }

  /** Makes the part of a shard that nobody could work on: its sessions failed, and can be tried again. */
  async #fail({ id }: ShardOrder, sessions: readonly ListedSession[], reason: string | null): Promise<void> {
    const why =
      reason === null
        ? { rule: 'batch/worker-died' as const, reason: 'Every worker that had it vanished.' }
        : { rule: 'batch/task-failed' as const, reason: `No worker could do it; the last one said: ${reason}` };
    const part = this.#folder.attempt(id, randomUUID());
    const description = { task: this.options.task.name, options: null, inputs: [], shard: null, output: null };
    await Job.run(part, description, {}, async (job) => {
      const rows = new JobRows(part, NO_ROWS);
      await rows.open({});
      await rows.close();
      for (const [index, { key, kind, origin, findings }] of sessions.entries()) {
        const counts = { error: 1, warning: 0, info: 0 };
        for (const { severity } of findings) counts[severity] += 1;
        job.add({ result: { key, kind, origin, index, bytes: 0, counts, findings, status: 'failed', ...why } });
      }
      await job.checkpoint(undefined);
    });
    await this.#folder.publish(id, part);
  }

  /** Takes over what came of the sessions of a cut. */
  async #take({ start, sessions, shards, archiveBytes }: Cut): Promise<void> {
    const { job, sink } = this.options;
    const parts = this.#parts(shards);
    try {
      for (const [i, session] of sessions.entries()) {
        this.#signal.throwIfAborted();
        const index = start + i;
        if (session.settled !== undefined) {
          this.#settle(session, { ...session.settled.result, index }, true, archiveBytes);
          continue;
        }
        const next = await parts.next();
        if (next.done === true || next.value.settled.result.key !== session.key) throw unfit(job.directory);
        const { directory, rows, settled } = next.value;
        const result = { ...settled.result, index };
        let extent: PlainJson | undefined;
        if (settled.extent !== undefined) {
          await sink.begin({ key: result.key, index, part: directory });
          await this.#copyRows(rows, settled.extent);
          extent = await sink.commit(result);
        }
        job.add({ result, ...(extent !== undefined && { extent }) });
        this.#settle(session, result, false, archiveBytes);
      }
      if (shards.length > 0) await job.checkpoint(await sink.flush());
    } finally {
      await parts.return();
    }
    for (const { order } of shards) await this.#folder.drop(order.id);
  }

  /** What came of the sessions of some shards, one after the other. */
  async *#parts(shards: readonly CutShard[]) {
    for (const { order } of shards) {
      const directory = await this.#folder.take(order.id);
      const rows = await RowReader.open(directory);
      try {
        for await (const settled of settledSessions(await readJob(directory))) yield { directory, rows, settled };
      } finally {
        await rows.close();
      }
    }
  }

  async #copyRows(rows: RowReader, extent: PlainJson): Promise<void> {
    const { sink, codec } = this.options;
    if (sink.writeLines !== undefined) {
      for await (const lines of rows.lines(extent)) await sink.writeLines(lines);
    } else if (codec !== undefined) {
      const read = await rows.rows(extent, codec);
      if (read.length > 0) await sink.write(read);
    }
  }

  #settle(session: CutSession, result: SessionResult, resumed: boolean, archiveBytes: number): void {
    this.#tally.add(result, resumed);
    const meter = this.#meter;
    const own = session.bytes ?? archiveBytes - this.#settledArchiveBytes;
    if (session.bytes === null) this.#settledArchiveBytes = archiveBytes;
    meter.inputBytes += own;
    if (resumed) meter.resumedInputBytes += own;
    if (resumed) meter.resumedBytes += result.bytes;
    meter.current = result.key;
    meter.tick();
    this.options.onResult?.(result, resumed);
  }

  /** Beside everything else: how much there is. */
  #measure(inputs: readonly string[]): void {
    const { find } = this.options;
    measureInputs(inputs, { ...(find?.cwd !== undefined && { cwd: find.cwd }), signal: this.#signal }).then(
      (bytes) => {
        this.#meter.totalInputBytes = bytes;
      },
      // Then there is no estimate; what cannot be read is reported where it is read.
      () => undefined,
    );
  }
}

function unfit(directory: string): BatchError {
  const message = `What workers left in ${directory}/parts is not what was asked of them: other programs must leave it alone. Remove that folder and run the command again.`;
  return new BatchError({ rule: 'batch/job-mismatch', message });
}

const NO_ROWS: RowCodec<never> = {
  encode: () => '',
  decode() {
    throw new RangeError('there are no rows');
  },
};
