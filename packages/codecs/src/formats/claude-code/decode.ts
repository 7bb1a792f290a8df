/**
 * Claude Code → items, in two passes: first the links between the lines, then the lines of the conversation in its order. A file is read
 * twice; a stream that cannot be read again is held in memory.
 */
import { basename } from 'node:path';
import type { JsonObject } from '@fxlog/json';
import { isJsonObject } from '@fxlog/json/internal';
import type { Source } from '@fxlog/reader';
import type { DecodeContext } from '../../codec.js';
import type { LossCode, ReportLoss } from '../../loss.js';
import { withoutAbsent } from '../../model/read-transcript.js';
import { EPOCH, type Timestamp } from '../../model/timestamp.js';
import {
  type Block,
  type Message,
  type MessageItem,
  STOP_REASONS,
  type StopReason,
  type TranscriptItem,
  type TranscriptMeta,
  type Usage,
} from '../../model/transcript.js';
import { toUint64 } from '../../model/uint64.js';
import { isCommandCaveat, parseCommand, parseCommandOutput } from '../harness/command-text.js';
import { isUuid } from '../harness/deterministic-ids.js';
import { objectField, ownField, stringField, textField, timeField } from '../harness/harness-fields.js';
import { parseJsonLine, readPlaces, toRepeatable } from '../harness/json-lines.js';
import { KeyWatch } from '../harness/key-watch.js';
import { INJECTED, LossTally, RECORDS } from '../harness/loss-tally.js';
import { conversationOf, type PlanStep, planMessages } from './conversation-plan.js';
import { BLOCK_SHAPES, LINE_SHAPES } from './line-shapes.js';
import { ATTACHMENT_SHAPES, isRecordAttachment, readAttachment } from './read-attachment.js';
import { readBlocks } from './read-blocks.js';
import { type ChainLine, indexSession, type SessionFacts } from './session-index.js';
import { SYNTHETIC_MODEL } from './synthetic-model.js';

const BATCH_BYTES = 262_144;

export async function* decodeClaudeCode(
  input: Source,
  context: DecodeContext,
): AsyncGenerator<readonly TranscriptItem[], void, undefined> {
  const source = await toRepeatable(input, context.signal);
  const tally = new LossTally();
  const index = await indexSession(source, context, tally, idOfFile(context.file));
  const conversation = conversationOf(index, context.view, context.report, tally);
  const plan = planMessages(conversation);
  const meta = readMeta(index.facts, conversation, context.file);
  reportMissing(index.facts, conversation, context.report);
  yield [{ type: 'meta', meta }];

  const reader = new MessageReader(context, tally, meta.timestamp);
  let batch: MessageItem[] = [];
  let bytesInBatch = 0;
  for await (const { place, bytes } of readPlaces(source, placesOf(plan), context.signal)) {
    const object = parseJsonLine(bytes, place, null);
    // Only a file that was changed between the passes has another line here.
    if (object === null) {
      const where = { offset: place.offset, line: place.line };
      context.report({ code: 'bad-line', where, detail: 'The line changed while the file was read.' });
      continue;
    }
    reader.take(object, place.chainLine, place.step, batch);
    bytesInBatch += place.length;
    if (bytesInBatch < BATCH_BYTES || batch.length === 0) continue;
    yield batch;
    batch = [];
    bytesInBatch = 0;
  }
  reader.finish(batch);
  tally.flush(context.report);
  if (batch.length > 0) yield batch;
}

/** The id that the name of a file gives its session. */
function idOfFile(file: string | undefined): string | undefined {
  const name = file === undefined ? '' : basename(file).replace(/\.jsonl$/, '');
  return isUuid(name) ? name : undefined;
}

function reportMissing(facts: SessionFacts, conversation: readonly ChainLine[], report: ReportLoss): void {
  if (conversation.length === 0) {
    report({ code: 'missing-history', where: {}, detail: 'The file holds no message.' });
  }
  if (facts.timestamp === undefined) {
    const detail = `No line says when it was written: ${EPOCH} stands for that.`;
    report({ code: 'missing-time', where: {}, detail, count: Math.max(conversation.length, 1) });
  }
}

/** One place at a time, so that the plan is not in memory twice. */
function* placesOf(plan: readonly PlanStep[]) {
  for (const step of plan) {
    for (const chainLine of step.lines) {
      const { offset, length, line } = chainLine;
      yield { offset, length, line, chainLine, step };
    }
  }
}

