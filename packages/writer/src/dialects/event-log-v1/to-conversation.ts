/**
 * Turns of an event log → turns of a conversation log, by the rules by which fx itself converts old sessions (newer-formats §5). What a conversation
 * log cannot hold is reported.
 */
import { isUtf8 } from 'node:buffer';
import { durableText, type TurnStep } from '@fxlog/assembler';
import {
  buildEntry,
  type ConversationStep,
  type ConversationTurn,
  type ConversationTurnEnd,
  eventLogTurn,
  type NativeTurn,
} from '@fxlog/assembler/internal';
import type { DurableBytes, HistoryTurn } from '@fxlog/format';
import {
  type CompactedSummaryTurn,
  type ConversationPayload,
  type FileEvidence,
  type FilePresentation,
  type Image,
  imagePath,
  isSegment,
  isWellFormedArguments,
  type Replay,
  type ToolCall,
  type ToolResult,
  type ToolStep,
  type UserTurn,
} from '@fxlog/format/internal';
import { utf8ByteLength } from '@fxlog/json/internal';
import { sha256Hex, toolResultHandle } from '../../content-names.js';
import type { ClimbContext, MiddleEntry } from '../../dialect.js';
import { laterOf } from '../conversation-log/later-of.js';
import { cutText, MAX_PREVIEW_BYTES } from '../conversation-log/preview.js';
import { NO_PROMPT, NO_RESULT, noResult } from '../conversation-log/whole-turn.js';
import { storedOutputText } from './stored-output.js';

/** Longest identity – id of a call, name of a tool, handle –, path and media type in bytes, and most images (newer-formats §4.3). */
const MAX_IDENTITY_BYTES = 256;
const MAX_PATH_BYTES = 4096;
const MAX_MEDIA_TYPE_BYTES = 256;
const MAX_IMAGES = 128;

type ExecutedTurn = Exclude<HistoryTurn, CompactedSummaryTurn>;
type CallPayload = ConversationPayload<'tool_call'>;
type ResultPayload = ConversationPayload<'tool_result'>;

/** An entry of an event log in the words of the conversation log; null for a summary that says nothing. */
export async function toConversation(native: NativeTurn, context: ClimbContext): Promise<MiddleEntry | null> {
  const raw = eventLogTurn(native);
  if (raw.kind === 'interrupted' && 'checkpoint' in native && native.checkpoint !== undefined) {
    context.lose(
      'open-call',
      '',
      'The turn was under way; it is written as one that failed, and nothing goes on with it.',
    );
    return new Climb({ ...raw, terminal_reason: 'failed', completed_tool_names: namesOf(raw) }, context).entry();
  }
  return raw.kind === 'compacted_summary' ? toCompaction(raw, context) : new Climb(raw, context).entry();
}

/** The tools that have run. */
function namesOf({ execution }: ExecutedTurn): DurableBytes[] {
  return (execution?.tool_steps ?? []).flatMap(({ tool_results }) => tool_results.map(({ tool_name }) => tool_name));
}

const NO_FILES: MiddleEntry['files'] = new Map();

function toCompaction(raw: CompactedSummaryTurn, context: ClimbContext): MiddleEntry | null {
  const summary = textOf(raw.summary, '/summary', context);
  if (summary === '') {
    context.lose('dropped-record', '', 'A summary without text.');
    return null;
  }
  for (const key of ['root_user_messages', 'permission_feedback'] as const) {
    const { length = 0 } = raw[key] ?? {};
    if (length > 0) context.lose('dropped-extra', `/${key}`, `What a summary kept of the user's own words.`, length);
  }
  const turn = {
    summary,
    removedTurns: Number(raw.removed_turn_count),
    compactions: Number(raw.compaction_count),
  };
  return { native: { dialect: 'conversation-log', turn }, files: NO_FILES };
}

/** One turn on its way. */
class Climb {
  readonly #raw: ExecutedTurn;
  readonly #context: ClimbContext;
  readonly #files = new Map<string, Uint8Array>();

  constructor(raw: ExecutedTurn, context: ClimbContext) {
    this.#raw = raw;
    this.#context = context;
  }

