import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeTranscript } from '../../model/write-transcript.js';
import { FX_SESSIONS, filesIn } from '../../testing/fx-fixtures.js';
import { leavesOf } from '../../testing/leaves.js';
import { readAll } from '../../testing/run-conversion.js';
import { anonymize } from './anonymize.js';
import { Anonymizer } from './anonymizer.js';
import { KEPT_EXTENSIONS, KEPT_ID_PREFIXES, KEPT_KEYS, KEPT_SCHEMES, KEPT_TOOLS, KEPT_VALUES } from './kept-words.js';

/** What a transcript may still have of its original, as documented: see {@link Anonymizer}. */
const KEPT = new Set([
  // Literals of JSON, and the model's own words for where a session comes from.
  ...['true', 'false', 'null', 'parent', 'relation', 'spawn'],
  ...[KEPT_EXTENSIONS, KEPT_KEYS, KEPT_SCHEMES, KEPT_TOOLS, KEPT_VALUES, KEPT_ID_PREFIXES].flatMap((words) =>
    [...words].flatMap((word) => word.toLowerCase().match(/[a-z]{4,}/g) ?? []),
  ),
]);

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[a-z]{4,}/g) ?? []);

/** The texts of a transcript; models and the words of the model's own are kept by design. */
const textOf = (json: string): string =>
  leavesOf(json)
    .filter(({ kind }) => !/model|timestamp|stop_reason|role|version|image/.test(kind))
    .map(({ kind, value }) => (kind === 'call' ? value.replace(/"(?:name|tool_name)":"\w+"/g, '') : value))
    .join('\n');

describe('anonymize', () => {
  it.each(FX_SESSIONS)('leaves no word of %s and changes no form of it', async (_shape, directory) => {
    const bytes = readFileSync(`${directory}/events.jsonl`);
    const options = { readAttachment: filesIn(directory), file: 'events.jsonl' };
    const before = await readAll(bytes, options);
    const after = await readAll(bytes, { ...options, stages: [anonymize({ seed: 'test' })] });
    const [plain, anonymous] = [writeTranscript(before), writeTranscript(after)];
    const original = wordsOf(textOf(plain));
    const survivors = [...wordsOf(textOf(anonymous))].filter((word) => original.has(word) && !KEPT.has(word));
    expect(survivors).toEqual([]);
    const shape = (json: string) => leavesOf(json).map(({ kind, message, block }) => [kind, message, block]);
    expect(shape(anonymous)).toEqual(shape(plain));
    const lengths = ({ messages }: typeof before) =>
      messages.flatMap(({ content }) =>
        content.map((part) =>
          part.type === 'text' ? [Buffer.byteLength(part.text), part.text.split('\n').length] : [],
        ),
      );
    expect(lengths(after)).toEqual(lengths(before));
  });

  it('keeps calls with their results', async () => {
    const [, directory = ''] = FX_SESSIONS.find(([shape]) => shape === 'parallel-tools') ?? [];
    const { messages } = await readAll(readFileSync(`${directory}/events.jsonl`), {
      stages: [anonymize({ seed: 'x' })],
    });
    const blocks = messages.flatMap(({ content }) => content);
    const calls = blocks.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
    const results = blocks.flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : []));
    expect(results).toEqual(calls);
    expect(new Set(calls).size).toBe(calls.length);
  });

  it('gives the same words for the same seed, and others for another', () => {
    const text = 'The harbor opens at noon.';
    expect(new Anonymizer('a').text(text)).toBe(new Anonymizer('a').text(text));
    expect(new Anonymizer('a').text(text)).not.toBe(new Anonymizer('b').text(text));
  });

  it('keeps the form of texts: lines, punctuation, case, bytes, endings of files, small numbers', () => {
    const form = (text: string) => text.replace(/[a-z]/g, 'x').replace(/[A-Z]/g, 'X');
    const text = '  at Harbor (src/tide.ts:12:5) — 3 of 40\n\thttps://Harbor.test/a?b=1';
    const changed = new Anonymizer('a').text(text);
    expect(form(changed)).toBe(form(text));
    expect(changed).toContain('.ts:12:5');
    expect(changed).toContain('https://');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (any) => {
        expect(Buffer.byteLength(new Anonymizer('a').path(any))).toBe(Buffer.byteLength(any));
      }),
    );
  });

  it('keeps JSON well-formed, with its keys of tools and its fixed words', () => {
    const changed = new Anonymizer('a').json(
      '{"action":"exec","command":"ls /srv/harbor","extra":{"ok":true,"n":[1,12345678]}}',
    );
    expect(changed).toMatch(
      /^\{"action":"exec","command":"[a-z]{2} \/[a-z]{3}\/[a-z]{6}","[a-z]{5}":\{"[a-z]{2}":true,"[a-z]":\[1,\d{8}\]\}\}$/,
    );
  });

  it('makes ids of the same kind, different where they were', () => {
    const anonymizer = new Anonymizer('a');
    expect(anonymizer.sessionId('7b0c9a52-3e1f-4c86-9a77-0d2f5b1e6a01')).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-9[0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    const ids = ['a', 'b', 'c', 'call_1', 'call_2', 'toolu_01AbCdEfGh', 'toolu_01AbCdEfGi'];
    expect(new Set(ids.map((id) => anonymizer.id(id))).size).toBe(ids.length);
  });
});
