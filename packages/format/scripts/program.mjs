/**
 * Compiles the schemas to the program of the fast recogniser (src/recogniser/matcher.ts): the canonical spelling of every event and of the control
 * files that every session has, key by key in the order of `properties`. What the recogniser need not accept – shapes that fx reads but never writes – is left out.
 */

// The numbers of src/recogniser/matcher.ts.
const OBJECT = 1;
const LITERAL = 2;
const CHOICE = 3;
const ARRAY = 4;
const NULLABLE = 5;
const WORDS = 6;
const BOOLEAN = 7;
const UNSIGNED = 8;
const SIGNED = 9;
const COST = 10;
const DURABLE = 11;
const TEXT = 12;
const HEX = 13;
const BASE64 = 14;
const ARGUMENTS = 15;
const HOOK = 16;
const TAGGED = 17;

const TEXT_RULES = { language: 1, model: 2, effort: 3, workspaceRoot: 4, sessionId: 5, generationId: 7, workId: 8 };
const PRINTABLE = 6;
const PRINTABLE_TEXTS = { usageModelName: 1024, usageOrigin: 2048, usageTeam: 255 };

/** Definitions and members that a rule across fields looks at, and its hook. */
const DEFINITION_HOOKS = {
  plainUsage: 1,
  plainUsageModel: 2,
  plainUsagePending: 3,
  recoveryCheckpoint: 4,
  historyTurn: 9,
  user: 13,
};
const MEMBER_HOOKS = {
  'envelope.event_id': 5,
  'user.work_id': 7,
  'history_turn_committed.work_id': 8,
  'plainUsageModel.model': 10,
  'plainUsagePending.id': 11,
  'plainUsagePending.origin': 12,
  'plainUsagePending.team': 12,
};
const HOOK_POSITIVE = 6;
const POSITIVE_SLOT = 22;

/** Where the numbers go that hooks compare. */
const SLOTS = {
  'envelope.seq': 21,
  'envelope.timestamp_ms': 30,
  'plainUsage.billing': 3,
  'plainUsage.next_sequence': 1,
  'plainUsage.settled_through_sequence': 2,
  'plainUsage.input_tokens': 4,
  'plainUsage.output_tokens': 5,
  'plainUsage.cache_read_tokens': 6,
  'plainUsage.cache_write_tokens': 7,
  'plainUsage.billable_web_search_calls': 8,
  'plainUsage.total_cost': 9,
  'plainUsageModel.first_sequence': 10,
  'plainUsageModel.input_tokens': 11,
  'plainUsageModel.output_tokens': 12,
  'plainUsageModel.cache_read_tokens': 13,
  'plainUsageModel.cache_write_tokens': 14,
  'plainUsageModel.billable_web_search_calls': 15,
  'plainUsageModel.total_cost': 16,
  'plainUsagePending.sequence': 17,
  'recoveryCheckpoint.max_provider_attempts': 18,
  'recoveryCheckpoint.consumed_provider_attempts': 19,
  'recoveryCheckpoint.outstanding_reservation': 20,
};

/** Members that are left to the exact way although fx writes them: rare, and bound by rules that look into other fields. */
const LEFT_OUT = new Set(['interruptedTurn.cancelled_command']);

/** Members that may be missing, but that fx always writes. */
const ALWAYS_WRITTEN = new Set([
  'preferences.provider',
  'recoveryCheckpoint.route_provider',
  'interruptedTurn.terminal_reason',
]);

/** What fx may write otherwise than it stands (event-log §4.3): an empty execution is dropped, an absolute snapshot path made relative. */
const REWRITTEN_HOOK = 14;
const REWRITTEN = new Set(['interruptedTurn.execution']);

/** Kinds that are rare and left to the exact way. */
const KINDS_LEFT_OUT = new Set(['preferences_changed', 'workspace_rebound']);

/**
 * @param {(name: string) => any} load gives the schema of a file below schemas/, without its ending
 * @returns {{ program: number[], literals: number[], roots: Record<string, number>, kinds: string[] }}
 */
