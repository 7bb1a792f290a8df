import type { DurableBytes, HistoryTurn } from '@fxlog/format';
import type { Execution, FileEvidence, Image, Replay, ToolCall, ToolResult, ToolStep } from '@fxlog/format/internal';
import { isWellFormed } from '@fxlog/json/internal';
import fc from 'fast-check';
import { imageLocator, sha256Hex } from '../content-names.js';

/** Bytes that are not UTF-8, which an event log holds as base64. */
const NOT_TEXT = Uint8Array.of(0x66, 0xff, 0x6f, 0xc3);

const picture = (id: number): Uint8Array => Buffer.from(`picture ${id}`);

/** The files that some of the turns find, by their path in a session directory. */
export const FILES: ReadonlyMap<string, Uint8Array> = new Map([
  ['tool-results/result-large.txt', Buffer.from('a line of a large output\n'.repeat(1000))],
  ['tool-results/result-small.txt', Buffer.from('a small output')],
  ['logs/commands/fx-command-replay-1.bin', Buffer.from('FXRPLY01')],
  ['logs/commands/fx-command-1.log', Buffer.from('a log')],
  ...[1, 2, 3].map((id) => [imageLocator(id, sha256Hex(picture(id))), picture(id)] as const),
]);

const text = fc.string({ unit: 'binary', maxLength: 12 }).filter(isWellFormed);
const durable: fc.Arbitrary<DurableBytes> = fc.oneof(
  { weight: 12, arbitrary: text },
  { weight: 1, arbitrary: fc.constant(NOT_TEXT) },
  { weight: 1, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fc.constant('é'.repeat(3000)) },
);
/** Few of them, so that they repeat. */
const callId: fc.Arbitrary<DurableBytes> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('call_1', 'call_2', 'call_3') },
  { weight: 1, arbitrary: durable },
);
const toolName: fc.Arbitrary<DurableBytes> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('terminal', 'read_file') },
  { weight: 1, arbitrary: durable },
);
const size = fc.oneof(fc.nat(100_000), fc.constant(2n ** 63n + 1n));
const nullable = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { nil: null });

const replay: fc.Arbitrary<Replay> = fc.oneof(
  fc.record({ kind: fc.constant('unavailable' as const) }),
  fc.record({
    kind: fc.constant('available' as const),
    handle: fc.constantFrom<DurableBytes>('fx-command-replay-1.bin', '../../outside', 'gone.bin'),
    framed_bytes: size,
  }),
);

const output: fc.Arbitrary<Pick<ToolResult, 'output' | 'output_handle' | 'preview'>> = fc.oneof(
  fc.record({ output: durable, output_handle: fc.constant(null), preview: fc.constant(null) }),
  fc.record({
    output: fc.constant('line of an output that is long\n'.repeat(1000)),
    output_handle: fc.constant(null),
    preview: fc.constant(null),
  }),
  fc.record({
    output: durable,
    output_handle: fc.constantFrom<DurableBytes>('result-large.txt', 'result-small.txt', 'gone.txt', '../up', ''),
    preview: nullable(durable),
  }),
);

const result: fc.Arbitrary<ToolResult> = fc
  .record({
    tool_call_id: callId,
    tool_name: toolName,
    status: fc.constantFrom('success' as const, 'failure' as const),
    shown: output,
    output_bytes: size,
    stored_output_bytes: size,
    truncated: fc.boolean(),
    provider_native: fc.boolean(),
    created_at_ms: fc.oneof(fc.nat(), fc.constant(-5)),
    permission_feedback: fc.array(durable, { maxLength: 2 }),
    committed_file_presentation: nullable(
      fc.record({
        path: durable,
        kind: fc.constantFrom('added' as const, 'edited' as const),
        lines: fc.array(
          fc.record({
            kind: fc.constantFrom('context' as const, 'addition' as const, 'notice' as const),
            old_line: nullable(fc.nat(9)),
            new_line: nullable(fc.nat(9)),
            text: durable,
          }),
          { maxLength: 2 },
        ),
        additions: fc.nat(9),
        deletions: fc.nat(9),
        truncated: fc.boolean(),
        previous_content: nullable(durable),
        after_content: nullable(durable),
        lifecycle_id: nullable(fc.record({ turn_id: fc.nat(9), call_id: callId })),
      }),
    ),
    command_output_replay: nullable(replay),
    command_process_presentation: nullable(
      fc.oneof(
        fc.record({ kind: fc.constant('exit_code' as const), value: fc.integer() }),
        fc.record({ kind: fc.constant('signal' as const), value: fc.nat(64) }),
      ),
    ),
  })
  .map(({ shown, ...rest }) => ({ ...rest, ...shown }));

