/** Tools of Pi and those of the model (other-harnesses §3). */

import type { Uint64 } from '@fxlog/format';
import { JsonNumber, type JsonObject, type JsonValue } from '@fxlog/json';
import { isJsonObject, quoteJson } from '@fxlog/json/internal';
import type { LossCode } from '../../loss.js';
import { FreeJson } from '../../model/free-json.js';
import { withoutAbsent } from '../../model/read-transcript.js';
import { type BashTool, fromCanonical, type TextEdit, type Tool, toCanonical } from '../../model/tool.js';
import { toUint64 } from '../../model/uint64.js';
import { toAcceptableToolName } from '../harness/acceptable-names.js';
import { arrayField, stringField } from '../harness/harness-fields.js';

const RENAMED: ReadonlyMap<string, string> = new Map([
  ['grep', 'Grep'],
  ['find', 'Glob'],
  ['ls', 'LS'],
]);
const NATIVE_NAMES: ReadonlyMap<string, string> = new Map([...RENAMED].map(([native, name]) => [name, native]));

/** The tool of a call; what does not fit keeps its own name and arguments. */
export function readTool(name: string, input: JsonValue): Tool {
  const asItIs = (): Tool => ({ name: 'Raw', tool_name: RENAMED.get(name) ?? name, input: FreeJson.of(input) });
  if (!isJsonObject(input)) return asItIs();
  switch (name) {
    case 'read':
      return renamePath('Read', input, ['offset', 'limit']) ?? asItIs();
    case 'write':
      return renamePath('Write', input, ['content']) ?? asItIs();
    case 'edit':
      return readEdit(input) ?? asItIs();
    case 'bash':
      return readBash(input) ?? asItIs();
    default:
      return RENAMED.has(name) ? asItIs() : fromCanonical(name, input);
  }
}

function renamePath(name: string, input: JsonObject, keys: readonly string[]): Tool | null {
  const { path, ...rest } = input;
  if (typeof path !== 'string' || !Object.keys(rest).every((key) => keys.includes(key))) return null;
  const tool = fromCanonical(name, { file_path: path, ...rest });
  return tool.name === 'Raw' ? null : tool;
}

function readEdit(input: JsonObject): Tool | null {
  const file_path = stringField(input, 'path');
  if (file_path === undefined) return null;
  const { path: _path, ...rest } = input;
  const single = toTextEdit(rest);
  if (single !== null) return { name: 'Edit', file_path, ...single };
  const list = Object.keys(rest).length === 1 ? arrayField(rest, 'edits') : undefined;
  const edits = list?.map((edit) => (isJsonObject(edit) ? toTextEdit(edit) : null));
  if (edits === undefined || !edits.every((edit) => edit !== null)) return null;
  const [first] = edits;
  return first !== undefined && edits.length === 1
    ? { name: 'Edit', file_path, ...first }
    : { name: 'MultiEdit', file_path, edits };
}

function toTextEdit(edit: JsonObject): TextEdit | null {
  const old_string = stringField(edit, 'oldText');
  const new_string = stringField(edit, 'newText');
  if (old_string === undefined || new_string === undefined || Object.keys(edit).length !== 2) return null;
  return { old_string, new_string };
}

function readBash(input: JsonObject): BashTool | null {
  const command = stringField(input, 'command');
  const { timeout = null } = input;
  const isKnown = Object.keys(input).every((key) => key === 'command' || key === 'timeout');
  if (command === undefined || !isKnown) return null;
  const timeout_ms = timeout === null ? undefined : secondsToMs(timeout);
  if (timeout_ms === null) return null;
  return withoutAbsent<BashTool>({ name: 'Bash', command, timeout_ms });
}

const SECONDS = /^(\d{1,17})(?:\.(\d{1,3}))?$/;

/** Seconds of a time limit as milliseconds, exact; null when they are not whole milliseconds. */
function secondsToMs(seconds: JsonValue): Uint64 | null {
  const isNumber = typeof seconds === 'number' || typeof seconds === 'bigint' || seconds instanceof JsonNumber;
  const match = isNumber ? SECONDS.exec(seconds instanceof JsonNumber ? seconds.text : String(seconds)) : null;
  if (match === null) return null;
  const [, whole = '', fraction = ''] = match;
  return toUint64(BigInt(whole + fraction.padEnd(3, '0'))) ?? null;
}

function msToSeconds(ms: Uint64): string {
  const whole = BigInt(ms) / 1000n;
  const fraction = String(BigInt(ms) % 1000n)
    .padStart(3, '0')
    .replace(/0+$/, '');
  return fraction === '' ? String(whole) : `${whole}.${fraction}`;
}

/** Told what a call loses on its way into Pi. */
export type LoseInCall = (code: LossCode, detail: string) => void;

/** A call as Pi has it; `input` is JSON text of an object. */
export interface NativeCall {
  readonly name: string;
  readonly input: string;
}

export function toNativeCall(tool: Tool, lose: LoseInCall): NativeCall {
  switch (tool.name) {
    case 'Read': {
      const { offset, limit } = tool;
      const range = `${offset === undefined ? '' : `,"offset":${offset}`}${limit === undefined ? '' : `,"limit":${limit}`}`;
      return { name: 'read', input: `{"path":${quoteJson(tool.file_path)}${range}}` };
    }
    case 'Write':
      return { name: 'write', input: `{"path":${quoteJson(tool.file_path)},"content":${quoteJson(tool.content)}}` };
    case 'Edit':
      return writeEdits(tool.file_path, [tool], lose);
    case 'MultiEdit':
      if (tool.edits.length === 1) lose('changed-arguments', 'A single change is an Edit.');
      return writeEdits(tool.file_path, tool.edits, lose);
    case 'Bash':
      return writeBash(tool, lose);
    default:
  }
  const { name, input } = toCanonical(tool);
  const native = toAcceptableToolName(NATIVE_NAMES.get(name) ?? name);
  // A small-letter name of Pi means another tool when it comes back.
  const isTaken = tool.name === 'Raw' && RENAMED.has(tool.tool_name);
  if (isTaken || toAcceptableToolName(name) !== name) {
    lose('unmapped-tool', `The tool ${JSON.stringify(name)} is called ${native}.`);
  }
  if (input.text.startsWith('{')) return { name: native, input: input.text };
  lose('changed-arguments', 'The input is not an object: it was put into one, as "input".');
  return { name: native, input: `{"input":${input.text}}` };
}

function writeEdits(path: string, edits: readonly TextEdit[], lose: LoseInCall): NativeCall {
  const list = edits.map(({ old_string, new_string, replace_all }) => {
    if (replace_all === true) lose('dropped-replace-all', 'An edit of Pi changes one place.');
    return `{"oldText":${quoteJson(old_string)},"newText":${quoteJson(new_string)}}`;
  });
  return { name: 'edit', input: `{"path":${quoteJson(path)},"edits":[${list.join(',')}]}` };
}

function writeBash(
  { command, workdir, timeout_ms, description, run_in_background }: BashTool,
  lose: LoseInCall,
): NativeCall {
  if (workdir !== undefined) lose('dropped-bash-option', `The directory ${JSON.stringify(workdir)}.`);
  if (description !== undefined) lose('dropped-bash-option', `The description ${JSON.stringify(description)}.`);
  if (run_in_background === true) lose('dropped-bash-option', 'That the command ran in the background.');
  const limit = timeout_ms === undefined ? '' : `,"timeout":${msToSeconds(timeout_ms)}`;
  return { name: 'bash', input: `{"command":${quoteJson(command)}${limit}}` };
}
