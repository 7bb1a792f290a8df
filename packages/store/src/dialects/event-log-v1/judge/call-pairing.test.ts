/** Calls and results that fx reads and then refuses to send (model-view §7). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HistoryTurn } from '@fxlog/format';
import { writeSession } from '@fxlog/writer';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { doctorReport } from '../../../doctor/doctor-report.js';
import { SessionsRoot } from '../../../root/sessions-root.js';
import { verifySession } from '../../../verify-session.js';
import { appendTurn } from '../append/append-turn.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fxlog-pairing-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const call = (id: string, name = 'read_file') => ({ id, name, arguments_json: '{}', provider_result: null });
const result = (id: string, name = 'read_file') => ({
  tool_call_id: id,
  tool_name: name,
  status: 'success',
  output: 'pears',
  output_handle: null,
  preview: null,
  output_bytes: 5,
  stored_output_bytes: 5,
  truncated: false,
  provider_native: false,
  created_at_ms: 1,
  permission_feedback: [],
  committed_file_presentation: null,
  command_output_replay: null,
  command_process_presentation: null,
});
type Step = readonly [calls: readonly object[], results: readonly object[]];

function turn(...steps: readonly Step[]): HistoryTurn {
  return {
    kind: 'assistant',
    user: { text: 'count them', images: [] },
    assistant: 'done',
    execution: {
      schema_version: 3,
      tool_steps: steps.map(([tool_calls, tool_results]) => ({ assistant: null, tool_calls, tool_results })),
      files: [],
    },
  } as unknown as HistoryTurn;
}

function interrupted(id: string, name = 'read_file'): HistoryTurn {
  return {
    ...turn(),
    kind: 'interrupted',
    assistant: null,
    tool_call: call(id, name),
    completed_tool_names: [],
  } as never;
}

async function sessionOf(...turns: readonly HistoryTurn[]): Promise<string> {
  const session = {
    id: 'pairs',
    created_at_ms: 1,
    workspace_root: '/home/ann/shop',
    preferences: { model: 'zai/glm-5.2', effort: 'auto', fast_mode: false },
    conversation_language: 'en',
  };
  const made = await writeSession({ turns: turns.map((item) => ({ turn: item })), session } as never, { root: folder });
  return made.dir;
}

const pairing = async (dir: string) => {
  const { findings, resumable } = await verifySession(dir);
  expect(resumable.ok).toBe(true);
  return findings.filter(({ rule }) => rule === 'store/call-pairing');
};

const FAULTY: readonly (readonly [what: string, turn: HistoryTurn, path: string])[] = [
  ['an empty id', turn([[call('')], [result('')]]), '/execution/tool_steps/0/tool_calls/0'],
  ['an empty name', turn([[call('a', '')], [result('a', '')]]), '/execution/tool_steps/0/tool_calls/0'],
  ['no result', turn([[call('a')], []]), '/execution/tool_steps/0/tool_calls/0'],
  ['one result of two', turn([[call('a'), call('b')], [result('b')]]), '/execution/tool_steps/0/tool_calls/0'],
  ['a result of another tool', turn([[call('a')], [result('a', 'bash')]]), '/execution/tool_steps/0/tool_results/0'],
  ['two calls of one id', turn([[call('a'), call('a')], [result('a')]]), '/execution/tool_steps/0/tool_calls/1'],
  [
    'two results of one call',
    turn([[call('a')], [result('a'), result('a')]]),
    '/execution/tool_steps/0/tool_results/1',
  ],
  [
    'a result of no call',
    turn([[call('a')], [result('a')]], [[call('b')], [result('c')]]),
    '/execution/tool_steps/1/tool_results/0',
  ],
  ['an interrupted call without an id', interrupted(''), '/tool_call'],
  ['an interrupted call without a name', interrupted('a', ''), '/tool_call'],
];

const FINE: readonly (readonly [what: string, turn: HistoryTurn])[] = [
  [
    'results in another order',
    turn([
      [call('a'), call('b', 'bash')],
      [result('b', 'bash'), result('a')],
    ]),
  ],
  ['an id again in a later step', turn([[call('a')], [result('a')]], [[call('a')], [result('a')]])],
  ['results in a step without calls', turn([[], [result('a')]])],
  ['an interrupted call', interrupted('a')],
];

describe('calls and results', () => {
  it.each(FAULTY)('that do not fit are refused, and warned of: %s', async (_, faulty, path) => {
    const dir = await sessionOf(turn(), faulty);
    expect(await pairing(dir)).toMatchObject([
      { severity: 'warning', fxError: 'InvalidGatewayHistory', message: expect.stringContaining('In turn 2 ') },
    ]);
    await expect(appendTurn(dir, faulty)).rejects.toMatchObject({
      name: 'WriteError',
      rule: 'write/call-pairing',
      fxError: 'InvalidGatewayHistory',
      item: 0,
      path,
    });
  });

  it.each(FINE)('that fit are appended, and nothing is said: %s', async (_, fine) => {
    const dir = await sessionOf(fine);
    await appendTurn(dir, fine);
    expect(await pairing(dir)).toEqual([]);
  });

  it('are something that the doctor has advice for', async () => {
    const dir = await sessionOf(turn([[call('a')], []]));
    const { advice, counts } = await doctorReport(await SessionsRoot.open(folder));
    expect(counts).toMatchObject({ damaged: 0 });
    expect(advice).toContainEqual({
      what: expect.stringContaining('refuses every prompt'),
      command: ['convert', dir, '--to', 'fx', '-o', 'mended'],
    });
  });

  it('do no harm once eight turns have come behind them', async () => {
    const faulty = turn([[call('a')], []]);
    const following = (count: number) => Array.from({ length: count }, () => turn([[call('b')], [result('b')]]));
    expect(await pairing(await sessionOf(faulty, ...following(7)))).toHaveLength(1);
    rmSync(join(folder, 'pairs'), { recursive: true });
    expect(await pairing(await sessionOf(faulty, ...following(8)))).toEqual([]);
  });
});
