import type { PlainJson } from '@fxlog/reader/internal';
import type { Shard } from './shard.js';

/** What a job does: everything that must be the same when it is resumed, or merged with its siblings. */
export interface JobDescription {
  /** The name of the task. */
  readonly task: string;
  readonly options: PlainJson;
  /** As they were named. */
  readonly inputs: readonly string[];
  readonly shard: Shard | null;
  /** What the sink says of itself, see `Sink.describe`. */
  readonly output: PlainJson;
}

/** Which part of two descriptions differs; null when none does. */
export function differenceOf(a: JobDescription, b: JobDescription): keyof JobDescription | null {
  const keys = ['task', 'inputs', 'shard', 'options', 'output'] as const;
  return keys.find((key) => canonical(a[key] ?? null) !== canonical(b[key] ?? null)) ?? null;
}

/** The order of keys says nothing. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