const call: fc.Arbitrary<ToolCall> = fc.record({
  id: callId,
  name: toolName,
  arguments_json: fc.constantFrom<DurableBytes>('{}', '{"path":"a"}', '[1, 2.50]', '"é"'),
  provider_result: nullable(durable),
});

/** Mostly calls with their results in order; now and then whatever the format allows. */
const step: fc.Arbitrary<ToolStep> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .record({ assistant: nullable(durable), pairs: fc.array(fc.tuple(call, result), { maxLength: 3 }) })
      .map(({ assistant, pairs }) => ({
        assistant,
        tool_calls: pairs.map(([one], at) => ({ ...one, id: `call_${at}` })),
        tool_results: pairs.map(([one, of], at) => ({ ...of, tool_call_id: `call_${at}`, tool_name: one.name })),
      })),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      assistant: nullable(durable),
      tool_calls: fc.array(call, { maxLength: 3 }),
      tool_results: fc.array(result, { maxLength: 3 }),
    }),
  },
);

const file: fc.Arbitrary<FileEvidence> = fc.record({
  path: durable,
  new_path: nullable(durable),
  tool_call_id: callId,
  tool_name: toolName,
  action: fc.constantFrom('read' as const, 'write' as const, 'rename' as const, 'unknown' as const),
  status: fc.constantFrom('success' as const, 'failure' as const),
  model_view_covers_full_file: fc.boolean(),
  stale: fc.boolean(),
});

const execution: fc.Arbitrary<Execution> = fc.record({
  schema_version: fc.constant(3 as const),
  tool_steps: fc.array(step, { maxLength: 4 }),
  files: fc.array(file, { maxLength: 2 }),
});

const image: fc.Arbitrary<Image> = fc
  .record({ id: fc.integer({ min: 1, max: 3 }), path: durable, kept: fc.boolean() })
  .map(({ id, path, kept }) => {
    const sha256 = sha256Hex(picture(id));
    const snapshot = imageLocator(id, sha256);
    const copy = kept
      ? { snapshot_path: snapshot, snapshot_sha256: sha256 }
      : { snapshot_path: null, snapshot_sha256: null };
    return { id, path, media_type: 'image/png', ...copy };
  });

const user = fc
  .record({
    text: durable,
    images: fc.uniqueArray(image, { maxLength: 2, selector: ({ id }) => id }),
    work_id: fc.option(fc.constantFrom('work-1', 'w'.repeat(128)), { nil: undefined }),
  })
  .map(({ work_id, ...rest }) => ({ ...rest, ...(work_id === undefined ? {} : { work_id }) }));

const COMMAND: ToolCall = { id: 'c', name: 'terminal', arguments_json: '{"action":"exec"}', provider_result: null };

/** Any turn or summary that an event log may hold. */
export const arbitraryTurn: fc.Arbitrary<HistoryTurn> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('assistant' as const), user, assistant: durable, execution }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('interrupted' as const),
      user,
      assistant: nullable(durable),
      tool_call: nullable(call),
      completed_tool_names: fc.array(toolName, { maxLength: 2 }),
      terminal_reason: fc.constantFrom('cancelled' as const, 'failed' as const),
      execution,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('interrupted' as const),
      user,
      assistant: nullable(durable),
      tool_call: fc.constant(COMMAND),
      completed_tool_names: fc.array(toolName, { maxLength: 1 }),
      cancelled_command: fc.record({
        output_replay: nullable(replay),
        command_artifact_handle: nullable(fc.constantFrom<DurableBytes>('fx-command-1.log', '/etc/passwd', NOT_TEXT)),
      }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('background_command' as const),
      user,
      log_path: durable,
      expect_url: fc.boolean(),
      url: nullable(durable),
      background_record_id: fc.constant(null),
      assistant: nullable(durable),
      execution,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('compacted_summary' as const),
      summary: durable,
      removed_turn_count: fc.nat(9),
      compaction_count: fc.nat(3),
    }),
  },
);
