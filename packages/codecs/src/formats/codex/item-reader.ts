/** Items of the model (`response_item`) and events, one after the other, into messages (other-harnesses §2.3 to §2.5). */
import { type JsonObject, type JsonValue, stringifyJson } from '@fxlog/json';
import { isJsonObject } from '@fxlog/json/internal';
import type { DecodeContext } from '../../codec.js';
import type { LossCode } from '../../loss.js';
import { FreeJson } from '../../model/free-json.js';
import { withoutAbsent } from '../../model/read-transcript.js';
import type { Tool } from '../../model/tool.js';
import type { Block, MessageItem, ToolResultBlock, Usage } from '../../model/transcript.js';
import { subtract, toUint64 } from '../../model/uint64.js';
import { arrayField, objectField, ownField, stringField, textField } from '../harness/harness-fields.js';
import { INJECTED, type LossTally, RECORDS } from '../harness/loss-tally.js';
import { isInjectedPart } from './injected-context.js';
import { MessageBuilder, type Moment } from './message-builder.js';
import { readImageUrl, readOutput } from './outputs.js';
import { isExecTool, readCall, readLocalShell } from './tool-calls.js';

/** Events that say again what items say, or nothing about the conversation. */
const REPEATING_EVENTS: ReadonlySet<string> = new Set([
  'user_message',
  'agent_message',
  'agent_reasoning',
  'task_started',
  'turn_started',
  'thread_rolled_back',
]);

export class ItemReader {
  readonly #builder: MessageBuilder;
  #model: string | undefined;
  /** Names of the tools of calls without a result, by id, the latest last. */
  readonly #openCalls = new Map<string, string[]>();
  /** Exit codes that were told before the result. */
  readonly #failed = new Map<string, boolean>();
  #lastTokenCount: string | null = null;
  #lastTotal: Usage | null = null;
  #searches = 0;

  readonly #context: DecodeContext;
  readonly #tally: LossTally;
  readonly #hasItems: boolean;

  /** @param hasItems whether the file has items; very old ones have only events. */
  constructor(context: DecodeContext, tally: LossTally, hasItems: boolean, ready: (item: MessageItem) => void) {
    this.#context = context;
    this.#tally = tally;
    this.#hasItems = hasItems;
    this.#builder = new MessageBuilder(ready);
  }

  finish(): void {
    this.#builder.finish();
  }

  /** Takes the settings of a turn, also of one that was taken back. */
  takeTurnContext(payload: JsonObject): void {
    this.#model = textField(payload, 'model') ?? this.#model;
  }

