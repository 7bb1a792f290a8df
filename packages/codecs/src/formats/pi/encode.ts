/** Items → a session that Pi resumes (other-harnesses §3.5). */
import { quoteJson } from '@fxlog/json/internal';
import type { EncodeContext, EncodedPiece, ItemBatches } from '../../codec.js';
import { timeToMs, timeWithMs } from '../../model/timestamp.js';
import {
  artifactDisplayText,
  type ImageBlock,
  type StopReason,
  type ThinkingBlock,
  type ToolResultBlock,
  type TranscriptMeta,
  type Usage,
} from '../../model/transcript.js';
import { addSaturating } from '../../model/uint64.js';
import { uuidV5, uuidV7 } from '../harness/deterministic-ids.js';
import { encodeHarness, type HarnessTarget, type HarnessWriter } from '../harness/encode-harness.js';
import { IdSet } from '../harness/id-set.js';
import { isPlaced, loseBlock, type OutgoingMessage, type PlacedBlock } from '../harness/outgoing-message.js';
import { imageNote, isBlankText, toMilliseconds } from '../harness/session-facts.js';
import { type OutputPart, toOutputParts } from '../harness/structured-output.js';
import { jsonMember, LineBuffer } from '../harness/write-lines.js';
import { apiOf } from './providers.js';
import { toNativeCall } from './tools.js';

/** Namespace of the ids of entries (other-harnesses §3.5). */
const ENTRY_NAMESPACE = Buffer.from('pi-entry-id-ns!!');
const SESSION_ID = /^[A-Za-z\d](?:[\w.-]{0,198}[A-Za-z\d])?$/;
const UNKNOWN_MODEL = 'unknown';

const TARGET: HarnessTarget = {
  idOf: (wanted, timestamp) => (SESSION_ID.test(wanted) ? wanted : uuidV7(timeToMs(timestamp), wanted)),
  installation: ({ cwd = '', timestamp }, sessionId) => ({
    path: `${toFolderName(cwd)}/${timeWithMs(timestamp).replace(/[:.]/g, '-')}_${sessionId}.jsonl`,
    resume: ['pi', '--session', sessionId],
  }),
  writer: (meta, sessionId, context) => new PiWriter(meta, sessionId, context),
};

export function encodePi(items: ItemBatches, context: EncodeContext): AsyncIterable<EncodedPiece> {
  return encodeHarness(items, context, TARGET);
}

/** Folder of the sessions of a working directory. */
function toFolderName(cwd: string): string {
  return `--${cwd.replace(/^[/\\]/, '').replace(/[/\\:]/g, '-')}--`;
}

