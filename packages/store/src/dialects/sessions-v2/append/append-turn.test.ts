import { createHash } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConversation, type Turn } from '@fxlog/assembler';
import { withFlock } from '@fxlog/writer/internal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkStoreSession } from '../../../../../../test/crash/check-store-session.js';
import { openSession } from '../../../session.js';
import { FX, sessionIdOf } from '../../../testing/fixtures.js';
import { verifySession } from '../../../verify-session.js';
import { OPTIONS, TURN } from '../../conversation-log/append/testing/appended-turn.js';
import { appendStoreTurn } from './append-turn.js';
import { layStoreSession } from './testing/appended-turn.js';

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'fxlog-append-'));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const logOf = (dir: string) => readFileSync(join(dir, 'log.jsonl'), 'utf8');
const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const PLUMS = 'tool-results/result-shell-plums.txt';
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

async function turnsOf(dir: string): Promise<Turn[]> {
  const log = (await openSession(dir)).read();
  if (!log.ok) throw new Error(log.finding.message);
  const turns: Turn[] = [];
  for await (const items of readConversation(log.path, { end: log.end, readBlob: log.readBlob })) {
    for (const item of items) if (item.type === 'turn') turns.push(item.turn);
  }
  return turns;
}

/** What is wrong with a session, but for its catalogue, which fx derives. */
async function faultsOf(dir: string) {
  const { readable, resumable, listed, findings } = await verifySession(dir);
  expect([readable.ok, resumable.ok, listed.ok]).toEqual([true, true, true]);
  return findings.filter(({ rule }) => rule !== 'sessions-v2/catalogue-differs');
}