  async entry(): Promise<MiddleEntry> {
    const user = this.#user(this.#raw.user);
    const steps = await this.#steps();
    const turn: ConversationTurn = { user, steps, steering: [], end: await this.#end(steps) };
    return { native: { dialect: 'conversation-log', turn }, files: this.#files };
  }

  #user({ text, images, work_id }: UserTurn): ConversationPayload<'user'> {
    const said = this.#text(text, '/user/text');
    if (said === '') this.#lose('default-value', '/user/text', `A prompt without text became ${NO_PROMPT}.`);
    if (images.length > MAX_IMAGES) {
      const count = images.length - MAX_IMAGES;
      this.#lose('dropped-image', `/user/images/${MAX_IMAGES}`, `fx takes ${MAX_IMAGES} images of a prompt.`, count);
    }
    return {
      text: said === '' ? NO_PROMPT : said,
      images: images.slice(0, MAX_IMAGES).flatMap((image, at) => this.#image(image, `/user/images/${at}`)),
      work_id: work_id === undefined ? null : this.#identity(work_id, '/user/work_id', 'work'),
    };
  }

  #image(image: Image, path: string): ConversationPayload<'user'>['images'] {
    const file = this.#text(image.path, `${path}/path`);
    const mediaType = this.#text(image.media_type, `${path}/media_type`);
    if (!isWithin(file, MAX_PATH_BYTES) || !isWithin(mediaType, MAX_MEDIA_TYPE_BYTES)) {
      this.#lose('dropped-image', path, `fx takes no image with this path or media type.`);
      return [];
    }
    return [
      {
        id: image.id,
        path: file,
        media_type: mediaType,
        ...this.#snapshot(image, path),
        inline_data: null,
        source_ref: null,
      },
    ];
  }

  #snapshot({ snapshot_path: stated = null, snapshot_sha256: sha256 = null }: Image, path: string) {
    if (stated === null || sha256 === null) return { snapshot_path: null, snapshot_sha256: null };
    const whole = durableText(stated).text;
    const locator = imagePath(whole.startsWith('/') ? `images/${whole.split('/').at(-1)}` : whole);
    if (locator !== null) return { snapshot_path: locator, snapshot_sha256: durableText(sha256).text };
    this.#lose('dropped-image', `${path}/snapshot_path`, 'The copy of an image has a name that leads out of images/.');
    return { snapshot_path: null, snapshot_sha256: null };
  }

  async #steps(): Promise<ConversationStep[]> {
    const { execution } = this.#raw;
    const entry = buildEntry(this.#raw, 0, { seq: 0, offset: 0, length: 0 }, null);
    const paired = entry.type === 'turn' ? entry.turn.steps : [];
    const steps: ConversationStep[] = [];
    for (const [at, step] of (execution?.tool_steps ?? []).entries()) {
      const made = await this.#step(step, paired[at] as TurnStep, `/execution/tool_steps/${at}`);
      if (made !== null) steps.push(made);
    }
    return steps;
  }

