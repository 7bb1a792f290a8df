import { readdirSync, readFileSync } from 'node:fs';
import { type JsonObject, type JsonValue, parseJson } from '@fxlog/json';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { generate, generatedPath, LOOSE_SCHEMAS_PATH, looseSchemas } from '../../../scripts/generate.mjs';
import { definitionName, loadSchemas, schemaPath, validatorName } from '../../../scripts/load-schemas.mjs';
import type { DeferredFault } from '../../keywords.js';
import { type SchemaName, schemas } from './generated/schemas.js';
import { type ValidatorName, validators } from './validators.js';

const names = Object.keys(schemas) as SchemaName[];
const fixtures = new URL('../../../../../test-fixtures/', import.meta.url);
const corpus = new URL('conformance/event-log-accepted.jsonl', fixtures);

/** Runs a validator as a decoder does; a value that is itself converted ends up in `value`. */
function run(name: ValidatorName, tree: JsonValue) {
  const deferred: DeferredFault[] = [];
  const holder = { value: tree };
  const isValid = validators[name].call({ deferred }, tree, { parentData: holder, parentDataProperty: 'value' });
  return { isValid, deferred, value: holder.value, error: isValid ? undefined : validators[name].errors?.[0] };
}

const parse = (text: string): JsonValue => parseJson(new TextEncoder().encode(text));

function parseSchema(name: SchemaName): JsonObject {
  return parseJson(readFileSync(schemaPath(name))) as JsonObject;
}

/** The schemas that say how a value looks: files, and definitions by their key. */
function* eachShape(): Generator<[label: string, name: ValidatorName, schema: JsonObject]> {
  for (const name of names) {
    const schema = parseSchema(name);
    if (name !== 'definitions') yield [name, validatorName(name) as ValidatorName, schema];
    for (const [key, definition] of Object.entries((schema.$defs ?? {}) as JsonObject)) {
      yield [key, definitionName(key) as ValidatorName, definition as JsonObject];
    }
  }
}

const generated = [...(await generate())];

describe('generated code', () => {
  it.each(generated)('%s is what the schemas give', (file, text) => {
    expect(readFileSync(generatedPath(file), 'utf8') === text, `run "npm run generate -w @fxlog/format"`).toBe(true);
  });

  it('has the schemas of the newer formats as they are', () => {
    expect(readFileSync(LOOSE_SCHEMAS_PATH, 'utf8') === looseSchemas(), 'run "npm run generate -w @fxlog/format"').toBe(
      true,
    );
  });

  it.each(['content', 'control-file'])('of %s validators needs nothing at run time but the keywords', (group) => {
    const imports = readFileSync(generatedPath(`${group}-validators.ts`), 'utf8').match(/^import .*$/gm);
    expect(imports).toEqual([
      "import type { ValidationContext } from '../../../keywords.js';",
      "import type { Validator } from '../../../validator.js';",
      'import * as keywords from "../../../keywords.js";',
    ]);
  });
});

describe('schemas', () => {
  it('are JSON Schemas of the 2020-12 draft', () => {
    const ajv = new Ajv2020({ strict: false });
    for (const [name, schema] of loadSchemas()) expect(ajv.validateSchema(schema), name).toBe(true);
  });

  it('read as themselves in the generated data', () => {
    for (const name of names) expect(schemas[name]).toEqual(JSON.parse(readFileSync(schemaPath(name), 'utf8')));
  });

  it.each([...eachShape()])(
    '%s says what it is, where that is known from, and gives an example unless it is a part',
    (_label, name, schema) => {
      expect(typeof schema.description).toBe('string');
      expect(schema.$comment).toMatch(/^(event-log|session-directory) §/);
      if (name in validators) expect((schema.examples as JsonValue[]).length).toBeGreaterThan(0);
    },
  );

  const examples = [...eachShape()]
    .filter(([, name]) => name in validators)
    .flatMap(([label, name, schema]) =>
      (schema.examples as JsonValue[]).map((example, index) => [`${label} ${index}`, name, example] as const),
    );

  it.each(examples)('example of %s is valid, and decoded once for all', (_label, name, example) => {
    const first = run(name, example);
    expect(first).toMatchObject({ isValid: true, deferred: [], error: undefined });
    const decoded = structuredClone(first.value);
    const second = run(name, first.value);
    expect(second).toMatchObject({ isValid: true, deferred: [] });
    expect(second.value).toEqual(decoded);
  });
});