export function compileProgram(load) {
  const definitions = load('definitions').$defs;
  const program = [0];
  const pool = [];
  const offsets = new Map();
  const nodes = new Map();

  const literal = (text) => {
    const known = offsets.get(text);
    if (known !== undefined) return [known, Buffer.byteLength(text)];
    offsets.set(text, pool.length);
    pool.push(...Buffer.from(text));
    return [offsets.get(text), Buffer.byteLength(text)];
  };
  const emit = (...words) => {
    program.push(...words);
    return program.length - words.length;
  };
  const hooked = (hook, node) => (hook === undefined ? node : emit(HOOK, hook, node));

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
    if (at === 'toolCall.arguments_json') return emit(ARGUMENTS);
    if (name in TEXT_RULES) return emit(TEXT, TEXT_RULES[name], 0);
    if (name in PRINTABLE_TEXTS) {
      const text = emit(TEXT, PRINTABLE, PRINTABLE_TEXTS[name]);
      return definitions[name].type.includes('null') ? emit(NULLABLE, hooked(MEMBER_HOOKS[at], text)) : text;
    }
    if (name === 'image') return images(definitions.image);
    if (name === 'usage') return definition('plainUsage');
    if (name === 'hex16' || name === 'hex32') return emit(HEX, name === 'hex16' ? 32 : 64);
    if (name === 'hex16OrNull' || name === 'hex32OrNull')
      return emit(NULLABLE, emit(HEX, name === 'hex16OrNull' ? 32 : 64));
    if (name === 'durableBytes') {
      if (schema.bounds === undefined) return emit(DURABLE);
      if (schema.bounds.pattern === definitions.model.bounds.pattern) return emit(TEXT, TEXT_RULES.model, 0);
    }
    if (name === 'durableBytesOrNull') return emit(NULLABLE, emit(DURABLE));
    const own = schema.$ref === undefined ? schema : { ...definitions[name], ...schema };
    if (own.const !== undefined) return emit(LITERAL, ...literal(JSON.stringify(own.const)));
    if (at === 'execution.schema_version') return emit(LITERAL, ...literal('3'));
    if (own.asciiWord !== undefined || (own.enum !== undefined && own.fxInteger === undefined)) {
      const words = own.asciiWord ?? own.enum;
      return emit(WORDS, slot, words.length, ...words.flatMap((word) => literal(JSON.stringify(word))));
    }
    if (own.fxInteger !== undefined) return integer(own, slot);
    if (own.fxCost) return emit(COST, slot);
    if (own.canonicalBase64) return emit(BASE64);
    if (own.type === 'boolean') return emit(BOOLEAN, slot);
    if (own.type === 'array') return emit(ARRAY, value(own.items, owner, `${member}[]`), own.maxItems ?? 0);
    if (own.else?.$ref !== undefined && own.if.type === 'null')
      return emit(NULLABLE, definition(own.else.$ref.split('/').at(-1)));
    if (schema.$ref !== undefined) return definition(name);
    if (own.oneOf !== undefined) {
      const variants = own.oneOf.map((variant) => definition(variant.$ref.split('/').at(-1)));
      return emit(CHOICE, variants.length, ...variants);
    }
    if (own.properties !== undefined) return object(own, owner);
    throw new Error(`No way to recognise ${at}: ${JSON.stringify(schema)}`);
  }

  function integer(schema, slot) {
    const isNarrow = schema.fxInteger === 'u32' ? 1 : 0;
    const minimum = schema.bounds?.minimum ?? schema.minimum;
    let node;
    if (schema.fxInteger === 'i64' && minimum === undefined) node = emit(SIGNED, slot);
    else if (minimum === 1 && slot === 0) node = emit(HOOK, HOOK_POSITIVE, emit(UNSIGNED, POSITIVE_SLOT, isNarrow));
    else node = emit(UNSIGNED, slot, isNarrow);
    return [schema.type].flat().includes('null') ? emit(NULLABLE, node) : node;
  }

  /** The keys of a canonical object: those required, those optional, and all of them where fx always writes all. */
  function object(schema, owner) {
    const isFull = owner === 'toolResult';
    const keys = Object.keys(schema.properties).filter((key) => {
      const isRequired = isFull || schema.required?.includes(key);
      // Keys that come only together with others are left to the exact way.
      return isRequired || (schema.dependentRequired === undefined && !LEFT_OUT.has(`${owner}.${key}`));
    });
    if (keys.length === 0) return emit(LITERAL, ...literal('{}'));
    return members(
      keys.map((key) => [
        key,
        hookedMember(`${owner}.${key}`, schema.properties[key], owner, key),
        isFull || schema.required?.includes(key) ? 0 : ALWAYS_WRITTEN.has(`${owner}.${key}`) ? 2 : 1,
      ]),
    );
  }

  function hookedMember(at, schema, owner, key) {
    const node = value(schema, owner, key);
    if (REWRITTEN.has(at)) return hooked(REWRITTEN_HOOK, node);
    return at in MEMBER_HOOKS && program[node] !== NULLABLE ? hooked(MEMBER_HOOKS[at], node) : node;
  }

  function members(list) {
    const words = [];
    for (const [index, [key, node, presence]] of list.entries()) {
      let text = `${index === 0 ? '{' : ','}${JSON.stringify(key)}:`;
      let child = node;
      if (program[node] === LITERAL) {
        text += Buffer.from(pool.slice(program[node + 1], program[node + 1] + program[node + 2])).toString();
        child = 0;
      }
      words.push(...literal(text), presence, child);
    }
    return emit(OBJECT, list.length, ...words);
  }

  /** event-log §3.9: the snapshot values of an image are both null or both there. */
  function images(schema) {
    const head = ['id', 'path', 'media_type'].map((key) => [key, value(schema.properties[key], 'image', key), 0]);
    const both = (path, digest) => members([...head, ['snapshot_path', path, 0], ['snapshot_sha256', digest, 0]]);
    const none = emit(LITERAL, ...literal('null'));
    const variants = [both(none, none), both(hooked(REWRITTEN_HOOK, emit(DURABLE)), emit(DURABLE))];
    return emit(CHOICE, variants.length, ...variants);
  }

  const envelope = load('event/envelope');
  const kinds = envelope.properties.kind.enum;
  const tagged = kinds.flatMap((kind, index) => {
    if (KINDS_LEFT_OUT.has(kind)) return [];
    return [index, ...literal(`${JSON.stringify(kind)},"payload":`), object(load(`event/${kind}`), kind)];
  });
  const tags = emit(TAGGED, tagged.length / 4, ...tagged);
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
  return { program, literals: pool, roots, kinds };
}