  /** @param isSaid whether it is known from elsewhere that the user said it. */
  takeItem(item: JsonObject, moment: Moment, isSaid: boolean): void {
    switch (item.type) {
      case 'message':
        this.#takeMessage(item, moment, isSaid);
        break;
      case 'reasoning':
        this.#takeReasoning(item, moment);
        break;
      case 'function_call':
        this.#takeCall(item, stringField(item, 'arguments') ?? '', false, moment);
        break;
      case 'custom_tool_call':
        this.#takeCall(item, stringField(item, 'input') ?? '', true, moment);
        break;
      case 'local_shell_call':
        this.#addCall(
          stringField(item, 'call_id') ?? textField(item, 'id') ?? '',
          'local_shell',
          readLocalShell(item),
          moment,
        );
        break;
      case 'web_search_call':
        this.#takeSearch(item, moment);
        break;
      case 'function_call_output':
      case 'custom_tool_call_output':
        this.#takeOutput(item, moment);
        break;
      default:
        this.#tally.add('dropped-record', UNREAD_ITEMS, moment.where, String(item.type ?? null));
    }
  }

  takeEvent(event: JsonObject, moment: Moment): void {
    switch (event.type) {
      case 'token_count':
        this.#takeTokenCount(event, moment);
        break;
      case 'task_complete':
      case 'turn_complete':
        this.#builder.endTurn();
        break;
      case 'turn_aborted':
        if (!this.#builder.abort())
          this.#lose('dropped-stop-reason', moment, 'The turn was aborted before the model spoke.');
        break;
      case 'exec_command_end':
        this.#takeExitCode(textField(event, 'call_id'), event);
        break;
      case 'item_completed':
        this.#takeCompletedItem(objectField(event, 'item') ?? {}, moment);
        break;
      default:
        this.#takeRepeatingEvent(event, moment);
    }
  }

  #takeRepeatingEvent(event: JsonObject, moment: Moment): void {
    const { type } = event;
    if (typeof type !== 'string' || !REPEATING_EVENTS.has(type)) {
      this.#tally.add('dropped-record', RECORDS, moment.where, String(type ?? null));
      return;
    }
    if (this.#hasItems) return;
    const text = stringField(event, 'message');
    if (type === 'user_message' && text !== undefined) this.#builder.addPrompt([{ type: 'text', text }], moment);
    if (type === 'agent_message' && text !== undefined)
      this.#builder.addAssistant({ type: 'text', text }, moment, this.#model);
    const reasoning = type === 'agent_reasoning' ? textField(event, 'text') : undefined;
    if (reasoning !== undefined) this.#builder.addAssistant({ type: 'thinking', text: reasoning }, moment, this.#model);
  }

  #takeMessage(item: JsonObject, moment: Moment, isSaid: boolean): void {
    const { role } = item;
    if (role !== 'user' && role !== 'assistant') {
      this.#tally.add('injected-context', INJECTED, moment.where, String(role ?? null));
      return;
    }
    const content = arrayField(item, 'content') ?? [];
    const blocks = content.flatMap((part, at) => {
      const isOwn = role === 'assistant' || isSaid || !isInjectedPart(item, at);
      if (!isOwn) this.#tally.add('injected-context', INJECTED, moment.where, injectedName(part));
      return isOwn ? this.#readPart(part, at, moment) : [];
    });
    if (role === 'assistant') {
      for (const block of blocks) this.#builder.addAssistant(block, moment, this.#model);
      return;
    }
    if (blocks.length > 0 || content.length === 0) this.#builder.addPrompt(blocks, moment);
  }

  #readPart(part: JsonValue, at: number, moment: Moment): Block[] {
    if (isJsonObject(part)) {
      const text = stringField(part, 'text');
      if (text !== undefined && (part.type === 'input_text' || part.type === 'output_text'))
        return [{ type: 'text', text }];
      const url = part.type === 'input_image' ? stringField(part, 'image_url') : undefined;
      if (url !== undefined) return [{ type: 'image', source: readImageUrl(url) }];
    }
    this.#lose('dropped-block', moment, `The model has no block like part ${at} of this message.`);
    return [];
  }

  #takeReasoning(item: JsonObject, moment: Moment): void {
    const summary = textsOf(arrayField(item, 'summary'));
    const text = (summary.length > 0 ? summary : textsOf(arrayField(item, 'content'))).join('\n\n');
    const encrypted = textField(item, 'encrypted_content');
    if (text === '' && encrypted === undefined) return;
    this.#builder.addAssistant(withoutAbsent({ type: 'thinking', text, encrypted }), moment, this.#model);
  }

  #takeCall(item: JsonObject, text: string, isCustom: boolean, moment: Moment): void {
    const name = fullName(textField(item, 'namespace'), stringField(item, 'name') ?? '');
    const { tool, isMalformed } = readCall({ isCustom, name, text });
    if (isMalformed)
      this.#lose('malformed-arguments', moment, `The arguments of ${JSON.stringify(name)} are not JSON.`);
    this.#addCall(stringField(item, 'call_id') ?? '', name, tool, moment);
  }

  #addCall(id: string, name: string, tool: Tool, moment: Moment): void {
    this.#builder.addAssistant({ type: 'tool_use', id, tool }, moment, this.#model);
    const names = this.#openCalls.get(id);
    if (names === undefined) this.#openCalls.set(id, [name]);
    else names.push(name);
  }

  /** A search is made by the service: it has no output item, only a status. */
  #takeSearch(item: JsonObject, moment: Moment): void {
    const id = textField(item, 'id') ?? `web_search_${++this.#searches}`;
    const tool: Tool = { name: 'Raw', tool_name: 'web_search', input: FreeJson.of(ownField(item, 'action') ?? null) };
    this.#builder.addAssistant({ type: 'tool_use', id, tool }, moment, this.#model);
    const content = textField(item, 'status') ?? 'completed';
    this.#builder.addResult({ type: 'tool_result', tool_use_id: id, content }, moment);
  }

  #takeOutput(item: JsonObject, moment: Moment): void {
    const id = stringField(item, 'call_id') ?? '';
    const names = this.#openCalls.get(id);
    const name = names?.at(-1);
    const output = readOutput(ownField(item, 'output'), name !== undefined && isExecTool(name));
    if (output === null) {
      this.#lose('skipped-entry', moment, 'Codex passes over an output that is neither a text nor a list.');
      return;
    }
    if (names === undefined) {
      this.#lose('orphan-result', moment, `No open call has the id ${JSON.stringify(id)}.`);
      return;
    }
    names.pop();
    if (names.length === 0) this.#openCalls.delete(id);
    if (output.loss !== undefined) this.#lose(output.loss, moment, 'The output was taken out of what stood around it.');
    const isError = this.#failed.get(id) ?? output.isError;
    this.#failed.delete(id);
    const { content } = output;
    const result: ToolResultBlock = { type: 'tool_result', tool_use_id: id, content };
    this.#builder.addResult(isError ? { ...result, is_error: true } : result, moment);
  }

  #takeCompletedItem(item: JsonObject, moment: Moment): void {
    if (item.type === 'CommandExecution') this.#takeExitCode(textField(item, 'call_id') ?? textField(item, 'id'), item);
    else if (!this.#hasItems || !REPEATING_ITEMS.has(item.type))
      this.#tally.add('dropped-record', RECORDS, moment.where, `item_completed ${String(item.type ?? null)}`);
  }

  #takeExitCode(callId: string | undefined, event: JsonObject): void {
    const code = ownField(event, 'exit_code');
    if (callId === undefined || typeof code !== 'number') return;
    if (this.#openCalls.has(callId)) this.#failed.set(callId, code !== 0);
    else this.#builder.setError(callId, code !== 0);
  }

  #takeTokenCount(event: JsonObject, moment: Moment): void {
    this.#builder.endResponse();
    const info = objectField(event, 'info');
    if (info === undefined) return;
    const text = stringifyJson(info);
    // Equal events that follow each other are one that was told again.
    if (text === this.#lastTokenCount) return;
    this.#lastTokenCount = text;
    const total = readUsage(objectField(info, 'total_token_usage'));
    const usage = readUsage(objectField(info, 'last_token_usage')) ?? sinceLast(total, this.#lastTotal);
    this.#lastTotal = total ?? this.#lastTotal;
    if (usage !== null && !this.#builder.addUsage(usage)) {
      this.#lose('dropped-usage', moment, 'The tokens belong to no message of this turn.');
    }
  }

  #lose(code: LossCode, { where }: Moment, detail: string): void {
    this.#context.report({ code, where, detail });
  }
}

