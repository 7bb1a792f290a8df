/**
 * Schemas of the dialects that are read loosely → `generated/` in the folder of the dialect: the shapes that the loose reader, check and
 * writer go by, and the TypeScript types of the values. Every schema of an object is a shape and a type of its own, named after its title;
 * one dialect may refer to the schemas of another.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The dialects that are read loosely; one that has no schemas yet is passed over. */
const DIALECTS = ['conversation-log', 'sessions-v2'];

const INTEGERS = {
  u8: [0n, 2n ** 8n - 1n],
  u32: [0n, 2n ** 32n - 1n],
  i32: [-(2n ** 31n), 2n ** 31n - 1n],
  u64: [0n, 2n ** 64n - 1n],
  i64: [-(2n ** 63n), 2n ** 63n - 1n],
};
const INTEGER_TYPES = { u64: 'Uint64', i64: 'Int64' };

const root = new URL('../../../schemas/', import.meta.url);

/** The schemas of all these dialects, by their path below `schemas/` without the ending. */
export function loadAllShaped() {
  const files = DIALECTS.filter((dialect) => existsSync(new URL(dialect, root))).flatMap((dialect) =>
    readdirSync(new URL(dialect, root), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.schema.json'))
      .map((file) => `${dialect}/${file.replaceAll('\\', '/')}`)
      .sort(),
  );
  return new Map(files.map((file) => [nameOf(file), JSON.parse(readFileSync(new URL(file, root), 'utf8'))]));
}

function nameOf(file) {
  return file.replace(/\.schema\.json$/, '');
}

/** The schema that a `$ref` in a file means, and the file in which it stands. */
export function resolveReference(schemas, reference, from) {
  const [file, key] = reference.split('#/$defs/');
  const path = file === '' ? from : nameOf(new URL(file, `file:///${from}`).pathname.slice(1));
  const schema = key === undefined ? schemas.get(path) : schemas.get(path)?.$defs[key];
  if (schema === undefined) throw new Error(`nothing is called ${reference} in ${from}`);
  return { schema, from: path };
}

/** All generated files: path → text. */
export function generateAllShapes() {
  const schemas = loadAllShaped();
  const files = DIALECTS.filter((dialect) =>
    [...schemas.keys()].some((path) => path.startsWith(`${dialect}/`)),
  ).flatMap((dialect) =>
    [...generateShapes(schemas, dialect)].map(([file, text]) => [
      fileURLToPath(new URL(`../src/dialects/${dialect}/generated/${file}`, import.meta.url)),
      text,
    ]),
  );
  return new Map(files);
}

/** `shapes.ts` and `types.ts` of a dialect: file name → text. */
function generateShapes(schemas, dialect) {
  const shapes = new Map();
  const types = new Map();
  const imported = new Map();

  const resolve = (reference, from) => resolveReference(schemas, reference, from);

  /** The shape and the type of a schema as they are written where they are used; declares those that have names on the way. */
  function express(schema, from) {
    if (schema.$ref !== undefined) {
      const target = resolve(schema.$ref, from);
      return express(target.schema, target.from);
    }
    if (schema.anyOf !== undefined) return nullable(express(schema.anyOf[0], from));
    const [type, ...others] = [schema.type].flat();
    const isNullable = others.includes('null');
    const own = isNullable ? { ...schema, type } : schema;
    return isNullable ? nullable(expressOwn(own, from)) : expressOwn(own, from);
  }

  function expressOwn(schema, from) {
    if (schema.oneOf !== undefined) {
      const [word, other] = schema.oneOf.map((one) => express(one, from));
      return {
        shape: `{ kind: 'either', word: ${word.shape}, other: ${other.shape} }`,
        type: `${word.type} | ${other.type}`,
      };
    }
    if (schema.enum !== undefined) {
      const type = schema.enum.map((name) => `'${name}'`).join(' | ');
      const shape = schema.exactString
        ? `{ kind: 'word', pattern: /^(?:${schema.enum.join('|')})$/ }`
        : `{ kind: 'enum', names: ${literal(schema.enum)} }`;
      return { shape, type };
    }
    if (schema.rawJson) {
      return { shape: "{ kind: 'raw' }", type: schema.default === null ? 'Uint8Array | null' : 'Uint8Array' };
    }
    if (schema.properties !== undefined) return expressObject(schema, from);
    switch (schema.type) {
      case 'boolean':
        return { shape: "{ kind: 'boolean' }", type: 'boolean' };
      case 'number':
        return { shape: "{ kind: 'number' }", type: 'number' };
      case 'integer': {
        const [min, max] = INTEGERS[schema.fxInteger];
        return {
          shape: object({
            kind: `'integer'`,
            min: `${min}n`,
            max: `${max}n`,
            floor: schema.minimum,
            ...ruleOf(schema),
          }),
          type: INTEGER_TYPES[schema.fxInteger] ?? 'number',
        };
      }
      case 'array': {
        const { shape, type } = express(schema.items, from);
        return {
          shape: object({ kind: `'list'`, of: shape, max: schema.maxItems, ...ruleOf(schema) }),
          type: type.includes('|') ? `(${type})[]` : `${type}[]`,
        };
      }
      case 'string':
        return schema.exactString ? expressWord(schema) : expressText(schema);
      default:
        throw new Error(`no shape for ${JSON.stringify(schema)}`);
    }
  }

  function expressWord({ pattern, asciiWord, notWord, lowerCase }) {
    const shape = object({
      kind: `'word'`,
      pattern: asciiWord ? anyOfWords(asciiWord) : `/${pattern}/`,
      not: notWord && anyOfWords(notWord),
      lowerCase: asciiWord || lowerCase ? true : undefined,
    });
    return { shape, type: asciiWord?.map((word) => `'${word}'`).join(' | ') ?? 'string' };
  }

  function expressText(schema) {
    const { pattern } = schema;
    return {
      shape: object({
        kind: `'text'`,
        anyBytes: schema.anyBytes,
        min: schema.minBytes,
        max: schema.maxBytes,
        pattern: pattern && `/${pattern.replaceAll('/', '\\/')}/`,
        ...ruleOf(schema),
        emptyRule: schema.emptyRule && `'${schema.emptyRule}'`,
      }),
      type: schema.anyBytes ? 'DurableBytes' : 'string',
    };
  }

  function expressObject(schema, from) {
    const members = Object.entries(schema.properties);
    if (schema.title === undefined) return { shape: `{ kind: 'nothing' }`, type: 'Record<string, never>' };
    const name = schema.title.replace(/(?:^|[ _-])(\w)/g, (_match, letter) => letter.toUpperCase());
    const owner = from.slice(0, from.indexOf('/'));
    if (owner !== dialect) imported.set(owner, (imported.get(owner) ?? new Set()).add(name));
    if (types.has(name) || owner !== dialect) return { shape: name, type: name };
    types.set(name, '');
    const isUnion = schema.maxProperties === 1;
    const fields = members.map(([key, member]) => ({ key, member, ...express(member, from) }));
    const checks = isUnion ? undefined : (schema.checks ?? fields.map(({ key }) => key));
    const lines = fields.map(({ key, member, shape }) => {
      const isRequired = isUnion || schema.required?.includes(key);
      if (!isRequired && !('default' in member))
        throw new Error(`${name}.${key} is neither required nor has a default`);
      const omit = member.omitDefault && `'${member.omitDefault === true ? 'always' : member.omitDefault}'`;
      return `    ${object({ name: `'${key}'`, shape, absent: isRequired ? undefined : literal(member.default), omit })},\n`;
    });
    shapes.set(
      name,
      `export const ${name}: ${isUnion ? 'UnionShape' : 'StructShape'} = {\n  kind: '${isUnion ? 'union' : 'struct'}',\n  fields: [\n${lines.join('')}  ],\n${checks ? `  checks: ${literal(checks)},\n` : ''}};`,
    );
    types.set(name, isUnion ? unionType(name, schema, fields) : interfaceType(name, schema, fields));
    return { shape: name, type: name };
  }

  function interfaceType(name, schema, fields) {
    const members = fields.map(({ key, member, type }) => `${comment(member, '  ')}  ${key}: ${type};\n`);
    return `${comment(schema)}export interface ${name} {\n${members.join('')}}`;
  }

  function unionType(name, schema, fields) {
    const cases = fields.map(({ key, type }) => `  | { readonly ${key}: ${type} }`);
    return `${comment(schema)}export type ${name} =\n${cases.join('\n')};`;
  }

  for (const [path, schema] of schemas) {
    if (path.startsWith(`${dialect}/`) && !path.endsWith('/definitions')) express(schema, path);
  }
  const scalars = ['DurableBytes', 'Int64', 'Uint64'].filter((name) =>
    [...types.values()].some((text) => new RegExp(`\\b${name}\\b`).test(text)),
  );
  const kinds = ['StructShape', 'UnionShape'].filter((name) =>
    [...shapes.values()].some((text) => text.includes(name)),
  );
  return new Map([
    ['shapes.ts', textOf(shapes, kinds, '../../../loose/shape.js', 'import', 'shapes')],
    ['types.ts', textOf(types, scalars, '../../../scalars.js', 'import type', 'types')],
  ]);

  function textOf(declarations, names, module, keyword, file) {
    const own = names.length === 0 ? [] : [`import type { ${names.join(', ')} } from '${module}';`];
    const others = [...imported].map(
      ([owner, found]) => `${keyword} { ${[...found].sort().join(', ')} } from '../../${owner}/generated/${file}.js';`,
    );
    return `${[[HEADER, ...own, ...others].join('\n'), ...declarations.values()].join('\n\n')}\n`;
  }
}

const HEADER = '// Generated from schemas/ by "npm run generate -w @fxlog/format"; do not edit.';

function nullable({ shape, type }) {
  return { shape: `{ kind: 'nullable', of: ${shape} }`, type: `${type} | null` };
}

function ruleOf({ rule }) {
  return { rule: rule && `'${rule}'` };
}

function anyOfWords(words) {
  return `/^(?:${words.join('|')})$/i`;
}

/** An object literal of members that are already written; those without a value are left out. */
function object(members) {
  const written = Object.entries(members).filter(([, value]) => value !== undefined);
  return `{ ${written.map(([key, value]) => `${key}: ${value}`).join(', ')} }`;
}

function literal(value) {
  return JSON.stringify(value).replaceAll(',', ', ');
}

function comment({ description, $comment: section }, indent = '') {
  const text = [description, section && `(${section})`].filter(Boolean).join(' ');
  return text === '' ? '' : `${indent}/** ${text} */\n`;
}
