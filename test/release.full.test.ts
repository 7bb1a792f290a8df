import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './read-imports.js';

it('every package can be packed, installed beside the others, and used', { timeout: 300_000 }, () => {
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts/release-check.js')], {
    encoding: 'utf8',
  });
  expect(stderr).toMatch(/\b\d+ packages are ready for release\.\n$/);
  expect(status).toBe(0);
});
