import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GENERATOR_VERSION, generateLog, type LogOptions } from './generate-log.js';

export interface InputFile {
  path: string;
  bytes: number;
}

/** Where generated inputs are kept from one run to the next; safe to delete at any time. */
export const CACHE_DIRECTORY = join(tmpdir(), 'fxlog-bench');

/** The log for these options: generated on first use, taken from the cache afterwards. */
export function inputFile(options: LogOptions): InputFile {
  mkdirSync(CACHE_DIRECTORY, { recursive: true, mode: 0o700 });
  const key = createHash('sha256')
    .update(JSON.stringify({ GENERATOR_VERSION, ...options }))
    .digest('hex')
    .slice(0, 12);
  const path = join(CACHE_DIRECTORY, `${options.variant}-${key}.jsonl`);
  if (!existsSync(path)) generateLog(path, options);
  return { path, bytes: statSync(path).size };
}
