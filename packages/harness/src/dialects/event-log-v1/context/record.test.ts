import type { HistoryTurn } from '@fxlog/format';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#test/runs';
import { packLines, RecordBuilder, squeeze } from './record.js';

const turn = (text: string, assistant = ''): HistoryTurn => ({
  kind: 'assistant',
  user: { text, images: [] },
  assistant,
  execution: { schema_version: 3, tool_steps: [], files: [] },
});

describe('squeeze', () => {
  it.each([
    ['  a \t\r\n b  ', 156, 'a b'],
    ['a\vb\u00a0c', 156, 'a\vb\u00a0c'],
    ['abc def', 4, 'abc'],
    ['abc def', 5, 'abc d'],
    ['aéé', 4, 'aé'],
    ['é', 1, ''],
    ['   ', 10, ''],
  ])('makes of %j with %i bytes %j', (text, max, out) => {
    expect(squeeze(text, max)).toBe(out);
  });

  it('never gives more bytes than asked for, a line end, or half a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 0, max: 40 }), (text, max) => {
        const out = squeeze(text, max);
        expect(Buffer.byteLength(out)).toBeLessThanOrEqual(max);
        expect(Buffer.from(out).toString()).toBe(out);
        expect(out).not.toMatch(/[\n\r\t]|^ | $/);
      }),
      { numRuns: runs(500) },
    );
  });
});

describe('packLines', () => {
  it('drops what was there before, and passes over what does not fit', () => {
    expect(packLines(['a', ' a ', '', 'x'.repeat(1300), 'b'])).toBe('a\nb\n- ... 2 additional line(s) omitted.');
  });

  it('takes 24 lines and says nothing of the others, for which there is no line left', () => {
    const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
    expect(packLines(lines).split('\n')).toEqual(lines.slice(0, 24));
  });

  it.each([
    [1200, true],
    [1201, false],
  ])('takes a line of %i bytes: %s', (bytes, isTaken) => {
    expect(packLines(['é'.repeat(bytes / 2) + (bytes % 2 === 1 ? 'x' : '')]).length > 100).toBe(isTaken);
  });
});

describe('a record', () => {
  it('quotes the first four requests and the first three answers, and nothing of the rest', () => {
    const builder = new RecordBuilder(null);
    for (let index = 1; index <= 6; index++)
      builder.add(turn(`Request ${index}`, index === 2 ? '' : `Answer ${index}.`));
    expect(builder.build()).toMatchObject({
      removed_turn_count: 6,
      compaction_count: 1,
      summary: [
        'Conversation summary:',
        '- Earlier turns compacted: 6',
        '- Recent user requests:',
        ...[1, 2, 3, 4].map((index) => `- Request ${index}`),
        '- Assistant outcomes:',
        ...[1, 3, 4].map((index) => `- Answer ${index}.`),
      ].join('\n'),
    });
  });

  it('says so where there is nothing to quote', () => {
    const builder = new RecordBuilder(null);
    builder.add(turn(' '));
    expect(builder.build().summary).toBe(
      'Conversation summary:\n- Earlier turns compacted: 1\n- Earlier conversation context compacted.',
    );
  });
});