/** Calls `visit` with every object of a canonical tree and the schema that describes it. */
function walk(tree: unknown, described: JsonObject, visit: (object: JsonObject, schema: JsonObject) => void): void {
  if (typeof tree !== 'object' || tree === null) return;
  const schema = shapeOf(tree, described);
  if (Array.isArray(tree)) {
    for (const item of tree) walk(item, schema.items as JsonObject, visit);
    return;
  }
  visit(tree as JsonObject, schema);
  for (const [key, value] of Object.entries(tree))
    walk(value, (schema.properties as JsonObject)[key] as JsonObject, visit);
}

/** The schema that lists the properties of a value: behind references, and of a union the alternative that applies. */
function shapeOf(value: object, schema: JsonObject): JsonObject {
  if (schema.$ref !== undefined) return shapeOf(value, definition(schema.$ref as string));
  if (schema.properties !== undefined || schema.items !== undefined) return schema;
  if (schema.oneOf === undefined) return shapeOf(value, schema.else as JsonObject);
  const alternatives = (schema.oneOf as JsonObject[]).map((entry) => definition(entry.$ref as string));
  const kindOf = (entry: JsonObject) => ((entry.properties as JsonObject).kind as JsonObject).const;
  return alternatives.find((entry) => kindOf(entry) === (value as JsonObject).kind) as JsonObject;
}

function definition(reference: string): JsonObject {
  const [, key] = reference.split('#/$defs/');
  return (schemas.definitions.$defs as JsonObject)[key as string] as JsonObject;
}

/** The files beside the log, by name. */
const SIDECARS: readonly (readonly [pattern: RegExp, name: ValidatorName])[] = [
  [/\/authority\.json$/, 'authority'],
  [/\/checkpoint\.json$/, 'checkpoint'],
  [/\/commit\.[0-9a-f]{32}\.json$/, 'watermark'],
  [/\/display\.json$/, 'display'],
  [/\/index\.json$/, 'index'],
  [/\/latest\/[0-9a-f]{64}\.json$/, 'latest_pointer'],
  [/\/usage-v2\.json$/, 'usage_v2'],
];

describe('sidecars', () => {
  const files = readdirSync(new URL('fx-0.0.5/', fixtures), { recursive: true, encoding: 'utf8' });

  it.each(SIDECARS)('that fx wrote pass: %s', (pattern, name) => {
    const matching = files.filter((file) => pattern.test(file));
    expect(matching.length).toBeGreaterThan(0);
    for (const file of matching) {
      const tree = parseJson(readFileSync(new URL(`fx-0.0.5/${file}`, fixtures)));
      expect({ file, ...run(name, tree) }).toMatchObject({ file, isValid: true, deferred: [] });
    }
  });

  it('that are manifests pass, but for the snapshots of older formats', () => {
    for (const file of files.filter((name) => name.endsWith('/session.json'))) {
      const tree = parseJson(readFileSync(new URL(`fx-0.0.5/${file}`, fixtures))) as JsonObject;
      const isManifest = tree.storage_format === 'event_log_v1';
      expect({ file, isValid: run('manifest', tree).isValid }).toEqual({ file, isValid: isManifest });
    }
  });
});

describe('order of properties', () => {
  it('is the order of keys in what fx writes', () => {
    const seen = new Set<string>();
    const compare = (object: JsonObject, schema: JsonObject): void => {
      const order = Object.keys(schema.properties as JsonObject);
      seen.add(String(schema.title));
      expect(Object.keys(object), String(schema.title)).toEqual(order.filter((key) => key in object));
    };
    const documents: string[] = [];
    for (const line of readFileSync(corpus, 'utf8').trimEnd().split('\n')) {
      const frame = JSON.parse(line);
      compare(frame, schemas['event/envelope'] as JsonObject);
      walk(frame.payload, schemas[`event/${frame.kind}` as SchemaName] as JsonObject, compare);
      if (frame.kind === 'state_replacement_chunk')
        documents.push(Buffer.from(frame.payload.base64, 'base64').toString());
    }
    for (const document of documents) walk(JSON.parse(document), schemas['state-document'] as JsonObject, compare);
    expect([...seen]).toEqual(
      expect.arrayContaining([
        'Tool result',
        'File presentation',
        'Recovery checkpoint',
        'Permission rule',
        'State document',
      ]),
    );
  });
});

