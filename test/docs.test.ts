import { readFileSync } from 'node:fs';
import { RULES } from '@fxlog/format';
import { expect, it } from 'vitest';
import { rulesPage } from '../scripts/rules-page.js';

it('docs/rules.md is what the catalogue says (npm run docs)', () => {
  expect(readFileSync(new URL('../docs/rules.md', import.meta.url), 'utf8')).toBe(rulesPage(RULES));
});