const UNREAD_ITEMS = 'Items that hold no message were left out';

/** Completed items that say again what other lines say. */
const REPEATING_ITEMS: ReadonlySet<unknown> = new Set(['AgentMessage', 'Reasoning', 'UserMessage']);

/** Tools of a server have a name in a namespace of its own. */
function fullName(namespace: string | undefined, name: string): string {
  if (namespace === undefined) return name;
  return namespace.endsWith('__') ? `${namespace}${name}` : `${namespace}__${name}`;
}

/** The word that a text which the program put in begins with. */
function injectedName(part: JsonValue): string {
  const text = isJsonObject(part) ? (stringField(part, 'text') ?? '') : '';
  return /^<([\w ]{1,40})>/.exec(text)?.[1] ?? /^# (AGENTS\.md)/.exec(text)?.[1] ?? 'text';
}

function textsOf(parts: readonly JsonValue[] | undefined): string[] {
  return (parts ?? []).flatMap((part) => (isJsonObject(part) ? (textField(part, 'text') ?? []) : []));
}

/** What was used since an earlier total; some versions write nothing but totals. */
function sinceLast(total: Usage | null, before: Usage | null): Usage | null {
  if (total === null || before === null) return total;
  const less = (key: keyof Usage): Usage[keyof Usage] =>
    total[key] === undefined ? undefined : (subtract(total[key], before[key] ?? 0) ?? 0);
  return withoutAbsent<Usage>({
    input_tokens: less('input_tokens') ?? 0,
    output_tokens: less('output_tokens') ?? 0,
    cache_read_input_tokens: less('cache_read_input_tokens'),
    cache_creation_input_tokens: less('cache_creation_input_tokens'),
  });
}

/** Codex counts what came from the cache as input, the model does not (common-model §A4). */
function readUsage(usage: JsonObject | undefined): Usage | null {
  if (usage === undefined) return null;
  const input = toUint64(ownField(usage, 'input_tokens'));
  const output_tokens = toUint64(ownField(usage, 'output_tokens'));
  if (input === undefined || output_tokens === undefined) return null;
  const cached = toUint64(ownField(usage, 'cached_input_tokens'));
  return withoutAbsent<Usage>({
    input_tokens: subtract(input, cached ?? 0) ?? 0,
    output_tokens,
    cache_read_input_tokens: cached,
    cache_creation_input_tokens: toUint64(ownField(usage, 'cache_write_input_tokens')),
  });
}
