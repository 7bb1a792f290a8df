/**
 * How entries of the view become messages (model-view §5 and §6.2), how those are spelled in a request (§8), and what fx refuses to send (§7).
 */
import type { HistoryTurn } from '@fxlog/format';
import type { Execution, InterruptedTurn, ToolCall } from '@fxlog/format/internal';
import { checkJson, JsonError } from '@fxlog/json';
import { plain } from './record.js';
import { type BudgetedEntry, budgetNote } from './token-budget.js';

/** A picture that goes along with a prompt. */
export interface ModelImage {
  readonly id: number | bigint;
  readonly mediaType: string;
  /** Where fx keeps its copy, below the session directory; null when it has none. */
  readonly snapshotPath: string | null;
  readonly snapshotSha256: string | null;
}

/** A tool call as it is sent. */
export interface ModelCall {
  readonly id: string;
  readonly name: string;
  /** JSON text, inserted into the request unchanged. */
  readonly argumentsJson: string;
}

/** One message of a request, with the turn that it comes from (its place in the history; null for what comes from none). */
export type ModelMessage = { readonly turn: number | null } & (
  | { readonly role: 'system'; readonly text: string }
  | { readonly role: 'user'; readonly text: string; readonly images: readonly ModelImage[] }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly ModelCall[] }
  | { readonly role: 'tool'; readonly callId: string; readonly toolName: string; readonly output: string }
);

/** Whether the model takes images; `none` where no image is in the session, so that nothing depends on it. */
export type ImageRoute = 'native' | 'text-only' | 'none';

type Body =
  | { readonly role: 'system'; readonly text: string }
  | { readonly role: 'user'; readonly text: string; readonly images?: readonly ModelImage[] }
  | { readonly role: 'assistant'; readonly text: string; readonly calls?: readonly ModelCall[] }
  | { readonly role: 'tool'; readonly callId: string; readonly toolName: string; readonly output: string };

const VISION = 'vision';

/** The messages of the entries that the budget keeps, with the note about the others in front. */
export function historyMessages(entries: readonly BudgetedEntry[], route: ImageRoute): readonly ModelMessage[] {
  const messages: ModelMessage[] = [];
  const note = budgetNote(entries);
  if (note !== null) messages.push({ role: 'system', text: note, turn: null });
  // A summary that was dropped counts as one that came before, too.
  let isHead = true;
  for (const { turn, index, isKept } of entries) {
    const isSummary = turn.kind === 'compacted_summary';
    if (isKept) {
      const bodies = isSummary ? [summaryMessage(plain(turn.summary), isHead)] : turnMessages(turn, route);
      for (const body of bodies) messages.push({ ...whole(body), turn: index });
    }
    isHead &&= isSummary;
  }
  return messages;
}

function whole(body: Body): Body & ModelMessage {
  const rest = body.role === 'user' ? { images: [] } : body.role === 'assistant' ? { calls: [] } : {};
  return { ...rest, ...body, turn: null } as Body & ModelMessage;
}

function summaryMessage(summary: string, isHead: boolean): Body {
  const text = `This session is being continued from earlier compacted context. The summary below covers the earlier portion of the conversation.

${summary}

Recent conversation turns are preserved verbatim.
Continue the conversation from where it left off without asking the user to repeat context. Resume directly.`;
  return { role: isHead ? 'system' : 'user', text };
}

function* turnMessages(turn: Exclude<HistoryTurn, { kind: 'compacted_summary' }>, route: ImageRoute): Generator<Body> {
  const images = route === 'native' ? imagesOf(turn) : [];
  yield { role: 'user', text: plain(turn.user.text), images };
  if (turn.execution !== undefined) yield* executionMessages(turn.execution, route);
  switch (turn.kind) {
    case 'assistant':
      if (plain(turn.assistant) !== '') yield { role: 'assistant', text: plain(turn.assistant) };
      return;
    case 'background_command': {
      const answer = plain(turn.assistant ?? '');
      if (answer !== '') yield { role: 'assistant', text: answer };
      yield {
        role: 'user',
        text: backgroundText(plain(turn.log_path), turn.url === null ? null : plain(turn.url), turn.expect_url),
      };
      return;
    }
    case 'interrupted':
      yield* interruptionMessages(turn, route);
  }
}

