/**
 * Compiles the schemas of the conversation log to the program of its recogniser: the lines of frame versions 2 and 3 as fx writes them, key by key.
 * What is rare (a configured provider, keys that are written only when they are set) is left to the exact way.
 */
import { loadAllShaped, resolveReference } from './generate-shapes.mjs';
import { loadCodes } from './load-codes.mjs';
import { ProgramBuilder, programText } from './program-builder.mjs';

const CODES = loadCodes('recogniser/codes.ts');
const OWN = loadCodes('dialects/conversation-log/recogniser-codes.ts');

/** Frame versions that are recognised; of version 1 more is asked, and no release writes it. */
const VERSIONS = ['3', '2'];

/** Keys that builds of some time do not write. */
const NOT_ALWAYS_WRITTEN = new Set(['source_ref', 'content_handle']);

/** From this length on a text may have escapes; shorter ones are names. */
const MAX_NAME_BYTES = 4096;

const OBJECT_HOOKS = {
  'tool_result payload': OWN.HOOK_PAYLOAD,
  'interrupted payload': OWN.HOOK_PAYLOAD,
  'File presentation': OWN.HOOK_DIFF,
};
const MEMBER_HOOKS = {
  command_replay_ref: OWN.HOOK_REPLAY_REF,
  command_replay_bytes: OWN.HOOK_REPLAY_BYTES,
  previous_content: OWN.HOOK_CONTENT,
  after_content: OWN.HOOK_CONTENT,
  content_handle: OWN.HOOK_HANDLE,
};
const SLOTS = { seq: CODES.SEQ_SLOT, timestamp_ms: CODES.TIMESTAMP_SLOT };
const MINIMA = { seq: 1, timestamp_ms: 0 };

export function compileConversationProgram(schemas = loadAllShaped()) {
  const builder = new ProgramBuilder();
  const emit = builder.emit.bind(builder);
  const literal = builder.literal.bind(builder);
  const named = new Map();

  /** The node of a schema, which stands in a file, under a key; -1 for one that is left to the exact way. */
  function node(schema, from, key) {
    if (schema.$ref !== undefined) {
      const target = resolveReference(schemas, schema.$ref, from);
      return node(target.schema, target.from, key);
    }
    if (schema.anyOf !== undefined) return nullable(node(schema.anyOf[0], from, key), key);
    const [type, ...others] = [schema.type].flat();
    if (others.includes('null')) return nullable(plain({ ...schema, type }, from, key), key);
    return plain(schema, from, key);
  }

  /** A hook of a member looks at values that are there. */
  function nullable(child, key) {
    if (child < 0) return child;
    const hook = MEMBER_HOOKS[key];
    return emit(CODES.NULLABLE, hook === undefined ? child : emit(CODES.HOOK, hook, child));
  }

  function plain(schema, from, key) {
    if (schema.oneOf !== undefined) return node(schema.oneOf[0], from, key);
    const words = schema.enum ?? schema.asciiWord;
    if (words !== undefined) {
      return emit(CODES.WORDS, 0, words.length, ...words.flatMap((word) => literal(JSON.stringify(word))));
    }
    if (schema.properties !== undefined) return object(schema, from);
    switch (schema.type) {
      case 'boolean':
        return emit(CODES.BOOLEAN, 0);
      case 'integer':
        return integer(schema, key);
      case 'array':
        return emit(CODES.ARRAY, node(schema.items, from, ''), schema.maxItems ?? 0);
      case 'string':
        return text(schema);
      default:
        throw new Error(`No way to recognise ${JSON.stringify(schema)}`);
    }
  }

  function integer({ fxInteger, minimum }, key) {
    // Its bounds are narrower than those that are recognised.
    if (fxInteger === 'i32') return -1;
    const slot = SLOTS[key] ?? 0;
    const least = minimum ?? MINIMA[key];
    if (fxInteger === 'i64' && least === undefined) return emit(CODES.SIGNED, slot);
    return emit(CODES.UNSIGNED, slot, fxInteger === 'u32' ? 1 : 0, least ?? 0, 0);
  }

  function text({ anyBytes, minBytes = 0, maxBytes }) {
    const string = emit(CODES.DURABLE);
    if (anyBytes) return string;
    if (minBytes > 0 && maxBytes <= MAX_NAME_BYTES) return emit(CODES.TEXT, CODES.ANY_TEXT, maxBytes);
    if (minBytes > 0)
      return emit(CODES.HOOK, maxBytes === OWN.MAX_PARTS_BYTES ? OWN.HOOK_PARTS : OWN.HOOK_NOT_EMPTY, string);
    return maxBytes === OWN.MAX_PREVIEW_BYTES ? emit(CODES.HOOK, OWN.HOOK_PREVIEW, string) : string;
  }

  function object(schema, from) {
    const known = named.get(schema);
    if (known !== undefined) return known;
    const made = makeObject(schema, from);
    named.set(schema, made);
    return made;
  }

  function makeObject({ title, properties, maxProperties }, from) {
    const members = Object.entries(properties);
    if (members.length === 0) return emit(CODES.LITERAL, ...literal('{}'));
    if (maxProperties === 1) {
      const cases = members
        .map(([key, member]) => [key, node(member, from, key), CODES.REQUIRED])
        .filter(([, child]) => child >= 0)
        .map((member) => builder.members([member]));
      return emit(CODES.CHOICE, cases.length, ...cases);
    }
    const written = members
      .filter(([, { omitDefault }]) => omitDefault !== true)
      .map(([key, member]) => [
        key,
        node(member, from, key),
        NOT_ALWAYS_WRITTEN.has(key) ? CODES.OPTIONAL : CODES.REQUIRED,
      ]);
    const all = builder.members(written);
    return OBJECT_HOOKS[title] === undefined ? all : emit(CODES.HOOK, OBJECT_HOOKS[title], all);
  }

  const frame = schemas.get('conversation-log/frame');
  const from = 'conversation-log/frame';
  const { event, seq, timestamp_ms: time } = frame.properties;
  const kinds = Object.keys(event.properties);
  const tagged = kinds.flatMap((kind, index) => [
    index,
    ...literal(`{${JSON.stringify(kind)}:`),
    node(event.properties[kind], from, kind),
  ]);
  const versions = VERSIONS.map((version) => emit(CODES.LITERAL, ...literal(version)));
  const tags = emit(CODES.TAGGED, kinds.length, ...tagged);
  const header = [
    ['schema_version', emit(CODES.CHOICE, versions.length, ...versions), CODES.REQUIRED],
    ['seq', node(seq, from, 'seq'), CODES.REQUIRED],
    ['timestamp_ms', node(time, from, 'timestamp_ms'), CODES.REQUIRED],
    ['event', tags, CODES.REQUIRED],
  ];
  const open = builder.members(header);
  // The bracket that closes the event, as a member of the line.
  const root = emit(
    CODES.OBJECT,
    header.length + 1,
    ...builder.program.slice(open + 2, open + 2 + 4 * header.length),
    ...literal('}'),
    CODES.REQUIRED,
    0,
  );
  const payloads = Object.fromEntries(kinds.map((kind) => [kind, node(event.properties[kind], from, kind)]));
  return { ...builder.finish(), roots: { frame: root, ...payloads }, kinds };
}

/** The text of src/dialects/conversation-log/generated/program.ts. */
export function generateConversationProgram() {
  return programText(compileConversationProgram());
}
