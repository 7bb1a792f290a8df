/** Items → a file that Claude Code resumes (other-harnesses §1.5). */
import { quoteJson } from '@fxlog/json/internal';
import type { EncodeContext, EncodedPiece, ItemBatches } from '../../codec.js';
import type { Timestamp } from '../../model/timestamp.js';
import {
  STOP_REASONS,
  type StopReason,
  type ToolUseBlock,
  type TranscriptMeta,
  type Usage,
} from '../../model/transcript.js';
import { writeCommand, writeCommandOutput } from '../harness/command-text.js';
import { isUuid, uuidBytes, uuidV5 } from '../harness/deterministic-ids.js';
import { encodeHarness, type HarnessTarget, type HarnessWriter } from '../harness/encode-harness.js';
import { isPlaced, loseBlock, type OutgoingMessage, type PlacedBlock } from '../harness/outgoing-message.js';
import { toMilliseconds } from '../harness/session-facts.js';
import { jsonMember, LineBuffer } from '../harness/write-lines.js';
import { isClaudeModel, SYNTHETIC_MODEL } from './synthetic-model.js';
import { writeBlocks } from './write-blocks.js';

/** Namespace of the ids of lines (other-harnesses §1.5). */
const LINE_NAMESPACE = uuidBytes('9f0d9836-9ee7-4c62-83b4-fb8e01365c9f');
const LONGEST_FOLDER = 200;

const TARGET: HarnessTarget = {
  idOf: (wanted) => (isUuid(wanted) ? wanted : uuidV5(LINE_NAMESPACE, wanted)),
  installation: ({ cwd = '/' }, sessionId) => ({
    path: `${toFolderName(cwd)}/${sessionId}.jsonl`,
    resume: ['claude', '--resume', sessionId],
  }),
  writer: (meta, sessionId, context) => new ClaudeCodeWriter(meta, sessionId, context),
  hasCommands: true,
  allowsOpenCalls: isCommandMessage,
};

export function encodeClaudeCode(items: ItemBatches, context: EncodeContext): AsyncIterable<EncodedPiece> {
  return encodeHarness(items, context, TARGET);
}

/** Folder of the sessions of a working directory. */
function toFolderName(cwd: string): string {
  return cwd.replace(/[^A-Za-z0-9]/g, '-').slice(0, LONGEST_FOLDER);
}

/** Whether a message is nothing but a slash command, which Claude Code stores as what the user typed. */
function isCommandMessage({ role, blocks }: OutgoingMessage): boolean {
  return role === 'assistant' && blocks.length === 1 && commandTextOf(blocks[0] as PlacedBlock) !== null;
}

function commandTextOf(placed: PlacedBlock): string | null {
  return isPlaced(placed, 'tool_use') && placed.block.tool.name === 'Command' ? writeCommand(placed.block.tool) : null;
}

class ClaudeCodeWriter implements HarnessWriter {
  readonly lines: LineBuffer;
  #parent: string | null = null;
  #lineCount = 0;
  /** Id of the slash command that was written last, while its output can follow. */
  #command: string | null = null;
  #firstModel: string | undefined;
  #earliest: Timestamp | undefined;
  readonly #tail: string;

  readonly #meta: TranscriptMeta;
  readonly #sessionId: string;
  readonly #context: EncodeContext;

  constructor(meta: TranscriptMeta, sessionId: string, context: EncodeContext) {
    this.#meta = meta;
    this.#sessionId = sessionId;
    this.#context = context;
    this.lines = new LineBuffer(context.report);
    const quoted = (text: string | undefined) => (text === undefined || text === '' ? undefined : quoteJson(text));
    this.#tail =
      `"isSidechain":false,"userType":"external","sessionId":"${sessionId}"` +
      jsonMember('version', quoted(meta.cli_version)) +
      jsonMember('cwd', quoted(meta.cwd)) +
      jsonMember('gitBranch', quoted(meta.git_branch));
  }

  write(message: OutgoingMessage): void {
    if (message.role === 'user') this.#writeUser(message);
    else if (isCommandMessage(message)) this.#writeCommand(message);
    else this.#writeAssistant(message);
  }

