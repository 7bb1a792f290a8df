/** A turn of fx → messages (common-model §C2). */
import { createHash } from 'node:crypto';
import {
  type Compaction,
  durableText,
  type HistoryEntry,
  loggedOutput,
  outputHandle,
  type ProcessEnd,
  type Turn,
  type TurnCall,
  type TurnEnd,
  type TurnImage,
  type TurnResult,
  type TurnStep,
} from '@fxlog/assembler';
import type { ConversationEntry } from '@fxlog/assembler/internal';
import type { DurableBytes } from '@fxlog/format';
import { encodeBase64 } from '@fxlog/json/internal';
import type { DecodeContext } from '../../codec.js';
import type { LossCode } from '../../loss.js';
import type { FreeJson } from '../../model/free-json.js';
import { isWritableMs, type Timestamp, timeFromMs } from '../../model/timestamp.js';
import type { Block, Message, MessageItem, StopReason, ToolResultBlock, Usage } from '../../model/transcript.js';
import { subtract } from '../../model/uint64.js';
import { decodeCall } from './decode-call.js';
import { flattenOutput } from './flatten-output.js';
import type { Reasoning } from './reasoning-file.js';

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** First line of the message that a summary becomes. */
export const SUMMARY_MARKER = '[earlier turns summarised]';

/** Files that turns refer to, by their path in the session's directory; null where there is none. */
export type TurnFiles = ReadonlyMap<string, Uint8Array | null>;

/** Names that can stand for a file of fx's: nothing that leads out of its directory. */
const LEAF = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,255}$/;

/** The files that a turn needs: images and tool outputs kept apart. */
export function filesOf(turn: Turn): string[] {
  const paths: string[] = [];
  const add = (path: string | null): void => {
    if (path !== null) paths.push(path);
  };
  for (const image of turn.user?.images ?? []) add(imagePath(image));
  for (const step of turn.steps) for (const result of step.results) add(outputPath(result));
  return paths;
}

/** What turns and compactions have in common. */
export function bodyOf(entry: HistoryEntry): Turn | Compaction {
  return entry.type === 'turn' ? entry.turn : entry.compaction;
}

/** Makes messages of turns, one after the other. */
export class TurnDecoder {
  readonly #context: DecodeContext;
  readonly #reasoning: Reasoning;
  /** Time of what has none of its own. */
  #time: Timestamp;
  #messages = 0;

  constructor(context: DecodeContext, reasoning: Reasoning, start: Timestamp) {
    this.#context = context;
    this.#reasoning = reasoning;
    this.#time = start;
  }

  /** The messages of the next turn or compaction. */
  decode(entry: ConversationEntry, files: TurnFiles): MessageItem[] {
    const body = bodyOf(entry);
    this.#time = this.#timeOf(entry);
    const builder = new TurnBuilder(entry, this.#time, this.#messages, files, this.#reasoning, this.#context);
    const messages = builder.build();
    this.#messages += messages.length;
    const { offset, length, seq } = body.source;
    const source = { offset, length, seq, turn: body.index };
    return messages.map((message) => ({ type: 'message', message, source }));
  }

  #timeOf(entry: ConversationEntry): Timestamp {
    const { timeMs, index, source } = bodyOf(entry);
    const steps = entry.type === 'turn' ? entry.turn.steps : [];
    const known = timeMs ?? steps.at(-1)?.results.at(-1)?.createdAtMs ?? null;
    if (timeMs === null || !isWritableMs(timeMs)) {
      const detail =
        timeMs === null
          ? 'The log does not say when this turn was committed.'
          : `The time ${timeMs} ms cannot be written.`;
      this.#context.report({ code: 'dropped-time', where: { turn: index, seq: source.seq }, detail });
    }
    return known === null ? this.#time : timeFromMs(known);
  }
}

/** A text as blocks; none for an empty one. */
function blocksOf(text: string): Block[] {
  return text === '' ? [] : [{ type: 'text', text }];
}

/** A part of a turn; null for what stands outside its steps. */
type Part = 'text' | 'call' | 'result' | 'cancelled call' | null;

