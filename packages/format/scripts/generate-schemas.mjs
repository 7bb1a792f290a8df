/**
 * `schemas/` → `src/dialects/event-log-v1/generated/schemas.ts`: the schemas as data, for those who want to read them where no repository is at hand.
 */
export function generateSchemas(schemas) {
  const entries = [...schemas].map(([name, schema]) => `  '${name}': ${JSON.stringify(schema)},\n`);
  return `// Generated from schemas/ by "npm run generate -w @fxlog/format"; do not edit.
/** A JSON Schema (2020-12), as written in \`schemas/\`. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** Names of the schemas: their paths below \`schemas/\`, without the ending. */
export type SchemaName =
${[...schemas.keys()].map((name) => `  | '${name}'`).join('\n')};

/** All schemas of what fx keeps on disk, by name. */
export const schemas: Readonly<Record<SchemaName, JsonSchema>> = {
${entries.join('')}};
`;
}

/** The same for the dialects that are read loosely, all in one file: their names begin with that of the dialect. */
export function generateLooseSchemas(schemas) {
  const entries = [...schemas].map(([name, schema]) => `  '${name}': ${JSON.stringify(schema)},\n`);
  return `// Generated from schemas/ by "npm run generate -w @fxlog/format"; do not edit.
import type { JsonSchema } from '../dialects/event-log-v1/generated/schemas.js';

/** All schemas of what newer versions of fx keep on disk, by their paths below \`schemas/\`, without the ending. */
export const looseSchemas: Readonly<Record<string, JsonSchema>> = {
${entries.join('')}};
`;
}