  finish(): void {
    const meta = this.#meta;
    const sessionId = this.#sessionId;
    const { report } = this.#context;
    if (meta.title !== undefined && meta.title !== '') {
      this.lines.add(`{"type":"custom-title","customTitle":${quoteJson(meta.title)},"sessionId":"${sessionId}"}`);
    }
    if (meta.lineage !== undefined) {
      report({ code: 'dropped-lineage', where: {}, detail: `The session came from ${meta.lineage.parent}.` });
    }
    if (meta.model !== undefined && meta.model !== this.#firstModel) {
      report({ code: 'dropped-model', where: {}, detail: `The session names the model ${meta.model}.` });
    }
    if (meta.timestamp !== this.#earliest) {
      report({ code: 'dropped-time', where: {}, detail: 'The session begins with its first message.' });
    }
    if (this.#lineCount > 0) return;
    report({
      code: 'dropped-extra',
      where: {},
      detail: 'Without a message nothing says where the session took place.',
    });
  }

  #writeUser(message: OutgoingMessage): void {
    const command = this.#command;
    this.#command = null;
    let { blocks } = message;
    const [first] = blocks;
    if (
      command !== null &&
      first !== undefined &&
      isPlaced(first, 'tool_result') &&
      first.block.tool_use_id === command
    ) {
      const { content, is_error } = first.block;
      if (typeof content !== 'string') {
        loseBlock(this.#context.report, 'flattened-output', first, 'The output of a command is a text.');
      }
      const text = writeCommandOutput(typeof content === 'string' ? content : content.text, is_error === true);
      this.#add('user', message, `{"role":"user","content":${quoteJson(text)}}`);
      blocks = blocks.slice(1);
      if (blocks.length === 0) return;
      loseBlock(this.#context.report, 'moved-text', first, 'The output of the command became a message of its own.');
    }
    const written = writeBlocks(blocks, { report: this.#context.report, role: 'user', isOwnReasoning: false });
    if (written.length === 0) this.#dropMessage(message);
    else this.#add('user', message, `{"role":"user","content":[${written.join(',')}]}`);
  }

  #writeCommand(message: OutgoingMessage): void {
    const { report } = this.#context;
    const placed = message.blocks[0] as PlacedBlock<ToolUseBlock>;
    const { id } = placed.block;
    const uuid = isUuid(id) ? id : undefined;
    if (uuid === undefined) loseBlock(report, 'renamed-id', placed, 'A command is called by the UUID of its line.');
    const where = { message: message.index };
    const detail = 'A slash command is stored as what the user typed.';
    if (message.model !== undefined) report({ code: 'dropped-model', where, detail });
    if (message.stop_reason !== undefined) report({ code: 'dropped-stop-reason', where, detail });
    if (message.usage !== undefined) report({ code: 'dropped-usage', where, detail });
    const text = commandTextOf(placed) as string;
    this.#add('user', message, `{"role":"user","content":${quoteJson(text)}}`, uuid);
    this.#command = id;
  }

  #writeAssistant(message: OutgoingMessage): void {
    this.#command = null;
    const { report } = this.#context;
    const model = this.#modelOf(message);
    const isOwnReasoning = isClaudeModel(message.model ?? this.#meta.model ?? '');
    const written = writeBlocks(message.blocks, { report, role: 'assistant', isOwnReasoning });
    if (written.length === 0) {
      this.#dropMessage(message);
      return;
    }
    if (model !== SYNTHETIC_MODEL) this.#firstModel ??= model;
    const uuid = this.#nextUuid();
    const id = `msg_${uuid.replaceAll('-', '').slice(0, 24)}`;
    const stop = this.#stopReasonOf(message);
    const usage = message.usage === undefined ? '' : `,"usage":${writeUsage(message.usage)}`;
    this.#add(
      'assistant',
      message,
      `{"id":"${id}","type":"message","role":"assistant","model":${quoteJson(model)},"content":[${written.join(',')}],"stop_reason":${stop},"stop_sequence":null${usage}}`,
      uuid,
    );
  }

  #modelOf({ model, index }: OutgoingMessage): string {
    if (model === undefined) {
      return this.#meta.model !== undefined && isClaudeModel(this.#meta.model) ? this.#meta.model : SYNTHETIC_MODEL;
    }
    if (isClaudeModel(model)) return model;
    this.#context.report({
      code: 'dropped-model',
      where: { message: index },
      detail: `Claude Code could not go on with ${JSON.stringify(model)}.`,
    });
    return SYNTHETIC_MODEL;
  }

  #stopReasonOf({ stop_reason, index }: OutgoingMessage): string {
    if (stop_reason === undefined) return 'null';
    const isOwnWord = typeof stop_reason === 'string' && stop_reason !== 'aborted' && stop_reason !== 'error';
    if (isOwnWord) return quoteJson(stop_reason);
    if (typeof stop_reason !== 'string' && !isSharedWord(stop_reason.other)) return quoteJson(stop_reason.other);
    this.#context.report({
      code: 'dropped-stop-reason',
      where: { message: index },
      detail: `There is no stop reason ${describeReason(stop_reason)}.`,
    });
    return 'null';
  }

  #dropMessage(message: OutgoingMessage): void {
    const detail = 'Nothing of the message is left, and empty ones are refused.';
    this.#context.report({ code: 'dropped-message', where: { message: message.index }, detail });
  }

  #nextUuid(): string {
    return uuidV5(LINE_NAMESPACE, `${this.#sessionId}:${this.#lineCount}`);
  }

  #add(type: 'user' | 'assistant', message: OutgoingMessage, json: string, uuid = this.#nextUuid()): void {
    this.#lineCount++;
    if (this.#earliest === undefined || message.timestamp < this.#earliest) this.#earliest = message.timestamp;
    const time = toMilliseconds(message.timestamp, this.#context.report, message.index);
    const parent = this.#parent === null ? 'null' : `"${this.#parent}"`;
    this.lines.add(
      `{"type":"${type}","uuid":"${uuid}","parentUuid":${parent},${this.#tail},"timestamp":"${time}","message":${json}}`,
      message.index,
    );
    this.#parent = uuid;
  }
}

function isSharedWord(word: string): boolean {
  return STOP_REASONS.some((reason) => reason === word && reason !== 'aborted' && reason !== 'error');
}

function describeReason(reason: StopReason): string {
  return JSON.stringify(typeof reason === 'string' ? reason : reason.other);
}

function writeUsage(usage: Usage): string {
  const { input_tokens, output_tokens, cache_read_input_tokens: read, cache_creation_input_tokens: created } = usage;
  const optional = (key: string, tokens: Usage['input_tokens'] | undefined) =>
    jsonMember(key, tokens === undefined ? undefined : String(tokens));
  return `{"input_tokens":${input_tokens}${optional('cache_creation_input_tokens', created)}${optional('cache_read_input_tokens', read)},"output_tokens":${output_tokens}}`;
}
