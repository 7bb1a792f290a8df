import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#test/runs';
import { encodeState } from '../encode-frame.js';
import type { HistoryTurn, StateDocument } from '../generated/types.js';
import { type DocumentTurn, StateDocumentError, StateDocumentReader } from './index.js';

const TURN: HistoryTurn = {
  kind: 'assistant',
  user: { text: 'a "quoted" \\ brace } and ] — ü 🌊', images: [] },
  assistant: 'line\nline',
  execution: { schema_version: 3, tool_steps: [], files: [] },
};

const STATE: StateDocument = {
  id: 'demo',
  origin_workspace_root: '/w',
  workspace_root: '/w/x',
  created_at_ms: 1000,
  updated_at_ms: 2000,
  conversation_language: 'pt-BR',
  preferences: { model: 'acme/m1', effort: 'auto', fast_mode: true, provider: 'grok' },
  history: [TURN, { kind: 'compacted_summary', summary: 's', removed_turn_count: 1, compaction_count: 1 }],
  total_input_tokens: 18446744073709551615n,
  total_output_tokens: 2,
  context_history_start: 1,
  permission_state: {
    schema_version: 2,
    next_generation: 2,
    rules: [
      {
        id: 1,
        kind: 'command',
        canonical: Uint8Array.of(0xff),
        display_identity: 'x',
        decision: 'allow',
        generation: 1,
      },
    ],
  },
  last_subagent_work_id: 'w-1',
};

const TEXT = Buffer.from(encodeState(STATE)).toString('utf8');

interface Outcome {
  readonly state?: StateDocument;
  readonly turns: readonly HistoryTurn[];
  readonly fault?: { rule: string; fxError: string; offset: number; path: string };
}

function read(parts: readonly (Uint8Array | string)[], how: 'end' | 'abandon' = 'end'): Outcome {
  const turns: HistoryTurn[] = [];
  const reader = new StateDocumentReader(({ turn }) => turns.push(turn));
  try {
    for (const part of parts) {
      const bytes = Buffer.from(part);
      reader.push(bytes);
      // The reader must be done with them.
      bytes.fill(0x21);
    }
    if (how === 'abandon') {
      reader.abandon();
      return { turns };
    }
    const state = reader.end();
    return { state, turns };
  } catch (error) {
    if (!(error instanceof StateDocumentError)) throw error;
    const { rule, fxError, offset, path } = error;
    return { turns, fault: { rule, fxError, offset, path } };
  }
}

const changed = (find: string, replace: string): string => {
  expect(TEXT).toContain(find);
  return TEXT.replace(find, replace);
};