function readMeta(facts: SessionFacts, conversation: readonly ChainLine[], file: string | undefined): TranscriptMeta {
  const uuids = new Set(conversation.map(({ uuid }) => uuid));
  const summary = facts.summaries.findLast(
    ({ leafUuid }) => uuids.size === 0 || (leafUuid !== undefined && uuids.has(leafUuid)),
  )?.text;
  const name = file === undefined ? '' : basename(file).replace(/\.jsonl$/, '');
  return withoutAbsent<TranscriptMeta>({
    // The name of the file decides, but not where a file was renamed (other-harnesses §1.1).
    id: isUuid(name) ? name : (facts.sessionId ?? name),
    timestamp: facts.timestamp ?? EPOCH,
    cwd: facts.cwd ?? facts.withoutUser?.cwd,
    git_branch: facts.gitBranch ?? facts.withoutUser?.gitBranch,
    title: facts.customTitle ?? facts.agentName ?? summary,
    cli_version: facts.version ?? facts.withoutUser?.version,
    model: conversation.find(({ model }) => model !== undefined && model !== SYNTHETIC_MODEL)?.model,
    lineage: facts.forkedFrom === undefined ? undefined : { parent: facts.forkedFrom, relation: 'fork' },
  });
}

interface AssistantParts {
  readonly line: ChainLine;
  readonly step: PlanStep;
  readonly content: Block[];
  readonly timestamp: Timestamp;
  model: string | undefined;
  stopReason: StopReason | undefined;
  usage: Usage | undefined;
}

/** A message of the user that attachments can still be added to. */
interface UserParts {
  readonly line: ChainLine;
  readonly content: Block[];
  readonly timestamp: Timestamp;
}

class MessageReader {
  readonly #keys: KeyWatch;
  #assistant: AssistantParts | null = null;
  #user: UserParts | null = null;
  /** Uuid of the line with the slash command whose output may come next. */
  #command: string | null = null;
  #lastTime: Timestamp;

  readonly #context: DecodeContext;
  readonly #tally: LossTally;

  constructor(context: DecodeContext, tally: LossTally, start: Timestamp) {
    this.#context = context;
    this.#tally = tally;
    this.#keys = new KeyWatch(tally);
    this.#lastTime = start;
  }

  take(object: JsonObject, line: ChainLine, step: PlanStep, batch: MessageItem[]): void {
    if (this.#assistant !== null && this.#assistant.step !== step) this.#endAssistant(batch);
    const timestamp = timeField(object, 'timestamp') ?? this.#lastTime;
    this.#lastTime = timestamp;
    const shape = LINE_SHAPES[line.type];
    if (shape !== undefined) this.#keys.check(object, shape, line);
    if (line.type === 'assistant') this.#takeAssistant(object, line, step, timestamp, batch);
    else if (line.type === 'user') this.#takeUser(object, line, timestamp, batch);
    else if (line.type === 'attachment') this.#takeAttachment(object, line, timestamp, batch);
    else if (line.type === 'system' && object.subtype === 'local_command') {
      this.#takeUserText(stringField(object, 'content') ?? '', line, timestamp, batch);
    } else this.#count('dropped-record', RECORDS, line, kindOf(object));
  }

  finish(batch: MessageItem[]): void {
    this.#endAssistant(batch);
    this.#endUser(batch);
  }

  #endAssistant(batch: MessageItem[]): void {
    const parts = this.#assistant;
    if (parts === null) return;
    this.#assistant = null;
    const { content, timestamp, model, stopReason, usage, line } = parts;
    const message: Message = { role: 'assistant', content, timestamp, model, stop_reason: stopReason, usage };
    this.#push(message, line, batch);
  }

