import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CRASH_POINTS, FEWEST_POINTS } from './crash-points.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Every test that breaks something at every call. */
const TESTS = ['packages', 'test']
  .flatMap((top) => readdirSync(join(ROOT, top), { recursive: true, encoding: 'utf8' }).map((file) => join(top, file)))
  .filter((file) => file.endsWith('.crash.test.ts') && !file.includes('node_modules'))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));

describe('the moments at which operations are broken', () => {
  it('are as many as promised', () => {
    const all = Object.values(CRASH_POINTS).reduce((sum, { killed, failed }) => sum + killed + failed, 0);
    expect(all).toBeGreaterThanOrEqual(FEWEST_POINTS);
    for (const { killed, failed } of Object.values(CRASH_POINTS)) expect(failed).toBe(3 * killed);
  });

  it('are held by a test for each operation, and counted here by each such test', () => {
    const text = TESTS.map((test) => test.text).join('\n');
    for (const name of Object.keys(CRASH_POINTS)) {
      const [operation = ''] = name.split(' ');
      expect(text, name).toMatch(new RegExp(`${operation}\\b`));
    }
    expect(TESTS.filter((test) => !/\b(CRASH_POINTS|pointsOf)\b/.test(test.text)).map(({ file }) => file)).toEqual([]);
  });

  it('are never passed over', () => {
    const skipping = TESTS.filter(({ text }) => /\.(skip|only|todo|skipIf|runIf)\b/.test(text));
    expect(skipping.map(({ file }) => file)).toEqual([]);
  });
});
