/**
 * Turns of a conversation log → turns of an event log. fx has no way back; this one undoes what `to-conversation.ts` does. What an event log cannot
 * hold is reported.
 */
import { isUtf8 } from 'node:buffer';
import type { ConversationLogTurn, ConversationStep, ConversationTurn } from '@fxlog/assembler/internal';
import type { HistoryTurn } from '@fxlog/format';
import {
  type ConversationPayload,
  type Execution,
  type FileEvidence,
  type FilePresentation,
  type Image,
  imagePath,
  isCapturedCommand,
  isHandle,
  isWellFormedArguments,
  outputPaths,
  type ToolCall,
  type ToolResult,
  type ToolStep,
  type UserTurn,
} from '@fxlog/format/internal';
import { utf8ByteLength } from '@fxlog/json/internal';
import { toolResultHandle } from '../../content-names.js';
import type { ClimbContext } from '../../dialect.js';
import { cutText, MAX_PREVIEW_BYTES } from '../conversation-log/preview.js';
import { MAX_INLINE_OUTPUT_BYTES, storedOutputText } from './stored-output.js';

/** Longest id of a work, in bytes (event-log §3.7.1). */
const MAX_WORK_ID_BYTES = 128;

/** What an entry of a conversation log becomes. */
export interface DescendedEntry {
  /** One turn, and one more for all that was said while it ran. */
  readonly turns: readonly HistoryTurn[];
  /** Files that the turns refer to under names of their own, by their path in a session directory. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** How to get the bytes of the images, whose names in a session follow from their numbers. */
  readonly images: ReadonlyMap<Image, () => Promise<Uint8Array | null>>;
}

/** An entry of a conversation log as turns of an event log. */
export async function fromConversation({ turn }: ConversationLogTurn, context: ClimbContext): Promise<DescendedEntry> {
  if ('summary' in turn) {
    const { summary, removedTurns: removed_turn_count, compactions: compaction_count, coveredTurns } = turn;
    if (coveredTurns !== undefined) {
      const detail = `The summary leaves ${removed_turn_count - coveredTurns} turns in view of the model.`;
      context.lose('dropped-extra', '/coveredTurns', detail);
    }
    const compacted: HistoryTurn = { kind: 'compacted_summary', summary, removed_turn_count, compaction_count };
    return { turns: [compacted], files: new Map(), images: new Map() };
  }
  if (turn.end === null) throw new TypeError('A turn is given an end before it is written.');
  return new Descent(turn, context).entry();
}

/** A stretch of a turn between two things that the user said. */
interface Stretch {
  readonly user: UserTurn;
  readonly steps: readonly ToolStep[];
}

/** One turn on its way. */
class Descent {
  readonly #turn: ConversationTurn;
  readonly #context: ClimbContext;
  readonly #files = new Map<string, Uint8Array>();
  readonly #images = new Map<Image, () => Promise<Uint8Array | null>>();

  constructor(turn: ConversationTurn, context: ClimbContext) {
    this.#turn = turn;
    this.#context = context;
  }

