/** Items → a rollout that Codex resumes (other-harnesses §2.6). */
import { quoteJson } from '@fxlog/json/internal';
import type { EncodeContext, EncodedPiece, ItemBatches } from '../../codec.js';
import { timeToMs } from '../../model/timestamp.js';
import {
  artifactDisplayText,
  type StopReason,
  type ThinkingBlock,
  type ToolResultBlock,
  type TranscriptMeta,
  type Usage,
} from '../../model/transcript.js';
import { addSaturating } from '../../model/uint64.js';
import { isUuid, uuidV7 } from '../harness/deterministic-ids.js';
import { encodeHarness, type HarnessTarget, type HarnessWriter } from '../harness/encode-harness.js';
import { isPlaced, loseBlock, type OutgoingMessage, type PlacedBlock } from '../harness/outgoing-message.js';
import { imageNote, isBlankText, toMilliseconds } from '../harness/session-facts.js';
import { jsonMember, LineBuffer } from '../harness/write-lines.js';
import { isInjected } from './injected-context.js';
import { writeImageUrl, writeOutput } from './outputs.js';
import { isExecTool, toNativeCall } from './tool-calls.js';

const ORIGINATOR = 'fxlog';
const NO_VERSION = '0.0.0';
/** As much of an output does Codex tell every model: 10,000 bytes and a fifth for its spelling; some models are told more. */
const TOLD_BYTES = 12_000;

const TARGET: HarnessTarget = {
  idOf: (wanted, timestamp) => (isUuid(wanted) ? wanted : uuidV7(timeToMs(timestamp), wanted)),
  installation: ({ timestamp }, sessionId) => ({
    path: toPath(timestamp, sessionId),
    resume: ['codex', 'resume', sessionId],
  }),
  writer: (meta, sessionId, context) => new RolloutWriter(meta, sessionId, context),
};

export function encodeCodex(items: ItemBatches, context: EncodeContext): AsyncIterable<EncodedPiece> {
  return encodeHarness(items, context, TARGET);
}

/** `YYYY/MM/DD/rollout-YYYY-MM-DDThh-mm-ss-<id>.jsonl`. */
function toPath(timestamp: string, sessionId: string): string {
  const folder = timestamp.slice(0, 10).replaceAll('-', '/');
  return `${folder}/rollout-${timestamp.slice(0, 19).replaceAll(':', '-')}-${sessionId}.jsonl`;
}

/** How a call was written, for its result. */
interface WrittenCall {
  readonly isCustom: boolean;
  readonly isExec: boolean;
}

const TOTAL_KEYS = [
  'input_tokens',
  'cached_input_tokens',
  'cache_write_input_tokens',
  'output_tokens',
  'total_tokens',
] as const;
type Tokens = Record<(typeof TOTAL_KEYS)[number], number | bigint>;

