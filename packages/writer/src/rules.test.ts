import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RULES } from '@fxlog/format';
import { expect, it } from 'vitest';

const here = fileURLToPath(new URL('.', import.meta.url));

it('names only rules that the catalogue explains', () => {
  const known = new Set(RULES.map(({ id }) => id));
  const named = new Set<string>();
  for (const file of readdirSync(here, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
    for (const [, id] of readFileSync(join(here, file), 'utf8').matchAll(
      /'((?:write|lock|log|replacement)\/[a-z-]+)'/g,
    )) {
      named.add(id ?? '');
    }
  }
  expect(named.size).toBeGreaterThan(30);
  expect([...named].filter((id) => !known.has(id))).toEqual([]);
});
