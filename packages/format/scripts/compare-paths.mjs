/**
 * Compares all ways of checking a frame over many changed frames: node scripts/compare-paths.mjs [COUNT] [SEED]; a million by default.
 * The test suite does the same over 10,000.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const [count = '1000000', seed = String(Date.now() % 2 ** 31)] = process.argv.slice(2);
process.stdout.write(`${count} changed frames, seed ${seed}\n`);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    'packages/format/src/dialects/event-log-v1/check-frame.test.ts',
    '--testTimeout',
    '36000000',
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, FXLOG_CHANGED_FRAMES: count, FXLOG_CHANGED_FRAMES_SEED: seed },
  },
);
process.exitCode = status ?? 1;