  async entry(): Promise<DescendedEntry> {
    const { steering, end } = this.#turn;
    const steps: ToolStep[] = [];
    for (const [at, step] of this.#turn.steps.entries()) steps.push(await this.#step(step, `/steps/${at}`));
    const turns: HistoryTurn[] = [];
    let user = this.#user();
    let from = 0;
    for (const [at, { text, assistantPrefix, afterStep }] of steering.entries()) {
      this.#lose('moved-text', `/steering/${at}`, 'What was said while the turn ran begins a turn of its own.');
      turns.push(completed({ user, steps: steps.slice(from, afterStep) }, assistantPrefix ?? '', []));
      user = { text, images: [] };
      from = afterStep;
    }
    const last: Stretch = { user, steps: steps.slice(from) };
    const files = end.payload.files.map((file) => evidence(file));
    if (end.payload.turn_summary !== null)
      this.#lose('dropped-extra', '/end/payload/turn_summary', 'How long the turn took, and its estimated tokens.');
    if (end.kind === 'completed') {
      this.#reportReplay(end.assistant, '/end/assistant');
      turns.push(completed(last, end.assistant?.text ?? '', files));
    } else turns.push(this.#interrupted(last, end, files));
    return { turns, files: this.#files, images: this.#images };
  }

  #user(): UserTurn {
    const { text, images, work_id: workId } = this.#turn.user;
    const fits = workId === null || (utf8ByteLength(workId) <= MAX_WORK_ID_BYTES && !workId.includes('\0'));
    if (!fits) this.#lose('dropped-extra', '/user/work_id', `The id of the work, ${JSON.stringify(workId)}.`);
    return {
      text,
      images: images.map((image, at) => this.#image(image, `/user/images/${at}`)),
      ...(workId === null || !fits ? {} : { work_id: workId }),
    };
  }

  #image(image: ConversationPayload<'user'>['images'][number], place: string): Image {
    const { id, path, media_type, snapshot_path, inline_data: data, source_ref } = image;
    if (source_ref !== null) this.#lose('dropped-extra', `${place}/source_ref`, 'Where an image came from.');
    const made: Image = { id, path, media_type, snapshot_path: null, snapshot_sha256: null };
    const file = imagePath(snapshot_path);
    const bytes = data === null ? null : typeof data === 'string' ? Buffer.from(data) : data;
    this.#images.set(made, async () => bytes ?? (file === null ? null : this.#context.readFile(file)));
    return made;
  }

  async #step({ assistant, calls, results }: ConversationStep, path: string): Promise<ToolStep> {
    this.#reportReplay(assistant, `${path}/assistant`);
    const text = assistant?.text ?? '';
    const made: ToolResult[] = [];
    for (const [at, result] of results.entries()) made.push(await this.#result(result, `${path}/results/${at}`));
    return {
      assistant: text === '' ? null : text,
      tool_calls: calls.map((call, at) => this.#call(call, `${path}/calls/${at}`)),
      tool_results: made,
    };
  }

  #call(call: ConversationPayload<'tool_call'>, path: string): ToolCall {
    const { call_id: id, tool_name: name, arguments_json: json, provider_result } = call;
    const isWellFormed = isWellFormedArguments(json);
    if (!isWellFormed) {
      const detail = `Arguments that are not strict JSON became {}: ${json.slice(0, 200)}`;
      this.#lose('changed-arguments', `${path}/arguments_json`, detail);
    }
    const isProviders = call.provenance === 'provider_executed';
    if (call.provisional_id !== null || call.final_identity !== 'valid' || isProviders !== (provider_result !== null))
      this.#lose('dropped-extra', path, 'How the provider named the call, and who ran it.');
    return { id, name, arguments_json: isWellFormed ? json : '{}', provider_result };
  }

  async #result(result: ConversationPayload<'tool_result'>, path: string): Promise<ToolResult> {
    const { command_replay_ref: replay, command_replay_bytes: replayBytes } = result;
    if (result.tool_image_handle !== null)
      this.#lose('dropped-image', `${path}/tool_image_handle`, 'Images of a result.');
    if (result.terminal_action_presentation !== null)
      this.#lose('dropped-extra', `${path}/terminal_action_presentation`, 'What came of a terminal action.');
    if (result.review_feedback) this.#lose('dropped-extra', `${path}/review_feedback`, 'That a result is of a review.');
    return {
      tool_call_id: result.call_id,
      tool_name: result.tool_name,
      status: result.status,
      ...(await this.#output(result, path)),
      provider_native: result.provider_native,
      created_at_ms: result.created_at_ms,
      permission_feedback: [...result.permission_feedback],
      committed_file_presentation: this.#presentation(result.committed_file_presentation, path),
      command_output_replay:
        replay === null || replayBytes === null
          ? null
          : { kind: 'available', handle: replay, framed_bytes: replayBytes },
      command_process_presentation: this.#process(result, path),
    };
  }

  /** fx keeps short outputs in the log, and of longer ones what the model saw (session-directory §4.5). */
  async #output(result: ConversationPayload<'tool_result'>, path: string) {
    const { artifact_ref: handle, preview, output_bytes, stored_bytes: stored, completeness } = result;
    const truncated = completeness === 'partial';
    if (completeness === 'unknown')
      this.#lose('dropped-extra', `${path}/completeness`, 'That nobody knows whether the output is whole.');
    const inline = (bytes: Uint8Array) => ({
      output: isUtf8(bytes) ? Buffer.from(bytes).toString('utf8') : bytes,
      output_handle: null,
      preview: null,
      output_bytes: output_bytes ?? bytes.length,
      stored_output_bytes: bytes.length,
      truncated,
    });
    // The recorded command stands for the output where the line shows all of it.
    if (handle === result.command_replay_ref) return inline(Buffer.from(preview ?? ''));
    const bytes = await this.#readOutput(result);
    if (bytes === null) {
      this.#lose('missing-artifact', `${path}/artifact_ref`, `The output ${handle} was not at hand.`);
      const name = isHandle(handle) ? handle : null;
      if (name === null) return inline(Buffer.from(preview ?? ''));
      const output = storedOutputText(name, stored, preview ?? '');
      const sizes = { output_bytes: output_bytes ?? stored, stored_output_bytes: stored };
      return { output, output_handle: name, preview, ...sizes, truncated };
    }
    if (bytes.length <= MAX_INLINE_OUTPUT_BYTES) return inline(bytes);
    return { ...this.#outputFile(result, bytes), output_bytes: output_bytes ?? bytes.length, truncated };
  }

  async #readOutput(result: ConversationPayload<'tool_result'>): Promise<Uint8Array | null> {
    for (const path of outputPaths(result)) {
      const bytes = await this.#context.readFile(path);
      if (bytes !== null) return bytes;
    }
    return null;
  }

  #outputFile(result: ConversationPayload<'tool_result'>, bytes: Uint8Array) {
    const { artifact_ref: handle, tool_name, call_id } = result;
    const name = isHandle(handle) ? handle : toolResultHandle(tool_name, call_id, bytes);
    this.#files.set(`tool-results/${name}`, bytes);
    const preview = result.preview ?? cutText(bytes, MAX_PREVIEW_BYTES);
    const output = storedOutputText(name, bytes.length, preview);
    return { output, output_handle: name, preview, stored_output_bytes: bytes.length };
  }