class PiWriter implements HarnessWriter {
  readonly lines: LineBuffer;
  readonly #entryIds = new IdSet();
  readonly #toolNames = new Map<string, string>();
  #parent: string | null = null;
  #time: string;
  /** Whether the last entry is a result. */
  #isBehindResult = false;
  #messageCount = 0;

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
    this.lines.add(
      `{"type":"session","version":3,"id":${quoteJson(sessionId)},"timestamp":"${this.#time}","cwd":${quoteJson(meta.cwd ?? '')}}`,
    );
    if (meta.model !== undefined) {
      const { provider } = apiOf(meta.model, context.defaults?.provider);
      this.#add(
        'model_change',
        `"provider":${quoteJson(provider)},"modelId":${quoteJson(meta.model)}`,
        `${sessionId}:model`,
      );
    }
    const lose = (code: 'dropped-git-branch' | 'dropped-cli-version' | 'dropped-lineage', detail: string): void =>
      report({ code, where: {}, detail });
    if (meta.git_branch !== undefined) lose('dropped-git-branch', `The branch ${meta.git_branch}.`);
    if (meta.cli_version !== undefined) lose('dropped-cli-version', `The version ${meta.cli_version}.`);
    if (meta.lineage !== undefined) lose('dropped-lineage', `The session came from ${meta.lineage.parent}.`);
  }

  finish(): void {
    const { title } = this.#meta;
    if (title === undefined || title === '') return;
    // Bookkeeping hangs on the last entry, else it would cut the conversation off.
    this.#add('session_info', `"name":${quoteJson(title)}`, `${this.#sessionId}:title`);
  }

  write(message: OutgoingMessage): void {
    this.#time = toMilliseconds(message.timestamp, this.#context.report, message.index);
    const bodies = message.role === 'user' ? this.#userBodies(message) : this.#assistantBodies(message);
    if (bodies.length === 0) {
      this.#context.report({
        code: 'dropped-message',
        where: { message: message.index },
        detail: 'Nothing of the message is left.',
      });
      return;
    }
    bodies.forEach((body, at) => {
      this.#add(
        'message',
        `"message":{${body},"timestamp":${timeToMs(message.timestamp)}}`,
        `${this.#sessionId}:${this.#messageCount}:${at}`,
        message.index,
      );
    });
    this.#messageCount++;
  }

  #userBodies(message: OutgoingMessage): string[] {
    const { report } = this.#context;
    const results = message.blocks.filter((placed) => isPlaced(placed, 'tool_result'));
    const rest = message.blocks.slice(results.length);
    const [first] = message.blocks;
    if (first !== undefined && results.length > 0 && (rest.length > 0 || this.#isBehindResult)) {
      loseBlock(report, 'moved-text', first, 'Results are a message of their own, all that follow each other one.');
    }
    const bodies = results.map((placed) => this.#resultBody(placed));
    const parts = rest.flatMap((placed) => this.#userPart(placed));
    if (parts.length > 0) bodies.push(`"role":"user","content":[${parts.join(',')}]`);
    if (bodies.length > 0) this.#isBehindResult = parts.length === 0;
    return bodies;
  }

  #resultBody(placed: PlacedBlock<ToolResultBlock>): string {
    const { tool_use_id: id, content, is_error } = placed.block;
    const name = this.#toolNames.get(id) ?? 'tool';
    this.#toolNames.delete(id);
    const parts = typeof content === 'string' ? null : toOutputParts(content);
    let json: string;
    if (parts?.some(({ type }) => type === 'image')) json = parts.map(writePart).join(',');
    else {
      const texts = parts?.map((part) => (part.type === 'text' ? part.text : ''));
      if (typeof content !== 'string') {
        loseBlock(this.#context.report, 'flattened-output', placed, 'The structured output became a text.');
      }
      json = writeText(typeof content === 'string' ? content : (texts?.join('\n') ?? content.text));
    }
    return `"role":"toolResult","toolCallId":${quoteJson(id)},"toolName":${quoteJson(name)},"content":[${json}],"isError":${is_error === true}`;
  }

  #userPart(placed: PlacedBlock): string[] {
    if (!isPlaced(placed, 'image')) return this.#textPart(placed);
    const { type, media_type, data } = placed.block.source;
    if (type === 'base64') return [`{"type":"image","data":${quoteJson(data)},"mimeType":${quoteJson(media_type)}}`];
    return [this.#noteImage(placed, `Pi has no images of type ${JSON.stringify(type)}.`)];
  }

  #noteImage(placed: PlacedBlock<ImageBlock>, detail: string): string {
    loseBlock(this.#context.report, 'dropped-image', placed, detail);
    return writeText(imageNote(placed.block.source));
  }

  #textPart(placed: PlacedBlock): string[] {
    const { report } = this.#context;
    if (isPlaced(placed, 'artifact')) {
      loseBlock(report, 'dropped-artifact', placed, 'The artifact became a text.');
      return [writeText(artifactDisplayText(placed.block.artifact))];
    }
    if (!isPlaced(placed, 'text')) return [];
    if (!isBlankText(placed.block.text)) return [writeText(placed.block.text)];
    loseBlock(report, 'dropped-block', placed, 'A text without content is refused by the service.');
    return [];
  }

  #assistantBodies(message: OutgoingMessage): string[] {
    const { report, defaults } = this.#context;
    const known = message.model ?? this.#meta.model ?? defaults?.model;
    const model = known ?? UNKNOWN_MODEL;
    const { provider, api } = apiOf(model, defaults?.provider);
    const parts = message.blocks.flatMap((placed) => this.#assistantPart(placed, provider, model));
    if (parts.length === 0) return [];
    if (known === undefined) {
      const detail = 'Pi needs a model on each message.';
      report({ code: 'default-value', where: { message: message.index }, detail });
    }
    this.#isBehindResult = false;
    const hasCalls = message.blocks.some((placed) => isPlaced(placed, 'tool_use'));
    const stop = this.#stopReasonOf(message, hasCalls);
    return [
      `"role":"assistant","content":[${parts.join(',')}],"api":${quoteJson(api)},"provider":${quoteJson(provider)},"model":${quoteJson(model)},"usage":${writeUsage(message.usage)},"stopReason":"${stop}"`,
    ];
  }

  #assistantPart(placed: PlacedBlock, provider: string, model: string): string[] {
    if (isPlaced(placed, 'thinking')) return this.#thinkingPart(placed, provider, model);
    if (isPlaced(placed, 'image')) return [this.#noteImage(placed, 'A message of the assistant holds no images.')];
    if (!isPlaced(placed, 'tool_use')) return this.#textPart(placed);
    const { id, tool } = placed.block;
    const { name, input } = toNativeCall(tool, (code, detail) => loseBlock(this.#context.report, code, placed, detail));
    this.#toolNames.set(id, name);
    return [`{"type":"toolCall","id":${quoteJson(id)},"name":${quoteJson(name)},"arguments":${input}}`];
  }

  #thinkingPart(placed: PlacedBlock<ThinkingBlock>, provider: string, model: string): string[] {
    const { text, signature, encrypted } = placed.block;
    const { report } = this.#context;
    // Elsewhere the field holds something that the service's own codec has to parse.
    const isRedacted = encrypted !== undefined && (signature ?? '') === '' && provider === 'anthropic';
    if (text === '' && (signature ?? '') === '' && !isRedacted) {
      const detail =
        encrypted === undefined
          ? 'The reasoning is empty.'
          : 'There is no place for reasoning of which only the encrypted part is there.';
      loseBlock(report, 'dropped-thinking', placed, detail);
      return [];
    }
    if (encrypted !== undefined && !isRedacted)
      loseBlock(report, 'dropped-extra', placed, 'There is no place for the encrypted part of the reasoning.');
    const mark = isRedacted ? encrypted : signature === '' ? undefined : signature;
    if (mark === undefined)
      loseBlock(report, 'untold', placed, 'Pi sends its service no reasoning that is not signed.');
    else if (model !== (this.#meta.model ?? model))
      loseBlock(report, 'untold', placed, `Pi tells the reasoning of ${model} to no other model.`);
    const quoted = mark === undefined ? undefined : quoteJson(mark);
    return [
      `{"type":"thinking","thinking":${quoteJson(text)}${jsonMember('thinkingSignature', quoted)}${isRedacted ? ',"redacted":true' : ''}}`,
    ];
  }

  #stopReasonOf({ stop_reason, index }: OutgoingMessage, hasCalls: boolean): string {
    const { report } = this.#context;
    const native = hasCalls ? 'toolUse' : nativeReason(stop_reason);
    const isKept = stop_reason === undefined || nativeReason(stop_reason) === native;
    if (!isKept || native === null) {
      const word = typeof stop_reason === 'object' ? stop_reason.other : stop_reason;
      const detail = `There is no stop reason ${JSON.stringify(word)} here.`;
      report({ code: 'dropped-stop-reason', where: { message: index }, detail });
    }
    if (native === 'aborted' || native === 'error') {
      const detail = 'Pi tells its model nothing of an answer that was broken off.';
      report({ code: 'untold', where: { message: index }, detail });
    }
    return native ?? 'stop';
  }

  #add(type: string, members: string, name: string, message?: number): void {
    const id = this.#takeEntryId(name);
    const parent = this.#parent === null ? 'null' : `"${this.#parent}"`;
    this.lines.add(
      `{"type":"${type}","id":"${id}","parentId":${parent},"timestamp":"${this.#time}",${members}}`,
      message,
    );
    this.#parent = id;
  }

  #takeEntryId(name: string): string {
    for (let attempt = 0; ; attempt++) {
      const id = uuidV5(ENTRY_NAMESPACE, attempt === 0 ? name : `${name}:${attempt}`).slice(0, 8);
      if (this.#entryIds.add(id)) return id;
    }
  }
}

/** The word of Pi for a stop reason, null where it has none. */
function nativeReason(reason: StopReason | undefined): string | null {
  switch (reason) {
    case undefined:
    case 'end_turn':
      return 'stop';
    case 'max_tokens':
      return 'length';
    case 'tool_use':
      return 'toolUse';
    case 'aborted':
    case 'error':
      return reason;
    default:
      return null;
  }
}

function writeText(text: string): string {
  return `{"type":"text","text":${quoteJson(text)}}`;
}

function writePart(part: OutputPart): string {
  if (part.type === 'text') return writeText(part.text);
  return `{"type":"image","data":${quoteJson(part.source.data)},"mimeType":${quoteJson(part.source.media_type)}}`;
}

function writeUsage(usage: Usage = { input_tokens: 0, output_tokens: 0 }): string {
  const { input_tokens: input, output_tokens: output } = usage;
  const { cache_read_input_tokens: read = 0, cache_creation_input_tokens: created = 0 } = usage;
  const total = [output, read, created].reduce(addSaturating, input);
  return `{"input":${input},"output":${output},"cacheRead":${read},"cacheWrite":${created},"totalTokens":${total},"cost":{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"total":0}}`;
}
