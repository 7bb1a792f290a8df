import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { generateAllShapes, loadAllShaped } from '../../../scripts/generate-shapes.mjs';

describe('the shapes of the dialects that are read loosely', () => {
  it.each([...generateAllShapes()])('are what the schemas give: %s', (file, text) => {
    expect(readFileSync(file, 'utf8') === text, 'run "npm run generate -w @fxlog/format"').toBe(true);
  });

  it.each([...loadAllShaped()])(
    'stand in a JSON Schema of the 2020-12 draft that says what it is: %s',
    (_path, schema) => {
      expect(new Ajv2020({ strict: false }).validateSchema(schema)).toBe(true);
      expect(typeof schema.description).toBe('string');
      expect(schema.$comment).toMatch(/^newer-formats §/);
    },
  );
});
