import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type ConversationItem, readConversation, type Turn } from '@fxlog/assembler';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { SessionLog } from '../../../session.js';
import { openSession } from '../../../session.js';
import { TemporaryProfile } from '../../../testing/fixtures.js';
import { verifySession } from '../../../verify-session.js';

const profile = new TemporaryProfile();
afterAll(() => profile.remove());

let made = 0;
let dir: string;
let id: string;
beforeEach(() => {
  id = `legacy-${++made}`;
  dir = profile.add('legacy-v2', id);
});

const USER = { text: 'What lies in the shed?', images: [] };
const RESULT = {
  tool_call_id: 'c1',
  tool_name: 'list',
  status: 'success',
  output: 'rake\nspade\n',
  output_bytes: 11,
  stored_output_bytes: 11,
  truncated: false,
  provider_native: false,
  created_at_ms: 1_700_000_000_500,
};
const CALL = { id: 'c1', name: 'list', arguments_json: '{"path":"shed"}' };

function write(history: readonly object[], more: object = {}, space?: number): void {
  const snapshot = {
    schema_version: 1,
    id,
    created_at_ms: 1_700_000_000_000,
    updated_at_ms: 1_700_000_001_000,
    workspace_root: '/home/dev/project',
    conversation_language: 'en',
    history_len: history.length,
    history,
    ...more,
  };
  writeFileSync(join(dir, 'session.json'), JSON.stringify(snapshot, null, space), { mode: 0o600 });
}

async function logOf(): Promise<SessionLog> {
  const log = (await openSession(dir)).read();
  if (!log.ok) throw new Error(log.finding.message);
  return log;
}

async function items(): Promise<ConversationItem[]> {
  const all: ConversationItem[] = [];
  const reading = readConversation((await logOf()).source);
  for (;;) {
    const batch = await reading.next();
    if (batch.done === true) return all;
    all.push(...batch.value);
  }
}

async function turns(): Promise<Turn[]> {
  return (await items()).flatMap((item) => (item.type === 'turn' ? [item.turn] : []));
}

describe('a session from before event logs', () => {
  it('is read as fx shows it, and nothing in its directory changes', async () => {
    id = basename(profile.add('legacy-v2'));
    dir = join(profile.root, id);
    const before = readFileSync(join(dir, 'session.json'));
    const session = await openSession(dir);
    expect([session.format, session.id]).toEqual(['legacy-snapshot', '1700000000000-42-legacy']);
    const read = await turns();
    expect(read.map(({ user, end, timeMs }) => [user.text, end, timeMs])).toEqual([
      ['Old question', { kind: 'completed', text: 'Old answer.' }, null],
      ['Another old question', { kind: 'completed', text: 'Another old answer.' }, null],
    ]);
    expect(readdirSync(dir)).toEqual(['session.json']);
    expect(readFileSync(join(dir, 'session.json'))).toEqual(before);
    const verdict = await verifySession(dir);
    expect([verdict.readable.ok, verdict.readable.turns, verdict.resumable.ok]).toEqual([true, 2, true]);
    expect(verdict.findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
  });

  it('may hold every kind of turn, in executions of either version or without one', async () => {
    const execution = { tool_steps: [{ assistant: 'I look.', tool_calls: [CALL], tool_results: [RESULT] }] };
    write(
      [
        { kind: 'assistant', user: USER, assistant: 'A rake and a spade.', execution, mood: 'sunny' },
        { kind: 'interrupted', user: USER, assistant: 'Wait', terminal_reason: 'failed', tool_call: CALL },
        { kind: 'interrupted', user: USER },
        { kind: 'background_command', user: USER, log_path: '/tmp/x.log', expect_url: true, url: 'http://localhost:1' },
        { kind: 'compacted_summary', summary: 'Of tools.', removed_turn_count: 4, compaction_count: 1 },
        {
          kind: 'assistant',
          user: USER,
          assistant: '',
          execution: {
            schema_version: 2,
            tool_steps: [{ tool_calls: [CALL], tool_results: [{ ...RESULT, permission_feedback: ['go on'] }] }],
            files: [{ path: 'shed', action: 'list', tool_name: 'list', tool_call_id: 'c1', status: 'success' }],
          },
        },
      ],
      { total_input_tokens: 11, total_output_tokens: 'many' },
      // Line ends between the tokens are white space: it is one document.
      2,
    );
    const all = await items();
    const [first, second, third, fourth, fifth] = all.flatMap((item) => (item.type === 'turn' ? [item.turn] : []));
    expect(first?.steps).toMatchObject([
      {
        text: 'I look.',
        calls: [{ id: 'c1', argumentsJson: '{"path":"shed"}' }],
        results: [{ callId: 'c1', callIndex: 0 }],
      },
    ]);
    expect(first?.steps[0]?.results[0]?.content).toEqual({ kind: 'inline', output: 'rake\nspade\n' });
    expect(second?.end).toMatchObject({ kind: 'interrupted', reason: 'failed', text: 'Wait', call: { name: 'list' } });
    expect(third?.end).toMatchObject({ kind: 'interrupted', reason: 'cancelled', text: null, call: null });
    expect(fourth?.end).toMatchObject({ kind: 'background_command', logPath: '/tmp/x.log', url: 'http://localhost:1' });
    expect(fifth?.steps[0]?.results[0]?.permissionFeedback).toEqual(['go on']);
    expect(fifth?.files).toMatchObject([{ path: 'shed', action: 'list' }]);
    expect(all.flatMap((item) => (item.type === 'compaction' ? [item.compaction.summary] : []))).toEqual(['Of tools.']);
    const begin = all.find((item) => item.type === 'begin');
    expect(begin).toMatchObject({ state: { id, workspaceRoot: '/home/dev/project', createdAtMs: 1_700_000_000_000 } });
  });

  it('keeps a call whose arguments are not JSON, as one without any', async () => {
    const broken = { ...CALL, arguments_json: '{"path":' };
    write([
      { kind: 'assistant', user: USER, assistant: 'x', execution: { tool_steps: [{ tool_calls: [broken, broken] }] } },
    ]);
    expect((await turns())[0]?.steps[0]?.calls.map(({ argumentsJson }) => argumentsJson)).toEqual(['{}', '{}']);
  });

  it.each([
    ['has more turns than it says', { history_len: 3 }],
    ['names another session', { id: 'somebody-else' }],
    ['has no language', { conversation_language: undefined }],
  ])('is refused as fx refuses it where it %s', async (_, more) => {
    write([{ kind: 'assistant', user: USER, assistant: 'x' }], more);
    expect((await openSession(dir)).read()).toMatchObject({ ok: false, finding: { rule: 'store/unreadable' } });
    expect((await verifySession(dir)).readable).toMatchObject({ ok: false, error: 'InvalidSessionFormat' });
  });

  it('has its totals and a model for whoever writes it anew', async () => {
    write([{ kind: 'assistant', user: USER, assistant: 'x' }], { total_input_tokens: 11, workspace_root: null });
    const session = await openSession(dir);
    const reading = readConversation((await logOf()).source);
    let last = await reading.next();
    while (last.done !== true) last = await reading.next();
    const { state } = last.value;
    expect(state?.totals).toEqual({ totalInputTokens: 11, totalOutputTokens: 0 });
    expect(session.settings(state).head).toMatchObject({ id, workspaceRoot: '/', model: 'anthropic/claude-opus-4.7' });
  });
});
