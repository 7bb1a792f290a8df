import { createHash } from 'node:crypto';
import { BatchError } from '../batch-error.js';

/** One of several parts of a run, from 1 to `total`. */
export interface Shard {
  readonly number: number;
  readonly total: number;
}

/** Reads `i/n`. @throws BatchError `batch/shard-invalid` */
export function parseShard(text: string): Shard {
  const match = /^(\d{1,6})\/(\d{1,6})$/.exec(text);
  const number = Number(match?.[1]);
  const total = Number(match?.[2]);
  if (match === null || number < 1 || number > total) {
    throw new BatchError({
      rule: 'batch/shard-invalid',
      message: `"${text}" is not a shard: it is i/n, with i from 1 to n, such as 3/8.`,
    });
  }
  return { number, total };
}

/** Which shard a session belongs to: a hash of its key, so that every machine says the same without asking another. */
export function shardOf(key: string, total: number): number {
  return (createHash('sha256').update(key).digest().readUIntBE(0, 6) % total) + 1;
}