class TurnBuilder {
  readonly #messages: Message[] = [];
  /** Assistant messages so far, those without blocks counted. */
  #answers = 0;
  /** Where in the turn the builder is, put into words only when there is something to say about it. */
  #step = -1;
  #part: Part = null;
  #partIndex = -1;

  readonly #entry: ConversationEntry;
  readonly #time: Timestamp;
  readonly #firstIndex: number;
  readonly #files: TurnFiles;
  readonly #reasoning: Reasoning;
  readonly #context: DecodeContext;

  constructor(
    entry: ConversationEntry,
    time: Timestamp,
    firstIndex: number,
    files: TurnFiles,
    reasoning: Reasoning,
    context: DecodeContext,
  ) {
    this.#entry = entry;
    this.#time = time;
    this.#firstIndex = firstIndex;
    this.#files = files;
    this.#reasoning = reasoning;
    this.#context = context;
  }

  build(): readonly Message[] {
    if (this.#entry.type === 'turn') this.#addTurn(this.#entry.turn);
    else this.#addSummary(this.#entry.compaction);
    this.#addUsage();
    return this.#messages;
  }

  #addTurn(turn: Turn): void {
    this.#addUser(turn);
    this.#addSteering(turn, 0);
    for (const [at, step] of turn.steps.entries()) {
      this.#addStep(step);
      this.#addSteering(turn, at + 1);
    }
    this.#moveTo(null);
    this.#addEnd(turn);
    this.#reportRest(turn);
  }

