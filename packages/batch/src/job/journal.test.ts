import { open } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runs } from '#test/runs';
import type { SessionResult } from '../model/session-result.js';
import { TestDirectory } from '../testing/sessions.js';
import { JournalWriter, readJournal, readSettled } from './journal.js';

let place: TestDirectory;
beforeEach(() => {
  place = new TestDirectory();
});
afterEach(() => place.remove());

const path = () => join(place.path, 'journal.jsonl');

function result(index: number, isFailed: boolean, key = `sessions/ä/${index}`): SessionResult {
  const base = { key, kind: 'session' as const, origin: { type: 'directory' as const, path: key }, index, bytes: 7 };
  const counts = { error: 0, warning: 0, info: 0 };
  if (!isFailed) return { ...base, counts, findings: [], status: 'done' };
  return { ...base, counts, findings: [], status: 'failed', rule: 'batch/task-failed', reason: 'for a test' };
}

async function read(failedOnly = false): Promise<SessionResult[]> {
  const file = await open(path(), 'r');
  try {
    const { index } = await readJournal(file);
    const results: SessionResult[] = [];
    for await (const settled of readSettled(file, index, failedOnly)) results.push(settled.result);
    return results;
  } finally {
    await file.close();
  }
}

it('has the last word on each session, in the order of the inputs, as a map of them would', async () => {
  const word = fc.record({ index: fc.nat(40), isFailed: fc.boolean(), isCheckpoint: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(word, { maxLength: 80 }), async (words) => {
      place.remove();
      place = new TestDirectory();
      const { journal, content } = await JournalWriter.open(path());
      const counted = new Map<number, SessionResult>();
      let pending: SessionResult[] = [];
      for (const { index, isFailed, isCheckpoint } of words) {
        const said = result(index, isFailed);
        pending.push(said);
        content.index.add(journal.add({ result: said }));
        if (!isCheckpoint) continue;
        await journal.checkpoint(undefined);
        for (const one of pending) counted.set(one.index, one);
        pending = [];
        const found = content.index.find(said.key);
        expect(found && journal.read(found)).toEqual({ result: said });
      }
      await journal.close();
      const expected = [...counted.values()].sort((a, b) => a.index - b.index);
      expect(await read()).toEqual(expected);
      expect(await read(true)).toEqual(expected.filter(({ status }) => status === 'failed'));
    }),
    { numRuns: runs(200) },
  );
});

it('finds each of many sessions, and none that is not there', async () => {
  const { journal, content } = await JournalWriter.open(path());
  for (let i = 0; i < 5000; i += 1) {
    content.index.add(journal.add({ result: result(i, false) }));
    await journal.relieve();
  }
  await journal.checkpoint(undefined);
  for (let i = 0; i < 5000; i += 97) {
    const entry = content.index.find(`sessions/ä/${i}`);
    expect(entry && journal.read(entry).result.index).toBe(i);
  }
  expect(content.index.find('sessions/ä/5000')).toBeUndefined();
  expect(content.index.size).toBe(5000);
  await journal.close();
});

it('does not count what was written without a checkpoint', async () => {
  const { journal } = await JournalWriter.open(path());
  for (let i = 0; i < 10_000; i += 1) {
    journal.add({ result: result(i, false) });
    await journal.relieve();
  }
  await journal.close();
  expect(await read()).toEqual([]);
});