describe('the order in which fx looks, and the names of what it finds', () => {
  const nameOf = (key: 'permission_state' | 'recovery_checkpoint', value: unknown): string | undefined => {
    const document = {
      ...JSON.parse(TEXT),
      total_input_tokens: 1,
      permission_state: undefined,
      last_subagent_work_id: undefined,
      [key]: value,
    };
    return read([JSON.stringify(document)]).fault?.fxError;
  };
  const rule = { id: 1, kind: 'command', canonical: 'c', display_identity: 'd', decision: 'allow', generation: 1 };
  const rules = (...list: unknown[]) => ({ schema_version: 2, next_generation: 9, rules: list });
  const many = Array.from({ length: 1024 }, (_, index) => ({ ...rule, id: index + 1, canonical: `c${index}` }));
  const state = { schema_version: 2, next_generation: 2000, rules: [] as unknown[] };

  it.each<[what: string, permissionState: unknown, fxError: string | undefined]>([
    [
      'a version above 255 before rules that are not a list',
      { ...state, schema_version: 256, rules: 1 },
      'InvalidDurableField',
    ],
    [
      'rules that are not a list before a version that is not known',
      { ...state, schema_version: 3, rules: 1 },
      'InvalidSessionFormat',
    ],
    ['a key too much before all values', { ...state, schema_version: 256, x: 1 }, 'InvalidSessionFormat'],
    ['an unknown kind before an empty subject', rules({ ...rule, kind: 'cmd', canonical: 1 }), 'InvalidDurableField'],
    ['a kind that is not text', rules({ ...rule, kind: 1 }), 'InvalidSessionFormat'],
    [
      'an empty subject before a display that is not text',
      rules({ ...rule, canonical: '', display_identity: 1 }),
      'InvalidDurableField',
    ],
    [
      'a subject that is too long before the same',
      rules({ ...rule, canonical: 'x'.repeat(4097), display_identity: 1 }),
      'InvalidDurableField',
    ],
    [
      'an empty display only after a decision that is not text',
      rules({ ...rule, display_identity: '', decision: 1 }),
      'InvalidSessionFormat',
    ],
    [
      'a display that is not text before an id that is not a number',
      rules({ ...rule, display_identity: 1, id: '1' }),
      'InvalidDurableBytes',
    ],
    [
      'an unknown decision before an id that is not a number',
      rules({ ...rule, decision: 'ask', id: '1' }),
      'InvalidDurableField',
    ],
    [
      'an id of 0 only after the next rule',
      rules({ ...rule, id: 0 }, { ...rule, generation: -1 }),
      'InvalidSessionFormat',
    ],
    ['1024 rules', { ...state, rules: many.map((each) => ({ ...each, generation: 1024 })) }, undefined],
    ['the 1025th rule before it is looked at', { ...state, rules: [...many, null] }, 'InvalidDurableField'],
    ['a rule of another shape before the 1025th', { ...state, rules: [null, ...many] }, 'InvalidSessionFormat'],
  ])('permission state: %s', (_what, permissionState, fxError) => {
    expect(nameOf('permission_state', permissionState)).toBe(fxError);
  });

  const checkpoint = {
    version: 1,
    turn_id: 1,
    user: { text: 'q', images: [] },
    assistant_source: '',
    execution: { schema_version: 3, tool_steps: [], files: [] },
    cause: 'rate_limited',
    action: 'paused',
    tool_state: 'none',
    route_model: 'm',
    requested_fast_mode: false,
    fast_mode: false,
    max_provider_attempts: 2,
    consumed_provider_attempts: 1,
    outstanding_reservation: true,
  };

  it.each<[what: string, change: object, fxError: string | undefined]>([
    ['nothing wrong', {}, undefined],
    ['an unknown version before the user', { version: 2, user: 1 }, 'InvalidDurableField'],
    ['a version that is not a number', { version: '1' }, 'InvalidSessionFormat'],
    [
      'a user whose text is not text',
      { user: { text: 1, images: [] }, assistant_source: 1, cause: 'x' },
      'InvalidDurableBytes',
    ],
    [
      'an execution of an unknown version',
      { execution: { ...checkpoint.execution, schema_version: 4 } },
      'InvalidSessionFormat',
    ],
    [
      'a model that is not text before the attempts',
      { route_model: null, max_provider_attempts: '2' },
      'InvalidDurableBytes',
    ],
    [
      'attempts that are not numbers before the turn and the cause',
      { consumed_provider_attempts: -1, cause: 'x' },
      'InvalidSessionFormat',
    ],
    ['an unknown cause before an action that is not text', { cause: 'x', action: 1 }, 'InvalidDurableField'],
    ['a cause that is not text', { cause: 1, action: 'x' }, 'InvalidSessionFormat'],
    ['an unknown tool state before the provider', { tool_state: 'x', route_provider: 1 }, 'InvalidDurableField'],
    [
      'a provider that is not text before a switch that is not one',
      { route_provider: null, fast_mode: 0 },
      'InvalidDurableField',
    ],
    ['a turn of 0 only after a switch that is not one', { turn_id: 0, fast_mode: 0 }, 'InvalidSessionFormat'],
    ['a turn of 0', { turn_id: 0 }, 'InvalidDurableField'],
  ])('recovery checkpoint: %s', (_what, change, fxError) => {
    expect(nameOf('recovery_checkpoint', { ...checkpoint, ...change })).toBe(fxError);
  });
});

