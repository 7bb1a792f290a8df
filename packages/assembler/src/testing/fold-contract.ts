import { appendFileSync, mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeToken, encodeToken, TokenError } from '@fxlog/reader';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AssembleResult } from '../assemble-turns.js';
import {
  assembleTurns,
  type ConversationItem,
  type ConversationOptions,
  type FollowedItem,
  type HistoryEntry,
  outlineConversation,
  readConversation,
} from '../index.js';
import { bodyOf, collect, standingEntries } from './collect.js';

/** A sound log of a dialect. */
export interface ContractLog {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * What every dialect has to keep at the level of its fold, over logs of its own. Among them should be one in which each kind of event occurs and,
 * where the dialect has such a thing, ones in which the history is replaced or compacted.
 */
export function foldContract(dialect: string, logs: readonly ContractLog[]): void {
  describe.each(logs.map(({ name, bytes }) => [name, bytes] as const))(`${dialect}, %s`, (_name, bytes) => {
    let standing: Conversation;
    beforeAll(async () => {
      standing = await read(bytes);
    });

    it('is a session of its dialect with entries that lie where they say, in order', () => {
      expect(standing.result.state?.native.dialect).toBe(dialect);
      for (const [at, entry] of standing.entries.entries()) {
        const { index, source, native } = bodyOf(entry);
        expect(native.dialect).toBe(dialect);
        expect(index).toBe(at);
        expect(source.offset + source.length).toBeLessThanOrEqual(bytes.length);
        expect(bytes[source.offset + source.length - 1]).toBe(LF);
      }
    });

    it('gives the same conversation however it is cut into chunks', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 20 }), async (at) => {
          expect(await read(chunksOf(bytes, at))).toEqual(standing);
        }),
        { numRuns: 20 },
      );
    });

    it('gives the turns that stand after all marks, and as many as its outline says', async () => {
      const outline = await outlineConversation(bytes);
      expect(outline.turns).toBe(standing.entries.length);
      expect(outline.state).toEqual(standing.result.state);
      expect((await read(bytes, { outline })).entries).toEqual(standing.entries);
      for (const source of [bytes, [bytes]]) {
        const { items } = await collect(assembleTurns(source));
        expect(standingEntries(items)).toEqual(standing.entries);
      }
    });

    it('gives every turn once in the archive', async () => {
      const { entries } = await read(bytes, { view: 'archive' });
      const places = entries.map((entry) => JSON.stringify(bodyOf(entry).source));
      expect(new Set(places).size).toBe(places.length);
      expect(entries.length).toBeGreaterThanOrEqual(standing.entries.filter(({ type }) => type === 'turn').length);
    });

    it('loses nothing of what it gives when superseded turns are recalled', async () => {
      const { entries } = await read(bytes, { recall: true });
      const native = (list: readonly HistoryEntry[]) => list.map((entry) => bodyOf(entry).native);
      expect(native(entries)).toEqual(native(standing.entries));
    });

    it('goes on from every place as if it had been read at once', async () => {
      const whole = await assemble(bytes);
      for (const end of lineEnds(bytes)) {
        const { token, turns } = (await assemble(bytes.subarray(0, end))).result;
        if (token === null) continue;
        const start = decodeToken(encodeToken(token));
        expect(start).toEqual(token);
        const rest = await assemble(bytes, { start });
        expect(rest.result).toEqual(whole.result);
        if (rest.isUnbroken && rest.entries.length > 0) {
          expect(bodyOf(rest.entries[0] as HistoryEntry).index).toBe(turns);
          expect(rest.entries).toEqual(whole.entries.slice(-rest.entries.length));
        }
        expect((await read(bytes, { start })).result).toEqual(whole.result);
      }
    });

    it('refuses a token whose last line is another one', async () => {
      const end = lineEnds(bytes).at(-1) ?? 0;
      const { token } = standing.result;
      if (token === null) throw new Error('The log begins no session.');
      const changed = Buffer.from(bytes);
      changed.write('!', token.offset - 5);
      await expect(assemble(changed, { start: token })).rejects.toThrow(TokenError);
      await expect(assemble(bytes.subarray(0, end - 1), { start: { ...token, offset: end + 1 } })).rejects.toThrow(
        TokenError,
      );
    });

    it('gives leniently what it gives strictly', async () => {
      const findings: unknown[] = [];
      const onFinding = (finding: { severity: string }): void => {
        if (finding.severity === 'error') findings.push(finding);
      };
      expect(await read(bytes, { mode: 'lenient', onFinding })).toEqual(standing);
      expect(findings).toEqual([]);
    });

    describe('followed', () => {
      const dir = mkdtempSync(join(tmpdir(), 'fxlog-follow-'));
      afterAll(() => rmSync(dir, { recursive: true, force: true }));
      let files = 0;
      const newFile = (content: Uint8Array): string => {
        const path = join(dir, `${++files}.jsonl`);
        writeFileSync(path, content);
        return path;
      };

      it('gives what was committed, however it grows', async () => {
        const { entries, replaced } = await committedIn(bytes);
        await fc.assert(
          fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 4 }), async (at) => {
            const pieces = chunksOf(bytes, at);
            const path = newFile(pieces[0] ?? bytes);
            const rest = pieces.slice(1);
            const items = await follow(path, entries.length + replaced, () => {
              const piece = rest.shift();
              if (piece !== undefined) appendFileSync(path, piece);
            });
            expect(items.filter(({ type }) => type === 'replaced')).toHaveLength(replaced);
            expect(committedOf(items)).toEqual(entries);
          }),
          { numRuns: 5 },
        );
      });

      it('begins with the last entries that stand', async () => {
        const last = Math.min(2, standing.entries.length);
        const items = await follow(newFile(bytes), last, () => undefined, last);
        expect(committedOf(items)).toEqual(standing.entries.slice(-last));
      });

      it('says that it begins anew when it is cut or replaced', async () => {
        const { entries, replaced } = await committedIn(bytes);
        if (replaced > 0) return;
        const half = bodyOf(entries[Math.floor(entries.length / 2)] as HistoryEntry).source.offset;
        for (const change of ['cut', 'replaced'] as const) {
          const path = newFile(bytes);
          const told: FollowedItem[] = [];
          const controller = new AbortController();
          for await (const items of readConversation(path, { signal: controller.signal, follow: { pollMs: 10 } })) {
            told.push(...items);
            if (committedOf(told).length === entries.length && !told.some(({ type }) => type === 'restarted')) {
              if (change === 'cut') truncateSync(path, half);
              else {
                writeFileSync(`${path}.new`, bytes);
                renameSync(`${path}.new`, path);
              }
            }
            if (told.some(({ type }) => type === 'restarted')) controller.abort();
          }
          // A cut before the first place that was kept looks like another log.
          const why = change === 'cut' ? expect.stringMatching(/^truncated$|^replaced$/) : 'replaced';
          expect(told.at(-1)).toEqual({ type: 'restarted', why });
        }
      });
    });
  });
}

