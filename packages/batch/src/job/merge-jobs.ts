import type { Finding } from '@fxlog/format';
import type { PlainJson } from '@fxlog/reader/internal';
import { BatchError } from '../batch-error.js';
import type { BatchSummary } from '../model/session-result.js';
import type { MergedSession, Sink } from '../model/sink.js';
import { Tally } from '../tally.js';
import { Job, type JobRecord, readJob } from './job.js';
import { differenceOf, type JobDescription } from './job-description.js';
import type { FinishedRun, SettledSession } from './journal.js';

/** All shards of one run, read and found to fit together. */
export interface ShardSet {
  /** As given. */
  readonly shards: readonly JobRecord[];
  /** What the run would be as a whole. The output is that of the first shard. */
  readonly description: JobDescription;
  /** Every session, in the order of the inputs. */
  readonly sessions: readonly (SettledSession & { readonly shard: number })[];
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
  const sessions = shards
    .flatMap(({ content }, shard) => [...content.sessions.values()].map((settled) => ({ ...settled, shard })))
    .sort((a, b) => a.result.index - b.result.index);
  const { found, elsewhere } = finishedRun(first);
  if (sessions.length !== found + elsewhere) {
    const message = `The shards have ${sessions.length} sessions of ${found + elsewhere}: their inputs were not the same.`;
    throw new BatchError({ rule: 'batch/shard-invalid', message });
  }
  const findings = new Map(
    shards.flatMap((shard) => finishedRun(shard).inputFindings.map((f) => [JSON.stringify(f), f])),
  );
  return {
    shards,
    description: { ...first.description, shard: null },
    sessions,
    inputFindings: [...findings.values()],
  };
}

/**
 * Makes one finished job out of the jobs of all shards, as if the whole had been one run: its journal, and the output of its sink.
 *
 * @param directory of the new job; it must not hold one
 */
export async function mergeJobs<Row>(set: ShardSet, directory: string, sink: Sink<Row>): Promise<BatchSummary> {
  const description = { ...set.description, output: sink.describe?.() ?? null };
  return Job.run(directory, description, {}, async (job) => {
    if (job.content.sessions.size > 0) {
      throw new BatchError({ rule: 'batch/job-mismatch', message: `There is a job in ${directory} already.` });
    }
    const extents = new Map<string, PlainJson>();
    const outputs = set.shards.map((shard) => ({ job: shard.directory, output: shard.description.output }));
    const withRows = set.sessions.filter(({ extent }) => extent !== undefined).map(toMerged);
    if (sink.merge === undefined) throw new RangeError('this sink cannot merge');
    const position = await sink.merge(outputs, withRows, (key, extent) => extents.set(key, extent));
    const tally = new Tally();
    for (const finding of set.inputFindings) tally.addInputFinding(finding);
    for (const { result } of set.sessions) {
      const extent = extents.get(result.key);
      job.add({ result, ...(extent !== undefined && { extent }) });
      tally.add(result);
    }
    await job.checkpoint(position);
    const { found } = tally.numbers;
    await job.finish({ found, elsewhere: 0, inputFindings: set.inputFindings });
    return tally.summary;
  });
}

function toMerged({ result, shard, extent }: ShardSet['sessions'][number]): MergedSession {
  return {
    key: result.key,
    index: result.index,
    shard,
    extent,
  };
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
