/** Calls of fx → tools of the common model (common-model §C3). */
import type { JsonObject, JsonValue } from '@fxlog/json';
import { isJsonObject } from '@fxlog/json/internal';
import { FreeJson } from '../../model/free-json.js';
import { keysOf, toForeignJson } from '../../model/ordered-json.js';
import { fromCanonical, isTypedToolName, type Tool } from '../../model/tool.js';

/** A call as a tool of the common model. */
export interface DecodedCall {
  readonly tool: Tool;
  /** Whether the arguments were not JSON and were kept as a string. */
  readonly isMalformed: boolean;
}

/**
 * The tool that a call of fx means. What does not fit a typed tool exactly keeps fx's name and its original arguments.
 *
 * @param name fx's name of the tool.
 * @param argumentsJson its arguments as JSON text.
 */
export function decodeCall(name: string, argumentsJson: string): DecodedCall {
  let parsed: unknown;
  try {
    parsed = JSON.parse(argumentsJson);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { tool: { name: 'Raw', tool_name: name, input: FreeJson.of(argumentsJson) }, isMalformed: true };
  }
  const mayBeTyped = FX_TOOLS.has(name) || isTypedToolName(name) || name.startsWith('/');
  if (mayBeTyped && isPlain(parsed)) {
    const tool = mapCall(name, unwrap(parsed));
    if (tool !== null && tool.name !== 'Raw') return { tool, isMalformed: false };
  }
  const foreign = toForeignJson(parsed, argumentsJson);
  const tool = mayBeTyped && isJsonObject(foreign.value) ? mapCall(name, unwrap(foreign.value)) : null;
  return {
    tool:
      tool === null || tool.name === 'Raw'
        ? { name: 'Raw', tool_name: name, input: FreeJson.from(foreign, argumentsJson) }
        : tool,
    isMalformed: false,
  };
}

/** Tools of fx that have a counterpart. */
const FX_TOOLS: ReadonlySet<string> = new Set(['read_file', 'write_file', 'edit_file', 'terminal', 'shell']);

/** Whether a value is an object of nothing but texts, flags and nulls, which say the same however they were spelled. */
function isPlain(value: unknown): value is JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((item) => item === null || typeof item === 'string' || typeof item === 'boolean');
}

/** The typed tool, or null where fx's tool has no counterpart. */
function mapCall(name: string, input: JsonObject): Tool | null {
  switch (name) {
    case 'read_file':
      return rename('Read', input, { path: 'file_path', start_line: 'offset', line_count: 'limit' });
    case 'write_file':
      return rename('Write', input, { path: 'file_path', content: 'content' });
    case 'edit_file':
      return rename('Edit', input, { path: 'file_path', old_string: 'old_string', new_string: 'new_string' });
    case 'terminal':
      return mapTerminal(input);
    case 'shell':
      return mapShell(input);
    default:
      // A name of the common model, which another program's session brought along; fx has no such tool.
      return fromCanonical(name, input);
  }
}

function mapTerminal({ action = 'exec', profile = 'user', ...rest }: JsonObject): Tool | null {
  if (action !== 'exec' || profile !== 'user') return null;
  return rename('Bash', withoutEmptyCwd(rest), { command: 'command', cwd: 'workdir' });
}

/** The tool of later versions. */
function mapShell({ action = 'run', timeout, timeout_ms, ...rest }: JsonObject): Tool | null {
  if (action !== 'run' || (timeout !== undefined && timeout_ms !== undefined)) return null;
  const ms = timeout === undefined ? timeout_ms : toMilliseconds(timeout);
  if (ms === null) return null;
  const names = { command: 'command', cwd: 'workdir', timeout_ms: 'timeout_ms' };
  return rename('Bash', { ...withoutEmptyCwd(rest), ...(ms === undefined ? {} : { timeout_ms: ms }) }, names);
}

function toMilliseconds(seconds: JsonValue): number | null {
  const value = typeof seconds === 'object' && seconds !== null && 'text' in seconds ? Number(seconds.text) : seconds;
  return typeof value === 'number' && value >= 0 && value <= 9e9 ? Math.round(value * 1000) : null;
}

function withoutEmptyCwd(input: JsonObject): JsonObject {
  if (input.cwd !== '') return input;
  const { cwd: _, ...rest } = input;
  return rest;
}

/** A typed tool from arguments under other names; null where there are more than those. */
function rename(tool: string, input: JsonObject, names: Readonly<Record<string, string>>): Tool | null {
  const renamed: JsonObject = {};
  for (const [key, value] of Object.entries(input)) {
    if (!Object.hasOwn(names, key)) return null;
    renamed[names[key] as string] = value;
  }
  const typed = fromCanonical(tool, renamed);
  return typed.name === 'Raw' ? null : typed;
}

/** Without what is null, as fx writes what is unused, and without one outer `request`. */
function unwrap(value: JsonObject): JsonObject {
  const input = withoutNulls(value);
  if (!Object.hasOwn(input, 'request')) return input;
  const { request, ...rest } = input;
  return isJsonObject(request) && Object.keys(rest).length === 0 ? withoutNulls(request) : input;
}

function withoutNulls(value: JsonObject): JsonObject {
  if (!Object.values(value).includes(null)) return value;
  const kept: JsonObject = {};
  for (const key of keysOf(value)) {
    const item = value[key];
    if (item === null || item === undefined) continue;
    // As an ordinary property; no tool has such a key, so that the call stays as it is.
    if (key === '__proto__') Object.defineProperty(kept, key, { value: item, enumerable: true });
    else kept[key] = item;
  }
  return kept;
}
