/** Calls of Codex and the tools of the model (other-harnesses §2.5, §2.6). */
import type { JsonObject, JsonValue } from '@fxlog/json';
import { isJsonObject, quoteJson } from '@fxlog/json/internal';
import type { LossCode } from '../../loss.js';
import { FreeJson } from '../../model/free-json.js';
import { parseForeignJson } from '../../model/ordered-json.js';
import { withoutAbsent } from '../../model/read-transcript.js';
import { type BashTool, fromCanonical, type RawTool, type Tool, toCanonical } from '../../model/tool.js';
import { toUint64 } from '../../model/uint64.js';
import { toAcceptableToolName } from '../harness/acceptable-names.js';
import { arrayField, objectField, stringField } from '../harness/harness-fields.js';
import { hasExactly } from '../harness/structured-output.js';
import { isPatchPath, readPatch, writeAddition, writeUpdate } from './patch.js';

/** A call as Codex has it: arguments as JSON text, or free text. */
export interface NativeCall {
  readonly isCustom: boolean;
  readonly name: string;
  readonly text: string;
}

/** Tools of Codex whose input is free text. */
const CUSTOM_TOOLS: ReadonlySet<string> = new Set(['apply_patch', 'exec']);
const EXEC_TOOLS: ReadonlySet<string> = new Set(['exec_command', 'shell_command', 'shell', 'local_shell']);

/** Whether outputs of a tool begin with a header that tells the exit code. */
export function isExecTool(name: string): boolean {
  return EXEC_TOOLS.has(name);
}

