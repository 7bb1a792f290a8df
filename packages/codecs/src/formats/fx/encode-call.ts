/** Tools of the common model → calls of fx (common-model §C3). */
import { type JsonObject, stringifyJson } from '@fxlog/json';
import { quoteJson } from '@fxlog/json/internal';
import type { LossCode } from '../../loss.js';
import { type BashTool, type ReadTool, type Tool, toCanonical } from '../../model/tool.js';
import { writeTool } from '../../model/write-transcript.js';
import { decodeCall } from './decode-call.js';

/** A call as fx holds it. */
export interface EncodedCall {
  readonly name: string;
  /** Compact JSON, never empty. */
  readonly argumentsJson: string;
  readonly losses: readonly (readonly [code: LossCode, detail: string])[];
}

/** The call of fx that a tool means, and what of the tool it cannot say. */
export function encodeCall(tool: Tool): EncodedCall {
  switch (tool.name) {
    case 'Read':
      return encodeRead(tool);
    case 'Write':
      return call('write_file', { path: tool.file_path, content: tool.content });
    case 'Edit': {
      const input = { path: tool.file_path, old_string: tool.old_string, new_string: tool.new_string };
      const isAll = tool.replace_all === true;
      return call(
        'edit_file',
        input,
        isAll ? [['dropped-replace-all', `The edit of ${tool.file_path} was one of every occurrence.`]] : [],
      );
    }
    case 'Bash':
      return encodeBash(tool);
    case 'MultiEdit':
      return {
        name: tool.name,
        argumentsJson: toCanonical(tool).input.text,
        losses: [
          [
            'unmapped-tool',
            `fx has no tool that edits ${tool.file_path} in several places at once; the call keeps its name.`,
          ],
        ],
      };
    case 'Command':
      return { name: tool.command, argumentsJson: toCanonical(tool).input.text, losses: [] };
    case 'Raw':
      return encodeRaw(tool);
  }
}

function encodeRead({ file_path, offset, limit }: ReadTool): EncodedCall {
  // fx counts lines from 1.
  const hasStart = offset !== undefined && offset !== 0;
  return call(
    'read_file',
    {
      path: file_path,
      ...(hasStart ? { start_line: offset } : {}),
      ...(limit === undefined ? {} : { line_count: limit }),
    },
    offset === 0 ? [['changed-arguments', `The file ${file_path} was read from line 0, which fx does not have.`]] : [],
  );
}

function encodeBash({ command, workdir, timeout_ms, description, run_in_background }: BashTool): EncodedCall {
  const losses: [LossCode, string][] = [];
  if (workdir === '') losses.push(['changed-arguments', 'An empty working directory was left out.']);
  if (timeout_ms !== undefined) losses.push(['dropped-bash-option', `A timeout of ${timeout_ms} ms.`]);
  if (description !== undefined) losses.push(['dropped-bash-option', `The description ${quoteJson(description)}.`]);
  if (run_in_background === true) losses.push(['dropped-bash-option', 'The command was to run in the background.']);
  const cwd = workdir === undefined || workdir === '' ? {} : { cwd: workdir };
  return call('terminal', { action: 'exec', command, ...cwd, profile: 'user' }, losses);
}

function encodeRaw(tool: Extract<Tool, { name: 'Raw' }>): EncodedCall {
  const { tool_name: name, input } = tool;
  if (!input.text.startsWith('{')) {
    const detail = `The arguments of ${name} are not an object, as tools of fx need; they stand under "input".`;
    return { name, argumentsJson: `{"input":${input.text}}`, losses: [['changed-arguments', detail]] };
  }
  const argumentsJson = input.text;
  // A name of fx's own with arguments that fit means the typed tool when it is read again.
  const again = decodeCall(name, argumentsJson).tool;
  if (writeTool(again) === writeTool(tool)) return { name, argumentsJson, losses: [] };
  return { name, argumentsJson, losses: [['changed-arguments', `The call of ${name} reads as ${again.name} in fx.`]] };
}

function call(name: string, input: JsonObject, losses: EncodedCall['losses'] = []): EncodedCall {
  return { name, argumentsJson: stringifyJson(input), losses };
}
