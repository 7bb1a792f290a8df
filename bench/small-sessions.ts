import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GENERATOR_VERSION, generateLog } from './generate-log.js';
import { CACHE_DIRECTORY } from './input-cache.js';

const COUNT = 1000;
const SMALL_LOG_BYTES = 4_000;
/** A session of one question and one answer, written by fx; its directory is the pattern for all the others. */
const PATTERN = fileURLToPath(new URL('../../test-fixtures/fx-0.0.5/plain-text', import.meta.url));

/** A folder of a thousand small logs. */
export function smallLogs(): string {
  return cached(`small-logs-${GENERATOR_VERSION}-${SMALL_LOG_BYTES}`, (folder) => {
    for (let seed = 1; seed <= COUNT; seed++) {
      generateLog(join(folder, `${seed}.jsonl`), { variant: 'natural', bytes: SMALL_LOG_BYTES, seed, maxSteps: 1 });
    }
  });
}

/** A sessions root of a thousand session directories. */
export function smallSessions(): string {
  const original = readdirSync(PATTERN).find((name) => !name.endsWith('.json'));
  if (original === undefined) throw new Error(`no session directory in ${PATTERN}`);
  return cached('small-sessions-2', (root) => {
    for (let index = 1; index <= COUNT; index++) {
      const id = original.slice(0, -4) + index.toString(16).padStart(4, '0');
      copySession(join(PATTERN, original), join(root, id), original, id);
    }
  });
}

/** Copies a session under another id of the same length, so that every offset in it stays right. */
function copySession(from: string, to: string, originalId: string, id: string): void {
  cpSync(from, to, { recursive: true });
  // A checkout does not keep the modes that fx insists on.
  chmodSync(to, 0o700);
  for (const entry of readdirSync(to, { recursive: true, withFileTypes: true })) {
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
  }
  for (const name of readdirSync(to)) {
    if (!/\.jsonl?$/.test(name)) continue;
    const path = join(to, name);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(originalId, id), { mode: 0o600 });
  }
  const manifest = join(to, 'session.json');
  const checkpoint = createHash('sha256')
    .update(readFileSync(join(to, 'checkpoint.json')))
    .digest('hex');
  const pattern = /("checkpoint_sha256":")[0-9a-f]{64}/;
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(pattern, `$1${checkpoint}`), { mode: 0o600 });
}

function cached(name: string, fill: (folder: string) => void): string {
  const folder = join(CACHE_DIRECTORY, name);
  if (existsSync(folder)) return folder;
  const partial = `${folder}.${process.pid}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true, mode: 0o700 });
  fill(partial);
  renameSync(partial, folder);
  return folder;
}
