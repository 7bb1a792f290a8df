import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runs } from '#test/runs';
import { BatchError } from '../batch-error.js';
import { processSessions } from '../process-sessions.js';
import { MemorySink } from '../testing/memory-sink.js';
import { fixtureSession, TestDirectory } from '../testing/sessions.js';
import { hitsInText } from './hits-in-text.js';
import { createMatcher } from './matcher.js';
import { Prefilter } from './prefilter.js';
import { SEARCH_KINDS, type SearchHit, type SearchOptions, type SearchRow } from './search-options.js';
import { searchTask } from './search-task.js';

const options = (pattern: string, change: Partial<SearchOptions> = {}): SearchOptions => ({
  pattern,
  mode: 'text',
  ignoreCase: false,
  kinds: SEARCH_KINDS,
  context: 0,
  ...change,
});

async function search(inputs: readonly string[], taskOptions: SearchOptions): Promise<SearchHit[]> {
  const sink = new MemorySink<SearchRow>();
  await processSessions(inputs, { task: searchTask, taskOptions, sink, jobs: 0 });
  return sink.sessions.flatMap(({ rows }) => rows.flatMap((row) => (row.type === 'hit' ? [row.hit] : [])));
}

const found = (pattern: string, text: string, change: Partial<SearchOptions> = {}) =>
  [...createMatcher(options(pattern, change)).find(text)].map(([start, end]) => text.slice(start, end));

describe('a pattern', () => {
  it('is found as it stands, with every character that a regular expression would take for its own', () => {
    expect(found('a.b(', 'a.b( axb( a.b(')).toEqual(['a.b(', 'a.b(']);
    expect(found('A.B(', 'a.b( axb( a.B(', { ignoreCase: true })).toEqual(['a.b(', 'a.B(']);
  });

  it('ignores case beyond ASCII', () => {
    expect(found('ÄPFEL', 'zwölf äpfel', { ignoreCase: true })).toEqual(['äpfel']);
  });

  it('can be a regular expression, with lines of their own', () => {
    expect(found('^err.*$', 'ok\nerror one\n err\nerror two', { mode: 'regex' })).toEqual(['error one', 'error two']);
    expect(found('X+', 'aXxXb', { mode: 'regex', ignoreCase: true })).toEqual(['XxX']);
  });

  it('is refused when it is empty or no regular expression', () => {
    expect(() => createMatcher(options(''))).toThrow(BatchError);
    expect(() => createMatcher(options('(', { mode: 'regex' }))).toThrow(BatchError);
    // What only engines that track back can do.
    expect(() => createMatcher(options('(a)\\1', { mode: 'regex' }))).toThrow(BatchError);
  });

  it('does not track back: it comes to an end where others take forever', () => {
    expect(found('(a+)+$', `${'a'.repeat(20_000)}!`, { mode: 'regex' })).toEqual([]);
  });

  it('finds what is nearly it: a quarter of its characters may be wrong', () => {
    const fuzzy = { mode: 'fuzzy' } as const;
    expect(found('tide table', 'the Tide tabel is here', fuzzy)).toHaveLength(1);
    expect(found('tide table', 'the tidy cable', fuzzy)).toHaveLength(1);
    expect(found('tide table', 'a kitchen table', fuzzy)).toEqual([]);
    // Three characters allow no error.
    expect(found('cat', 'cut CAT', fuzzy)).toEqual(['CAT']);
  });

  it('has the line, the lines around it and the column of each match', () => {
    const text = 'one\ntwo\nthree two\nfour';
    const hits = [...hitsInText(text, createMatcher(options('two')), 1)];
    expect(hits).toMatchObject([
      { line: 2, text: 'two', ranges: [[0, 3]], before: ['one'], after: ['three two'] },
      { line: 3, text: 'three two', ranges: [[6, 9]], before: ['two'], after: ['four'] },
    ]);
  });

  it('is shown in the part of a long line in which it is', () => {
    const [hit] = [...hitsInText(`${'x'.repeat(5000)}needle${'y'.repeat(5000)}`, createMatcher(options('needle')), 0)];
    expect(hit?.isClipped).toBe(true);
    expect(hit?.text.length).toBeLessThanOrEqual(400);
    const [start = 0, end = 0] = hit?.ranges[0] ?? [];
    expect(hit?.text.slice(start, end)).toBe('needle');
  });

  it('is found in every line that has it, wherever the lines end (law)', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[abc ]{0,6}$/)), (parts) => {
        const lines = parts.join('\n').split('\n');
        const expected = lines.flatMap((line, i) => (line.includes('ab') ? [[i + 1, line]] : []));
        const hits = [...hitsInText(lines.join('\n'), createMatcher(options('ab')), 0)];
        expect(hits.map(({ line, text }) => [line, text])).toEqual(expected);
      }),
    );
  });
});

