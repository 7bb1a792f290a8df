import { readdirSync, readFileSync } from 'node:fs';
import { RULES } from '@fxlog/format';
import { expect, it } from 'vitest';

it('the rules of changing sessions are all in the catalogue, and the catalogue has no other', () => {
  const source = new URL('../../../', import.meta.url);
  const used = new Set<string>();
  for (const name of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
    const text = readFileSync(new URL(name, source), 'utf8');
    for (const [, id] of text.matchAll(/'((?:change|remove)\/[a-z-]+)'/g)) used.add(id ?? '');
  }
  const catalogued = RULES.map(({ id }) => id).filter((id) => /^(change|remove)\//.test(id));
  expect([...used].sort()).toEqual(catalogued.sort());
});