  #presentation(
    shown: ConversationPayload<'tool_result'>['committed_file_presentation'],
    path: string,
  ): FilePresentation | null {
    if (shown === null) return null;
    const { content_handle: contents, ...kept } = shown;
    if (contents !== null) {
      const place = `${path}/committed_file_presentation/content_handle`;
      this.#lose('dropped-extra', place, `The contents of ${shown.path} before and after its change.`);
    }
    return kept;
  }

  #process({ command_process_presentation: ended }: ConversationPayload<'tool_result'>, path: string) {
    if (ended === null) return null;
    if ('exit_code' in ended) return { kind: 'exit_code', value: ended.exit_code } as const;
    if ('signal' in ended) return { kind: 'signal', value: ended.signal } as const;
    const what = 'timed_out' in ended ? 'That a command timed out.' : 'That the output of a command was not captured.';
    this.#lose('dropped-extra', `${path}/command_process_presentation`, what);
    return null;
  }

  #interrupted(
    { user, steps }: Stretch,
    { call, payload }: Extract<ConversationTurn['end'], { kind: 'interrupted' }>,
    files: readonly FileEvidence[],
  ): HistoryTurn {
    const { reason, partial_text, cancellation_origin, command_replay_ref: replay, command_artifact_ref } = payload;
    if (cancellation_origin !== 'turn')
      this.#lose('dropped-extra', '/end/payload/cancellation_origin', 'That a compaction was cancelled.');
    const toolCall = call === null ? null : this.#call(call, '/end/call');
    const hasCommand = replay !== null || command_artifact_ref !== null;
    const isCommand = reason === 'cancelled' && toolCall !== null && isCapturedCommand(toolCall);
    if (hasCommand && !isCommand)
      this.#lose('dropped-extra', '/end/payload', 'The output of what ran is kept of cancelled commands alone.');
    return {
      kind: 'interrupted',
      user,
      assistant: partial_text,
      tool_call: toolCall,
      completed_tool_names: steps.flatMap(({ tool_results }) => tool_results.map(({ tool_name }) => tool_name)),
      terminal_reason: reason,
      execution: executionOf(steps, files),
      ...(hasCommand && isCommand
        ? {
            cancelled_command: {
              output_replay:
                replay === null
                  ? null
                  : { kind: 'available', handle: replay, framed_bytes: payload.command_replay_bytes ?? 0 },
              command_artifact_handle: command_artifact_ref,
            },
          }
        : {}),
    };
  }

  #reportReplay(assistant: ConversationPayload<'assistant'> | null, path: string): void {
    if (assistant === null || assistant.provider_replay === null) return;
    this.#lose('dropped-extra', `${path}/provider_replay`, 'Data of the provider to continue from.');
  }

  #lose(...loss: Parameters<ClimbContext['lose']>): void {
    this.#context.lose(...loss);
  }
}

function completed({ user, steps }: Stretch, assistant: string, files: readonly FileEvidence[]): HistoryTurn {
  return { kind: 'assistant', user, assistant, execution: executionOf(steps, files) };
}

function executionOf(steps: readonly ToolStep[], files: readonly FileEvidence[]): Execution {
  return { schema_version: 3, tool_steps: [...steps], files: [...files] };
}

function evidence(file: ConversationPayload<'turn_completed'>['files'][number]): FileEvidence {
  return { ...file };
}
