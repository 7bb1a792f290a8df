import type { HistoryTurn } from '@fxlog/format';
import { describe, expect, it } from 'vitest';
import { CountView } from './count-view.js';
import { historyMessages, pairingFault, promptMessage } from './messages.js';
import { budgetNote, estimateTokens, historyBudget, keepWithin } from './token-budget.js';

const turn = (text: string, calls: { id: string; name: string; result?: string }[] = []): HistoryTurn => ({
  kind: 'assistant',
  user: { text, images: [] },
  assistant: `answer ${text}`,
  execution: {
    schema_version: 1,
    tool_steps:
      calls.length === 0
        ? []
        : [
            {
              assistant: null,
              tool_calls: calls.map(({ id, name }) => ({ id, name, arguments_json: '{}', provider_result: null })),
              tool_results: calls
                .filter(({ result }) => result !== undefined)
                .map(({ id, name, result = '' }) => ({
                  ...{ tool_call_id: id, tool_name: name, status: 'success' as const, output: result },
                  ...{ output_handle: null, preview: null, output_bytes: 1, stored_output_bytes: 1 },
                  ...{ truncated: false, provider_native: false, created_at_ms: 1 },
                })),
            },
          ],
    files: [],
  },
});
const summary = (text: string): HistoryTurn => ({
  kind: 'compacted_summary',
  summary: text,
  removed_turn_count: 3,
  compaction_count: 1,
});

function view(history: readonly HistoryTurn[], start = 0) {
  const count = new CountView(history.length, start);
  for (const entry of history) count.add(entry);
  return count.entries().map(({ index, covers }) => index ?? `${covers?.first}-${covers?.last}`);
}
const turns = (count: number) => Array.from({ length: count }, (_, index) => turn(String(index)));

describe('the count view', () => {
  it.each([
    [0, 0, []],
    [8, 0, [0, 1, 2, 3, 4, 5, 6, 7]],
    [9, 0, ['0-4', 5, 6, 7, 8]],
    [20, 0, ['0-15', 16, 17, 18, 19]],
    [5, 4, ['0-3', 4]],
    [11, 4, ['0-3', 4, 5, 6, 7, 8, 9, 10]],
    [12, 4, ['0-7', 8, 9, 10, 11]],
    [3, 9, ['0-2']],
  ])('of %i turns with the beginning at %i gives %j', (count, start, entries) => {
    expect(view(turns(count), start)).toEqual(entries);
  });

  it('keeps a saved summary that is alone in front, and continues one that is not', () => {
    expect(view([summary('s'), ...turns(3)], 1)).toEqual([0, 1, 2, 3]);
    const count = new CountView(10, 0);
    for (const entry of [summary('old words'), ...turns(9)]) count.add(entry);
    const [record] = count.entries();
    expect(record?.turn).toMatchObject({ removed_turn_count: 8, compaction_count: 2 });
    expect(record?.turn.kind === 'compacted_summary' && record.turn.summary).toContain(
      '- Previously compacted context:\nold words',
    );
  });
});

describe('the token budget', () => {
  it.each([
    ['', 0],
    ['abcd', 1],
    ['abcde', 2],
    ['a b\tc\vd', 4],
    ['é'.repeat(2), 1],
    ['a\u00a0b', 1],
  ])('estimates %j as %i', (text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens);
  });

  it.each([
    ['anthropic/claude-opus-4.7', 250_000],
    ['anthropic/claude-3', 50_000],
    ['openai/GPT-5-mini', 64_000],
    ['openai/o3', 50_000],
    ['openai/gpt-4', 32_000],
    ['xai/grok', 32_768],
    ['google/gemini', 250_000],
    ['zai/glm-5.2', 24_000],
    [null, 24_000],
  ])('is, for the model %s, %i', (model, budget) => {
    expect(historyBudget(model)).toBe(budget);
  });

  it('takes the catalogue’s word where there is one', () => {
    expect(historyBudget('x', { contextWindow: 200_000, maxOutputTokens: 8192 })).toBe(47_952);
    expect(historyBudget('x', { contextWindow: 10, maxOutputTokens: 100 })).toBe(1);
  });

  it('keeps the newest whatever it costs, and an older one behind one that does not fit', () => {
    const entries = [turn('a'), turn('b '.repeat(50)), turn('c')].map((one, index) => ({
      turn: one,
      index,
      covers: null,
    }));
    const kept = keepWithin(entries, 10);
    expect(kept.map(({ isKept }) => isKept)).toEqual([true, false, true]);
    expect(keepWithin(entries, 1).map(({ isKept }) => isKept)).toEqual([false, false, true]);
    expect(budgetNote(kept)).toBe(
      'Context budget trimmed 1 older history turn(s). Recent turns are preserved verbatim.\nPreserved key evidence from trimmed turns:\n- No tool evidence was present in trimmed turns.',
    );
    expect(budgetNote(keepWithin(entries, 1000))).toBeNull();
  });
});

describe('the pairing check', () => {
  const faultOf = (calls: { id: string; name: string; result?: string }[]) =>
    pairingFault(historyMessages(keepWithin([{ turn: turn('x', calls), index: 0, covers: null }], 100), 'none'))
      ?.reason ?? null;

  it.each([
    ['a call with its result', [{ id: 'a', name: 't', result: 'r' }], null],
    ['a call without one', [{ id: 'a', name: 't' }], 'The call "a" has no result.'],
    ['an empty id', [{ id: '', name: 't', result: 'r' }], 'A call has no id, no name or no arguments.'],
    [
      'one id twice',
      [
        { id: 'a', name: 't', result: 'r' },
        { id: 'a', name: 't', result: 'r' },
      ],
      'Two calls have the id "a".',
    ],
  ])('says of %s: %s', (_what, calls, reason) => {
    expect(faultOf(calls)).toBe(reason);
  });
});

it('names the images to a model that takes none', () => {
  expect(promptMessage('', [], [3, 1], 'text-only')).toMatchObject({
    text: '<available_images>\n[Image #1]\n[Image #3]\n</available_images>',
    images: [],
  });
});