describe('what a validator reports', () => {
  const started = (): JsonObject => (parseSchema('event/session_started').examples as JsonObject[])[0] as JsonObject;

  it('names the key that is missing or unknown, and where', () => {
    const { id: _id, ...rest } = started();
    expect(run('session_started', rest).error).toMatchObject({
      instancePath: '',
      keyword: 'required',
      params: { missingProperty: 'id' },
    });
    expect(
      run('session_started', { ...started(), preferences: { ...(started().preferences as JsonObject), tone: 1 } })
        .error,
    ).toMatchObject({
      instancePath: '/preferences',
      keyword: 'additionalProperties',
      params: { additionalProperty: 'tone' },
    });
  });

  it('looks at the keys of an object before their values', () => {
    expect(run('session_started', { ...started(), id: 7, more: 1 }).error).toMatchObject({
      keyword: 'additionalProperties',
    });
  });

  it('takes __proto__ and the names of methods for ordinary unknown keys', () => {
    for (const key of ['__proto__', 'constructor', 'toString']) {
      expect(run('recovery_checkpoint_cleared', parse(`{"${key}":{}}`)).error).toMatchObject({
        params: { additionalProperty: key },
      });
    }
  });

  it('takes a number for no object, however it is spelled', () => {
    for (const text of ['1', '1.0', '1e999', '18446744073709551615']) {
      expect(run('recovery_checkpoint_cleared', parse(text)).isValid).toBe(false);
      expect(run('preferences_changed', parse(text)).isValid).toBe(false);
    }
  });

  it('puts broken bounds off, in the order of the checks', () => {
    const { isValid, deferred } = run('session_started', {
      ...started(),
      id: '..',
      created_at_ms: -1,
      workspace_root: 'here',
    });
    expect(isValid).toBe(true);
    expect(deferred).toEqual([
      { path: '/id', rule: 'state/session-id', fxError: 'InvalidDurableField' },
      { path: '/created_at_ms', rule: 'state/negative-time', fxError: 'InvalidDurableField' },
      { path: '/workspace_root', rule: 'state/workspace-root', fxError: 'InvalidDurableField' },
    ]);
  });

  it('puts decoded values in the place of the parsed ones', () => {
    const turn =
      parse(`{"kind":"interrupted","user":{"text":{"encoding":"base64","data":"/w=="},"images":[]},"assistant":null,
      "tool_call":null,"completed_tool_names":["a",{"encoding":"base64","data":"/w=="}]}`);
    expect(run('history_turn', turn)).toMatchObject({
      isValid: true,
      value: { user: { text: Uint8Array.of(0xff) }, completed_tool_names: ['a', Uint8Array.of(0xff)] },
    });
    expect(run('provider', 'GROK').value).toBe('grok');
    expect(run('preferences', parse('{"model":"m","effort":"Adaptive","fast_mode":true}')).value).toMatchObject({
      effort: 'auto',
    });
    expect(run('exit_code_presentation', parse('{"kind":"exit_code","value":-0}')).value).toEqual({
      kind: 'exit_code',
      value: 0,
    });
  });

  it('tells unions apart by their kind and says so', () => {
    expect(run('history_turn', { kind: 'other' }).error).toMatchObject({
      keyword: 'discriminator',
      params: { tagValue: 'other' },
    });
    expect(run('replay', parse('{"kind":"unavailable","handle":"x"}')).error).toMatchObject({
      params: { additionalProperty: 'handle' },
    });
  });

  it.each([
    [1, 11, true],
    [1, 12, false],
    [2, 11, false],
    [2, 12, true],
    [2, 13, true],
    [2, 14, false],
    [3, 13, false],
    [3, 14, false],
    [3, 15, true],
  ])('takes in an execution of version %i a tool result of the first %i keys: %j', (version, count, isValid) => {
    const result = ((definition('#/$defs/toolResult').examples as JsonObject[])[0] ?? {}) as JsonObject;
    const first = Object.fromEntries(Object.entries(result).slice(0, count));
    const execution = {
      schema_version: version,
      tool_steps: [{ assistant: null, tool_calls: [], tool_results: [first] }],
      files: [],
    };
    expect(run('execution', execution).isValid).toBe(isValid);
  });

  it.each([
    [[], true],
    [['root_user_messages'], true],
    [['root_user_messages_complete'], false],
    [['root_user_messages', 'root_user_messages_complete'], true],
    [['root_user_messages', 'root_user_messages_complete', 'permission_feedback'], false],
    [['permission_feedback', 'permission_feedback_complete'], false],
    [
      ['root_user_messages', 'root_user_messages_complete', 'permission_feedback', 'permission_feedback_complete'],
      true,
    ],
  ])('takes a compacted summary with the legacy keys %j: %j', (keys, isValid) => {
    const legacy = Object.fromEntries(keys.map((key) => [key, key.endsWith('complete') ? true : []]));
    const summary = { kind: 'compacted_summary', summary: '', removed_turn_count: 0, compaction_count: 0, ...legacy };
    expect(run('history_turn', summary).isValid).toBe(isValid);
  });

  it('wants the keys of a state document in their order', () => {
    const document = (parseSchema('state-document').examples as JsonObject[])[0] as JsonObject;
    const reversed = Object.fromEntries(Object.entries(document).reverse());
    expect(run('state_document', reversed).error).toMatchObject({ keyword: 'keyOrder' });
  });
});
