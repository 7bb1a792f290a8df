import { readdirSync, readFileSync } from 'node:fs';
import { RULES } from '@fxlog/format';
import { describe, expect, it } from 'vitest';

describe('rules of the store', () => {
  const sources = readdirSync(new URL('.', import.meta.url), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  const text = sources.map((name) => readFileSync(new URL(name, import.meta.url), 'utf8')).join('\n');
  const used = new Set([...text.matchAll(/'(store\/[a-z-]+)'/g)].map(([, id]) => id));

  it('are all in the catalogue, and the catalogue has no other', () => {
    const catalogued = RULES.map(({ id }) => id).filter((id) => id.startsWith('store/'));
    expect([...used].sort()).toEqual([...catalogued].sort());
  });
});
