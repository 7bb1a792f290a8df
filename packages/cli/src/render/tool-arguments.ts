import { JsonError, JsonNumber, type JsonValue, parseJson, stringifyJson } from '@fxlog/json';
import { terminalText } from '../output/terminal-text.js';
import { clip } from '../output/text-width.js';

/** Longest value in a summary; whole file contents are among the arguments of a write. */
const MAX_VALUE_COLUMNS = 60;
/** Arguments of a call may be megabytes; a summary of them needs no more. */
const MAX_PARSED_BYTES = 1_000_000;

/**
 * The arguments of a tool call in one line: `path=src/crate.ts`, `action=exec command="ls -l"`. Nulls are left out: they say
 * "not given". What is not a JSON object is shown as it is.
 *
 * @param argumentsJson the JSON text that the log holds, not necessarily well-formed
 * @param columns the room there is
 */
export function summarizeArguments(argumentsJson: string | Uint8Array, columns: number): string {
  const value = parseArguments(argumentsJson);
  if (value === undefined) return clip(terminalText(beginningOf(argumentsJson)), columns);
  if (!isPlainObject(value)) return clip(terminalText(stringifyJson(value)), columns);
  const parts = Object.entries(value)
    .filter(([, member]) => member !== null)
    .map(([key, member]) => `${terminalText(key)}=${clip(showValue(member), MAX_VALUE_COLUMNS)}`);
  return clip(parts.join(' '), columns);
}

/** Bare where nobody could mistake it, else as JSON writes it. */
function showValue(value: JsonValue): string {
  if (typeof value === 'string' && /^[^\s"'=]+$/.test(value)) return terminalText(value);
  return terminalText(stringifyJson(value));
}

function parseArguments(text: string | Uint8Array): JsonValue | undefined {
  if (text.length > MAX_PARSED_BYTES) return undefined;
  try {
    return parseJson(typeof text === 'string' ? new TextEncoder().encode(text) : text);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

function beginningOf(text: string | Uint8Array): string | Uint8Array {
  return typeof text === 'string' ? text.slice(0, 4096) : text.subarray(0, 4096);
}

function isPlainObject(value: JsonValue): value is { [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber);
}
