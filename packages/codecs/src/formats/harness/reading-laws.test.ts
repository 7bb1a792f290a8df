/** What a session is, told a second time in the plainest way and compared with what the codecs read. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#test/runs';
import type { Codec } from '../../codec.js';
import { decodeBytes, lines, textsOf } from '../../testing/run-codec.js';
import { claudeCodeCodec } from '../claude-code/claude-code-codec.js';
import { codexCodec } from '../codex/codex-codec.js';
import { piCodec } from '../pi/pi-codec.js';

const RUNS = 1000;
const timestamp = '2026-09-01T08:00:00.000Z';

/** For each line the line before it that it follows, or null for a root. */
const anyTree = fc
  .array(fc.option(fc.nat({ max: 3 }), { freq: 6 }), { minLength: 1, maxLength: 20 })
  .map((steps) => steps.map((back, at) => (back === null || at - 1 - back < 0 ? null : at - 1 - back)));

function pathToLast(parents: readonly (number | null)[]): number[] {
  const path: number[] = [];
  for (let at: number | null = parents.length - 1; at !== null; at = parents[at] ?? null) path.unshift(at);
  return path;
}

const TREES: readonly (readonly [Codec, (parents: readonly (number | null)[]) => string])[] = [
  [
    claudeCodeCodec,
    (parents) =>
      lines(
        ...parents.map((parent, at) => ({
          type: 'user',
          uuid: `u${at}`,
          parentUuid: parent === null ? null : `u${parent}`,
          timestamp,
          message: { role: 'user', content: `text ${at}` },
        })),
      ),
  ],
  [
    piCodec,
    (parents) =>
      lines(
        { type: 'session', version: 3, id: 's', timestamp, cwd: '/w' },
        ...parents.map((parent, at) => ({
          type: 'message',
          id: `e${at}`,
          parentId: parent === null ? null : `e${parent}`,
          timestamp,
          message: { role: 'user', content: `text ${at}` },
        })),
      ),
  ],
];

describe.each(TREES.map(([codec, write]) => [codec.title, codec, write] as const))('of %s', (_title, codec, write) => {
  it('the conversation is the path to the last line, all others are reported', async () => {
    await fc.assert(
      fc.asyncProperty(anyTree, async (parents) => {
        const { messages, losses } = await decodeBytes(codec, write(parents));
        const path = pathToLast(parents);
        expect(textsOf(messages)).toEqual(path.map((at) => `user: text ${at}`));
        expect(losses.count('compaction-applied')).toBe(parents.length - path.length);
      }),
      { numRuns: runs(RUNS) },
    );
  });

  it('any cutting of the bytes into chunks gives the same', async () => {
    await fc.assert(
      fc.asyncProperty(anyTree, fc.integer({ min: 1, max: 200 }), async (parents, size) => {
        const bytes = Buffer.from(write(parents));
        async function* chunks() {
          for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
        }
        expect((await decodeBytes(codec, chunks())).items).toEqual((await decodeBytes(codec, bytes)).items);
      }),
      { numRuns: runs(RUNS / 4) },
    );
  });
});

type Act =
  | { readonly kind: 'turn' }
  | { readonly kind: 'undo'; readonly turns: number }
  | { readonly kind: 'compact'; readonly turns: number };

const anyActs = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.constant<Act>({ kind: 'turn' }) },
    { weight: 2, arbitrary: fc.nat({ max: 4 }).map((turns): Act => ({ kind: 'undo', turns })) },
    { weight: 1, arbitrary: fc.nat({ max: 3 }).map((turns): Act => ({ kind: 'compact', turns })) },
  ),
  { maxLength: 15 },
);

const said = (role: 'user' | 'assistant', text: string) => ({
  type: 'message',
  role,
  content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }],
});

describe('of Codex', () => {
  it('the conversation is what no compaction and no undo took back', async () => {
    await fc.assert(
      fc.asyncProperty(anyActs, async (acts) => {
        const meta = { id: 's', timestamp, cwd: '/w', originator: 'x', cli_version: '1' };
        const rows: unknown[] = [{ timestamp, type: 'session_meta', payload: meta }];
        // A turn goes from its prompt to the next, with the compactions in it; what is undone takes them with it.
        const stretches: { turn: string | null; history: string[] | null }[] = [];
        let isOpen = false;
        for (const [at, act] of acts.entries()) {
          if (act.kind === 'turn') {
            stretches.push({ turn: `${at}`, history: null });
            isOpen = true;
            rows.push({ timestamp, type: 'response_item', payload: said('user', `q${at}`) });
            rows.push({ timestamp, type: 'response_item', payload: said('assistant', `a${at}`) });
          } else if (act.kind === 'undo') {
            for (let left = act.turns; left > 0 && stretches.length > 0; ) {
              const last = stretches.at(-1);
              if (stretches.length === 1 && last?.turn === null) {
                last.history = (last.history ?? []).slice(0, -left);
                left = 0;
              } else if (stretches.pop()?.turn !== null) left--;
            }
            isOpen = false;
            rows.push({ timestamp, type: 'event_msg', payload: { type: 'thread_rolled_back', num_turns: act.turns } });
          } else {
            const history = Array.from({ length: act.turns }, (_, turn) => `${at}.${turn}`);
            if (isOpen) stretches[stretches.length - 1] = { turn: stretches.at(-1)?.turn ?? null, history };
            else stretches.push({ turn: null, history });
            const replacement_history = history.flatMap((turn) => [
              said('user', `q${turn}`),
              said('assistant', `a${turn}`),
            ]);
            rows.push({ timestamp, type: 'compacted', payload: { message: '', replacement_history } });
          }
        }
        const last = stretches.findLastIndex(({ history }) => history !== null);
        const turns = [
          ...(stretches[last]?.history ?? []),
          ...stretches.slice(last + 1).flatMap(({ turn }) => turn ?? []),
        ];
        const { messages } = await decodeBytes(codexCodec, lines(...rows));
        expect(textsOf(messages)).toEqual(turns.flatMap((turn) => [`user: q${turn}`, `assistant: a${turn}`]));
      }),
      { numRuns: runs(RUNS) },
    );
  });
});
