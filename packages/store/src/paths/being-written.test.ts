import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isBeingWritten } from './being-written.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fxlog-being-written-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('tells a file that grows, or is gone, from one that stays as it was read', () => {
  const path = join(folder, 'log.jsonl');
  writeFileSync(path, '{"half');
  expect(isBeingWritten(path, 6)).toBe(false);
  appendFileSync(path, '"}\n');
  expect(isBeingWritten(path, 6)).toBe(true);
  rmSync(path);
  expect(isBeingWritten(path, 6)).toBe(true);
});
