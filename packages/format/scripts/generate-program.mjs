/** The text of src/dialects/event-log-v1/generated/program.ts: the grammar of the fast recogniser, compiled from the schemas. */
import { readFileSync } from 'node:fs';
import { compileProgram } from './program.mjs';
import { programText } from './program-builder.mjs';

const schemas = new URL('../../../schemas/event-log-v1/', import.meta.url);
const load = (name) => JSON.parse(readFileSync(new URL(`${name}.schema.json`, schemas), 'utf8'));

export function generateProgram() {
  return programText(compileProgram(load));
}
