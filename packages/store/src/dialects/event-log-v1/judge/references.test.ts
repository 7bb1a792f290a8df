import { decodeFrame } from '@fxlog/format';
import { describe, expect, it } from 'vitest';
import { mayRefer } from './references.js';

const result = {
  tool_call_id: 'call_1',
  tool_name: 'terminal',
  status: 'success',
  output: 'a "handle":"x" in the text, "images":[{ too',
  output_handle: null as string | null,
  preview: null,
  output_bytes: 1,
  stored_output_bytes: 1,
  truncated: false,
  provider_native: false,
  created_at_ms: 1,
  permission_feedback: [],
  committed_file_presentation: null,
  command_output_replay: null as object | null,
  command_process_presentation: null,
};
const image = { id: 1, path: '/a.png', media_type: 'image/png' };

function lineOf(changes: Partial<typeof result> = {}, images: readonly object[] = []): Buffer {
  const call = { id: 'call_1', name: 'terminal', arguments_json: '{}', provider_result: null };
  const step = { assistant: null, tool_calls: [call], tool_results: [{ ...result, ...changes }] };
  const turn = {
    kind: 'assistant',
    user: { text: 'Go on.', images },
    assistant: 'Done.\u001b[0m',
    execution: { schema_version: 3, tool_steps: [step], files: [] },
  };
  const event = {
    schema_version: 1,
    log_generation: '0'.repeat(32),
    seq: 2,
    event_id: '1'.repeat(32),
    timestamp_ms: 1,
    kind: 'history_turn_committed',
    payload: { conversation_language: 'und', total_input_tokens: 0, total_output_tokens: 0, turn },
  };
  const line = Buffer.from(`${JSON.stringify(event)}\n`);
  decodeFrame(line);
  return line;
}

describe('the line of a turn may refer to a file', () => {
  it.each([
    ['with a stored output', lineOf({ output_handle: 'tool-1' })],
    ['with a replay', lineOf({ command_output_replay: { kind: 'available', handle: 'fx-1', framed_bytes: 1 } })],
    ['with an image', lineOf({}, [image])],
    ['where a text names a command log', lineOf({ output: 'see fx-command-12.log' })],
    [
      'where a text may name one in escapes',
      Buffer.from(lineOf({ output: 'see @x-command-1' }).toString().replace('@', '\\u0066')),
    ],
  ])('%s', (_, line) => {
    expect(mayRefer(line)).toBe(true);
  });

  it('and does not where only texts look like that', () => {
    expect(mayRefer(lineOf())).toBe(false);
  });
});