describe('a state document', () => {
  it('comes back as it was written, its turns apart', () => {
    expect(read([TEXT])).toEqual({ state: { ...STATE, history: [] }, turns: STATE.history });
  });

  it('may have whitespace, LF included, wherever JSON allows it', () => {
    const spaced = `\n${JSON.stringify(JSON.parse(TEXT), null, '\t')} \r\n`.replace(
      '18446744073709552000',
      '18446744073709551615',
    );
    expect(read([spaced])).toEqual(read([TEXT]));
  });

  it('reads the same however it is cut', () => {
    const bytes = Buffer.from(TEXT);
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length)), (places) => {
        const at = [0, ...places.sort((a, b) => a - b), bytes.length];
        const parts = at.slice(1).map((end, index) => bytes.subarray(at[index], end));
        expect(read(parts)).toEqual(read([bytes]));
      }),
    );
  });

  it('has the same fault however it is cut, wherever a byte is altered', () => {
    fc.assert(
      fc.property(fc.nat(TEXT.length - 1), fc.constantFrom(...'"\\{}[],:0-.eatx \u0001'), (at, character) => {
        const bytes = Buffer.from(TEXT.slice(0, at) + character + TEXT.slice(at + 1));
        const single = Array.from(bytes, (byte) => Uint8Array.of(byte));
        expect(read(single)).toEqual(read([bytes]));
      }),
      { numRuns: runs(300) },
    );
  });

  it('hands out a turn with the byte that ends it, and where it stands', () => {
    const found: DocumentTurn[] = [];
    const reader = new StateDocumentReader((turn) => found.push(turn));
    const bytes = Buffer.from(TEXT);
    const turnAt = bytes.indexOf('{"kind":"assistant"');
    const turnEnd = bytes.indexOf(',{"kind":"compacted_summary"');
    reader.push(bytes.subarray(0, turnEnd - 1));
    expect(found).toHaveLength(0);
    reader.push(bytes.subarray(turnEnd - 1, turnEnd));
    expect(found[0]).toMatchObject({ offset: turnAt, length: turnEnd - turnAt });
    expect(reader.judgedTo).toBe(turnEnd);
    expect(() => found[0]?.turn).toThrow('while it is handed out');
  });

  it('has defaults for what may be missing', () => {
    const bare = TEXT.slice(0, TEXT.indexOf(',"context_history_start"')).replace(',"provider":"grok"', '');
    expect(read([`${bare}}`]).state).toMatchObject({
      preferences: { provider: 'gateway' },
      context_history_start: 0,
      permission_state: { schema_version: 2, next_generation: 1, rules: [] },
    });
  });
});

describe('a state document is refused for', () => {
  it.each([
    ['a missing key', '"total_output_tokens":2,', '', 'state/key-order', 'InvalidSessionFormat'],
    ['a null', '"last_subagent_work_id":"w-1"', '"last_subagent_work_id":null', 'state/type', 'InvalidSessionFormat'],
    ['minus zero', '"total_output_tokens":2', '"total_output_tokens":-0', 'state/type', 'InvalidSessionFormat'],
    ['a leading zero', '"total_output_tokens":2', '"total_output_tokens":02', 'state/json', 'InvalidSessionFormat'],
    [
      'an integer of more than 64 bits',
      '18446744073709551615',
      '18446744073709551616',
      'state/type',
      'InvalidSessionFormat',
    ],
    [
      'a trailing comma',
      '"last_subagent_work_id":"w-1"}',
      '"last_subagent_work_id":"w-1",}',
      'state/json',
      'InvalidSessionFormat',
    ],
    ['a history that is not an array', '"history":[', '"history":{[', 'state/type', 'InvalidSessionFormat'],
    ['a turn that is not an object', '"history":[', '"history":[1,', 'state/type', 'InvalidSessionFormat'],
    ['an unknown turn', '"kind":"compacted_summary"', '"kind":"other"', 'shape/enum', 'InvalidSessionFormat'],
    [
      'a turn with null for bytes',
      '"assistant":"line\\nline"',
      '"assistant":null',
      'shape/durable-bytes',
      'InvalidDurableBytes',
    ],
    [
      'a repeated rule id',
      '"generation":1}]',
      '"generation":1},{"id":1,"kind":"command","canonical":"y","display_identity":"x","decision":"deny","generation":1}]',
      'state/permission-rules',
      'InvalidDurableField',
    ],
    [
      'a context behind the history',
      '"context_history_start":1',
      '"context_history_start":3',
      'state/context-start',
      'InvalidDurableField',
    ],
    ['a work id with a NUL', '"w-1"', '"w\\u0000"', 'state/work-id', 'InvalidDurableField'],
    ['a provider in disguise', '"provider":"grok"', '"provider":"gro\u212a"', 'state/provider', 'InvalidDurableField'],
  ])('%s', (_name, find, replace, rule, fxError) => {
    expect(read([changed(find, replace)]).fault).toMatchObject({ rule, fxError });
  });

  it('text behind it, and for ending early', () => {
    expect(read([`${TEXT} x`]).fault).toMatchObject({
      rule: 'state/trailing-data',
      offset: Buffer.byteLength(TEXT) + 1,
    });
    expect(read([TEXT.slice(0, -1)]).fault).toMatchObject({ rule: 'state/incomplete' });
  });

  it('a fault at the byte where it lies', () => {
    const text = changed('"compaction_count":1', '"compaction_count":1.0');
    const fault = read([text]).fault;
    expect(fault?.offset).toBe(Buffer.from(text).indexOf('1.0'));
    expect(fault?.path).toBe('/history/1/compaction_count');
  });

  it('usage that is larger than fx can take, by what the format says of it', () => {
    const usage = (cost: string): string =>
      `{"billing":"complete","api_duration_complete":true,"wall_duration_complete":true,"code_complete":true,"next_sequence":1,"settled_through_sequence":0,"api_duration_ms":0,"wall_duration_ms":0,"total_cost":${cost},"input_tokens":0,"output_tokens":0,"cache_read_tokens":0,"cache_write_tokens":0,"billable_web_search_calls":0,"lines_added":0,"lines_removed":0,"models":[],"pending":[]}`;
    const withUsage = (cost: string): string => changed(',"last_subagent', `,"usage":${usage(cost)},"last_subagent`);
    expect(read([withUsage(`0.${'0'.repeat(199_998)}`)]).fault).toBeUndefined();
    expect(read([withUsage(`0.${'0'.repeat(261_998)}`)]).fault).toMatchObject({ fxError: 'OutOfMemory' });
  });
});

