/**
 * `schemas/` → `src/dialects/event-log-v1/generated/types.ts`: the TypeScript types of decoded values.
 *
 * A schema of an object or a union becomes a type named after its title; everything else stands where it is used. Titles of payloads end
 * in "payload" and their events are put together at the end.
 */
import { EVENT_KINDS } from './load-schemas.mjs';

const INTEGER_TYPES = { u32: 'number', i64: 'Int64' };

export function generateTypes(schemas) {
  const definitions = schemas.get('definitions').$defs;
  const declarations = new Map();

  /** The schema that a `$ref` means. */
  function resolve(reference) {
    const [file, key] = reference.split('#/$defs/');
    const schema =
      key === undefined ? schemas.get(file.replace(/^(\.\.\/)?/, '').replace('.schema.json', '')) : definitions[key];
    if (schema === undefined) throw new Error(`nothing is called ${reference}`);
    return schema;
  }

  /** The type of a schema, as it is written where a value of it occurs. Declares the types it needs on the way. */
  function typeOf(schema) {
    if (schema.const !== undefined) return literal(schema.const);
    if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ');
    if (schema.bounds?.enum !== undefined) return schema.bounds.enum.map(literal).join(' | ');
    if (schema.$ref !== undefined) return typeOf(resolve(schema.$ref));
    const orNull = [schema.type].flat().includes('null') ? ' | null' : '';
    if (schema.fxInteger !== undefined) return (INTEGER_TYPES[schema.fxInteger] ?? 'Uint64') + orNull;
    if (schema.fxCost) return `number${orNull}`;
    if (schema.durableBytes) return `DurableBytes${orNull}`;
    if (schema.asciiWord !== undefined) return schema.asciiWord.map(literal).join(' | ');
    if (schema.title !== undefined && schema.properties !== undefined)
      return declare(schema, () => interfaceOf(schema)) + orNull;
    const union = schema.oneOf ?? (schema.then && !schema.properties ? [schema.else, schema.then] : undefined);
    if (union !== undefined) {
      const members = () => union.map(typeOf).join(' | ');
      return schema.title === undefined ? members() : declare(schema, (name) => `export type ${name} = ${members()};`);
    }
    const [type] = [schema.type].flat();
    switch (type) {
      case 'string':
      case 'boolean':
        return type + orNull;
      case 'null':
        return 'null';
      case 'array': {
        const item = typeOf(schema.items);
        return item.includes('|') ? `(${item})[]` : `${item}[]`;
      }
      case 'object':
        return 'object';
      default:
        throw new Error(`no type for ${JSON.stringify(schema)}`);
    }
  }

  function declare(schema, write) {
    const name = typeName(schema.title);
    if (!declarations.has(name)) {
      // Taken before the type is written, so that it stands before those it needs.
      declarations.set(name, '');
      declarations.set(name, `${comment(schema)}\n${write(name)}`);
    }
    return name;
  }

  function interfaceOf(schema) {
    const name = typeName(schema.title);
    const members = Object.entries(schema.properties).map(([key, member]) => {
      const isRequired = schema.required?.includes(key) ?? false;
      return `${comment(describe(member), '  ')}\n  ${key}${isRequired ? '' : '?'}: ${typeOf(member)};\n`;
    });
    if (schema.additionalProperties === true)
      members.push('  /** Other keys, kept as they are. */\n  [key: string]: unknown;\n');
    // An empty interface would take any value.
    if (members.length === 0) return `export type ${name} = Record<string, never>;`;
    return `export interface ${name} {\n${members.join('')}}`;
  }

  /** What a property says of itself, or else what its definition says. */
  function describe(member) {
    return member.description === undefined && member.$ref !== undefined ? describe(resolve(member.$ref)) : member;
  }

  for (const [name, schema] of schemas) {
    if (name !== 'definitions' && name !== 'event/envelope') typeOf(schema);
  }
  return `${[HEADER, ...declarations.values(), ...eventTypes(schemas)].join('\n\n')}\n`;
}

const HEADER = `// Generated from schemas/ by "npm run generate -w @fxlog/format"; do not edit.
import type { DurableBytes, Int64, Uint64 } from '../../../scalars.js';`;

function eventTypes(schemas) {
  const envelope = schemas.get('event/envelope');
  const describe = (key) => comment(envelope.properties[key], '  ');
  return [
    `/** The ten kinds of events (event-log §2). */\nexport type EventKind =\n${EVENT_KINDS.map((kind) => `  | '${kind}'`).join('\n')};`,
    `${comment(envelope)}
export interface EventEnvelope<Kind extends EventKind, Payload> {
${describe('schema_version')}
  schema_version: 1;
${describe('log_generation')}
  log_generation: string;
${describe('seq')}
  seq: Uint64;
${describe('event_id')}
  event_id: string;
${describe('timestamp_ms')}
  timestamp_ms: Int64;
${describe('kind')}
  kind: Kind;
${describe('payload')}
  payload: Payload;
}`,
    ...EVENT_KINDS.map(
      (kind) => `export type ${typeName(kind)}Event = EventEnvelope<'${kind}', ${typeName(kind)}Payload>;`,
    ),
    `/** A decoded frame: one of the ten events, told apart by \`kind\`. */\nexport type LogEvent =\n${EVENT_KINDS.map((kind) => `  | ${typeName(kind)}Event`).join('\n')};`,
  ];
}

/** `Tool result` → `ToolResult`, `session_started payload` → `SessionStartedPayload`. */
function typeName(title) {
  return title.replace(/(?:^|[ _-])(\w)/g, (_match, letter) => letter.toUpperCase());
}

function literal(value) {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

function comment({ description, $comment: section }, indent = '') {
  const text = [description, section && `(${section})`].filter(Boolean).join(' ');
  const width = 132 - indent.length;
  if (text.length + 7 <= width) return `${indent}/** ${text} */`;
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== '' && line.length + 1 + word.length + 3 > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`), `${indent} */`].join('\n');
}
