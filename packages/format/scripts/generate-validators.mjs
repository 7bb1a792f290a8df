/**
 * `schemas/` → `src/dialects/event-log-v1/generated/*-validators.ts`: what ajv makes of each schema and each definition, as code that stands alone. The small control
 * files have a file of their own, so that who lists sessions need not load what checks events.
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

/** Schemas of the small files that are read of every session when sessions are listed. */
const CONTROL_FILES = [
  'manifest',
  'authority',
  'watermark',
  'commit_intent',
  'authority_intent',
  'display',
  'index',
  'latest_pointer',
];

/** The validators of control files, and those of everything else: two texts. */
export function generateValidators(schemas) {
  const names = exportedNames(schemas);
  return {
    controlFiles: generateFile(schemas, 'ControlFile', CONTROL_FILES),
    contents: generateFile(
      schemas,
      'Content',
      names.filter((name) => !CONTROL_FILES.includes(name)),
    ),
  };
}

function generateFile(schemas, group, names) {
  const ajv = new Ajv2020({
    // The schemas are checked against JSON Schema's own by a test.
    validateSchema: false,
    discriminator: true,
    strictTypes: false,
    passContext: true,
    code: { source: true, esm: true, lines: true },
    inlineRefs: group !== 'ControlFile',
  });
  // Ajv2020 sets these by itself; no schema of ours uses what they are for.
  Object.assign(ajv.opts, { unevaluated: false, dynamicRef: false });
  addKeywords(ajv);
  for (const schema of compiledSchemas(schemas).values()) ajv.addSchema(schema);

  const exports = [];
  const references = Object.fromEntries(names.map((name) => [name, name]));
  const code = standaloneCode(ajv, references).replace(/^export const (\w+) = (\w+);$/gm, (_line, name, validator) => {
    exports.push([name, validator]);
    return '';
  });
  if (/\brequire\(/.test(code)) throw new Error('the validators would need ajv at run time');

  const facade = `export const validators = {\n${exports.map(([name, validator]) => `  ${name}: ${validator},\n`).join('')}};\n`;
  // esbuild drops the schemas that no code looks at.
  const { code: lean } = transformSync(`import * as keywords from '../../../keywords.js';\n${code}\n${facade}`, {
    format: 'esm',
    treeShaking: true,
    minifySyntax: true,
    target: 'es2022',
    charset: 'utf8',
  });
  return `// @ts-nocheck
// Generated from schemas/ by "npm run generate -w @fxlog/format"; do not edit.
import type { ValidationContext } from '../../../keywords.js';
import type { Validator } from '../../../validator.js';
${lean.replace(/(?:var|const) validators = \{/, 'const untyped = {').replace(/export \{\s*validators\s*\};\s*$/, '')}
/** Names of these validators. */
export type ${group}ValidatorName =
${exports.map(([name]) => `  | '${name}'`).join('\n')};

export const ${group[0].toLowerCase()}${group.slice(1)}Validators: Readonly<Record<${group}ValidatorName, Validator>> = untyped;
`;
}