/** The pictures of a turn, as its user attached them. */
export function imagesOf(turn: HistoryTurn): readonly ModelImage[] {
  if (turn.kind === 'compacted_summary') return [];
  return turn.user.images.map(({ id, media_type, snapshot_path, snapshot_sha256 }) => ({
    id,
    mediaType: plain(media_type),
    snapshotPath: snapshot_path == null ? null : plain(snapshot_path),
    snapshotSha256: snapshot_sha256 == null ? null : plain(snapshot_sha256),
  }));
}

function* executionMessages({ tool_steps, files }: Execution, route: ImageRoute): Generator<Body> {
  const isSent = (name: string) => route !== 'native' || name !== VISION;
  for (const { assistant, tool_calls, tool_results } of tool_steps) {
    if (tool_calls.length === 0) continue;
    const calls = tool_calls.map(callOf).filter(({ name }) => isSent(name));
    const text = plain(assistant ?? '');
    if (calls.length > 0 || text !== '') yield { role: 'assistant', text, calls };
    for (const { tool_call_id, tool_name, output } of tool_results) {
      const toolName = plain(tool_name);
      if (isSent(toolName)) yield { role: 'tool', callId: plain(tool_call_id), toolName, output: plain(output) };
    }
    for (const { permission_feedback } of tool_results) {
      for (const text of permission_feedback ?? []) yield { role: 'user', text: plain(text) };
    }
  }
  if (files.length === 0) return;
  const lines = files.map(({ action, status, path, new_path, model_view_covers_full_file, stale, tool_name }) => {
    const to = new_path === null ? '' : ` new_path=${plain(new_path)}`;
    const view = model_view_covers_full_file ? ' model_view=full' : '';
    return `- action=${action} status=${status} path=${plain(path)}${to}${view}${stale ? ' stale=true' : ''} tool=${plain(tool_name)}`;
  });
  const heading =
    'Session file evidence from previous tool execution. Re-read stale paths before relying on exact contents:';
  yield { role: 'user', text: [heading, ...lines].join('\n') };
}

function callOf({ id, name, arguments_json }: ToolCall): ModelCall {
  return { id: plain(id), name: plain(name), argumentsJson: plain(arguments_json) };
}

function backgroundText(log: string, url: string | null, expectsUrl: boolean): string {
  const event = (what: string) => `Session event: a previous user request launched a background ${what}. Log: ${log}.`;
  if (url !== null) {
    return `${event('server')} URL observed at launch: ${url}. Re-check runtime context for current liveness before reusing it.`;
  }
  return expectsUrl
    ? `${event('server')} Re-check runtime context for current liveness and URL state before reusing it.`
    : `${event('command')} Re-check runtime context for current liveness before treating it as running.`;
}

const ABORTED = `<turn_aborted>
The previous turn ended before completion. Any tools or commands may have partially executed. Do not continue this request unless the user explicitly asks to continue.
</turn_aborted>`;

function* interruptionMessages(turn: InterruptedTurn, route: ImageRoute): Generator<Body> {
  const names = turn.completed_tool_names.map(plain);
  const calls = `${names.length} tool call${names.length === 1 ? '' : 's'}`;
  const done = names.length === 0 ? '' : `Interrupted by user after completing ${calls}: ${names.join(', ')}.`;
  const said = plain(turn.assistant ?? '');
  if (turn.tool_call === null) {
    const end = done === '' ? 'The previous response ended before completion.' : done;
    yield { role: 'assistant', text: joined(said, end) };
  } else {
    const call = callOf(turn.tool_call);
    const isSent = route !== 'native' || call.name !== VISION;
    const text = joined(said, done);
    if (isSent || text !== '') yield { role: 'assistant', text, calls: isSent ? [call] : [] };
    if (isSent) yield { role: 'tool', callId: call.id, toolName: call.name, output: 'aborted by user' };
  }
  yield { role: 'user', text: ABORTED };
}

