import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GENERATOR_VERSION, generateLog, type LogOptions } from './generate-log.js';
import { generateSession, LOG_NAMES, SESSION_GENERATOR_VERSION, type SessionFormat } from './generate-session.js';

export interface InputFile {
  path: string;
  bytes: number;
}

/** Where generated inputs are kept from one run to the next; safe to delete at any time. */
export const CACHE_DIRECTORY = join(tmpdir(), 'fxlog-bench');

/** The log for these options: generated on first use, taken from the cache afterwards. */
export function inputFile(options: LogOptions): InputFile {
  mkdirSync(CACHE_DIRECTORY, { recursive: true, mode: 0o700 });
  const { variant } = options;
  if (isSessionFormat(variant)) return sessionLog(variant, options);
  const key = createHash('sha256')
    .update(JSON.stringify({ GENERATOR_VERSION, ...options }))
    .digest('hex')
    .slice(0, 12);
  const path = join(CACHE_DIRECTORY, `${options.variant}-${key}.jsonl`);
  if (!existsSync(path)) generateLog(path, options);
  return { path, bytes: statSync(path).size };
}

/** The log of a session, whose directory is the one that it lies in. */
function sessionLog(format: SessionFormat, { bytes, seed }: LogOptions): InputFile {
  // Sessions of the store `v2/` lie under that name.
  const root = format === 'sessions-v2' ? 'v2' : 'sessions';
  const store = join(CACHE_DIRECTORY, `${format}-${SESSION_GENERATOR_VERSION}-${seed}-${bytes}`, root);
  const path = join(store, 'bench', LOG_NAMES[format]);
  if (!existsSync(path)) {
    const partial = `${store}.${process.pid}.partial`;
    rmSync(partial, { recursive: true, force: true });
    generateSession(join(partial, 'bench'), { format, bytes, seed });
    renameSync(partial, store);
  }
  return { path, bytes: statSync(path).size };
}

function isSessionFormat(variant: LogOptions['variant']): variant is SessionFormat {
  return variant in LOG_NAMES;
}
