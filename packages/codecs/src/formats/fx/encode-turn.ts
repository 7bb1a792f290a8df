/** An exchange → a turn of fx (common-model §C2, §C8). */

import {
  type AssistantTurn,
  type InterruptedTurn,
  REASONING_FILE,
  type ToolCall,
  type ToolResult,
  type ToolStep,
} from '@fxlog/format/internal';
import { isWellFormed, utf8ByteLength } from '@fxlog/json/internal';
import type { LossCode, LossPlace, ReportLoss } from '../../loss.js';
import { timeToMs } from '../../model/timestamp.js';
import {
  artifactDisplayText,
  type Message,
  type StopReason,
  type ThinkingBlock,
  type ToolResultBlock,
  type ToolUseBlock,
} from '../../model/transcript.js';
import { replaceHalves } from '../../model/well-formed.js';
import { toAcceptableToolName } from '../harness/acceptable-names.js';
import { replaceLoneSurrogates } from '../harness/lone-surrogates.js';
import { encodeCall } from './encode-call.js';
import { encodePrompt, type PromptImage } from './encode-prompt.js';
import { flattenOutput } from './flatten-output.js';
import type { Answer, Exchange, PlacedResult } from './group-turns.js';
import type { KeptOutput, ReasoningEntry } from './reasoning-file.js';
import type { SessionIds } from './session-ids.js';

/** Output of a call of which the source has no result. */
const NO_RESULT = 'no result recorded';

/** A turn and what belongs to it outside the log. */
export interface EncodedTurn {
  readonly turn: AssistantTurn | InterruptedTurn;
  readonly images: readonly PromptImage[];
  readonly reasoning: readonly ReasoningEntry[];
  /** Outputs of which the log holds only what its model is told. */
  readonly outputs: readonly KeptOutput[];
}

/** One turn of an exchange, null when nothing of it is left. `turnIndex` is its index in the log. */
export function encodeTurn(
  exchange: Exchange,
  turnIndex: number,
  ids: SessionIds,
  report: ReportLoss,
): EncodedTurn | null {
  const encoded = new TurnEncoder(exchange, turnIndex, ids, report).encode();
  const { turn, reasoning } = encoded;
  const { user } = turn;
  const isEmpty =
    turn.kind === 'assistant' &&
    user.text === '' &&
    user.images.length === 0 &&
    turn.assistant === '' &&
    turn.execution.tool_steps.length === 0 &&
    reasoning.length === 0;
  return isEmpty ? null : encoded;
}

/** The parts of some answers, in the order in which fx keeps them. */
interface Parts {
  readonly thinking: ThinkingBlock[];
  readonly texts: string[];
  readonly calls: { readonly block: ToolUseBlock; readonly where: LossPlace }[];
}

class TurnEncoder {
  readonly #exchange: Exchange;
  readonly #turnIndex: number;
  readonly #ids: SessionIds;
  readonly #report: ReportLoss;
  readonly #outputs: KeptOutput[] = [];
  readonly #steps: ToolStep[] = [];
  readonly #reasoning: ReasoningEntry[] = [];
  /** What the model said without calling a tool, on its way to the next step or to the answer. */
  #carried: Parts = emptyParts();

  /** The answer that was cut off, which may be empty. */
  #interrupted: Message | null = null;

  constructor(exchange: Exchange, turnIndex: number, ids: SessionIds, report: ReportLoss) {
    this.#ids = ids;
    this.#exchange = exchange;
    this.#turnIndex = turnIndex;
    this.#report = report;
  }

  encode(): EncodedTurn {
    const { user, images } = encodePrompt(this.#exchange.prompt, this.#report, this.#ids);
    const interruption = this.#findInterruption();
    const runs = runsOf(this.#exchange.answers);
    const last = interruption?.answer ?? null;
    this.#interrupted = last?.message ?? null;
    for (const run of runs)
      this.#addRun(last === null ? run : run.filter((answer) => answer !== last), run === runs.at(-1));
    const turn = last === null ? this.#end() : this.#interrupt(last, interruption?.reason ?? 'cancelled');
    this.#reportOrphans();
    this.#checkStopReasons(last);
    return { turn: { ...turn, user }, images, reasoning: this.#reasoning, outputs: this.#outputs };
  }

  /** common-model §C8.5: any turn whose last answer was aborted or failed. */
  #findInterruption(): { answer: Answer; reason: 'cancelled' | 'failed' } | null {
    const answer = this.#exchange.answers.at(-1);
    const stop = answer?.message.stop_reason;
    if (answer === undefined || (stop !== 'aborted' && stop !== 'error')) return null;
    return { answer, reason: stop === 'aborted' ? 'cancelled' : 'failed' };
  }

  /** Answers between which no result came: one step, if they call tools (common-model §C8.3). */
  #addRun(run: readonly Answer[], isLast: boolean): void {
    const end = run.findLastIndex(({ message }) => message.content.some(({ type }) => type === 'tool_use')) + 1;
    const calling = run.slice(0, end);
    const speaking = run.slice(end);
    if (calling.length > 0) {
      for (const { index } of calling.slice(1))
        this.#lose(
          'moved-text',
          { message: index },
          'The answer is one step with the one before, since their results came together.',
        );
      const parts = this.#carry(emptyParts());
      for (const answer of calling) this.#take(answer, parts);
      this.#addStep(parts, calling[calling.length - 1] as Answer);
    }
    for (const [at, answer] of speaking.entries()) {
      const isAnswer = isLast && at === speaking.length - 1;
      if (!isAnswer)
        this.#lose('moved-text', { message: answer.index }, 'An answer without calls stands in front of the next one.');
      this.#take(answer, this.#carried);
    }
  }

