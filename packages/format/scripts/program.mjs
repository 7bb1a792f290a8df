/**
 * Compiles the schemas to the program of the fast recogniser (src/recogniser/interpreter.ts): the canonical spelling of every event and of the control
 * files that every session has, key by key in the order of `properties`. What the recogniser need not accept – shapes that fx reads but never writes – is left out.
 */

import { loadCodes } from './load-codes.mjs';
import { ProgramBuilder } from './program-builder.mjs';

const CODES = loadCodes('recogniser/codes.ts');
const OWN = loadCodes('dialects/event-log-v1/recogniser-codes.ts');
const LIMITS = loadCodes('dialects/event-log-v1/limits.ts');

/** Definitions that are texts of a form that the interpreter knows. */
const TEXTS = new Set([
  'language',
  'model',
  'effort',
  'workspaceRoot',
  'sessionId',
  'generationId',
  'workId',
  'usageModelName',
  'usageOrigin',
  'usageTeam',
]);

/** Forms by the pattern that stands in the schema, without the number of characters at its end. */
const FORM_OF_PATTERN = {
  '^[^\\u0000]+$': CODES.ANY_TEXT,
  '^(?! )[^\\u0000-\\u001f\\u007f]+(?<! )$': CODES.TRIMMED,
  '^/': CODES.ABSOLUTE,
  '^(?!\\.{1,2}$)[A-Za-z0-9._-]': CODES.NAME,
  '^[!-~]': CODES.PRINTABLE,
  '^gen_[0-9A-HJKMNP-TV-Z]{26}$': CODES.GENERATION_ID,
};
/** Bytes of a generation id, which its form fixes. */
const GENERATION_ID_BYTES = 30;

/** Definitions and members that a rule across fields looks at, and its hook. */
const DEFINITION_HOOKS = {
  plainUsage: OWN.HOOK_USAGE,
  plainUsageModel: OWN.HOOK_MODEL,
  plainUsagePending: OWN.HOOK_PENDING,
  recoveryCheckpoint: OWN.HOOK_CHECKPOINT,
  historyTurn: OWN.HOOK_TURN,
  user: OWN.HOOK_USER,
};
const MEMBER_HOOKS = {
  'envelope.event_id': OWN.HOOK_EVENT_ID,
  'user.work_id': OWN.HOOK_USER_WORK_ID,
  'history_turn_committed.work_id': OWN.HOOK_EVENT_WORK_ID,
  'plainUsageModel.model': OWN.HOOK_MODEL_NAME,
  'plainUsagePending.id': OWN.HOOK_PENDING_ID,
  'plainUsagePending.origin': OWN.HOOK_IDENTIFIER,
  'plainUsagePending.team': OWN.HOOK_IDENTIFIER,
};

/** Where the numbers go that hooks compare. */
const SLOTS = {
  'envelope.seq': CODES.SEQ_SLOT,
  'envelope.timestamp_ms': CODES.TIMESTAMP_SLOT,
  'plainUsage.billing': OWN.BILLING,
  'plainUsage.next_sequence': OWN.NEXT,
  'plainUsage.settled_through_sequence': OWN.SETTLED,
  'plainUsage.input_tokens': OWN.TOTAL,
  'plainUsage.output_tokens': OWN.TOTAL + 1,
  'plainUsage.cache_read_tokens': OWN.TOTAL + 2,
  'plainUsage.cache_write_tokens': OWN.TOTAL + 3,
  'plainUsage.billable_web_search_calls': OWN.TOTAL + 4,
  'plainUsage.total_cost': OWN.TOTAL_COST,
  'plainUsageModel.first_sequence': OWN.FIRST,
  'plainUsageModel.input_tokens': OWN.PART,
  'plainUsageModel.output_tokens': OWN.PART + 1,
  'plainUsageModel.cache_read_tokens': OWN.PART + 2,
  'plainUsageModel.cache_write_tokens': OWN.PART + 3,
  'plainUsageModel.billable_web_search_calls': OWN.PART + 4,
  'plainUsageModel.total_cost': OWN.PART_COST,
  'plainUsagePending.sequence': OWN.SEQUENCE,
  'recoveryCheckpoint.max_provider_attempts': OWN.MAX_ATTEMPTS,
  'recoveryCheckpoint.consumed_provider_attempts': OWN.CONSUMED,
  'recoveryCheckpoint.outstanding_reservation': OWN.RESERVED,
};

/** Lists whose items hooks keep in tables of a fixed size. */
const TABLES = { 'plainUsage.models': OWN.MAX_MODELS, 'plainUsage.pending': OWN.MAX_PENDING };

/** Members that are left to the exact way although fx writes them: rare, and bound by rules that look into other fields. */
const LEFT_OUT = new Set(['interruptedTurn.cancelled_command']);

