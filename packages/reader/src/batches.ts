import type { ByteRange } from './file-chunks.js';
import type { LogError } from './log-error.js';
import type { ReadSettings } from './read-options.js';
import type { ReadSummary } from './read-summary.js';
import { type Source, sourceChunks } from './source.js';

/** What both push readers have in common. @internal */
export interface PushReader<T> {
  readonly fault: LogError | null;
  readonly summary: ReadSummary;
  push(chunk: Uint8Array): T[];
  end(): T[];
}

/** Runs a source through a reader, one batch per chunk; empty batches are left out. @internal */
export async function* batchesOf<T>(
  source: Source,
  reader: PushReader<T>,
  settings: ReadSettings,
  onStats?: ByteRange['onStats'],
): AsyncGenerator<T[], ReadSummary, undefined> {
  const { reuseChunks } = settings;
  const range = { start: settings.start.offset, end: settings.end, onStats, reuseChunks };
  for await (const chunk of sourceChunks(source, range, settings.signal)) {
    const batch = reader.push(chunk);
    if (batch.length > 0) yield batch;
    if (reader.fault !== null) throw reader.fault;
  }
  const last = reader.end();
  if (last.length > 0) yield last;
  if (reader.fault !== null) throw reader.fault;
  return reader.summary;
}
