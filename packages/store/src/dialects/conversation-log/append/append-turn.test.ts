import { appendFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConversation, type Turn } from '@fxlog/assembler';
import { withFlock } from '@fxlog/writer/internal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FX, sessionIdOf } from '../../../testing/fixtures.js';
import { verifySession } from '../../../verify-session.js';
import { appendConversationTurn } from './append-turn.js';
import { laySession, OPTIONS, TURN } from './testing/appended-turn.js';

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'fxlog-append-'));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const logOf = (dir: string) => readFileSync(join(dir, 'events.jsonl'), 'utf8');
const manifestOf = (dir: string) => JSON.parse(readFileSync(join(dir, 'session.json'), 'utf8'));

async function turnsOf(dir: string): Promise<Turn[]> {
  const turns: Turn[] = [];
  for await (const items of readConversation(join(dir, 'events.jsonl'))) {
    for (const item of items) if (item.type === 'turn') turns.push(item.turn);
  }
  return turns;
}

describe('appendConversationTurn', () => {
  it('adds the lines of a turn behind those that are there, and what goes with them', async () => {
    const dir = laySession(base);
    const before = logOf(dir);
    const lines = before.split('\n').length - 1;
    const { offset, end, discardedBytes, findings } = await appendConversationTurn(dir, TURN, OPTIONS);
    expect({ offset, discardedBytes, findings }).toEqual({ offset: before.length, discardedBytes: 0, findings: [] });
    const log = logOf(dir);
    expect(log.startsWith(before)).toBe(true);
    expect(end).toEqual({ seq: lines + 5, bytes: log.length });
    const added = log
      .slice(before.length)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(added.map(({ seq, timestamp_ms, event }) => [seq, timestamp_ms, Object.keys(event)[0]])).toEqual(
      ['user', 'tool_call', 'tool_result', 'assistant', 'turn_completed'].map((tag, at) => [
        lines + 1 + at,
        1790000900000,
        tag,
      ]),
    );
    expect(readFileSync(join(dir, 'tool-results', 'result-shell-plums.txt'), 'utf8')).toBe('plums\n');
    expect(manifestOf(dir).updated_at_ms).toBe(1790000900000);
    const verdict = await verifySession(dir);
    expect(verdict).toMatchObject({ readable: { ok: true }, resumable: { ok: true } });
    expect(verdict.findings).toEqual([]);
  });

  it('takes a turn of an event log, and says what of it cannot be carried', async () => {
    const dir = laySession(base);
    const shape = 'one-tool-call';
    const [turn] = await turnsOf(join(FX, shape, sessionIdOf(shape)));
    const codes: string[] = [];
    await appendConversationTurn(dir, turn as Turn, { ...OPTIONS, report: ({ code }) => void codes.push(code) });
    expect(codes).toContain('unsure-output');
    expect((await turnsOf(dir)).at(-1)).toMatchObject({ user: { text: turn?.user.text }, timeMs: turn?.timeMs });
    expect(await verifySession(dir)).toMatchObject({ resumable: { ok: true } });
  });

  it('waits for fx, and gives up', async () => {
    const dir = laySession(base);
    const before = logOf(dir);
    await withFlock(join(dir, 'session.lock'), {}, async () => {
      await expect(appendConversationTurn(dir, TURN, { ...OPTIONS, timeoutMs: 0 })).rejects.toMatchObject({
        rule: 'lock/busy',
        fxError: 'SessionBusy',
      });
    });
    expect(logOf(dir)).toBe(before);
  });

  it('refuses a session that has moved on since it was read', async () => {
    const dir = laySession(base);
    const { end } = await appendConversationTurn(dir, TURN, OPTIONS);
    await appendConversationTurn(dir, TURN, { ...OPTIONS, expected: end });
    await expect(appendConversationTurn(dir, TURN, { ...OPTIONS, expected: end })).rejects.toMatchObject({
      rule: 'change/moved-on',
    });
  });

  it('cuts off what has no end only when it is asked to', async () => {
    const dir = laySession(base);
    const before = logOf(dir);
    appendFileSync(join(dir, 'events.jsonl'), '{"schema_version":3,"seq":');
    await expect(appendConversationTurn(dir, TURN, OPTIONS)).rejects.toMatchObject({ rule: 'change/tail' });
    const { discardedBytes } = await appendConversationTurn(dir, TURN, { ...OPTIONS, recover: true });
    expect(discardedBytes).toBe(26);
    expect(logOf(dir).startsWith(`${before}{"schema_version":3,"seq":`)).toBe(true);
    expect(await verifySession(dir)).toMatchObject({ readable: { ok: true }, resumable: { ok: true } });
  });

  it('ends a turn that a checkpoint has left open', async () => {
    const dir = laySession(base, 'conversation-log/open-after-checkpoint/orchard_0010');
    await expect(appendConversationTurn(dir, TURN, OPTIONS)).rejects.toMatchObject({ rule: 'change/tail' });
    await appendConversationTurn(dir, TURN, { ...OPTIONS, recover: true });
    const turns = await turnsOf(dir);
    expect(turns.slice(-2).map(({ end }) => end)).toMatchObject([
      { kind: 'interrupted', reason: 'failed' },
      { kind: 'completed' },
    ]);
    expect(await verifySession(dir)).toMatchObject({ resumable: { ok: true } });
  });

  it('says that a turn in flight is given up', async () => {
    const dir = laySession(base, 'conversation-log/running-turn/orchard_0017');
    const { findings } = await appendConversationTurn(dir, TURN, OPTIONS);
    expect(findings).toMatchObject([{ rule: 'change/recovery-dropped', file: 'recovery.json' }]);
  });

  it.each([
    ['a log that fx does not go on with', (dir: string) => truncateSync(join(dir, 'events.jsonl'), 0), 'ok'],
    [
      'a line that fx refuses',
      (dir: string) => appendFileSync(join(dir, 'events.jsonl'), 'x\n'),
      'change/not-resumable',
    ],
    ['a manifest of another format', (dir: string) => writeFileSync(join(dir, 'session.json'), '{}'), 'change/format'],
    ['a log behind a link', linkLog, 'change/not-resumable'],
  ])('never touches %s', async (_what, damage, rule) => {
    const dir = laySession(base);
    damage(dir);
    const before = logOf(dir);
    const done = appendConversationTurn(dir, TURN, OPTIONS);
    if (rule === 'ok') return expect(await done).toMatchObject({ offset: 0 });
    await expect(done).rejects.toMatchObject({ rule });
    expect(logOf(dir)).toBe(before);
  });

  it('writes no file through a link', async () => {
    const dir = laySession(base);
    rmSync(join(dir, 'tool-results'), { recursive: true, force: true });
    symlinkSync(base, join(dir, 'tool-results'));
    const before = logOf(dir);
    await expect(appendConversationTurn(dir, TURN, OPTIONS)).rejects.toMatchObject({ rule: 'write/unsafe-path' });
    expect(logOf(dir)).toBe(before);
  });

  it('appends no turn without an end', async () => {
    const dir = laySession(base);
    const [turn] = await turnsOf(dir);
    const native = { dialect: 'conversation-log', turn: { ...TURN, text: null, end: null } } as const;
    await expect(appendConversationTurn(dir, { ...(turn as Turn), native }, OPTIONS)).rejects.toMatchObject({
      rule: 'write/unended-turn',
    });
  });
});

function linkLog(dir: string): void {
  const log = join(dir, 'events.jsonl');
  const other = join(dir, 'other');
  writeFileSync(other, readFileSync(log));
  rmSync(log);
  symlinkSync(other, log);
}
