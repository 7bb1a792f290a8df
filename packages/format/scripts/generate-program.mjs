/** The text of src/dialects/event-log-v1/generated/program.ts: the grammar of the fast recogniser, compiled from the schemas. */
import { readFileSync } from 'node:fs';
import { compileProgram } from './program.mjs';

const schemas = new URL('../../../schemas/event-log-v1/', import.meta.url);
const load = (name) => JSON.parse(readFileSync(new URL(`${name}.schema.json`, schemas), 'utf8'));

export function generateProgram() {
  const { program, literals, roots, kinds } = compileProgram(load);
  return `// Generated from schemas/ by "npm run generate -w @fxlog/format"; do not edit.

/** Literal bytes of the canonical spelling, one after the other. */
export const LITERALS: Uint8Array = Uint8Array.from(
  Buffer.from(${JSON.stringify(Buffer.from(literals).toString('base64'))}, 'base64'),
);

/** The program of src/recogniser/interpreter.ts. */
export const PROGRAM: Int32Array = Int32Array.from([${program.join(',')}]);

/** Where the grammars begin. */
export const ROOTS = ${JSON.stringify(roots)} as const;

/** Event kinds by the tag that the recogniser gives. */
export const KINDS = ${JSON.stringify(kinds)} as const;
`;
}
