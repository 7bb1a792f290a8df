/**
 * Tools of the common model and the bridge between them and pairs of name and arguments (common-model §A3): it is what makes two converters
 * agree on when a call is typed and when it is `Raw`.
 */
import type { Uint64 } from '@fxlog/format';
import type { JsonObject, JsonValue } from '@fxlog/json';
import { isJsonObject, quoteJson } from '@fxlog/json/internal';
import { FreeJson } from './free-json.js';
import { toUint64 } from './uint64.js';

/** A slash command; `command` has the slash. */
export interface CommandTool {
  readonly name: 'Command';
  readonly command: string;
  readonly args?: string | undefined;
}

export interface ReadTool {
  readonly name: 'Read';
  readonly file_path: string;
  /** First line. */
  readonly offset?: Uint64 | undefined;
  /** Number of lines. */
  readonly limit?: Uint64 | undefined;
}

export interface WriteTool {
  readonly name: 'Write';
  readonly file_path: string;
  readonly content: string;
}

export interface EditTool {
  readonly name: 'Edit';
  readonly file_path: string;
  readonly old_string: string;
  readonly new_string: string;
  readonly replace_all?: boolean | undefined;
}

export interface TextEdit {
  readonly old_string: string;
  readonly new_string: string;
  readonly replace_all?: boolean | undefined;
}

export interface MultiEditTool {
  readonly name: 'MultiEdit';
  readonly file_path: string;
  readonly edits: readonly TextEdit[];
}

export interface BashTool {
  readonly name: 'Bash';
  readonly command: string;
  readonly workdir?: string | undefined;
  /** Milliseconds. */
  readonly timeout_ms?: Uint64 | undefined;
  readonly description?: string | undefined;
  readonly run_in_background?: boolean | undefined;
}

/** Every other tool, and calls whose arguments do not fit. */
export interface RawTool {
  readonly name: 'Raw';
  readonly tool_name: string;
  readonly input: FreeJson;
}

export type TypedTool = CommandTool | ReadTool | WriteTool | EditTool | MultiEditTool | BashTool;
export type Tool = TypedTool | RawTool;

type FieldKind = 'string' | 'uint64' | 'flag' | 'edits';
/** Keys of an object in writing order. */
export type Fields = readonly (readonly [key: string, kind: FieldKind, isRequired: boolean])[];

/** Keys of the typed tools in writing order (common-model §A3); a flag is written only when it is true. */
export const TOOL_FIELDS: Readonly<Record<TypedTool['name'], Fields>> = {
  Command: [
    ['command', 'string', true],
    ['args', 'string', false],
  ],
  Read: [
    ['file_path', 'string', true],
    ['offset', 'uint64', false],
    ['limit', 'uint64', false],
  ],
  Write: [
    ['file_path', 'string', true],
    ['content', 'string', true],
  ],
  Edit: [
    ['file_path', 'string', true],
    ['old_string', 'string', true],
    ['new_string', 'string', true],
    ['replace_all', 'flag', false],
  ],
  MultiEdit: [
    ['file_path', 'string', true],
    ['edits', 'edits', true],
  ],
  Bash: [
    ['command', 'string', true],
    ['workdir', 'string', false],
    ['timeout_ms', 'uint64', false],
    ['description', 'string', false],
    ['run_in_background', 'flag', false],
  ],
};

/** Keys of one edit of a `MultiEdit`. */
const EDIT_FIELDS: Fields = [
  ['old_string', 'string', true],
  ['new_string', 'string', true],
  ['replace_all', 'flag', false],
];

const CANONICAL_NAMES: ReadonlySet<string> = new Set(['Read', 'Write', 'Edit', 'MultiEdit', 'Bash']);

/** Whether a name is one of a typed tool. */
export function isTypedToolName(name: string): name is TypedTool['name'] {
  return Object.hasOwn(TOOL_FIELDS, name);
}

