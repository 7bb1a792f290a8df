/** Every damaged directory of the corpora, whatever fx made of it: repaired it is sound, or the repair says why not. */

import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sample } from '#test/runs';
import { buildDamaged } from '../../../../../../test/conformance/damage.js';
import { buildEntries } from '../../../../../../test/conformance/directory-cases.js';
import { repairSession } from '../../../repair/repair-session.js';
import { expectConservation } from '../../../repair/testing/conservation.js';
import { StoreError } from '../../../store-error.js';
import { verifySession } from '../../../verify-session.js';

const CORPORA = new URL('../../../../../../test-fixtures/conformance/', import.meta.url);
const rowsOf = (name: string) =>
  readFileSync(new URL(name, CORPORA), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'fxlog-repair-corpus-'));
  mkdirSync(join(home, 'sessions'), { mode: 0o700 });
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** Sessions of other formats, links and files in the place of directories, and logs of a newer fx. */
const REFUSALS = ['repair/source', 'repair/legacy-format', 'repair/newer-format', 'repair/nothing'];

async function expectRepairable(dir: string): Promise<void> {
  const log = join(dir, 'events.jsonl');
  const isPlain = existsSync(log) && lstatSync(log).isFile();
  try {
    const report = await repairSession(dir, { folder: join(home, 'out') });
    if (report.status === 'nothing-to-do') return;
    if (report.log?.file === 'events.jsonl')
      expectConservation(dir, isPlain ? readFileSync(log) : Buffer.alloc(0), report);
    const { readable, listed, findings } = await verifySession(report.dir ?? '');
    expect([readable.ok, listed.ok]).toEqual([true, true]);
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect((await repairSession(report.dir ?? '', null, { dryRun: true })).status).toBe('nothing-to-do');
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    expect(REFUSALS, error.message).toContain(error.rule);
  }
}

describe('damaged copies of sessions that fx wrote', () => {
  for (const row of sample(rowsOf('dirs.jsonl'), 40)) {
    it(row.id ?? row.name ?? JSON.stringify(row.damage).slice(0, 80), async () => {
      const root = join(home, 'sessions');
      await expectRepairable(join(root, buildDamaged(root, row.base, row.damage)));
    });
  }
});

describe('directory cases', () => {
  for (const row of sample(rowsOf('directory-cases.jsonl'), 60)) {
    it(`${row.id} ${row.title}`, async () => {
      const root = join(home, 'sessions');
      const dir = join(root, row.session_id);
      mkdirSync(dir);
      buildEntries(dir, row.session_entries);
      if (row.sessions_dir_entries !== undefined) buildEntries(root, row.sessions_dir_entries);
      chmodSync(dir, Number.parseInt(row.session_dir_mode, 8));
      await expectRepairable(dir);
    });
  }
});
