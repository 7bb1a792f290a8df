import type { Finding } from '@fxlog/format';
import type { PlainJson } from '@fxlog/reader/internal';
import { BatchError } from '../batch-error.js';
import type { BatchSummary } from '../model/session-result.js';
import type { Sink } from '../model/sink.js';
import { Tally } from '../tally.js';
import { Job, type JobRecord, readJob, settledSessions } from './job.js';
import { differenceOf, type JobDescription } from './job-description.js';
import type { FinishedRun, SettledSession } from './journal.js';
import { RowReader } from './row-reader.js';

/** All shards of one run, read and found to fit together. */
export interface ShardSet {
  /** As given. */
  readonly shards: readonly JobRecord[];
  /** What the run would be as a whole. The output is that of the first shard. */
  readonly description: JobDescription;
  /** Findings about inputs as a whole, each once. */
  readonly inputFindings: readonly Finding[];
}

/**
 * Reads the jobs of all shards of a run.
 *
 * @throws BatchError `batch/job-missing`, `batch/job-unfinished`, `batch/shard-invalid` when they do not fit together
 */
export async function readShards(directories: readonly string[]): Promise<ShardSet> {
  const shards: JobRecord[] = [];
  for (const directory of directories) shards.push(await readJob(directory));
  const [first] = shards;
  if (first === undefined) throw new BatchError({ rule: 'batch/shard-invalid', message: 'There is nothing to merge.' });
  for (const shard of shards) {
    if (shard.content.finished === null) {
      throw new BatchError({
        rule: 'batch/job-unfinished',
        message: `The job in ${shard.directory} has not come to its end.`,
      });
    }
    const other = { ...shard.description, shard: first.description.shard, output: first.description.output };
    const difference = differenceOf(first.description, other);
    if (difference === null) continue;
    const message = `The jobs in ${first.directory} and ${shard.directory} were begun with different ${difference}.`;
    throw new BatchError({ rule: 'batch/shard-invalid', message });
  }
  checkNumbers(shards);
  const count = shards.reduce((sum, { content }) => sum + content.index.size, 0);
  const { found, elsewhere } = finishedRun(first);
  if (count !== found + elsewhere) {
    const message = `The shards have ${count} sessions of ${found + elsewhere}: their inputs were not the same.`;
    throw new BatchError({ rule: 'batch/shard-invalid', message });
  }
  const findings = new Map(
    shards.flatMap((shard) => finishedRun(shard).inputFindings.map((f) => [JSON.stringify(f), f])),
  );
  return {
    shards,
    description: { ...first.description, shard: null },
    inputFindings: [...findings.values()],
  };
}

/**
 * Makes one finished job out of the jobs of all shards, as if the whole had been one run: its journal, and the output of its sink. One session after the
 * other, so that it takes as much memory for many as for few, but for 100 bytes each.
 *
 * @param directory of the new job; it must not hold one
 * @param sink must take rows as the shards have kept them (`Sink.writeLines`)
 */
export async function mergeJobs<Row>(set: ShardSet, directory: string, sink: Sink<Row>): Promise<BatchSummary> {
  const { writeLines } = sink;
  if (writeLines === undefined) throw new RangeError('this sink cannot merge');
  const description = { ...set.description, output: sink.describe?.() ?? null };
  return Job.run(directory, description, {}, async (job) => {
    if (job.content.index.size > 0) {
      throw new BatchError({ rule: 'batch/job-mismatch', message: `There is a job in ${directory} already.` });
    }
    const tally = new Tally();
    for (const finding of set.inputFindings) tally.addInputFinding(finding);
    const sources = await openAll(set.shards);
    try {
      await sink.open?.({});
      for await (const { shard, settled } of inOrder(set.shards)) {
        const { result } = settled;
        let extent: PlainJson | undefined;
        if (settled.extent !== undefined) {
          await sink.begin(result);
          for await (const lines of (sources[shard] as RowReader).lines(settled.extent)) {
            await writeLines.call(sink, lines);
          }
          extent = await sink.commit(result);
        }
        job.add({ result, ...(extent !== undefined && { extent }) });
        tally.add(result);
        await job.journal.relieve();
      }
      await job.checkpoint(await sink.flush());
    } finally {
      for (const source of sources) await source.close();
      await sink.close();
    }
    const { found } = tally.numbers;
    await job.finish({ found, elsewhere: 0, inputFindings: set.inputFindings });
    return tally.summary;
  });
}

async function openAll(shards: readonly JobRecord[]): Promise<RowReader[]> {
  const readers: RowReader[] = [];
  for (const { directory } of shards) readers.push(await RowReader.open(directory));
  return readers;
}

/** The sessions of all shards, in the order of the inputs. */
async function* inOrder(shards: readonly JobRecord[]) {
  const sources = shards.map(settledSessions);
  const heads: IteratorResult<SettledSession, void>[] = [];
  for (const source of sources) heads.push(await source.next());
  try {
    for (;;) {
      let first = -1;
      let index = Number.POSITIVE_INFINITY;
      for (const [shard, head] of heads.entries()) {
        if (head.done === true || head.value.result.index >= index) continue;
        first = shard;
        index = head.value.result.index;
      }
      const head = heads[first];
      const source = sources[first];
      if (head === undefined || head.done === true || source === undefined) return;
      yield { shard: first, settled: head.value };
      heads[first] = await source.next();
    }
  } finally {
    for (const source of sources) await source.return();
  }
}

function checkNumbers(shards: readonly JobRecord[]): void {
  const total = shards.length;
  const numbers = new Set<number>();
  for (const { directory, description } of shards) {
    const { shard } = description;
    if (shard === null) {
      if (total === 1) return;
      throw new BatchError({
        rule: 'batch/shard-invalid',
        message: `The job in ${directory} is a whole run, not a shard.`,
      });
    }
    if (shard.total !== total || numbers.has(shard.number)) {
      const message = `The job in ${directory} is shard ${shard.number} of ${shard.total}; ${total} jobs were named.`;
      throw new BatchError({ rule: 'batch/shard-invalid', message });
    }
    numbers.add(shard.number);
  }
}

function finishedRun({ directory, content }: JobRecord): FinishedRun {
  if (content.finished !== null) return content.finished;
  throw new BatchError({ rule: 'batch/job-unfinished', message: `The job in ${directory} has not come to its end.` });
}