/**
 * The tool that a call of some program means (common-model §A3.1). Typed only where the input fits exactly; else `Raw` with the input
 * unchanged.
 *
 * @example
 * fromCanonical('Bash', FreeJson.parse('{"command":"ls","timeout_ms":5.0}')).name; // Raw: 5.0 is not an integer
 */
export function fromCanonical(name: string, input: JsonValue | FreeJson): Tool {
  const raw = (): RawTool => ({ name: 'Raw', tool_name: name, input: toFreeJson(input) });
  const isCommand = name.startsWith('/');
  if (!isCommand && !CANONICAL_NAMES.has(name)) return raw();
  const value = input instanceof FreeJson ? input.toValue() : input;
  if (!isJsonObject(value)) return raw();
  if (isCommand) {
    if (Object.hasOwn(value, 'command')) return raw();
    return (
      (takeFields('Command', TOOL_FIELDS.Command, { ...value, command: name }, true) as CommandTool | null) ?? raw()
    );
  }
  const typedName = name as TypedTool['name'];
  return (takeFields(typedName, TOOL_FIELDS[typedName], value, true) as TypedTool | null) ?? raw();
}

/**
 * Name and arguments of a tool (common-model §A3.1). Absent options and false flags are left out.
 */
export function toCanonical(tool: Tool): { readonly name: string; readonly input: FreeJson } {
  if (tool.name === 'Raw') return { name: tool.tool_name, input: tool.input };
  if (tool.name !== 'Command') {
    return { name: tool.name, input: FreeJson.ofCompact(`{${writeFields(TOOL_FIELDS[tool.name], tool).slice(1)}}`) };
  }
  return { name: tool.command, input: FreeJson.of(tool.args === undefined ? {} : { args: tool.args }) };
}

/**
 * Fields of a typed tool from an object, null where they do not fit.
 *
 * @param isExact whether a key that the table does not have makes it unfit.
 */
export function takeFields(name: string, fields: Fields, object: JsonObject, isExact: boolean): object | null {
  const taken = takeObject(fields, object, isExact);
  return taken === null ? null : { name, ...taken };
}

function takeObject(fields: Fields, object: JsonObject, isExact: boolean): object | null {
  if (isExact && Object.keys(object).some((key) => !fields.some(([field]) => field === key))) return null;
  const taken: Record<string, unknown> = {};
  for (const [key, kind, isRequired] of fields) {
    const value = Object.hasOwn(object, key) ? object[key] : null;
    if (value === null || value === undefined) {
      if (isRequired) return null;
      continue;
    }
    const field = takeField(kind, value);
    if (field === undefined) return null;
    if (field !== false) taken[key] = field;
  }
  return taken;
}

function takeField(kind: FieldKind, value: JsonValue): unknown {
  switch (kind) {
    case 'string':
      return typeof value === 'string' ? value : undefined;
    case 'uint64':
      return toUint64(value);
    case 'flag':
      return typeof value === 'boolean' ? value : undefined;
    case 'edits': {
      if (!Array.isArray(value)) return undefined;
      const edits = value.map((edit) => (isJsonObject(edit) ? takeObject(EDIT_FIELDS, edit, true) : null));
      return edits.includes(null) ? undefined : edits;
    }
  }
}

/** The members of a typed tool or edit in the order of its table, each with a comma in front. */
export function writeFields(fields: Fields, tool: object): string {
  let text = '';
  for (const [key, kind] of fields) {
    const value: unknown = (tool as Record<string, unknown>)[key];
    if (value === undefined || value === false) continue;
    if (typeof value === 'string') text += `,"${key}":${quoteJson(value)}`;
    else if (kind !== 'edits') text += `,"${key}":${String(value)}`;
    else {
      const edits = (value as readonly TextEdit[]).map((edit) => `{${writeFields(EDIT_FIELDS, edit).slice(1)}}`);
      text += `,"${key}":[${edits.join(',')}]`;
    }
  }
  return text;
}

function toFreeJson(input: JsonValue | FreeJson): FreeJson {
  return input instanceof FreeJson ? input : FreeJson.of(input);
}