  #addStep(parts: Parts, { message }: Answer): void {
    const calls: ToolCall[] = [];
    const results: ToolResult[] = [];
    for (const { block, where } of parts.calls) {
      const call = this.#call(block, where);
      calls.push(call);
      results.push(this.#result(this.#takeResult(block.id), call, where, timeToMs(message.timestamp)));
    }
    this.#keepReasoning(parts.thinking);
    this.#steps.push({ assistant: joined(parts.texts), tool_calls: calls, tool_results: results });
  }

  #end(): Omit<AssistantTurn, 'user'> {
    const { texts, thinking } = this.#carry(emptyParts());
    this.#keepReasoning(thinking);
    return { kind: 'assistant', assistant: joined(texts) ?? '', execution: this.#execution() };
  }

  #interrupt(answer: Answer, reason: 'cancelled' | 'failed'): Omit<InterruptedTurn, 'user'> {
    const parts = this.#take(answer, this.#carry(emptyParts()));
    const open = parts.calls.findIndex(({ block }) => this.#exchange.results.get(block.id)?.[0] === undefined);
    const cancelled = parts.calls[open];
    const done = parts.calls.filter((call) => call !== cancelled);
    if (done.length > 0) {
      // fx holds one call that was running; the others are a step of their own.
      this.#lose(
        'moved-text',
        { message: answer.index },
        'The calls that were not cancelled are a step before the interruption.',
      );
      this.#addStep({ ...parts, calls: done }, answer);
      parts.texts.length = 0;
      parts.thinking.length = 0;
    }
    const call = cancelled === undefined ? null : this.#call(cancelled.block, cancelled.where);
    this.#keepReasoning(parts.thinking);
    return {
      kind: 'interrupted',
      assistant: joined(parts.texts),
      tool_call: call,
      completed_tool_names: this.#steps.flatMap((step) => step.tool_results.map(({ tool_name }) => tool_name)),
      terminal_reason: reason,
      ...(this.#steps.length === 0 ? {} : { execution: this.#execution() }),
    };
  }

  #execution() {
    return { schema_version: 3 as const, tool_steps: this.#steps, files: [] };
  }

  /** Adds the blocks of an answer to parts. */
  #take({ message, index }: Answer, parts: Parts): Parts {
    if (message.content.length === 0 && message !== this.#interrupted) {
      this.#lose('dropped-message', { message: index }, 'An empty message of the assistant.');
    }
    const counts = { texts: 0, others: 0, calls: 0 };
    for (const [at, block] of message.content.entries()) {
      const where = { message: index, block: at };
      switch (block.type) {
        case 'thinking':
          this.#lose('untold', where, `fx tells its model no reasoning; it is kept in ${REASONING_FILE}.`);
          if (counts.others > 0) this.#lose('moved-thinking', where, 'Reasoning stands in front of its message.');
          parts.thinking.push(block);
          continue;
        case 'text':
        case 'artifact': {
          const text = block.type === 'text' ? block.text : artifactDisplayText(block.artifact);
          if (block.type === 'artifact')
            this.#lose('dropped-artifact', where, `The artifact ${block.artifact.name} is a line of text.`);
          if (text === '') this.#lose('dropped-block', where, 'An empty text.');
          else {
            if (counts.calls > 0) this.#lose('moved-text', where, 'Text behind a call stands in front of it.');
            if (counts.texts++ > 0) this.#lose('moved-text', where, 'Several texts of a message are one.');
            parts.texts.push(this.#wellFormed(text, where));
          }
          break;
        }
        case 'tool_use':
          counts.calls++;
          parts.calls.push({ block, where });
          break;
        case 'tool_result':
          this.#lose('moved-text', where, 'A result in a message of the assistant stands under its call.');
          break;
        case 'image':
          this.#lose('dropped-image', where, `An image (${block.source.media_type}) in a message of the assistant.`);
          break;
      }
      counts.others++;
    }
    return parts;
  }

