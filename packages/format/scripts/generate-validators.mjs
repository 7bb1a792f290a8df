/**
 * `schemas/` → `src/generated/validators.ts`: what ajv makes of each schema and each definition, as code that stands alone.
 */
import Ajv2020 from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { transformSync } from 'esbuild';
import { addKeywords, compiledForm } from './ajv-keywords.mjs';
import { definitionName, validatorName } from './load-schemas.mjs';

/**
 * The schemas as ajv is given them, by validator name. Every definition becomes a schema of its own, so that it is compiled once and not
 * anew for each file that refers to it.
 */
function compiledSchemas(schemas) {
  const compiled = new Map();
  for (const [name, schema] of schemas) {
    if (name !== 'definitions') compiled.set(validatorName(name), schema);
  }
  for (const [key, schema] of Object.entries(schemas.get('definitions').$defs))
    compiled.set(definitionName(key), schema);
  return new Map(
    [...compiled].map(([name, schema]) => [name, { ...withNamedReferences(compiledForm(schema)), $id: name }]),
  );
}

/** Turns references to files and definitions into references to validator names. */
function withNamedReferences(schema) {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    if (key !== '$ref') return value;
    const [file, definition] = value.split('#/$defs/');
    return definition === undefined ? validatorName(file.replace('.schema.json', '')) : definitionName(definition);
  });
}

/** Definitions without a title are parts of others, not things one would validate alone. */
function exportedNames(schemas) {
  const files = [...schemas.keys()].filter((name) => name !== 'definitions').map(validatorName);
  const titled = Object.entries(schemas.get('definitions').$defs).filter(([, schema]) => 'title' in schema);
  return [...files, ...titled.map(([key]) => definitionName(key))];
}

export function generateValidators(schemas) {
  const ajv = new Ajv2020({
    // The schemas are checked against JSON Schema's own by a test.
    validateSchema: false,
    discriminator: true,
    strictTypes: false,
    passContext: true,
    code: { source: true, esm: true, lines: true },
  });
  // Ajv2020 sets these by itself; no schema of ours uses what they are for.
  Object.assign(ajv.opts, { unevaluated: false, dynamicRef: false });
  addKeywords(ajv);
  for (const schema of compiledSchemas(schemas).values()) ajv.addSchema(schema);

  const exports = [];
  const references = Object.fromEntries(exportedNames(schemas).map((name) => [name, name]));
  const code = standaloneCode(ajv, references).replace(/^export const (\w+) = (\w+);$/gm, (_line, name, validator) => {
    exports.push([name, validator]);
    return '';
  });
  if (/\brequire\(/.test(code)) throw new Error('the validators would need ajv at run time');

  const facade = `export const validators = {\n${exports.map(([name, validator]) => `  ${name}: ${validator},\n`).join('')}};\n`;
  // esbuild drops the schemas that no code looks at.
  const { code: lean } = transformSync(`import * as keywords from '../keywords.js';\n${code}\n${facade}`, {
    format: 'esm',
    treeShaking: true,
    minifySyntax: true,
    target: 'es2022',
    charset: 'utf8',
  });
  return `// @ts-nocheck
// Generated from schemas/ by "npm run generate -w @fxlog/format"; do not edit.
import type { ValidationContext } from '../keywords.js';
${lean.replace(/(?:var|const) validators = \{/, 'const untyped = {').replace(/export \{\s*validators\s*\};\s*$/, '')}
${typedFacade(exports.map(([name]) => name))}`;
}

function typedFacade(names) {
  return `/** Names of the validators: event kinds for their payloads, sidecars, and every definition that occurs in them. */
export type ValidatorName =
${names.map((name) => `  | '${name}'`).join('\n')};

/** The first fault that a validator found. */
export interface ValidatorError {
  /** JSON Pointer of the value that was checked; of the object where a key of it is missing or unknown. */
  readonly instancePath: string;
  /** Where in \`schemas/\` the broken rule stands. */
  readonly schemaPath: string;
  /** The broken keyword: \`required\`, \`additionalProperties\`, \`type\`, \`enum\`, \`fxInteger\`, \`durableBytes\`, … */
  readonly keyword: string;
  /** \`missingProperty\`, \`additionalProperty\`, \`allowedValues\`, \`expected\`, \`limit\` and the like, by keyword. */
  readonly params: Readonly<Record<string, unknown>>;
  /** What is wrong, beginning with "must". */
  readonly message?: string;
}

/** Where a value that is validated stands in a larger one. */
export interface DataLocation {
  /** JSON Pointer of the value, the beginning of every pointer that is reported. */
  readonly instancePath?: string;
  /** The container whose member the value is; a value that is itself converted is put back there. */
  readonly parentData?: object | undefined;
  readonly parentDataProperty?: string | number;
}

/**
 * Checks a freshly parsed tree against a schema and turns it, in place, into the decoded value. Stops at the first fault, which is then
 * the only one in \`errors\`; broken bounds are collected in \`this.deferred\` and do not make the result false.
 */
export interface Validator {
  (this: ValidationContext, data: unknown, location?: DataLocation): boolean;
  errors?: readonly ValidatorError[] | null;
}

/** The validators by name, compiled from \`schemas/\`. */
export const validators: Readonly<Record<ValidatorName, Validator>> = untyped;
`;
}
