import { type JsonSchema, type SchemaName, schemas } from '@fxlog/format';

/** `../definitions.schema.json#/$defs/NAME`, `#/$defs/NAME`: how the schemas refer to what they share. */
const REFERENCE = /(?:definitions\.schema\.json)?#\/\$defs\/([A-Za-z0-9_]+)$/;

/**
 * One schema as a document that stands alone: the definitions it needs, and those that they need, are embedded under their own
 * `$id`, so every `$ref` resolves (JSON Schema 2020-12, "compound schema documents").
 */
export function bundleSchema(name: SchemaName): JsonSchema {
  const schema = schemas[name];
  if (name === 'definitions') return schema;
  const shared = schemas.definitions;
  const available = definitionsOf(shared);
  const needed = new Set<string>();
  const waiting = referencesIn(schema, true);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (needed.has(next) || !(next in available)) continue;
    needed.add(next);
    waiting.push(...referencesIn(available[next], false));
  }
  if (needed.size === 0) return schema;
  const used = Object.fromEntries(Object.entries(available).filter(([key]) => needed.has(key)));
  return { ...schema, $defs: { ...definitionsOf(schema), definitions: { ...shared, $defs: used } } };
}

function definitionsOf(schema: JsonSchema): Record<string, unknown> {
  const definitions = schema.$defs;
  return typeof definitions === 'object' && definitions !== null ? { ...definitions } : {};
}

/** @param isOutside within another file only references that name the shared file lead there */
function referencesIn(value: unknown, isOutside: boolean): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => referencesIn(item, isOutside));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    if (key !== '$ref' || typeof member !== 'string') return referencesIn(member, isOutside);
    const target = REFERENCE.exec(member)?.[1];
    return target === undefined || (isOutside && member.startsWith('#')) ? [] : [target];
  });
}
