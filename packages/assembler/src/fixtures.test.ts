import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { assembleTurns, durableText, reduceLog } from './index.js';
import { collect, nativeTurns, standingEntries } from './testing/collect.js';

const ROOT = fileURLToPath(new URL('../../../test-fixtures/fx-0.0.5/', import.meta.url));

interface Expected {
  readonly id: string;
  readonly created_at_ms: number;
  readonly updated_at_ms: number;
  readonly history_len: number;
  readonly conversation_language: string;
  readonly history: readonly {
    readonly kind: string;
    readonly user?: { readonly text: string; readonly images: readonly unknown[] };
    readonly assistant?: string | null;
    readonly execution?: { readonly tool_steps: readonly { readonly tool_calls: readonly unknown[] }[] };
  }[];
}

/** Every log that fx wrote, with what `fx session` said about it. */
const LOGS: [shape: string, log: string, expected: string][] = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('/events.jsonl'))
  .flatMap((path) => {
    const [shape = '', ...rest] = path.split('/');
    const id = rest.at(-2);
    const answer = shape === 'profile' ? `profile/expected/${id}.json` : `${shape}/expected.json`;
    return [[shape === 'profile' ? `profile ${id}` : shape, ROOT + path, ROOT + answer]];
  });

describe('logs that fx wrote', () => {
  it('are all there', () => expect(LOGS.length).toBeGreaterThan(40));

  it.each(LOGS.filter(([shape]) => shape !== 'recovered-source'))(
    '%s holds what fx shows of it',
    async (_shape, log, answer) => {
      const expected = JSON.parse(readFileSync(answer, 'utf8')) as Expected;
      const { state, turns } = await reduceLog(log);
      expect(turns).toBe(expected.history_len);
      expect(state).toMatchObject({
        id: expected.id,
        created_at_ms: expected.created_at_ms,
        updated_at_ms: expected.updated_at_ms,
        conversation_language: expected.conversation_language,
      });
      const { items, fault } = await collect(assembleTurns(log));
      expect(fault).toBeNull();
      const assembled = standingEntries(items);
      expect(assembled).toHaveLength(expected.history_len);
      expect(nativeTurns(assembled).map(({ kind }) => kind)).toEqual(expected.history.map(({ kind }) => kind));
      for (const [index, entry] of assembled.entries()) {
        const shown = expected.history[index];
        expect(entry.type === 'compaction').toBe(shown?.kind === 'compacted_summary');
        if (entry.type !== 'turn') continue;
        const { user, end, steps } = entry.turn;
        expect(durableText(user.text).text).toBe(shown?.user?.text);
        expect(user.images.length).toBe(shown?.user?.images.length);
        expect(end.kind).toBe(shown?.kind === 'assistant' ? 'completed' : shown?.kind);
        if (end.kind === 'completed') expect(durableText(end.text).text).toBe(shown?.assistant);
        expect(steps.map((step) => step.calls.length)).toEqual(
          (shown?.execution?.tool_steps ?? []).map((step) => step.tool_calls.length),
        );
      }
    },
  );

  it('recovered-source folds, though fx refuses its directory', async () => {
    const [, log = ''] = LOGS.find(([shape]) => shape === 'recovered-source') ?? [];
    expect((await reduceLog(log)).turns).toBe(2);
  });
});
