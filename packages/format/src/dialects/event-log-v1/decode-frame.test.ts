import { describe, expect, it } from 'vitest';
import { decodeFrame } from './decode-frame.js';

const TURN = {
  kind: 'assistant',
  user: { text: 'q', images: [] as unknown[] },
  assistant: 'a',
  execution: { schema_version: 3, tool_steps: [] as unknown[], files: [] },
};

const PAYLOAD = { conversation_language: 'en', total_input_tokens: 1, total_output_tokens: 2, turn: TURN as object };

/** The name that fx has for what is wrong with a payload. */
function nameOf(payload: object, kind = 'history_turn_committed'): string | undefined {
  const envelope = { schema_version: 1, log_generation: 'a'.repeat(32), seq: 2, event_id: 'b'.repeat(32) };
  const line = Buffer.from(`${JSON.stringify({ ...envelope, timestamp_ms: 3, kind, payload })}\n`);
  try {
    decodeFrame(line);
    return undefined;
  } catch (error) {
    return String(Reflect.get(Object(error), 'fxError'));
  }
}

describe('the order in which fx looks at a turn that is committed (event-log §3.7)', () => {
  const wrong = {
    total_output_tokens: '2',
    conversation_language: 1,
    work_id: '',
  };
  const step = {
    assistant: null,
    tool_calls: [{ id: 'c1', name: 'look', arguments_json: '{', provider_result: null }],
    tool_results: [],
  };
  const image = { id: 1, path: 'p', media_type: 'image/png', snapshot_path: 's', snapshot_sha256: null };

  it.each<[what: string, payload: object, fxError: string | undefined]>([
    ['nothing wrong', {}, undefined],
    ['only what stands beside it', wrong, 'InvalidEventFrame'],
    ['a turn of an unknown kind', { ...wrong, turn: { ...TURN, kind: 'other' } }, 'InvalidSessionFormat'],
    ['a turn that is not an object', { ...wrong, turn: [] }, 'InvalidSessionFormat'],
    ['an answer that is not bytes', { ...wrong, turn: { ...TURN, assistant: 1 } }, 'InvalidDurableBytes'],
    ['half a snapshot', { ...wrong, turn: { ...TURN, user: { text: 'q', images: [image] } } }, 'InvalidSessionFormat'],
    [
      'arguments that nobody can repair',
      { ...wrong, turn: { ...TURN, execution: { ...TURN.execution, tool_steps: [step] } } },
      'InvalidSessionFormat',
    ],
    ['a key too much, before all values', { x: 1, turn: { ...TURN, assistant: 1 } }, 'InvalidEventFrame'],
    ['a key too few, before all values', { total_input_tokens: undefined, turn: [] }, 'InvalidEventFrame'],
    ['a key too much in the turn', { ...wrong, turn: { ...TURN, x: 1 } }, 'InvalidSessionFormat'],
  ])('%s', (_what, change, fxError) => {
    expect(nameOf({ ...PAYLOAD, ...change })).toBe(fxError);
  });

  it('looks at the id of a background record after the execution', () => {
    const background = {
      kind: 'background_command',
      user: TURN.user,
      log_path: '/l',
      expect_url: false,
      url: null,
      background_record_id: 'none',
      assistant: null,
    };
    const call = { id: 'c', name: 0, arguments_json: '{}', provider_result: null };
    const steps = [{ assistant: null, tool_calls: [call], tool_results: [] }];
    const turn = { ...background, execution: { ...TURN.execution, tool_steps: steps } };
    expect(nameOf({ ...PAYLOAD, turn })).toBe('InvalidDurableBytes');
    expect(nameOf({ ...PAYLOAD, turn: { ...background, execution: TURN.execution } })).toBe('InvalidSessionFormat');
  });
});

describe('a key named turn in a payload of another kind', () => {
  it.each([
    ['recovery_checkpoint_cleared', {}],
    ['preferences_changed', { fast_mode: true }],
    ['workspace_rebound', { previous_workspace_root: '/a', workspace_root: '/b' }],
  ])('is a fault of the frame: %s', (kind, payload) => {
    expect(nameOf({ ...payload, turn: TURN }, kind)).toBe('InvalidEventFrame');
    expect(nameOf(payload, kind)).toBeUndefined();
  });
});
