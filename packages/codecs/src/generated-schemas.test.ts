import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { generateSchemas, SCHEMAS } from '../scripts/generate.mjs';

it('the schemas of transcripts are those of the repository', () => {
  expect(readFileSync(SCHEMAS, 'utf8') === generateSchemas(), 'run "npm run generate -w @fxlog/codecs"').toBe(true);
});
