import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { JsonError, parseJson } from '@fxlog/json';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#test/runs';
import { useRecogniser } from '../../recogniser/recogniser.js';
import { runValidator } from '../../shape.js';
import { readCanonicalDocument } from './canonical-document.js';
import { validators } from './validators.js';

const FIXTURES = fileURLToPath(new URL('../../../../../test-fixtures/fx-0.0.5/', import.meta.url));
const PATTERNS = {
  manifest: /^session\.json$/,
  authority: /^authority\.json$/,
  watermark: /^commit\.[0-9a-f]{32}\.json$/,
};
type Name = keyof typeof PATTERNS;
const NAMES: readonly Name[] = ['manifest', 'authority', 'watermark'];

/** What fx wrote, of each kind. */
function documentsOf(name: Name): Buffer[] {
  const files = readdirSync(FIXTURES, { recursive: true, withFileTypes: true });
  return (
    files
      .filter((entry) => PATTERNS[name].test(entry.name))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
      // Those of an older fx are of another schema.
      .filter((bytes) => name !== 'manifest' || bytes.includes('"schema_version":3'))
  );
}

/** The exact way: the value, or null where the document is bad. */
function exactly(name: Name, bytes: Uint8Array): unknown {
  try {
    const value = parseJson(bytes);
    const { fault, deferred } = runValidator(validators[name], value, '');
    return fault === null && deferred === null ? value : null;
  } catch (error) {
    if (error instanceof JsonError) return null;
    throw error;
  }
}

describe.each(NAMES)('%s', (name) => {
  const documents = documentsOf(name);

  it('is recognised as fx writes it, with the value that the exact way gives', () => {
    expect(documents.length).toBeGreaterThan(10);
    for (const bytes of documents) {
      const value = readCanonicalDocument(name, bytes);
      expect(value).not.toBeNull();
      expect(value).toEqual(exactly(name, bytes));
    }
  });

  it.each(['wasm', 'javascript'] as const)('is never taken for good when it is not: %s', (recogniser) => {
    useRecogniser(recogniser);
    const change = fc.record({
      document: fc.constantFrom(...documents),
      at: fc.nat(),
      length: fc.integer({ min: 0, max: 3 }),
      text: fc.oneof(
        fc.constantFrom('', '0', '-', '9'.repeat(16), 'null', '"', '\\u0000', '\n', ' ', ',', '}', '../', 'é'),
        fc.string({ maxLength: 3 }),
      ),
    });
    fc.assert(
      fc.property(change, ({ document, at, length, text }) => {
        const start = at % document.length;
        const bytes = Buffer.concat([
          document.subarray(0, start),
          Buffer.from(text),
          document.subarray(start + length),
        ]);
        const value = readCanonicalDocument(name, bytes);
        if (value !== null) expect(value).toEqual(exactly(name, bytes));
      }),
      { numRuns: runs(3000) },
    );
    useRecogniser();
  });
});

describe('other documents', () => {
  it.each(['', '\n', '{}', 'null', '[]', '{"schema_version":1}'])('are left to the exact way: %j', (text) => {
    for (const name of NAMES) expect(readCanonicalDocument(name, Buffer.from(text))).toBeNull();
  });

  it('are left to the exact way when they are not UTF-8', () => {
    const [bytes] = documentsOf('manifest');
    const bad = Buffer.from(String(bytes).replace('/home', '/h\u00ff'), 'latin1');
    expect(readCanonicalDocument('manifest', bad)).toBeNull();
  });
});