describe('a search through sessions', () => {
  it('names the turn, the step, the tool and the frame', async () => {
    const session = fixtureSession('usage-costs');
    const hits = await search([session], options('small invented program'));
    expect(hits).toMatchObject([{ kind: 'output', turn: 1, step: 1, tool: 'read_file', source: { seq: 12 } }]);
    const log = readFileSync(join(session, 'events.jsonl'));
    const { offset = 0, length = 0 } = hits[0]?.source ?? {};
    expect(JSON.parse(log.toString('utf8', offset, offset + length))).toMatchObject({
      seq: 12,
      kind: 'history_turn_committed',
    });
  });

  it('looks only into the kinds of content that are asked for', async () => {
    const session = fixtureSession('one-tool-call');
    const kinds = async (list: SearchOptions['kinds']) =>
      (await search([session], options('src/crate.ts', { kinds: list }))).map(({ kind }) => kind);
    expect(new Set(await kinds(['call']))).toEqual(new Set(['call']));
    expect(new Set(await kinds(['path']))).toEqual(new Set(['path']));
    // The user named it too.
    expect(await kinds(['user'])).toEqual(['user']);
    expect(await kinds(['assistant'])).toEqual([]);
  });

  it('searches the history that stands, not what fx has replaced', async () => {
    // "Hello there" is the first prompt; it is in the log before and after the compaction.
    const hits = await search([fixtureSession('tui-mixed')], options('Hello there', { kinds: ['user'] }));
    expect(hits.map(({ turn }) => turn)).toEqual([1]);
  });
});

describe('the look at the bytes before a search', () => {
  let directory: TestDirectory;
  beforeEach(() => {
    directory = new TestDirectory();
  });
  afterEach(() => directory.remove());

  const may = (pattern: string, bytes: string | Uint8Array) => {
    const signal = new AbortController().signal;
    const path = directory.file('log', bytes);
    return Prefilter.of(options(pattern))?.mayContain(path, undefined, signal);
  };

  it('passes what has the text, in whatever spelling JSON has for it', async () => {
    expect(await may('needle', '{"a":"a needle"}')).toBe(true);
    expect(await may('needle', '{"a":"a n\\u0065edle"}')).toBe(true);
    expect(await may('say "needle"', '{"a":"say \\"needle\\""}')).toBe(true);
    expect(await may('späte', '{"a":"sp\\u00e4te"}')).toBe(true);
    expect(await may('needle', '{"encoding":"base64","data":"bmVlZGxl"}')).toBe(true);
    expect(await may('needle', '{"kind":"state_replacement_chunk"}')).toBe(true);
  });

  it('holds back what cannot have it', async () => {
    expect(await may('needle', '{"a":"hay \\u001b[0m"}')).toBe(false);
  });

  it('sees what lies across the ends of its chunks', async () => {
    for (const before of [1024 * 1024 - 3, 1024 * 1024 - 6, 1024 * 1024]) {
      expect(await may('needle', `${'x'.repeat(before)}needle`)).toBe(true);
      expect(await may('needle', `${'x'.repeat(before)}n\\u0065edle`)).toBe(true);
    }
  });

  it('says nothing about patterns that are not plain text', () => {
    expect(Prefilter.of(options('a', { mode: 'regex' }))).toBeNull();
    expect(Prefilter.of(options('a', { ignoreCase: true }))).toBeNull();
    expect(Prefilter.of(options('"\n'))).toBeNull();
  });

  it('never holds back a text that a JSON writer wrote (law)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', minLength: 1 }),
        fc.string({ unit: 'grapheme' }),
        async (pattern, around) => {
          const escaped = JSON.stringify({ a: around + pattern + around }).replace(/[\u007f-\uffff]/g, (c) =>
            around.length % 2 === 0 ? c : `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
          );
          expect((await may(pattern, escaped)) ?? true).toBe(true);
        },
      ),
      { numRuns: runs(60) },
    );
  });
});