describe('giving up a document', () => {
  it('is never a fault of a prefix', () => {
    const bytes = Buffer.from(TEXT);
    for (let length = 0; length <= bytes.length; length++) {
      expect(read([bytes.subarray(0, length)], 'abandon').fault).toBeUndefined();
    }
  });

  it('says nothing more after a fault', () => {
    const reader = new StateDocumentReader(() => undefined);
    // The fault is an open string too long, which giving up would find once more.
    const tooLong = `${TEXT.slice(0, TEXT.indexOf('"w-1"'))}"${'w'.repeat(129)}`;
    reader.push(Buffer.from(tooLong));
    expect(() => reader.abandon()).toThrow(StateDocumentError);
    expect(() => reader.abandon()).not.toThrow();
  });

  it.each([
    ['a raw control character', '"text":"a', '"text":"\u0001a'],
    ['a duplicate key', '"images":[]', '"images":[],"images":[]'],
    ['an unknown escape', '\\nline', '\\qline'],
  ])('judges %s in a turn that is not complete', (_name, find, replace) => {
    const text = changed(find, replace);
    expect(read([text.slice(0, text.indexOf(replace) + replace.length)], 'abandon').fault).toMatchObject({
      rule: 'state/json',
    });
  });

  it('judges the length of a string that is not complete', () => {
    const before = TEXT.slice(0, TEXT.indexOf('"w-1"'));
    expect(read([before, `"${'w'.repeat(128)}`], 'abandon').fault).toBeUndefined();
    expect(read([before, `"${'w'.repeat(129)}`], 'abandon').fault).toMatchObject({ rule: 'state/too-long' });
    // An escape of six bytes stands for one.
    expect(read([before, `"${'\\u0061'.repeat(128)}`], 'abandon').fault).toBeUndefined();
    expect(read([before, `"${'\\u0061'.repeat(129)}`], 'abandon').fault).toMatchObject({ rule: 'state/too-long' });
    expect(read([before, `"${'🌊'.repeat(32)}`], 'abandon').fault).toBeUndefined();
    expect(read([before, `"${'🌊'.repeat(33)}`], 'abandon').fault).toMatchObject({ rule: 'state/too-long' });
  });

  it('keeps little of a string or number that never ends', () => {
    const reader = new StateDocumentReader(() => undefined);
    reader.push(Buffer.from(`${TEXT.slice(0, TEXT.indexOf('"created_at_ms":'))}"created_at_ms":`));
    for (let part = 0; part < 100; part++) reader.push(Buffer.alloc(100_000, 0x39));
    expect(() => reader.push(Buffer.from(','))).toThrow(StateDocumentError);
    const other = new StateDocumentReader(() => undefined);
    other.push(Buffer.from('{"id":"'));
    expect(() => other.push(Buffer.alloc(100_000, 0x61))).toThrow(StateDocumentError);
  });
});
