/**
 * Writes the `generated/` of every dialect anew from `schemas/`: `npm run generate -w @fxlog/format`.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { generateConversationProgram } from './conversation-program.mjs';
import { generateMatcher } from './generate-matcher.mjs';
import { generateProgram } from './generate-program.mjs';
import { generateScanner, SCANNER_PATH } from './generate-scanner.mjs';
import { generateLooseSchemas, generateSchemas } from './generate-schemas.mjs';
import { generateAllShapes, loadAllShaped } from './generate-shapes.mjs';
import { generateTypes } from './generate-types.mjs';
import { generateValidators } from './generate-validators.mjs';
import { loadSchemas } from './load-schemas.mjs';

/** Everything that is generated: file name → text. */
export async function generate(schemas = loadSchemas()) {
  const validators = generateValidators(schemas);
  return new Map([
    ['types.ts', generateTypes(schemas)],
    ['control-file-validators.ts', validators.controlFiles],
    ['content-validators.ts', validators.contents],
    ['schemas.ts', generateSchemas(schemas)],
    ['program.ts', generateProgram()],
    ['matcher-wasm.ts', await generateMatcher()],
  ]);
}

/** What makes the recogniser of the conversation log: file name → text. */
export async function generateConversationRecogniser() {
  return new Map([
    ['program.ts', generateConversationProgram()],
    ['matcher-wasm.ts', await generateMatcher('conversation-log')],
  ]);
}

/** The schemas of the dialects that are read loosely, as data. */
export const LOOSE_SCHEMAS_PATH = fileURLToPath(new URL('../src/generated/loose-schemas.ts', import.meta.url));

/** What stands there. */
export function looseSchemas() {
  return generateLooseSchemas(loadAllShaped());
}

/** Where a generated file stands. */
export function generatedPath(file, dialect = 'event-log-v1') {
  return fileURLToPath(new URL(`../src/dialects/${dialect}/generated/${file}`, import.meta.url));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [file, text] of await generate()) writeFileSync(generatedPath(file), text);
  for (const [file, text] of generateAllShapes()) writeFileSync(file, text);
  for (const [file, text] of await generateConversationRecogniser()) {
    writeFileSync(generatedPath(file, 'conversation-log'), text);
  }
  writeFileSync(LOOSE_SCHEMAS_PATH, looseSchemas());
  writeFileSync(SCANNER_PATH, await generateScanner());
}