/** The tool of a call; `isMalformed` when its arguments are not JSON. */
export function readCall({ isCustom, name, text }: NativeCall): { readonly tool: Tool; readonly isMalformed: boolean } {
  if (isCustom) return { tool: readFreeText(name, text), isMalformed: false };
  let input: JsonValue;
  try {
    input = parseForeignJson(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { tool: { name: 'Raw', tool_name: name, input: FreeJson.of(text) }, isMalformed: true };
  }
  return { tool: readArguments(name, input), isMalformed: false };
}

function readFreeText(name: string, text: string): Tool {
  const patched = name === 'apply_patch' ? readPatch(text) : null;
  return patched ?? { name: 'Raw', tool_name: name, input: FreeJson.of({ input: text }) };
}

function readArguments(name: string, input: JsonValue): Tool {
  const raw = (): RawTool => ({ name: 'Raw', tool_name: name, input: FreeJson.of(input) });
  if (!isJsonObject(input)) return fromCanonical(name, input);
  switch (name) {
    case 'exec_command':
      return readBash(input, 'cmd', ['workdir']) ?? raw();
    case 'shell_command':
    case 'shell':
      return readBash(input, 'command', ['workdir', 'timeout_ms']) ?? raw();
    case 'apply_patch': {
      const text = hasExactly(input, ['input']) ? stringField(input, 'input') : undefined;
      return (text === undefined ? null : readPatch(text)) ?? raw();
    }
    default:
      return fromCanonical(name, input);
  }
}

/** A call of `local_shell`, which is an item of its own. */
export function readLocalShell(item: JsonObject): Tool {
  const action = objectField(item, 'action') ?? {};
  const { type, working_directory, env, user, ...rest } = action;
  const isPlain = type === 'exec' && (env ?? null) === null && (user ?? null) === null;
  const input: JsonObject = { ...rest, ...(working_directory === undefined ? {} : { workdir: working_directory }) };
  const tool = isPlain ? readBash(input, 'command', ['workdir', 'timeout_ms']) : null;
  return tool ?? { name: 'Raw', tool_name: 'local_shell', input: FreeJson.of(action) };
}

function readBash(input: JsonObject, commandKey: string, optionalKeys: readonly string[]): BashTool | null {
  const isKnown = Object.keys(input).every((key) => key === commandKey || optionalKeys.includes(key));
  const command = stringField(input, commandKey) ?? commandOf(arrayField(input, commandKey));
  const { workdir = null, timeout_ms: limit = null } = input;
  if (!isKnown || command === undefined || (workdir !== null && typeof workdir !== 'string')) return null;
  const timeout_ms = toUint64(limit);
  if (limit !== null && timeout_ms === undefined) return null;
  return withoutAbsent<BashTool>({ name: 'Bash', command, workdir: workdir ?? undefined, timeout_ms });
}

/** The command line of an argument vector. */
function commandOf(argv: readonly JsonValue[] | undefined): string | undefined {
  const words = argv?.filter((word) => typeof word === 'string');
  if (words === undefined || words.length !== argv?.length || words.length === 0) return undefined;
  const [shell = '', option = '', script] = words;
  const isScript = words.length === 3 && /(?:^|\/)(?:ba|z)?sh$/.test(shell) && /^-l?c$/.test(option);
  return isScript ? script : words.map(quoteWord).join(' ');
}

function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Told what a call loses on its way into Codex. */
export type LoseInCall = (code: LossCode, detail: string) => void;

/** A tool as a call that Codex knows, where it has one; Codex imitates what it finds, so names of other programs are not written. */
export function toNativeCall(tool: Tool, lose: LoseInCall): NativeCall {
  switch (tool.name) {
    case 'Bash':
      return writeBash(tool, lose);
    case 'Write':
      if (!isPatchPath(tool.file_path)) break;
      if (tool.content !== '' && !tool.content.endsWith('\n')) {
        lose('changed-arguments', 'A patch ends the last line of a file, the content does not.');
      }
      return { isCustom: true, name: 'apply_patch', text: writeAddition(tool.file_path, tool.content) };
    case 'Edit':
    case 'MultiEdit': {
      const edits = tool.name === 'Edit' ? [tool] : tool.edits;
      if (!isPatchPath(tool.file_path) || edits.length === 0) break;
      if (edits.some(({ replace_all }) => replace_all === true))
        lose('dropped-replace-all', 'A patch changes one place.');
      if (tool.name === 'MultiEdit') lose('changed-arguments', 'Several changes became the parts of one patch.');
      return { isCustom: true, name: 'apply_patch', text: writeUpdate(tool.file_path, edits) };
    }
    case 'Raw': {
      const native = toNativeRaw(tool, lose);
      if (native !== null) return native;
      break;
    }
    default:
  }
  const { name, input } = toCanonical(tool);
  const acceptable = toAcceptableToolName(name);
  if (acceptable !== name || tool.name !== 'Raw') {
    const renamed = acceptable === name ? '' : `, it is called ${acceptable}`;
    lose('unmapped-tool', `Codex has no tool ${JSON.stringify(name)}${renamed}.`);
  }
  if (input.text.startsWith('{')) return { isCustom: false, name: acceptable, text: input.text };
  lose('changed-arguments', 'The input is not an object: it was put into one, as "input".');
  return { isCustom: false, name: acceptable, text: `{"input":${input.text}}` };
}

function writeBash(
  { command, workdir, timeout_ms, description, run_in_background }: BashTool,
  lose: LoseInCall,
): NativeCall {
  if (description !== undefined) lose('dropped-bash-option', `The description ${JSON.stringify(description)}.`);
  if (run_in_background === true) lose('dropped-bash-option', 'That the command ran in the background.');
  const rest = workdir === undefined ? '' : `,"workdir":${quoteJson(workdir)}`;
  if (timeout_ms === undefined) {
    return { isCustom: false, name: 'exec_command', text: `{"cmd":${quoteJson(command)}${rest}}` };
  }
  const text = `{"command":${quoteJson(command)}${rest},"timeout_ms":${timeout_ms}}`;
  return { isCustom: false, name: 'shell_command', text };
}

function toNativeRaw({ tool_name, input }: RawTool, lose: LoseInCall): NativeCall | null {
  if (!CUSTOM_TOOLS.has(tool_name) && tool_name !== 'Bash') return null;
  const value = input.toValue();
  if (!isJsonObject(value)) return null;
  if (tool_name === 'Bash') {
    const { command, ...rest } = value;
    if (typeof command !== 'string' || Object.hasOwn(rest, 'cmd')) return null;
    lose('changed-arguments', 'The command is called "cmd", and the tool exec_command.');
    return { isCustom: false, name: 'exec_command', text: FreeJson.of({ cmd: command, ...rest }).text };
  }
  const text = hasExactly(value, ['input']) ? stringField(value, 'input') : undefined;
  return text === undefined ? null : { isCustom: true, name: tool_name, text };
}