  /** Hands on what was carried, in front of what comes. */
  #carry(parts: Parts): Parts {
    const carried = this.#carried;
    this.#carried = parts;
    return carried;
  }

  /** Ids and names are those that providers take: with others the session would be dead at its next request. */
  #call({ id, tool }: ToolUseBlock, where: LossPlace): ToolCall {
    const { name, argumentsJson, losses } = encodeCall(tool);
    for (const [code, detail] of losses) this.#lose(code, where, detail);
    const known = this.#ids.calls.take(id);
    if (known !== id) this.#lose('renamed-id', where, `The call ${JSON.stringify(id)} is called ${known}.`);
    const acceptable = toAcceptableToolName(name);
    if (acceptable !== name) {
      this.#lose('unmapped-tool', where, `The tool ${JSON.stringify(name)} is called ${acceptable}.`);
    }
    return {
      id: known,
      name: acceptable,
      arguments_json: this.#wellFormedJson(argumentsJson, where),
      provider_result: null,
    };
  }

  #takeResult(id: string): PlacedResult | undefined {
    return this.#exchange.results.get(id)?.shift();
  }

  #result(placed: PlacedResult | undefined, call: ToolCall, where: LossPlace, timeMs: number): ToolResult {
    if (placed === undefined)
      this.#lose('open-call', where, `The call ${String(call.id)} has no result; a failed one was added.`);
    const output = placed === undefined ? NO_RESULT : this.#output(placed, String(call.id));
    const size = utf8ByteLength(output);
    const isFailure = placed === undefined || placed.block.is_error === true;
    return {
      tool_call_id: call.id,
      tool_name: call.name,
      status: isFailure ? 'failure' : 'success',
      output,
      output_handle: null,
      preview: null,
      output_bytes: size,
      stored_output_bytes: size,
      truncated: false,
      provider_native: false,
      created_at_ms: placed === undefined ? timeMs : timeToMs(placed.time),
      permission_feedback: [],
      committed_file_presentation: null,
      command_output_replay: null,
      command_process_presentation: null,
    };
  }

  #output({ block, message, index }: PlacedResult, call: string): string {
    const where = { message, block: index };
    const { content }: ToolResultBlock = block;
    if (typeof content === 'string') return this.#wellFormed(content, where);
    const { text, images } = flattenOutput(content);
    this.#lose('flattened-output', where, 'A structured output is text.');
    const written = this.#wellFormed(text, where);
    if (images > 0) {
      const detail = `The model of fx sees no picture in an output: a note stands there, and the picture is kept in ${REASONING_FILE}.`;
      this.#lose('dropped-image', where, detail, images);
      this.#outputs.push({ turn: this.#turnIndex, call, content });
    }
    return written;
  }

  #keepReasoning(blocks: readonly ThinkingBlock[]): void {
    if (blocks.length > 0)
      this.#reasoning.push({ turn: this.#turnIndex, message: this.#steps.length, blocks: [...blocks] });
  }

  #reportOrphans(): void {
    for (const [id, results] of this.#exchange.results) {
      for (const { message, index } of results) {
        this.#lose(
          'orphan-result',
          { message, block: index },
          `No call of the turn waits for the result ${id}; it is left out.`,
        );
      }
    }
  }

  /** common-model §C7: fx keeps what follows from the form of a turn. */
  #checkStopReasons(interrupted: Answer | null): void {
    const final = this.#exchange.answers.at(-1);
    for (const answer of this.#exchange.answers) {
      const { message, index } = answer;
      const stop: StopReason | undefined = message.stop_reason;
      if (stop === undefined || answer === interrupted) continue;
      const calls = message.content.some(({ type }) => type === 'tool_use');
      const implied = calls ? 'tool_use' : answer === final ? 'end_turn' : undefined;
      if (stop === implied) continue;
      const word = typeof stop === 'string' ? stop : stop.other;
      this.#lose('dropped-stop-reason', { message: index }, `The message ended with ${word}.`);
    }
  }

  #wellFormed(text: string, where: LossPlace): string {
    if (isWellFormed(text)) return text;
    this.#lose('non-utf8-text', where, 'Half a surrogate pair is U+FFFD.');
    return replaceHalves(text);
  }

  /** The same for JSON text, where the half can be an escape. */
  #wellFormedJson(json: string, where: LossPlace): string {
    const { text, count } = replaceLoneSurrogates(json);
    if (count > 0) this.#lose('non-utf8-text', where, 'Half a surrogate pair in the arguments is U+FFFD.', count);
    return text;
  }

  #lose(code: LossCode, where: LossPlace, detail: string, count?: number): void {
    this.#report({ code, where: { ...where, turn: this.#turnIndex }, detail, count });
  }
}

function emptyParts(): Parts {
  return { thinking: [], texts: [], calls: [] };
}

function joined(texts: readonly string[]): string | null {
  return texts.length === 0 ? null : texts.join('\n\n');
}

function runsOf(answers: readonly Answer[]): (readonly Answer[])[] {
  const runs: Answer[][] = [];
  for (const answer of answers) {
    const run = runs.at(-1);
    if (run?.[0]?.run === answer.run) run.push(answer);
    else runs.push([answer]);
  }
  return runs;
}
