/**
 * The turn of `recovery.json`, which was under way when the session was last saved (newer-formats §4.6, §4.8). Its texts are spelled as in the
 * older event log: a string, or base64 of what is no UTF-8.
 */
import type { Uint64 } from '@fxlog/format';
import type { ConversationPayload, ConversationSidecars } from '@fxlog/format/internal';
import { JsonNumber, type JsonObject, type JsonValue, parseJson } from '@fxlog/json';
import { isJsonObject } from '@fxlog/json/internal';
import { durableText } from '../../durable-text.js';
import type { HistoryEntry, ResultContent, TurnSource } from '../../turn.js';
import { buildRunningTurn } from './build-turn.js';
import type { ConversationTurnBuilder } from './conversation-turn.js';

type RecoveryFile = ConversationSidecars['recovery'];
type Pieces = ConversationTurnBuilder['pieces'];
type DurableSpelling = RecoveryFile['checkpoint']['user']['text'];

/** What stands where nothing was written. */
const NOTHING = new Uint8Array(0);

/**
 * The turn in flight as the last entry of a history.
 *
 * @param index its place in the history, from 0
 * @param source where the log ends, in no line of which it is
 */
export function turnInFlight({ checkpoint }: RecoveryFile, index: number, source: TurnSource): HistoryEntry {
  const { user, execution, assistant_source: text } = checkpoint;
  const steps = execution.tool_steps.map(readStep);
  const pieces: Pieces = {
    user: { text: textOf(user.text), images: readImages(user.images), work_id: plain(user.work_id) },
    steps: steps.map(({ step }) => step),
    steering: objectsIn(execution.steering ?? NOTHING).map((one) => ({
      text: textIn(one, 'text') ?? '',
      assistantPrefix: textIn(one, 'assistant_prefix'),
      afterStep: Number(integerIn(one, 'after_tool_step_count') ?? 0),
    })),
    text: text === null ? null : said(textOf(text)),
  };
  const running = buildRunningTurn(pieces);
  const turn = {
    ...running,
    steps: running.steps.map((step, at) => ({
      ...step,
      results: step.results.map((result, i) => ({ ...result, content: steps[at]?.contents[i] ?? result.content })),
    })),
  };
  const native = { dialect: 'conversation-log', turn: { ...pieces, end: null } } as const;
  return { type: 'turn', turn: { ...turn, index, timeMs: null, language: null, usage: null, source, native } };
}

function readStep({
  assistant,
  tool_calls: calls,
  tool_results,
}: RecoveryFile['checkpoint']['execution']['tool_steps'][number]) {
  const results = objectsIn(tool_results).map(readResult);
  const step: Pieces['steps'][number] = {
    assistant: assistant === null ? null : said(textOf(assistant)),
    calls: calls.map((call) => ({
      call_id: textOf(call.id),
      tool_name: textOf(call.name),
      arguments_json: textOf(call.arguments_json),
      argument_integrity: 'valid',
      provisional_id: null,
      provider_result: call.provider_result === null ? null : textOf(call.provider_result),
      final_identity: 'valid',
      provenance: call.provider_result === null ? 'fx_local' : 'provider_executed',
    })),
    results: results.map(({ payload }) => payload),
  };
  return { step, contents: results.map(({ content }) => content) };
}

function readResult(result: JsonObject): { payload: ConversationPayload<'tool_result'>; content: ResultContent } {
  const output = textIn(result, 'output');
  const handle = textIn(result, 'output_handle');
  const preview = textIn(result, 'preview');
  const payload: ConversationPayload<'tool_result'> = {
    call_id: textIn(result, 'tool_call_id') ?? '',
    tool_name: textIn(result, 'tool_name') ?? '',
    status: result.status === 'failure' ? 'failure' : 'success',
    artifact_ref: handle ?? '',
    tool_image_handle: textIn(result, 'tool_image_handle'),
    output_bytes: integerIn(result, 'output_bytes'),
    stored_bytes: integerIn(result, 'stored_output_bytes') ?? 0,
    completeness: result.truncated === true ? 'partial' : 'complete',
    preview: preview ?? output,
    provider_native: result.provider_native === true,
    review_feedback: false,
    created_at_ms: integerIn(result, 'created_at_ms') ?? 0,
    permission_feedback: arrayOf(result.permission_feedback).map((text) => spelled(text) ?? ''),
    committed_file_presentation: null,
    command_replay_ref: null,
    command_replay_bytes: null,
    command_process_presentation: null,
    terminal_action_presentation: null,
  };
  if (handle === null) return { payload, content: { kind: 'inline', output: output ?? '' } };
  const shown = preview ?? output;
  const content: ResultContent =
    shown === null || shown === '' ? { kind: 'missing', handle } : { kind: 'preview', preview: shown, handle };
  return { payload, content };
}

function readImages(images: Uint8Array): ConversationPayload<'user'>['images'] {
  return objectsIn(images).map((image) => ({
    id: integerIn(image, 'id') ?? 0,
    path: textIn(image, 'path') ?? '',
    media_type: textIn(image, 'media_type') ?? '',
    snapshot_path: textIn(image, 'snapshot_path'),
    snapshot_sha256: textIn(image, 'snapshot_sha256'),
    inline_data: null,
    source_ref: textIn(image, 'source_ref'),
  }));
}

function said(text: string): ConversationPayload<'assistant'> {
  return { text, provider_replay: null, standalone_response: false };
}

function textOf(text: DurableSpelling): string {
  return typeof text === 'string' ? text : fromBase64(text.data);
}

function fromBase64(data: string): string {
  return durableText(Buffer.from(data, 'base64')).text;
}

function plain(bytes: string | Uint8Array | null): string | null {
  return bytes === null ? null : durableText(bytes).text;
}

/** The objects of a list that was only checked to be JSON. */
function objectsIn(json: Uint8Array): JsonObject[] {
  return json.length === 0 ? [] : arrayOf(parseJson(json)).filter(isJsonObject);
}

function arrayOf(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function textIn(object: JsonObject, key: string): string | null {
  return spelled(object[key]);
}

function spelled(value: JsonValue | undefined): string | null {
  if (typeof value === 'string') return value;
  return isJsonObject(value) && typeof value.data === 'string' ? fromBase64(value.data) : null;
}

function integerIn(object: JsonObject, key: string): Uint64 | null {
  const value = object[key];
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  return value instanceof JsonNumber && Number.isSafeInteger(value.toNumber()) ? value.toNumber() : null;
}