  #addSummary({ summary, removedTurns, compactions }: Compaction): void {
    this.#addMessage('user', [{ type: 'text', text: `${SUMMARY_MARKER}\n${this.#text(summary, 'summary')}` }]);
    this.#report('dropped-record', `The summary stands for ${removedTurns} turns, after ${compactions} compactions.`);
  }

  /** What the user said after so many steps. */
  #addSteering({ steering }: Turn, afterSteps: number): void {
    for (const { text, assistantPrefix } of steering.filter((one) => one.afterSteps === afterSteps)) {
      this.#moveTo(null);
      if (assistantPrefix !== null) {
        this.#addAnswer([{ type: 'text', text: this.#text(assistantPrefix, 'answer that was cut short') }], undefined);
      }
      this.#addMessage('user', [{ type: 'text', text: this.#text(text, 'steering text') }]);
    }
  }

  #addUser({ user }: Turn): void {
    const text = this.#text(user.text, 'user text');
    const blocks: Block[] = text.trim() === '' ? [] : [{ type: 'text', text }];
    if (blocks.length === 0 && text !== '') this.#report('dropped-extra', 'A prompt of nothing but white space.');
    for (const image of user.images) blocks.push(this.#image(image));
    if (blocks.length > 0) this.#addMessage('user', blocks);
    if (user.workId !== null)
      this.#report('dropped-extra', `The turn belongs to the work ${user.workId} of a parent session.`);
  }

  #addStep(step: TurnStep): void {
    this.#step++;
    this.#moveTo('text');
    const text = step.text === null ? '' : this.#text(step.text);
    const blocks: Block[] = text === '' ? [] : [{ type: 'text', text }];
    const results: ToolResultBlock[] = [];
    for (let at = 0; at < step.results.length; at++) {
      this.#moveTo('result', at);
      results.push(this.#result(step, step.results[at] as TurnResult));
    }
    for (let at = 0; at < step.calls.length; at++) {
      this.#moveTo('call', at);
      const call = step.calls[at] as TurnCall;
      blocks.push(this.#call(call));
      if (call.providerResult !== null) this.#providerResult(call, results);
    }
    this.#addAnswer(blocks, step.calls.length > 0 ? 'tool_use' : undefined);
    if (results.length > 0) this.#addMessage('user', [...results, ...this.#feedbackOf(step)]);
  }

  /** What the user said when asked for leave, which fx tells its model behind the results of the step (model-view §5.2). */
  #feedbackOf({ results }: TurnStep): Block[] {
    return results.flatMap(({ permissionFeedback }, at) => {
      this.#moveTo('result', at);
      return permissionFeedback.flatMap((feedback) => blocksOf(this.#text(feedback, 'feedback')));
    });
  }

  #addEnd({ end, steps }: Turn): void {
    switch (end.kind) {
      case 'running':
        this.#addAnswer(blocksOf(end.text === null ? '' : this.#text(end.text, 'partial text')), 'aborted', true);
        this.#report('dropped-record', 'The turn was still running; it is given as one that was cut off.');
        return;
      case 'completed':
        this.#addFinal(end.text);
        return;
      case 'background_command':
        if (end.text !== null) this.#addFinal(end.text);
        this.#report(
          'dropped-record',
          `A command went on in the background: log ${this.#text(end.logPath, 'log path')}, URL ${end.url === null ? 'none' : this.#text(end.url, 'URL')}${end.expectsUrl ? ' (expected)' : ''}, record ${end.recordId ?? 'none'}.`,
        );
        return;
      case 'interrupted': {
        const blocks = blocksOf(end.text === null ? '' : this.#text(end.text, 'partial text'));
        if (end.call !== null) {
          this.#moveTo('cancelled call');
          blocks.push(this.#call(end.call));
        }
        this.#addAnswer(blocks, end.reason === 'cancelled' ? 'aborted' : 'error', true);
        this.#report('injected-context', 'fx tells its model that the turn was broken off.');
        this.#reportInterruption(end, steps);
        return;
      }
    }
  }

  #addFinal(bytes: DurableBytes): void {
    const text = this.#text(bytes, 'answer');
    this.#addAnswer(text === '' ? [] : [{ type: 'text', text }], 'end_turn');
  }

  /** Adds an assistant message with its reasoning in front, unless it has no blocks and need not say why it ended. */
  #addAnswer(blocks: readonly Block[], stopReason: StopReason | undefined, isKept = false): void {
    const { committedIndex, model } = this.#entry;
    const thinking = committedIndex === null ? [] : this.#reasoning.take(committedIndex, this.#answers);
    this.#answers++;
    if (thinking.length + blocks.length === 0 && !isKept) return;
    const message: Writable<Message> = {
      role: 'assistant',
      content: thinking.length === 0 ? blocks : [...thinking, ...blocks],
      timestamp: this.#time,
    };
    if (model !== null && model !== '') message.model = model;
    if (stopReason !== undefined) message.stop_reason = stopReason;
    this.#messages.push(message);
  }

  #addMessage(role: 'user', content: readonly Block[]): void {
    this.#messages.push({ role, content, timestamp: this.#time });
  }

  #moveTo(part: Part, index = -1): void {
    this.#part = part;
    this.#partIndex = index;
  }

  get #place(): string {
    if (this.#part === null || this.#part === 'cancelled call') return this.#part ?? '';
    return this.#part === 'text'
      ? `text of step ${this.#step}`
      : `step ${this.#step}, ${this.#part} ${this.#partIndex}`;
  }

  #call(call: TurnCall): Block {
    const name = this.#text(call.name, 'name');
    const { tool, isMalformed } = decodeCall(name, this.#text(call.argumentsJson, 'arguments'));
    if (isMalformed)
      this.#report('malformed-arguments', `${this.#place}: the arguments of ${name} are not JSON; kept as a string.`);
    return { type: 'tool_use', id: this.#text(call.id, 'id'), tool };
  }

  #result(step: TurnStep, result: TurnResult): ToolResultBlock {
    const call = result.callIndex === null ? null : step.calls[result.callIndex];
    const name = this.#text(result.toolName, 'tool name');
    if (call === undefined || call === null)
      this.#report('orphan-result', `${this.#place}: no call of the step has the id of this result of ${name}.`);
    else if (this.#text(call.name, 'call name') !== name) {
      this.#report('dropped-extra', `${this.#place}: the result names the tool ${name}, its call another.`);
    }
    this.#reportResult(result);
    const block: Writable<ToolResultBlock> = {
      type: 'tool_result',
      tool_use_id: this.#text(result.callId, 'call id'),
      content: this.#keptOutput(result) ?? this.#output(result),
    };
    if (result.status === 'failure') block.is_error = true;
    return block;
  }

  /** An output with pictures, where it is kept and the log still says what stands for it. */
  #keptOutput(result: TurnResult): FreeJson | null {
    const { committedIndex } = this.#entry;
    const kept =
      committedIndex === null ? null : this.#reasoning.takeOutput(committedIndex, durableText(result.callId).text);
    if (kept === null) return null;
    const logged = loggedOutput(result);
    if (logged !== null && flattenOutput(kept).text === durableText(logged).text) return kept;
    this.#report('dropped-image', `${this.#place}: the output is not the one for which pictures are kept.`);
    return null;
  }

  /** The whole output where it can be had, else what the log holds of it. */
  #output(result: TurnResult): string {
    const output = loggedOutput(result);
    const logged = output === null ? '' : this.#text(output, 'output');
    const path = outputPath(result);
    const bytes = path === null ? null : (this.#files.get(path) ?? null);
    if (bytes !== null) {
      this.#report(
        'dropped-extra',
        `${this.#place}: the whole output of ${path} took the place of the preview that the model saw.`,
      );
      return decodeUtf8(bytes) ?? this.#text(bytes, path ?? 'output');
    }
    if (result.content.kind !== 'inline') {
      this.#report(
        'missing-artifact',
        `${this.#place}: ${path ?? 'the file with the whole output'} could not be read.`,
      );
      this.#report(
        'partial-output',
        `${this.#place}: only the preview of an output of ${sizeOf(result)} is in the log.`,
      );
    } else if (result.isTruncated) {
      this.#report('partial-output', `${this.#place}: fx cut this output of ${sizeOf(result)}.`);
    }
    return logged;
  }

  /** What a provider returned for a call that it ran itself: the result, if the step has no other. */
  #providerResult(call: TurnCall, results: ToolResultBlock[]): void {
    if (call.providerResult === null) return;
    const content = this.#text(call.providerResult, 'provider result');
    if (call.resultIndex === null) {
      results.push({ type: 'tool_result', tool_use_id: this.#text(call.id, 'id'), content });
    } else
      this.#report(
        'dropped-record',
        `${this.#place}: beside the result, the provider returned ${content.length} characters.`,
      );
  }

  #image(image: TurnImage): Block {
    const name = this.#text(image.path, 'image path');
    const mediaType = this.#text(image.mediaType, 'media type') || 'application/octet-stream';
    const path = imagePath(image);
    const bytes = path === null ? null : (this.#files.get(path) ?? null);
    if (bytes === null) {
      this.#report('missing-artifact', `The bytes of image ${image.id} (${name}) could not be read.`);
      const source = { type: 'path', path: name, media_type: mediaType } as const;
      return { type: 'artifact', artifact: { id: String(image.id), name, source } };
    }
    if (image.snapshotSha256 !== null && createHash('sha256').update(bytes).digest('hex') !== image.snapshotSha256) {
      this.#report('image-hash-mismatch', `${path} has another SHA-256 than the log says.`);
    }
    this.#report('dropped-extra', `Image ${image.id} came from ${name}.`);
    return { type: 'image', source: { type: 'base64', media_type: mediaType, data: encodeBase64(bytes) } };
  }

  /** What each turn took, on its last assistant message (common-model §C6). */
  #addUsage(): void {
    const { before } = this.#entry;
    const after = bodyOf(this.#entry).usage;
    if (after === null || before === null) return;
    const input = subtract(after.totalInputTokens, before.totalInputTokens);
    const output = subtract(after.totalOutputTokens, before.totalOutputTokens);
    if (input === null || output === null) {
      this.#report(
        'usage-reset',
        `The totals went from ${before.totalInputTokens} and ${before.totalOutputTokens} tokens to ${after.totalInputTokens} and ${after.totalOutputTokens}.`,
      );
    }
    const usage: Usage = { input_tokens: input ?? 0, output_tokens: output ?? 0 };
    if (usage.input_tokens === 0 && usage.output_tokens === 0) return;
    const last = this.#messages.findLastIndex(({ role }) => role === 'assistant');
    const message = this.#messages[last];
    if (message === undefined) {
      this.#report(
        'dropped-usage',
        `${usage.input_tokens} and ${usage.output_tokens} tokens, but no answer to put them on.`,
      );
    } else this.#messages[last] = { ...message, usage };
  }

  #reportInterruption(end: Extract<TurnEnd, { kind: 'interrupted' }>, steps: readonly TurnStep[]): void {
    const names = end.completedToolNames.map((name) => this.#text(name, 'name of a completed tool'));
    const known = steps.flatMap((step) => step.results.map(({ toolName }) => durableText(toolName).text));
    if (names.join('\n') !== known.join('\n')) {
      this.#report('dropped-record', `fx noted as completed: ${names.length === 0 ? 'nothing' : names.join(', ')}.`);
    }
    if (end.cancelledCommand === null) return;
    const { artifactHandle, replay } = end.cancelledCommand;
    const handles = [artifactHandle, replay?.kind === 'available' ? replay.handle : null].flatMap((handle) =>
      handle === null ? [] : [durableText(handle).text],
    );
    this.#report(
      'dropped-record',
      `The output of the cancelled command: ${handles.length === 0 ? 'not kept' : handles.join(', ')}.`,
    );
  }

  #reportResult(result: TurnResult): void {
    const { fileChange: file, process, replay } = result;
    if (file !== null) {
      this.#report(
        'dropped-record',
        `${this.#place}: the change of ${durableText(file.path).text} as it was shown (+${file.additions} −${file.deletions}).`,
      );
    }
    if (process !== null)
      this.#report('dropped-record', `${this.#place}: the process ended with ${howItEnded(process)}.`);
    if (replay?.kind === 'available')
      this.#report('dropped-record', `${this.#place}: the raw output in ${durableText(replay.handle).text}.`);
    if (result.isProviderNative) this.#report('dropped-extra', `${this.#place}: the provider ran the tool itself.`);
  }

  #reportRest({ files, timeMs, steps }: Turn): void {
    let others = 0;
    for (const { results } of steps) for (const { createdAtMs } of results) if (createdAtMs !== timeMs) others++;
    if (timeMs !== null && others > 0) {
      this.#report('dropped-time', 'When a tool gave its result; messages have the time of their turn.', others);
    }
    if (files.length > 0) this.#report('dropped-record', 'What fx noted about a file.', files.length);
  }

  /** @param what names the text inside of the part where the builder is. */
  #text(bytes: DurableBytes, what = ''): string {
    if (typeof bytes === 'string') return bytes;
    const name = [this.#place, what].filter((part) => part !== '').join(', ');
    this.#report('non-utf8-text', `The ${name} is not UTF-8; what could not be read is U+FFFD.`);
    return durableText(bytes).text;
  }

  #report(code: LossCode, detail: string, count?: number): void {
    const { index, source } = bodyOf(this.#entry);
    const where = {
      turn: index,
      message: this.#firstIndex + this.#messages.length,
      offset: source.offset,
      seq: source.seq,
    };
    this.#context.report({ code, where, detail, count });
  }
}

function imagePath({ snapshotPath }: TurnImage): string | null {
  if (snapshotPath === null) return null;
  // event-log §4.3: fx may have written the whole path; what counts is its last component.
  const leaf = durableText(snapshotPath).text.split('/').at(-1) ?? '';
  return LEAF.test(leaf) ? `images/${leaf}` : null;
}

function howItEnded(process: ProcessEnd): string {
  return 'value' in process ? `${process.kind} ${process.value}` : process.kind;
}

function sizeOf({ outputBytes }: TurnResult): string {
  return outputBytes === null ? 'an unknown size' : `${outputBytes} bytes`;
}

function outputPath(result: TurnResult): string | null {
  const handle = outputHandle(result);
  if (handle === null) return null;
  const { text } = durableText(handle);
  return LEAF.test(text) ? `tool-results/${text}` : null;
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