  async #step(step: ToolStep, paired: TurnStep, path: string): Promise<ConversationStep | null> {
    const text = step.assistant === null ? '' : this.#text(step.assistant, `${path}/assistant`);
    const assistant = text === '' ? null : said(text);
    if (step.tool_calls.length === 0 && step.tool_results.length === 0) {
      if (assistant === null) this.#lose('dropped-record', path, 'A step without text and without calls.');
      return assistant === null
        ? null
        : { assistant: { ...assistant, standalone_response: true }, calls: [], results: [] };
    }
    if (step.assistant === '') this.#lose('dropped-extra', `${path}/assistant`, 'An empty text before calls.');
    const taken = new Set<string>();
    const calls = step.tool_calls.map((call, at) => this.#call(call, `${path}/tool_calls/${at}`, taken));
    const results: ResultPayload[] = [];
    for (const [at, result] of step.tool_results.entries()) {
      const place = `${path}/tool_results/${at}`;
      const index = paired.results[at]?.callIndex ?? null;
      const call = index === null ? this.#callOf(result, place, taken) : (calls[index] as CallPayload);
      if (index === null) calls.push(call);
      results.push(await this.#result(result, call, place));
    }
    for (const [at, { resultIndex }] of paired.calls.entries()) {
      if (resultIndex !== null) continue;
      this.#lose('open-call', `${path}/tool_calls/${at}`, `A call without a result got "${NO_RESULT}".`);
      results.push(noResult(calls[at] as CallPayload, this.#files));
    }
    return { assistant, calls, results };
  }

  #call({ id, name, arguments_json: json, provider_result }: ToolCall, path: string, taken: Set<string>): CallPayload {
    const stated = this.#identity(id, `${path}/id`, 'call');
    const callId = taken.has(stated) ? freeId(stated, taken) : stated;
    if (callId !== stated) this.#lose('renamed-id', `${path}/id`, `A second call of the id in its step is ${callId}.`);
    taken.add(callId);
    const text = this.#text(json, `${path}/arguments_json`);
    if (text === '') this.#lose('changed-arguments', `${path}/arguments_json`, 'Arguments without text became {}.');
    return {
      call_id: callId,
      tool_name: this.#identity(name, `${path}/name`, 'unknown'),
      arguments_json: text === '' ? '{}' : text,
      argument_integrity: text === '' || isWellFormedArguments(text) ? 'valid' : 'malformed_json',
      provisional_id: null,
      provider_result: provider_result === null ? null : this.#text(provider_result, `${path}/provider_result`),
      final_identity: 'valid',
      provenance: provider_result === null ? 'fx_local' : 'provider_executed',
    };
  }

  /** The call that a result without one needs. */
  #callOf(result: ToolResult, path: string, taken: Set<string>): CallPayload {
    this.#lose('orphan-result', path, 'A result without a call got one with the arguments {}.');
    const call = { id: result.tool_call_id, name: result.tool_name, arguments_json: '{}', provider_result: null };
    return this.#call(call, path, taken);
  }

  async #result(result: ToolResult, call: CallPayload, path: string): Promise<ResultPayload> {
    const name = durableText(result.tool_name).text;
    if (name !== call.tool_name && name !== '') {
      this.#lose('changed-arguments', `${path}/tool_name`, `The result of ${call.tool_name} named the tool ${name}.`);
    }
    if (result.created_at_ms < 0)
      this.#lose('dropped-time', `${path}/created_at_ms`, `fx cannot write the time ${result.created_at_ms}.`);
    const shown = result.committed_file_presentation ?? null;
    return {
      ...(await this.#output(result, call, path)),
      tool_image_handle: null,
      review_feedback: false,
      terminal_action_presentation: null,
      call_id: call.call_id,
      tool_name: call.tool_name,
      status: result.status,
      output_bytes: result.output_bytes,
      provider_native: result.provider_native,
      created_at_ms: laterOf(result.created_at_ms, 0),
      permission_feedback: (result.permission_feedback ?? []).map((text, at) =>
        this.#text(text, `${path}/permission_feedback/${at}`),
      ),
      committed_file_presentation:
        shown === null ? null : this.#presentation(shown, `${path}/committed_file_presentation`),
      ...this.#replay(result.command_output_replay ?? null, `${path}/command_output_replay`),
      command_process_presentation: processOf(result),
    };
  }

  /** Where the whole output is, and what a line shows of it. */
  async #output(result: ToolResult, call: CallPayload, path: string) {
    const { output, output_handle: handle, truncated } = result;
    const isPart = truncated || this.#context.areOutputsWhole !== true;
    if (handle !== null && handle.length > 0) {
      const name = this.#identity(handle, `${path}/output_handle`, 'result');
      const preview = cutText(this.#text(result.preview ?? output, `${path}/preview`), MAX_PREVIEW_BYTES);
      if (output !== storedOutputText(name, result.stored_output_bytes, preview)) {
        this.#lose('moved-output', `${path}/output`, 'Of an output in a file only the beginning is shown.');
      }
      return {
        artifact_ref: name,
        stored_bytes: result.stored_output_bytes,
        completeness: truncated ? 'partial' : 'complete',
        preview,
      } as const;
    }
    const bytes = bytesOf(output);
    if (!truncated && isPart)
      this.#lose(
        'unsure-output',
        `${path}/output`,
        'Whether the output is whole is not recorded; it counts as a part.',
      );
    if (BigInt(result.stored_output_bytes) !== BigInt(bytes.length)) {
      const detail = `${result.stored_output_bytes} bytes were stated of an output of ${bytes.length}.`;
      this.#lose('dropped-extra', `${path}/stored_output_bytes`, detail);
    }
    const replay = await this.#replayFor(result, bytes);
    const preview = cutText(bytes, MAX_PREVIEW_BYTES);
    const completeness = isPart ? 'partial' : 'complete';
    if (replay !== null)
      return { artifact_ref: replay.handle, stored_bytes: replay.bytes, completeness, preview } as const;
    return { ...this.#file(call, bytes), completeness, preview } as const;
  }

  /**
   * fx takes the recorded command for the output where there is one. We do so where the line shows all of the output, which else would be lost.
   */
  async #replayFor({ command_output_replay: replay = null }: ToolResult, output: Uint8Array) {
    if (replay?.kind !== 'available' || output.length > MAX_PREVIEW_BYTES) return null;
    const { handle } = replay;
    if (typeof handle !== 'string' || !isSegment(handle) || !isUtf8(output)) return null;
    const bytes = await this.#context.readFile(`logs/commands/${handle}`);
    return bytes === null ? null : { handle, bytes: bytes.length };
  }

