import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConversation } from '@fxlog/assembler';
import { eventLogTurn } from '@fxlog/assembler/internal';
import type { HistoryTurn } from '@fxlog/format';
import { recordedCuts } from '@fxlog/harness/internal';
import { openSession } from '@fxlog/store';
import { writeSession } from '@fxlog/writer';
import { afterAll, beforeAll, expect, it } from 'vitest';

const FIXTURE = fileURLToPath(new URL('../../../../test-fixtures/fx-0.0.5/mcp-tool/', import.meta.url));
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fxlog-cuts-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The session of the fixture with other outputs of its first two calls, a search and a selection. */
async function sessionWith(outputs: readonly string[]) {
  const id = readdirSync(FIXTURE).find((name) => /^\d+-/.test(name)) ?? '';
  const turns: HistoryTurn[] = [];
  for await (const items of readConversation(join(FIXTURE, id, 'events.jsonl'))) {
    for (const item of items) if (item.type === 'turn') turns.push(eventLogTurn(item.turn.native));
  }
  const changed = turns.map((turn) => {
    if (turn.kind !== 'assistant') return turn;
    const steps = turn.execution.tool_steps.map((step, at) => ({
      ...step,
      tool_results: step.tool_results.map((result) => ({ ...result, output: outputs[at] ?? result.output })),
    }));
    return { ...turn, execution: { ...turn.execution, tool_steps: steps } };
  });
  const session = {
    id: '1796034455058-1796034455058000000-0123456789abcdef',
    created_at_ms: 1796034455058,
    workspace_root: '/ws',
    preferences: { model: 'openai/gpt-5', effort: 'auto', fast_mode: false },
    conversation_language: 'en',
  };
  const drafts = changed.map((turn) => ({ turn }));
  const { dir } = await writeSession({ turns: drafts, session } as never, { root: mkdtempSync(join(folder, 'r')) });
  return openSession(dir);
}

const SEARCH =
  '{"tools":[{"name":"mcp_a","server":"a","description":"d","context_limit":{"name":"mcp_description_bytes","action":"truncated","observed_bytes":3000,"effective_bytes":1024,"source":"compiled default","override":"x"}}],"count":1,"context_limit":{"name":"mcp_search_result_bytes","action":"omitted","omitted_count":2,"observed_bytes":20000,"effective_bytes":16384,"source":"compiled default","override":"x"}}';
const SELECTED =
  'Selected.\n<context_limit name="mcp_server_instructions_bytes" action="truncated" observed_bytes="4000" effective_bytes="2048" source="compiled default" override="x" />';

it('reads what was cut from the notices of fx, and the setting that would have kept it', async () => {
  const found = await recordedCuts(await sessionWith([SEARCH, SELECTED]));
  expect(found).toMatchObject([
    { budget: 'mcp_description_bytes', observedBytes: 3000, keptBytes: 1024, from: 'recorded' },
    { budget: 'mcp_search_result_bytes', keptBy: '--context-limit mcp_search_result_bytes=20000' },
    { budget: 'mcp_server_instructions_bytes', limitBytes: 2048, title: 'mcp_select_tool in call 1.2' },
  ]);
  expect(await recordedCuts(await sessionWith([]))).toEqual([]);
});

it('passes over what only looks like a notice', async () => {
  const fake = '<context_limit name="no_such_budget" action="x" observed_bytes="1" effective_bytes="0" />';
  expect(await recordedCuts(await sessionWith([fake, '<context_limit name="'.repeat(700)]))).toEqual([]);
});