const LF = 0x0a;

interface Conversation {
  readonly entries: readonly HistoryEntry[];
  readonly others: readonly ConversationItem[];
  readonly result: AssembleResult;
}

async function read(
  source: Uint8Array | readonly Uint8Array[],
  options: ConversationOptions = {},
): Promise<Conversation> {
  const reading = readConversation(source as Uint8Array, options);
  const items: ConversationItem[] = [];
  for (;;) {
    const batch = await reading.next();
    if (batch.done === true) {
      const others = items.filter(({ type }) => type !== 'turn' && type !== 'compaction');
      return { entries: entriesIn(items), others, result: batch.value };
    }
    items.push(...batch.value);
  }
}

/** The entries without what is known around them. */
function entriesIn(items: readonly (ConversationItem | FollowedItem)[]): HistoryEntry[] {
  return items.flatMap((item): HistoryEntry[] => {
    if (item.type === 'turn') return [{ type: 'turn', turn: item.turn }];
    return item.type === 'compaction' ? [{ type: 'compaction', compaction: item.compaction }] : [];
  });
}

/** The entries without a turn that is under way, which comes again once it has ended. */
function committedOf(items: readonly FollowedItem[]): HistoryEntry[] {
  return entriesIn(items.filter((item) => !isRunning(item)));
}

function isRunning(item: FollowedItem): boolean {
  return item.type === 'turn' && item.turn.end.kind === 'running';
}

async function assemble(bytes: Uint8Array, options = {}) {
  const reading = assembleTurns(bytes, options);
  const entries: HistoryEntry[] = [];
  let isUnbroken = true;
  for (;;) {
    const batch = await reading.next();
    if (batch.done === true) return { entries, isUnbroken, result: batch.value };
    for (const item of batch.value) {
      if (item.type === 'turn' || item.type === 'compaction') entries.push(item);
      else isUnbroken = false;
    }
  }
}

/** The entries that were committed by an event of their own, superseded or not, and how often the history was replaced. */
async function committedIn(bytes: Uint8Array): Promise<{ entries: HistoryEntry[]; replaced: number }> {
  const { items } = await collect(assembleTurns([bytes]));
  const own = items.filter((item) => !('provisional' in item && item.provisional === true));
  return {
    entries: standingEntries(own.filter(({ type }) => type === 'turn' || type === 'compaction')),
    replaced: own.filter(({ type }) => type === 'replacement-committed').length,
  };
}

/** Follows a file until so many entries and replacements were told; `grow` is called after each batch and now and then. */
async function follow(path: string, wanted: number, grow: () => void, last?: number): Promise<FollowedItem[]> {
  const told: FollowedItem[] = [];
  const controller = new AbortController();
  const timer = setInterval(grow, 5);
  try {
    if (wanted === 0) return told;
    for await (const items of readConversation(path, { signal: controller.signal, follow: { pollMs: 10, last } })) {
      told.push(...items);
      if (told.filter((item) => item.type !== 'begin' && !isRunning(item)).length >= wanted) controller.abort();
    }
    return told;
  } finally {
    clearInterval(timer);
  }
}

function chunksOf(bytes: Uint8Array, at: readonly number[]): Uint8Array[] {
  const places = [...new Set(at)].sort((a, b) => a - b);
  return [0, ...places].map((from, index) => bytes.subarray(from, places[index] ?? bytes.length));
}

function lineEnds(bytes: Uint8Array): number[] {
  const ends: number[] = [];
  for (let end = bytes.indexOf(LF) + 1; end > 0; end = bytes.indexOf(LF, end) + 1) ends.push(end);
  return ends;
}
