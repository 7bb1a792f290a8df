import { readdirSync, readFileSync } from 'node:fs';
import { RULES } from '@fxlog/format';
import { expect, it } from 'vitest';

it('names only rules that the catalogue explains, and the catalogue has no other', () => {
  const here = new URL('.', import.meta.url);
  const sources = readdirSync(here).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const text = sources.map((name) => readFileSync(new URL(name, here), 'utf8')).join('\n');
  const used = new Set([...text.matchAll(/'(repair\/[a-z-]+)'/g)].map(([, id]) => id));
  const catalogued = RULES.map(({ id }) => id).filter((id) => id.startsWith('repair/'));
  expect([...used].sort()).toEqual(catalogued.sort());
});