  #endUser(batch: MessageItem[]): void {
    const parts = this.#user;
    if (parts === null) return;
    this.#user = null;
    const { content, timestamp, line } = parts;
    this.#push({ role: 'user', content, timestamp }, line, batch);
  }

  #takeAssistant(
    object: JsonObject,
    line: ChainLine,
    step: PlanStep,
    timestamp: Timestamp,
    batch: MessageItem[],
  ): void {
    this.#endUser(batch);
    this.#command = null;
    const message = objectField(object, 'message') ?? {};
    this.#assistant ??= {
      line,
      step,
      content: [],
      timestamp,
      model: undefined,
      stopReason: undefined,
      usage: undefined,
    };
    const parts = this.#assistant;
    for (const block of this.#readBlocks(message, line)) parts.content.push(block);
    const model = textField(message, 'model');
    if (model !== SYNTHETIC_MODEL) parts.model ??= model;
    parts.stopReason = readStopReason(message) ?? parts.stopReason;
    if (step.hasUsage) parts.usage = this.#readUsage(message, line) ?? parts.usage;
  }

  #takeUser(object: JsonObject, line: ChainLine, timestamp: Timestamp, batch: MessageItem[]): void {
    const message = objectField(object, 'message') ?? {};
    const content = ownField(message, 'content');
    if (line.isMeta || (typeof content === 'string' && isCommandCaveat(content))) {
      this.#count('injected-context', INJECTED, line, 'meta');
      return;
    }
    if (typeof content === 'string') this.#takeUserText(content, line, timestamp, batch);
    else this.#pushUser(this.#readBlocks(message, line), line, timestamp, batch);
  }

  #takeAttachment(object: JsonObject, line: ChainLine, timestamp: Timestamp, batch: MessageItem[]): void {
    const attachment = objectField(object, 'attachment') ?? {};
    const type = stringField(attachment, 'type') ?? 'attachment';
    if (isRecordAttachment(type)) {
      this.#count('dropped-record', RECORDS, line, type);
      return;
    }
    const blocks = readAttachment(attachment, line.uuid, (at, detail) => {
      const where = { offset: line.offset, line: line.line, path: `/attachment/prompt/${at}` };
      this.#context.report({ code: 'dropped-block', where, detail });
    });
    if (blocks === null) {
      this.#count('injected-context', INJECTED, line, type);
      return;
    }
    const shape = ATTACHMENT_SHAPES[type];
    if (shape !== undefined) this.#keys.check(attachment, shape, line);
    // What was typed meanwhile is a message; a file belongs to the message that names it.
    const open = type === 'queued_command' ? null : this.#user;
    if (open === null) this.#pushUser(blocks, line, timestamp, batch);
    else open.content.push(...blocks);
  }

  #takeUserText(text: string, line: ChainLine, timestamp: Timestamp, batch: MessageItem[]): void {
    const command = parseCommand(text);
    if (command !== null) {
      this.#endUser(batch);
      const content: Block[] = [{ type: 'tool_use', id: line.uuid, tool: command }];
      this.#push({ role: 'assistant', content, timestamp }, line, batch);
      this.#command = line.uuid;
      return;
    }
    const output = this.#command === null ? null : parseCommandOutput(text);
    if (output === null) {
      this.#pushUser([{ type: 'text', text }], line, timestamp, batch);
      return;
    }
    if (output.isStripped) this.#lose('cut-output', line, 'Escape sequences of the terminal were taken out.');
    const result: Block = {
      type: 'tool_result',
      tool_use_id: this.#command as string,
      content: output.text,
      ...(output.isError ? { is_error: true } : {}),
    };
    this.#pushUser([result], line, timestamp, batch);
  }

  #pushUser(content: Block[], line: ChainLine, timestamp: Timestamp, batch: MessageItem[]): void {
    this.#endUser(batch);
    this.#command = null;
    this.#user = { line, content, timestamp };
  }

  #push(message: Message, { offset, length, line }: ChainLine, batch: MessageItem[]): void {
    batch.push({ type: 'message', message: withoutAbsent({ ...message }), source: { offset, length, line } });
  }

  #readBlocks(message: JsonObject, place: ChainLine): Block[] {
    const { offset, line } = place;
    const content = ownField(message, 'content');
    for (const block of Array.isArray(content) ? content : []) {
      const shape = isJsonObject(block) ? BLOCK_SHAPES[String(block.type)] : undefined;
      if (shape !== undefined) this.#keys.check(block as JsonObject, shape, place);
    }
    return readBlocks(content, (at, detail) => {
      this.#context.report({ code: 'dropped-block', where: { offset, line, path: `/message/content/${at}` }, detail });
    });
  }

  #readUsage(message: JsonObject, line: ChainLine): Usage | undefined {
    const usage = objectField(message, 'usage');
    if (usage === undefined) return undefined;
    const input_tokens = toUint64(ownField(usage, 'input_tokens'));
    const output_tokens = toUint64(ownField(usage, 'output_tokens'));
    if (input_tokens === undefined || output_tokens === undefined) {
      this.#lose('dropped-usage', line, 'The usage has no whole numbers of tokens.');
      return undefined;
    }
    return withoutAbsent<Usage>({
      input_tokens,
      output_tokens,
      cache_read_input_tokens: toUint64(ownField(usage, 'cache_read_input_tokens')),
      cache_creation_input_tokens: toUint64(ownField(usage, 'cache_creation_input_tokens')),
    });
  }

  #lose(code: LossCode, { offset, line }: ChainLine, detail: string): void {
    this.#context.report({ code, where: { offset, line }, detail });
  }

  #count(code: LossCode, sentence: string, { offset, line }: ChainLine, kind: string): void {
    this.#tally.add(code, sentence, { offset, line }, kind);
  }
}

function kindOf({ type, subtype }: JsonObject): string {
  return typeof subtype === 'string' ? `${String(type)} ${subtype}` : String(type ?? null);
}

/** Reasons that the model has a word for and Claude Code means the same by (other-harnesses §1.4). */
const SHARED_REASONS = STOP_REASONS.filter((reason) => reason !== 'aborted' && reason !== 'error');

function readStopReason(message: JsonObject): StopReason | undefined {
  const text = stringField(message, 'stop_reason');
  if (text === undefined) return undefined;
  return SHARED_REASONS.find((reason) => reason === text) ?? { other: text };
}