/** Members that may be missing, but that fx always writes. */
const USUALLY_WRITTEN = new Set([
  'preferences.provider',
  'recoveryCheckpoint.route_provider',
  'interruptedTurn.terminal_reason',
]);

/** What fx may write otherwise than it stands (event-log §4.3): an empty execution is dropped, an absolute snapshot path made relative. */
const WRITTEN_OTHERWISE = new Set(['interruptedTurn.execution']);

/** Kinds that are rare and left to the exact way. */
const KINDS_LEFT_OUT = new Set(['preferences_changed', 'workspace_rebound']);

/** How many digits the pattern of an identifier or a digest asks for. */
function digitsOf(pattern) {
  const digits = /^\^\[0-9a-f\]\{(\d+)\}\$$/.exec(pattern)?.[1];
  if (digits === undefined) throw new Error(`The recogniser knows no digits that match ${pattern}.`);
  return Number(digits);
}

/**
 * @param {(name: string) => any} load gives the schema of a file below schemas/, without its ending
 * @returns {{ program: number[], literals: number[], roots: Record<string, number>, kinds: string[] }}
 */
export function compileProgram(load) {
  const definitions = load('definitions').$defs;
  const builder = new ProgramBuilder();
  const { program } = builder;
  const nodes = new Map();

  const literal = builder.literal.bind(builder);
  const emit = builder.emit.bind(builder);
  const hooked = (hook, node) => (hook === undefined ? node : emit(CODES.HOOK, hook, node));

  function definition(name) {
    const known = nodes.get(name);
    if (known !== undefined) return known;
    const node = hooked(DEFINITION_HOOKS[name], value(definitions[name], name, ''));
    nodes.set(name, node);
    return node;
  }

  /** The node of a schema that is the member `member` of the object `owner`. */
  function value(schema, owner, member) {
    const at = member === '' ? owner : `${owner}.${member}`;
    const slot = SLOTS[at] ?? 0;
    const name = member === '' ? owner : schema.$ref?.split('/').at(-1);
    if (at === 'toolCall.arguments_json') return emit(CODES.ARGUMENTS);
    if (TEXTS.has(name)) {
      const node = text(definitions[name], schema);
      return [definitions[name].type].flat().includes('null')
        ? emit(CODES.NULLABLE, hooked(MEMBER_HOOKS[at], node))
        : node;
    }
    if (name === 'image') return images(definitions.image);
    if (name === 'usage') return definition('plainUsage');
    if (/^hex\d+(?:OrNull)?$/.test(name)) {
      const node = emit(CODES.HEX, digitsOf(definitions[name].pattern));
      return name.endsWith('OrNull') ? emit(CODES.NULLABLE, node) : node;
    }
    if (name === 'durableBytes') {
      if (schema.bounds === undefined) return emit(CODES.DURABLE);
      if (schema.bounds.pattern === definitions.model.bounds.pattern) return text(schema);
    }
    if (name === 'durableBytesOrNull') return emit(CODES.NULLABLE, emit(CODES.DURABLE));
    const own = schema.$ref === undefined ? schema : { ...definitions[name], ...schema };
    if (own.const !== undefined) return emit(CODES.LITERAL, ...literal(JSON.stringify(own.const)));
    if (at === 'execution.schema_version') return emit(CODES.LITERAL, ...literal('3'));
    if (own.asciiWord !== undefined || (own.enum !== undefined && own.fxInteger === undefined)) {
      const words = own.asciiWord ?? own.enum;
      return emit(CODES.WORDS, slot, words.length, ...words.flatMap((word) => literal(JSON.stringify(word))));
    }
    if (own.fxInteger !== undefined) return integer(own, slot);
    if (own.fxCost) return emit(CODES.COST, slot);
    if (own.canonicalBase64) return emit(CODES.BASE64);
    if (own.type === 'boolean') return emit(CODES.BOOLEAN, slot);
    if (at in TABLES && !(own.maxItems <= TABLES[at])) throw new Error(`The recogniser has no room for all of ${at}.`);
    if (own.type === 'array') return emit(CODES.ARRAY, value(own.items, owner, `${member}[]`), own.maxItems ?? 0);
    if (own.else?.$ref !== undefined && own.if.type === 'null')
      return emit(CODES.NULLABLE, definition(own.else.$ref.split('/').at(-1)));
    if (schema.$ref !== undefined) return definition(name);
    if (own.oneOf !== undefined) {
      const variants = own.oneOf.map((variant) => definition(variant.$ref.split('/').at(-1)));
      return emit(CODES.CHOICE, variants.length, ...variants);
    }
    if (own.properties !== undefined) return object(own, owner);
    throw new Error(`No way to recognise ${at}: ${JSON.stringify(schema)}`);
  }

  /** The node of a text, whose form and length may stand in several places of its schema. */
  function text(...schemas) {
    const all = schemas.flatMap((schema) => [schema, schema.bounds ?? {}]);
    const lengths = all.flatMap(({ maxBytes, effort }) => [maxBytes, effort && LIMITS.MAX_EFFORT_BYTES]);
    const forms = new Set(all.some(({ effort }) => effort) ? [CODES.EFFORT] : []);
    for (const { pattern } of all) {
      if (pattern === undefined) continue;
      const counted = /^(.*)\{1,(\d+)\}\$$/.exec(pattern);
      const form = FORM_OF_PATTERN[counted?.[1] ?? pattern];
      if (form === undefined) throw new Error(`The recogniser knows no text that matches ${pattern}.`);
      forms.add(form);
      lengths.push(form === CODES.GENERATION_ID ? GENERATION_ID_BYTES : counted && Number(counted[2]));
    }
    const limits = lengths.filter((length) => typeof length === 'number');
    if (forms.size !== 1 || limits.length === 0) throw new Error(`No form or no limit: ${JSON.stringify(schemas)}`);
    return emit(CODES.TEXT, [...forms][0], Math.min(...limits));
  }

  function integer(schema, slot) {
    const isNarrow = schema.fxInteger === 'u32' ? 1 : 0;
    const minimum = schema.bounds?.minimum ?? schema.minimum;
    const maximum = schema.bounds?.maximum ?? schema.maximum;
    const isSigned = schema.fxInteger === 'i64' && minimum === undefined && maximum === undefined;
    const node = isSigned ? emit(CODES.SIGNED, slot) : emit(CODES.UNSIGNED, slot, isNarrow, minimum ?? 0, maximum ?? 0);
    return [schema.type].flat().includes('null') ? emit(CODES.NULLABLE, node) : node;
  }

  /** The keys of a canonical object: those required, those optional, and all of them where fx always writes all. */
  function object(schema, owner) {
    const isFull = owner === 'toolResult';
    const keys = Object.keys(schema.properties).filter((key) => {
      const isRequired = isFull || schema.required?.includes(key);
      // Keys that come only together with others are left to the exact way.
      return isRequired || (schema.dependentRequired === undefined && !LEFT_OUT.has(`${owner}.${key}`));
    });
    if (keys.length === 0) return emit(CODES.LITERAL, ...literal('{}'));
    return members(
      keys.map((key) => [
        key,
        hookedMember(`${owner}.${key}`, schema.properties[key], owner, key),
        isFull || schema.required?.includes(key)
          ? CODES.REQUIRED
          : USUALLY_WRITTEN.has(`${owner}.${key}`)
            ? CODES.ALWAYS_WRITTEN
            : CODES.OPTIONAL,
      ]),
    );
  }

  function hookedMember(at, schema, owner, key) {
    const node = value(schema, owner, key);
    if (WRITTEN_OTHERWISE.has(at)) return emit(CODES.REWRITTEN, node);
    return at in MEMBER_HOOKS && program[node] !== CODES.NULLABLE ? hooked(MEMBER_HOOKS[at], node) : node;
  }

  const members = builder.members.bind(builder);

  /** event-log §3.9: the snapshot values of an image are both null or both there. */
  function images(schema) {
    const head = ['id', 'path', 'media_type'].map((key) => [key, value(schema.properties[key], 'image', key), 0]);
    const both = (path, digest) => members([...head, ['snapshot_path', path, 0], ['snapshot_sha256', digest, 0]]);
    const none = emit(CODES.LITERAL, ...literal('null'));
    const variants = [both(none, none), both(emit(CODES.REWRITTEN, emit(CODES.DURABLE)), emit(CODES.DURABLE))];
    return emit(CODES.CHOICE, variants.length, ...variants);
  }

  const envelope = load('event/envelope');
  const kinds = envelope.properties.kind.enum;
  const tagged = kinds.flatMap((kind, index) => {
    if (KINDS_LEFT_OUT.has(kind)) return [];
    return [index, ...literal(`${JSON.stringify(kind)},"payload":`), object(load(`event/${kind}`), kind)];
  });
  const tags = emit(CODES.TAGGED, tagged.length / 4, ...tagged);
  const header = ['schema_version', 'log_generation', 'seq', 'event_id', 'timestamp_ms'].map((key) => [
    key,
    hookedMember(`envelope.${key}`, envelope.properties[key], 'envelope', key),
    0,
  ]);
  const roots = {
    frame: members([...header, ['kind', tags, 0]]),
    historyTurn: definition('historyTurn'),
    recoveryCheckpoint: definition('recoveryCheckpoint'),
    usage: definition('plainUsage'),
    ...Object.fromEntries(
      ['manifest', 'authority', 'watermark'].map((name) => [name, object(load(`sidecar/${name}`), name)]),
    ),
  };
  return { ...builder.finish(), roots, kinds };
}