  #file(call: CallPayload, bytes: Uint8Array) {
    const handle = toolResultHandle(call.tool_name, call.call_id, bytes);
    this.#files.set(`tool-results/${handle}`, bytes);
    return { artifact_ref: handle, stored_bytes: bytes.length };
  }

  #replay(replay: Replay | null, path: string) {
    const none = { command_replay_ref: null, command_replay_bytes: null };
    if (replay === null) return none;
    if (replay.kind === 'available') {
      const handle = this.#identity(replay.handle, `${path}/handle`, 'replay');
      return { command_replay_ref: handle, command_replay_bytes: replay.framed_bytes };
    }
    this.#lose('dropped-extra', path, 'That the recording of a command is not available.');
    return none;
  }

  #presentation(shown: FilePresentation, path: string): ResultPayload['committed_file_presentation'] {
    const file = this.#text(shown.path, `${path}/path`);
    if (!isWithin(file, MAX_PATH_BYTES)) {
      this.#lose('dropped-extra', path, 'A change of a file whose path fx does not take.');
      return null;
    }
    const textIn = (key: 'previous_content' | 'after_content') => {
      const text = shown[key];
      return text === null ? null : this.#text(text, `${path}/${key}`);
    };
    const { lifecycle_id: lifecycle } = shown;
    return {
      path: file,
      kind: shown.kind,
      lines: shown.lines.map(({ kind, old_line, new_line, text }, at) => ({
        kind,
        old_line,
        new_line,
        text: this.#text(text, `${path}/lines/${at}/text`),
      })),
      additions: shown.additions,
      deletions: shown.deletions,
      truncated: shown.truncated,
      previous_content: textIn('previous_content'),
      after_content: textIn('after_content'),
      lifecycle_id:
        lifecycle === null
          ? null
          : {
              turn_id: lifecycle.turn_id,
              call_id: this.#identity(lifecycle.call_id, `${path}/lifecycle_id/call_id`, 'call'),
            },
      content_handle: null,
    };
  }

  async #end(steps: readonly ConversationStep[]): Promise<ConversationTurnEnd> {
    const raw = this.#raw;
    const files = (raw.execution?.files ?? []).flatMap((file, at) => this.#evidence(file, `/execution/files/${at}`));
    if (raw.kind === 'interrupted') return this.#interrupted(raw, steps, files);
    if (raw.kind === 'background_command') this.#reportBackground(raw);
    const text = raw.assistant == null ? '' : this.#text(raw.assistant, '/assistant');
    return {
      kind: 'completed',
      assistant: text === '' ? null : said(text),
      payload: { files, turn_summary: null },
    };
  }

  #interrupted(
    raw: Extract<ExecutedTurn, { kind: 'interrupted' }>,
    steps: readonly ConversationStep[],
    files: ConversationPayload<'interrupted'>['files'],
  ): ConversationTurnEnd {
    const { assistant, tool_call, completed_tool_names: names, terminal_reason: reason = 'cancelled' } = raw;
    // They are not written, but follow from the steps.
    const done = steps.flatMap(({ results }) => results.map(({ tool_name }) => tool_name));
    if (names.length !== done.length || names.some((name, at) => name !== done[at])) {
      this.#lose('dropped-extra', '/completed_tool_names', 'Names of tools that had run.', Math.max(names.length, 1));
    }
    const { output_replay = null, command_artifact_handle: artifact = null } = raw.cancelled_command ?? {};
    if (raw.cancelled_command !== undefined && output_replay?.kind !== 'available' && artifact === null)
      this.#lose('dropped-extra', '/cancelled_command', 'That a command was cancelled of which nothing is kept.');
    return {
      kind: 'interrupted',
      call: tool_call === null ? null : this.#call(tool_call, '/tool_call', new Set()),
      payload: {
        reason,
        partial_text: assistant === null ? null : this.#text(assistant, '/assistant'),
        ...this.#replay(output_replay, '/cancelled_command/output_replay'),
        command_artifact_ref:
          artifact === null ? null : this.#identity(artifact, '/cancelled_command/command_artifact_handle', 'command'),
        files,
        turn_summary: null,
        cancellation_origin: 'turn',
      },
    };
  }

  #reportBackground({ log_path, url }: Extract<ExecutedTurn, { kind: 'background_command' }>): void {
    const address = url === null ? '' : ` at ${durableText(url).text}`;
    const detail = `That a command goes on in the background${address}, with its log in ${durableText(log_path).text}.`;
    this.#lose('dropped-extra', '/log_path', detail);
  }

  #evidence(file: FileEvidence, path: string): ConversationPayload<'turn_completed'>['files'] {
    const name = this.#text(file.path, `${path}/path`);
    const newPath = file.new_path === null ? null : this.#text(file.new_path, `${path}/new_path`);
    if (!isWithin(name, MAX_PATH_BYTES) || (newPath !== null && !isWithin(newPath, MAX_PATH_BYTES))) {
      this.#lose('dropped-record', path, 'A file whose path fx does not take.');
      return [];
    }
    const { action, status, model_view_covers_full_file, stale } = file;
    return [
      {
        path: name,
        new_path: newPath,
        tool_call_id: this.#identity(file.tool_call_id, `${path}/tool_call_id`, 'call'),
        tool_name: this.#identity(file.tool_name, `${path}/tool_name`, 'unknown'),
        action,
        status,
        model_view_covers_full_file,
        stale,
      },
    ];
  }

  #text(bytes: DurableBytes, path: string): string {
    return textOf(bytes, path, this.#context);
  }

  /** A name that fx takes; another one gets one that is made of it. */
  #identity(bytes: DurableBytes, path: string, stem: string): string {
    const text = this.#text(bytes, path);
    if (isWithin(text, MAX_IDENTITY_BYTES)) return text;
    const made = text === '' ? stem : `${stem}-${sha256Hex(text).slice(0, 16)}`;
    this.#lose('renamed-id', path, `${text === '' ? 'An empty name' : 'A name that is too long'} became ${made}.`);
    return made;
  }

  #lose(...loss: Parameters<ClimbContext['lose']>): void {
    this.#context.lose(...loss);
  }
}

function said(text: string): ConversationPayload<'assistant'> {
  return { text, provider_replay: null, standalone_response: false };
}

function processOf({ command_process_presentation: ended = null }: ToolResult) {
  if (ended === null) return null;
  return ended.kind === 'exit_code' ? { exit_code: ended.value } : { signal: ended.value };
}

/** newer-formats §5: bytes that are not UTF-8 cannot be kept; fx refuses the session. */
function textOf(bytes: DurableBytes, path: string, context: ClimbContext): string {
  const { text, isLossy } = durableText(bytes);
  if (isLossy) context.lose('non-utf8-text', path, 'Bytes that are not UTF-8 became U+FFFD.');
  return text;
}

function bytesOf(bytes: DurableBytes): Uint8Array {
  return typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
}

function isWithin(text: string, maxBytes: number): boolean {
  return text !== '' && utf8ByteLength(text) <= maxBytes;
}

function freeId(id: string, taken: ReadonlySet<string>): string {
  const stem = cutText(id, MAX_IDENTITY_BYTES - 8);
  for (let number = 2; ; number++) if (!taken.has(`${stem}-${number}`)) return `${stem}-${number}`;
}
