import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Keeps the bytes of a pipe in a temporary file while `body` runs, for what has to be read twice: which turns make up a conversation is known
 * only at the end of its log, since a later event may replace the whole history.
 */
export async function withSpooledFile<T>(
  source: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  body: (path: string) => Promise<T>,
): Promise<T> {
  // Mkdtemp makes the directory for its owner alone.
  const directory = await mkdtemp(join(tmpdir(), 'fxlog-'));
  try {
    const path = join(directory, 'events.jsonl');
    await pipeline(Readable.from(source), createWriteStream(path, { mode: 0o600 }), { signal });
    return await body(path);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