function joined(...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n');
}

/**
 * The message of the next prompt (model-view §6.2).
 *
 * @param imageIds ids of all images of the session, condensed turns included, and of the prompt
 */
export function promptMessage(
  text: string,
  images: readonly ModelImage[],
  imageIds: readonly (number | bigint)[],
  route: ImageRoute,
): ModelMessage {
  if (route !== 'text-only') return { role: 'user', text, images: route === 'native' ? images : [], turn: null };
  const sorted = [...imageIds].sort((a, b) => Number(BigInt(a) - BigInt(b)));
  const list = ['<available_images>', ...sorted.map((id) => `[Image #${id}]`), '</available_images>'].join('\n');
  return { role: 'user', text: joined(text, list), images: [], turn: null };
}

/** Why fx would refuse to send a request; nothing of it is sent then, and the turn is not saved. */
export interface PairingFault {
  /** The message at fault, counted from 0. */
  readonly message: number;
  readonly turn: number | null;
  readonly reason: string;
}

/** What fx checks of calls and their results before it sends anything (model-view §7); null when all is well. */
export function pairingFault(messages: readonly ModelMessage[]): PairingFault | null {
  for (let at = 0; at < messages.length; at++) {
    const message = messages[at] as ModelMessage;
    const fault = (reason: string): PairingFault => ({ message: at, turn: message.turn, reason });
    if (message.role === 'tool') return fault(`The result ${quoted(message.callId)} answers no call.`);
    if (message.role !== 'assistant' || message.calls.length === 0) continue;
    const open = new Map<string, string>();
    for (const { id, name, argumentsJson } of message.calls) {
      if (id === '' || name === '' || argumentsJson === '') return fault('A call has no id, no name or no arguments.');
      if (open.has(id)) return fault(`Two calls have the id ${quoted(id)}.`);
      if (!isJson(argumentsJson)) return fault(`The arguments of ${quoted(id)} are not JSON.`);
      open.set(id, name);
    }
    for (let count = open.size; count > 0; count--) {
      const result = messages[at + 1];
      if (result?.role !== 'tool') return fault(`The call ${quoted([...open.keys()][0] ?? '')} has no result.`);
      at++;
      if (open.get(result.callId) !== result.toolName) {
        return {
          message: at,
          turn: result.turn,
          reason: `The result ${quoted(result.callId)} is not that of an open call of its tool.`,
        };
      }
      open.delete(result.callId);
    }
  }
  return null;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

function isJson(text: string): boolean {
  try {
    checkJson(Buffer.from(text));
    return true;
  } catch (error) {
    if (error instanceof JsonError) return false;
    throw error;
  }
}

/**
 * A message as the request spells it (model-view §8), byte for byte.
 *
 * @param readImage the bytes of an image; null leaves it out
 */
export function messageJson(message: ModelMessage, readImage: (image: ModelImage) => Uint8Array | null): string {
  const text = JSON.stringify;
  const part = (content: string) => (content === '' ? [] : [`{"type":"text","text":${text(content)}}`]);
  switch (message.role) {
    case 'system':
      return `{"role":"system","content":${text(message.text)}}`;
    case 'user': {
      const files = message.images.flatMap((image) => {
        const bytes = readImage(image);
        if (bytes === null) return [];
        const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
        return [`{"type":"file","mediaType":${text(image.mediaType)},"data":"${data}"}`];
      });
      return `{"role":"user","content":[${[...part(message.text), ...files].join(',')}]}`;
    }
    case 'assistant': {
      const calls = message.calls.map(
        ({ id, name, argumentsJson }) =>
          `{"type":"tool-call","toolCallId":${text(id)},"toolName":${text(name)},"input":${argumentsJson}}`,
      );
      return `{"role":"assistant","content":[${[...part(message.text), ...calls].join(',')}]}`;
    }
    case 'tool':
      return `{"role":"tool","content":[{"type":"tool-result","toolCallId":${text(message.callId)},"toolName":${text(message.toolName)},"output":{"type":"text","value":${text(message.output)}}}]}`;
  }
}