describe('appendStoreTurn', () => {
  it('adds the lines of a turn behind those that are there, and a blob for its output', async () => {
    const dir = layStoreSession(base);
    const before = logOf(dir);
    const { offset, end, discardedBytes, findings } = await appendStoreTurn(dir, TURN, OPTIONS);
    expect({ offset, discardedBytes, findings }).toEqual({ offset: before.length, discardedBytes: 0, findings: [] });
    const log = logOf(dir);
    expect(log.startsWith(before)).toBe(true);
    const [first, ...rest] = linesOf(log.slice(before.length));
    expect([first, ...rest].map(({ kind, key, type }) => key ?? type ?? kind)).toEqual([
      'moved_files',
      'turn_started',
      'user',
      'tool_call',
      'tool_result',
      'assistant',
      'turn_end',
      'turn_committed',
      'closed',
    ]);
    expect(end).toEqual({ seq: linesOf(before).length + 9, bytes: log.length });
    expect(rest.map(({ ts }) => ts)).toEqual(rest.map(() => 1790000900000));
    expect(JSON.parse(readFileSync(join(dir, 'blobs', first.value.map), 'utf8'))).toEqual({
      [PLUMS]: hashOf('plums\n'),
    });
    expect((await openSession(dir)).attachment(PLUMS)).toEqual(Buffer.from('plums\n'));
    checkStoreSession(dir);
    expect(await faultsOf(dir)).toEqual([]);
  });

  it('numbers turns and lines on, and keeps what the session says of its files', async () => {
    const dir = layStoreSession(base, 'moved-files', 'orchard_0965');
    const before = (await openSession(dir)).children().length;
    const turns = (await turnsOf(dir)).length;
    const { end } = await appendStoreTurn(dir, TURN, OPTIONS);
    // The file is known now: nothing is said of it again.
    const again = await appendStoreTurn(dir, TURN, { ...OPTIONS, expected: end });
    const lines = linesOf(logOf(dir));
    expect(lines.filter(({ key }) => key === 'moved_files')).toHaveLength(2);
    expect(lines.filter(({ kind }) => kind === 'turn_started').map(({ turn }) => turn)).toEqual(
      Array.from({ length: turns + 2 }, (_, index) => index + 1),
    );
    expect(again.end.seq).toBe(lines.length);
    // The output, and a new map.
    expect((await openSession(dir)).children()).toHaveLength(before + 2);
    expect(await faultsOf(dir)).toEqual([]);
  });

  it('takes a turn of an event log, and says what of it cannot be carried', async () => {
    const dir = layStoreSession(base);
    const shape = 'one-tool-call';
    const source: Turn[] = [];
    for await (const items of readConversation(join(FX, shape, sessionIdOf(shape), 'events.jsonl'))) {
      for (const item of items) if (item.type === 'turn') source.push(item.turn);
    }
    const codes: string[] = [];
    await appendStoreTurn(dir, source[0] as Turn, { ...OPTIONS, report: ({ code }) => void codes.push(code) });
    expect(codes).toContain('unsure-output');
    expect((await turnsOf(dir)).at(-1)).toMatchObject({ user: { text: source[0]?.user.text } });
    expect(await faultsOf(dir)).toEqual([]);
  });

  it('puts a snapshot in the log about every 64 KiB, which says what the lines before it say', async () => {
    const dir = layStoreSession(base);
    const turn = { ...TURN, user: { ...TURN.user, text: 'plums '.repeat(5000) } };
    for (let count = 0; count < 6; count++) await appendStoreTurn(dir, turn, OPTIONS);
    const snapshots = linesOf(logOf(dir)).filter(({ kind }) => kind === 'snapshot');
    expect(snapshots).toHaveLength(2);
    expect(await faultsOf(dir)).toEqual([]);
  });

  it('lets time stand still rather than go back', async () => {
    const dir = layStoreSession(base);
    const { ts } = linesOf(logOf(dir)).at(-1);
    const { updatedAtMs } = await appendStoreTurn(dir, TURN, { ...OPTIONS, clock: () => 5 });
    expect(updatedAtMs).toBe(ts);
  });

  it('waits for fx, and gives up', async () => {
    const dir = layStoreSession(base);
    const before = logOf(dir);
    await withFlock(join(dir, 'lock'), {}, async () => {
      await expect(appendStoreTurn(dir, TURN, { ...OPTIONS, timeoutMs: 0 })).rejects.toMatchObject({
        rule: 'lock/busy',
        fxError: 'SessionBusy',
      });
    });
    expect(logOf(dir)).toBe(before);
  });

  it('refuses a session that has moved on since it was read', async () => {
    const dir = layStoreSession(base);
    const { end } = await appendStoreTurn(dir, TURN, OPTIONS);
    await appendStoreTurn(dir, TURN, { ...OPTIONS, expected: end });
    await expect(appendStoreTurn(dir, TURN, { ...OPTIONS, expected: end })).rejects.toMatchObject({
      rule: 'change/moved-on',
    });
  });

  it('cuts off a line without an end only when it is asked to', async () => {
    const dir = layStoreSession(base);
    const before = logOf(dir);
    appendFileSync(join(dir, 'log.jsonl'), '{"v":1,"seq":');
    await expect(appendStoreTurn(dir, TURN, OPTIONS)).rejects.toMatchObject({ rule: 'change/tail' });
    const { discardedBytes } = await appendStoreTurn(dir, TURN, { ...OPTIONS, recover: true });
    expect(discardedBytes).toBe(13);
    expect(logOf(dir).startsWith(`${before}{"v":1,"seq":`)).toBe(true);
    expect(await faultsOf(dir)).toEqual([]);
  });

  it('ends a turn that a crash has left open as fx does, and keeps what it holds', async () => {
    const dir = layStoreSession(base, 'crashed', 'orchard_0952');
    const before = logOf(dir);
    await expect(appendStoreTurn(dir, TURN, OPTIONS)).rejects.toMatchObject({ rule: 'change/tail' });
    await appendStoreTurn(dir, TURN, { ...OPTIONS, recover: true });
    expect(linesOf(logOf(dir).slice(before.length))[0]).toMatchObject({
      kind: 'turn_interrupted',
      turn: 1,
      reason: 'crash',
    });
    expect((await turnsOf(dir)).map(({ user, end }) => [user.text, end.kind])).toEqual([
      ['water the trees', 'interrupted'],
      ['And the plums?', 'completed'],
    ]);
    expect(await faultsOf(dir)).toEqual([]);
  });

  it.each([
    ['a log with damage in the middle', 'corrupt-middle', 'orchard_0963', 'change/not-resumable'],
    ['a child, which only its parent opens', 'child', 'orchard_0961', 'change/not-resumable'],
  ])('never touches %s', async (_what, shape, id, rule) => {
    const dir = layStoreSession(base, shape, id);
    const before = logOf(dir);
    await expect(appendStoreTurn(dir, TURN, { ...OPTIONS, recover: true })).rejects.toMatchObject({ rule });
    expect(logOf(dir)).toBe(before);
  });

  it('never touches what is not a session of the store', async () => {
    const dir = join(base, 'elsewhere', 'orchard');
    mkdirSync(dir, { recursive: true });
    await expect(appendStoreTurn(dir, TURN, OPTIONS)).rejects.toMatchObject({ rule: expect.any(String) });
    expect(readdirSync(dir)).toEqual([]);
  });

  it('writes no blob through a link', async () => {
    const dir = layStoreSession(base);
    const before = logOf(dir);
    symlinkSync(base, join(dir, 'blobs'));
    await expect(appendStoreTurn(dir, TURN, OPTIONS)).rejects.toMatchObject({ rule: 'write/unsafe-path' });
    expect(logOf(dir)).toBe(before);
    rmSync(join(dir, 'blobs'));
    mkdirSync(join(dir, 'blobs'), { mode: 0o700 });
    const [blob, linked] = [join(dir, 'blobs', hashOf('plums\n')), join(base, 'elsewhere')];
    writeFileSync(linked, 'something else');
    symlinkSync(linked, blob);
    await appendStoreTurn(dir, TURN, OPTIONS);
    expect(readFileSync(linked, 'utf8')).toBe('something else');
    checkStoreSession(dir);
    expect(await faultsOf(dir)).toEqual([]);
  });

  it('writes a blob anew that has other bytes than its name says', async () => {
    const dir = layStoreSession(base);
    mkdirSync(join(dir, 'blobs'), { mode: 0o700 });
    writeFileSync(join(dir, 'blobs', hashOf('plums\n')), 'pears\n', { mode: 0o400 });
    await appendStoreTurn(dir, TURN, OPTIONS);
    checkStoreSession(dir);
  });

  it('leaves what fx goes on with wherever the write breaks off', async () => {
    const dir = layStoreSession(base);
    const { offset } = await appendStoreTurn(dir, TURN, OPTIONS);
    const whole = readFileSync(join(dir, 'log.jsonl'));
    const ends: number[] = [];
    for (let at = whole.indexOf(0x0a, offset); at >= 0; at = whole.indexOf(0x0a, at + 1))
      ends.push(at - 20, at, at + 1);
    for (const end of ends) {
      writeFileSync(join(dir, 'log.jsonl'), whole.subarray(0, end));
      expect(await verifySession(dir), `cut at ${end}`).toMatchObject({
        readable: { ok: true },
        resumable: { ok: true },
      });
      await appendStoreTurn(dir, TURN, { ...OPTIONS, recover: true });
      expect(await faultsOf(dir), `cut at ${end}`).toEqual([]);
    }
    expect(ends).toHaveLength(27);
  });

  it('appends no turn without an end', async () => {
    const dir = layStoreSession(base);
    const [turn] = await turnsOf(dir);
    const native = { dialect: 'conversation-log', turn: { ...TURN, text: null, end: null } } as const;
    await expect(appendStoreTurn(dir, { ...(turn as Turn), native }, OPTIONS)).rejects.toMatchObject({
      rule: 'write/unended-turn',
    });
  });
});
