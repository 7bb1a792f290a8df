import type { Tool } from '../model/tool.js';
import { splitObject } from './pretty-json.js';
import { toOneLine } from './visible-text.js';

/** Keys of arguments that tell best what a call is about, the best first. */
const TELLING_KEYS = [
  'command',
  'pattern',
  'query',
  'url',
  'path',
  'file_path',
  'description',
  'prompt',
  'name',
  'action',
  'id',
];
const MAX_LENGTH = 160;

/** The name under which a call is shown. */
export function toolTitle(tool: Tool): string {
  if (tool.name === 'Raw') return toOneLine(tool.tool_name, 80) || 'tool';
  return tool.name === 'Command' ? 'Command' : tool.name;
}

/** What a call is about, in one line; may be empty. */
export function toolSummary(tool: Tool): string {
  return toOneLine(summarize(tool), MAX_LENGTH);
}

function summarize(tool: Tool): string {
  switch (tool.name) {
    case 'Bash':
      return tool.command;
    case 'Read':
      return `${tool.file_path}${describeRange(tool.offset, tool.limit)}`;
    case 'Write':
    case 'Edit':
    case 'MultiEdit':
      return tool.file_path;
    case 'Command':
      return tool.args === undefined ? tool.command : `${tool.command} ${tool.args}`;
    case 'Raw': {
      const json = tool.input.text;
      if (json === 'null' || json === '{}') return '';
      const members = splitObject(json);
      if (members === null) return json;
      const texts = new Map(members.flatMap(({ key, json: value }) => (value.startsWith('"') ? [[key, value]] : [])));
      const telling =
        TELLING_KEYS.find((key) => texts.has(key)) ?? (texts.size === 1 ? [...texts.keys()][0] : undefined);
      const text = telling === undefined ? undefined : texts.get(telling);
      return text === undefined ? json : String(JSON.parse(text));
    }
  }
}

function describeRange(offset: number | bigint | undefined, limit: number | bigint | undefined): string {
  if (offset === undefined && limit === undefined) return '';
  if (limit === undefined) return ` from line ${offset}`;
  if (offset === undefined) return ` first ${limit} lines`;
  return ` lines ${offset}\u2013${BigInt(offset) + BigInt(limit) - 1n}`;
}