class RolloutWriter implements HarnessWriter {
  readonly lines: LineBuffer;
  #turn: { readonly id: string; lastText: string | null } | null = null;
  #turnCount = 0;
  #model: string | undefined;
  /** The message of the assistant whose stop reason is still to be settled. */
  #pending: { readonly message: OutgoingMessage; readonly hasCalls: boolean } | null = null;
  /** What the last line belongs to. */
  #previous: 'prompt' | 'assistant' | 'results' | null = null;
  #time: string;
  readonly #calls = new Map<string, WrittenCall>();
  #total: Tokens = {
    input_tokens: 0,
    cached_input_tokens: 0,
    cache_write_input_tokens: 0,
    output_tokens: 0,
    total_tokens: 0,
  };
  #lastTokenCount = '';

  readonly #meta: TranscriptMeta;
  readonly #sessionId: string;
  readonly #context: EncodeContext;

  constructor(meta: TranscriptMeta, sessionId: string, context: EncodeContext) {
    this.#meta = meta;
    this.#sessionId = sessionId;
    this.#context = context;
    const { report } = context;
    this.lines = new LineBuffer(report);
    this.#time = toMilliseconds(meta.timestamp, report);
    this.#model = meta.model;
    const branch = meta.git_branch === undefined ? undefined : `{"branch":${quoteJson(meta.git_branch)}}`;
    const cwd = quoteJson(meta.cwd ?? '');
    const version = quoteJson(meta.cli_version ?? NO_VERSION);
    this.#add(
      'session_meta',
      `{"id":"${sessionId}","timestamp":"${this.#time}","cwd":${cwd},"originator":"${ORIGINATOR}","cli_version":${version},"source":"cli"${jsonMember('git', branch)}}`,
    );
    if (meta.title !== undefined)
      report({ code: 'title-dropped', where: {}, detail: `The title ${JSON.stringify(meta.title)}.` });
    if (meta.lineage !== undefined) {
      report({ code: 'dropped-lineage', where: {}, detail: `The session came from ${meta.lineage.parent}.` });
    }
  }

  write(message: OutgoingMessage): void {
    if (message.blocks.length === 0) {
      const detail = 'A message without content is none for Codex.';
      this.#context.report({ code: 'dropped-message', where: { message: message.index }, detail });
      return;
    }
    const time = toMilliseconds(message.timestamp, this.#context.report, message.index);
    if (message.role === 'assistant') this.#writeAssistant(message, time);
    else this.#writeUser(message, time);
  }

  finish(): void {
    this.#endTurn();
    if (this.#meta.model === undefined || this.#turnCount > 0) return;
    this.#context.report({ code: 'dropped-model', where: {}, detail: 'A session without turns says no model.' });
  }

  #writeUser(message: OutgoingMessage, time: string): void {
    const results = message.blocks.filter((placed) => isPlaced(placed, 'tool_result'));
    const rest = message.blocks.slice(results.length);
    const [first] = message.blocks;
    if (first !== undefined && results.length > 0 && (rest.length > 0 || this.#previous === 'results')) {
      loseBlock(
        this.#context.report,
        'moved-text',
        first,
        'Results are a message of their own, all that follow each other one.',
      );
    }
    this.#time = time;
    for (const placed of results) this.#writeResult(placed);
    if (results.length > 0) this.#previous = 'results';
    if (rest.length > 0) this.#writePrompt(rest, message, time);
  }

  #writePrompt(blocks: readonly PlacedBlock[], message: OutgoingMessage, time: string): void {
    const parts: string[] = [];
    const texts: string[] = [];
    const addText = (text: string): void => {
      parts.push(`{"type":"input_text","text":${quoteJson(text)}}`);
      texts.push(text);
    };
    const { report } = this.#context;
    for (const placed of blocks) {
      if (isPlaced(placed, 'image')) {
        const url = writeImageUrl(placed.block.source);
        const { type, media_type } = placed.block.source;
        if (url !== null) {
          parts.push(`{"type":"input_image","image_url":${quoteJson(url)}}`);
          if (type === 'url' && media_type !== '')
            loseBlock(report, 'dropped-extra', placed, 'An address has no media type.');
        } else {
          loseBlock(report, 'dropped-image', placed, `There are no images of type ${JSON.stringify(type)}.`);
          addText(imageNote(placed.block.source));
        }
      } else {
        const text = this.#textOf(placed);
        if (text === null) continue;
        if (isInjected(text)) loseBlock(report, 'skipped-entry', placed, 'Codex takes this text for one of its own.');
        addText(text);
      }
    }
    if (parts.length === 0) {
      report({ code: 'dropped-message', where: { message: message.index }, detail: 'Nothing of the message is left.' });
      return;
    }
    this.#endTurn();
    this.#time = time;
    this.#startTurn();
    this.#addItem(`{"type":"message","role":"user","content":[${parts.join(',')}]}`, message);
    this.#add('event_msg', `{"type":"user_message","message":${quoteJson(texts.join('\n'))},"images":[]}`, message);
    this.#previous = 'prompt';
  }

  #writeAssistant(message: OutgoingMessage, time: string): void {
    const native = message.blocks.flatMap((placed) => this.#itemsOf(placed, message.model ?? this.#model ?? ''));
    if (native.length === 0) {
      const detail = 'Nothing of the message is left.';
      this.#context.report({ code: 'dropped-message', where: { message: message.index }, detail });
      return;
    }
    this.#settle(false);
    this.#time = time;
    if (this.#turn === null) this.#startTurn();
    // The end of a response parts this message from the one before.
    if (this.#previous === 'assistant') this.#add('event_msg', '{"type":"token_count","info":null}', message);
    if (message.model !== undefined && message.model !== this.#model) {
      this.#model = message.model;
      this.#addTurnContext();
    }
    for (const { item, event, text } of native) {
      this.#addItem(item, message);
      if (event !== undefined) this.#add('event_msg', event, message);
      if (text !== undefined && this.#turn !== null) this.#turn.lastText = text;
    }
    if (message.usage !== undefined) this.#addUsage(message.usage, message);
    this.#pending = { message, hasCalls: message.blocks.some((placed) => isPlaced(placed, 'tool_use')) };
    this.#previous = 'assistant';
  }

  #itemsOf(
    placed: PlacedBlock,
    model: string,
  ): { readonly item: string; readonly event?: string; readonly text?: string }[] {
    const { report } = this.#context;
    if (isPlaced(placed, 'thinking')) return this.#reasoningOf(placed, model);
    if (isPlaced(placed, 'tool_use')) {
      const { id, tool } = placed.block;
      const call = toNativeCall(tool, (code, detail) => loseBlock(report, code, placed, detail));
      this.#calls.set(id, { isCustom: call.isCustom, isExec: isExecTool(call.name) });
      const head = call.isCustom ? '"type":"custom_tool_call","status":"completed"' : '"type":"function_call"';
      const key = call.isCustom ? 'input' : 'arguments';
      return [
        {
          item: `{${head},"call_id":${quoteJson(id)},"name":${quoteJson(call.name)},"${key}":${quoteJson(call.text)}}`,
        },
      ];
    }
    let text: string | null;
    if (isPlaced(placed, 'image')) {
      loseBlock(report, 'dropped-image', placed, 'A message of the assistant holds no images.');
      text = imageNote(placed.block.source);
    } else text = this.#textOf(placed);
    if (text === null) return [];
    const item = `{"type":"message","role":"assistant","content":[{"type":"output_text","text":${quoteJson(text)}}]}`;
    return [{ item, event: `{"type":"agent_message","message":${quoteJson(text)}}`, text }];
  }

  #textOf(placed: PlacedBlock): string | null {
    const { report } = this.#context;
    if (isPlaced(placed, 'artifact')) {
      loseBlock(report, 'dropped-artifact', placed, 'The artifact became a text.');
      return artifactDisplayText(placed.block.artifact);
    }
    if (!isPlaced(placed, 'text')) return null;
    if (!isBlankText(placed.block.text)) return placed.block.text;
    loseBlock(report, 'dropped-block', placed, 'A text without content is refused by the service.');
    return null;
  }

  #reasoningOf(
    placed: PlacedBlock<ThinkingBlock>,
    model: string,
  ): { readonly item: string; readonly event?: string }[] {
    const { text, signature, encrypted } = placed.block;
    const { report } = this.#context;
    // The encrypted part is bound to the provider that made it.
    const isOwn = encrypted !== undefined && isOpenAiModel(model);
    if (text === '' && !isOwn) {
      const detail = encrypted === undefined ? 'The reasoning is empty.' : 'Encrypted by another provider.';
      loseBlock(report, 'dropped-thinking', placed, detail);
      return [];
    }
    // Its model is told the text all the same.
    if (signature !== undefined) loseBlock(report, 'dropped-extra', placed, 'Reasoning has no signature here.');
    if (encrypted !== undefined && !isOwn)
      loseBlock(report, 'dropped-extra', placed, 'What another provider encrypted of the reasoning.');
    const summary = text === '' ? '[]' : `[{"type":"summary_text","text":${quoteJson(text)}}]`;
    const blob = isOwn ? quoteJson(encrypted) : 'null';
    const item = `{"type":"reasoning","summary":${summary},"encrypted_content":${blob}}`;
    return [text === '' ? { item } : { item, event: `{"type":"agent_reasoning","text":${quoteJson(text)}}` }];
  }

  #writeResult(placed: PlacedBlock<ToolResultBlock>): void {
    const { tool_use_id: id, content, is_error = false } = placed.block;
    const { report } = this.#context;
    const call = this.#calls.get(id) ?? { isCustom: false, isExec: false };
    this.#calls.delete(id);
    const output = writeOutput(content, is_error, call);
    if (output.isFlattened) loseBlock(report, 'flattened-output', placed, 'The structured output became a text.');
    if (!output.isErrorKept)
      loseBlock(report, 'dropped-extra', placed, 'The output does not say whether the call failed.');
    if (output.bytes > TOLD_BYTES) {
      const detail = `Of an output of ${output.bytes} bytes Codex tells its model the beginning and the end, with some models ${TOLD_BYTES} bytes in all.`;
      loseBlock(report, 'untold', placed, detail);
    }
    const type = call.isCustom ? 'custom_tool_call_output' : 'function_call_output';
    this.#add('response_item', `{"type":"${type}","call_id":${quoteJson(id)},"output":${output.json}}`, placed);
  }

  #addUsage(usage: Usage, message: OutgoingMessage): void {
    const {
      input_tokens,
      output_tokens,
      cache_read_input_tokens: read = 0,
      cache_creation_input_tokens: created,
    } = usage;
    const input = addSaturating(input_tokens, read);
    const last: Tokens = {
      input_tokens: input,
      cached_input_tokens: read,
      cache_write_input_tokens: created ?? 0,
      output_tokens,
      total_tokens: addSaturating(input, output_tokens),
    };
    for (const key of TOTAL_KEYS) this.#total = { ...this.#total, [key]: addSaturating(this.#total[key], last[key]) };
    const info = `{"total_token_usage":${writeTokens(this.#total, true)},"last_token_usage":${writeTokens(last, created !== undefined)}}`;
    const isRepeat = info === this.#lastTokenCount;
    if (isRepeat || BigInt(input) !== BigInt(input_tokens) + BigInt(read)) {
      const detail = 'The numbers cannot be told from those before, or are too large.';
      this.#context.report({ code: 'dropped-usage', where: { message: message.index }, detail });
    }
    this.#lastTokenCount = info;
    this.#add('event_msg', `{"type":"token_count","info":${info}}`, message);
  }

  #startTurn(): void {
    const id = uuidV7(Date.parse(this.#time), `${this.#sessionId}:turn:${this.#turnCount++}`);
    this.#turn = { id, lastText: null };
    this.#add('event_msg', `{"type":"task_started","turn_id":"${id}"}`);
    this.#addTurnContext();
  }

  #addTurnContext(): void {
    const id = this.#turn?.id ?? '';
    const model = this.#model === undefined ? undefined : quoteJson(this.#model);
    this.#add(
      'turn_context',
      `{"turn_id":"${id}","cwd":${quoteJson(this.#meta.cwd ?? '')}${jsonMember('model', model)}}`,
    );
  }

  #endTurn(): void {
    const turn = this.#turn;
    this.#settle(true);
    if (turn === null) return;
    const text = turn.lastText === null ? 'null' : quoteJson(turn.lastText);
    this.#add('event_msg', `{"type":"task_complete","turn_id":"${turn.id}","last_agent_message":${text}}`);
    this.#turn = null;
  }

  /** Only an abort is written down; the other stop reasons follow from where a message stands. */
  #settle(isLastOfTurn: boolean): void {
    if (this.#pending === null) return;
    const { message, hasCalls } = this.#pending;
    this.#pending = null;
    const { stop_reason } = message;
    if (stop_reason === 'aborted') {
      this.#add('event_msg', '{"type":"turn_aborted","reason":"interrupted"}', message);
      return;
    }
    const implied: StopReason | undefined = hasCalls ? 'tool_use' : isLastOfTurn ? 'end_turn' : undefined;
    if (stop_reason === undefined || stop_reason === implied) return;
    const word = typeof stop_reason === 'string' ? stop_reason : stop_reason.other;
    const detail = `There is no stop reason ${JSON.stringify(word)} here.`;
    this.#context.report({ code: 'dropped-stop-reason', where: { message: message.index }, detail });
  }

  #addItem(json: string, message: OutgoingMessage): void {
    this.#add('response_item', json, message);
  }

  #add(type: string, payload: string, from?: OutgoingMessage | PlacedBlock): void {
    const message = from === undefined ? undefined : 'message' in from ? from.message : from.index;
    this.lines.add(`{"timestamp":"${this.#time}","type":"${type}","payload":${payload}}`, message);
  }
}

function isOpenAiModel(model: string): boolean {
  return /gpt|codex|^o\d/i.test(model);
}

function writeTokens(tokens: Tokens, hasWritten: boolean): string {
  const written = hasWritten ? `,"cache_write_input_tokens":${tokens.cache_write_input_tokens}` : '';
  return `{"input_tokens":${tokens.input_tokens},"cached_input_tokens":${tokens.cached_input_tokens}${written},"output_tokens":${tokens.output_tokens},"reasoning_output_tokens":0,"total_tokens":${tokens.total_tokens}}`;
}
