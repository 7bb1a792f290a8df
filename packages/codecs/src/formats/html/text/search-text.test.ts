import { describe, expect, it } from 'vitest';
import type { Entry } from '../page-data.js';
import { findInEntry, queryPattern } from './search-text.js';

const find = (entry: Entry, query: string) => {
  const pattern = queryPattern(query);
  return pattern && findInEntry(entry, pattern, { segment: 0, entry: 0 });
};

const call: Entry = {
  kind: 'call',
  title: 'grep',
  summary: '',
  time: '',
  input: { json: '{"pattern":"a\\nb"}', details: [] },
  result: { isError: false, time: '', lines: 1, outputs: [{ kind: 'text', text: 'one \x1b[31mred\x1b[0m fish' }] },
};

describe('search', () => {
  it('takes a query literally, whatever its characters', () => {
    const text = '-a.b*c+(d)[e]{f}|/^$\\?';
    for (const character of text) expect(find({ kind: 'thinking', text }, character)).toMatchObject({ count: 1 });
    expect(find({ kind: 'thinking', text }, text)).toMatchObject({ count: 1, found: text });
    expect(find({ kind: 'thinking', text: 'axb' }, 'a.b')).toBeNull();
  });

  it('passes over case, kinds of white space and colours', () => {
    expect(find({ kind: 'thinking', text: 'Gr\u00fcn\n  und BLAU' }, 'gr\u00dcn UND blau')).toMatchObject({ count: 1 });
    expect(find(call, 'red fish')).toMatchObject({ label: 'grep', before: 'one ', found: 'red fish' });
  });

  it('finds text within JSON', () => {
    expect(find(call, 'a b')).toMatchObject({ count: 1 });
  });

  it('does not search for nothing', () => {
    expect(queryPattern('  ')).toBeNull();
  });
});
