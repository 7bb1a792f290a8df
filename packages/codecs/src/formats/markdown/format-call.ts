import type { Tool } from '../../model/tool.js';
import { diffLines } from '../../rendering/line-diff.js';
import { prettyJson } from '../../rendering/pretty-json.js';
import { toolTitle } from '../../rendering/tool-summary.js';
import { toVisibleText } from '../../rendering/visible-text.js';
import { codeSpan, fence } from './fence.js';

/** The blocks of a call, to be set apart by empty lines. */
export function formatCall(tool: Tool): string[] {
  return [`#### ${codeSpan(toVisibleText(toolTitle(tool)))}`, ...formatArguments(tool).filter((block) => block !== '')];
}

function formatArguments(tool: Tool): string[] {
  switch (tool.name) {
    case 'Bash':
      return [
        fence(toVisibleText(tool.command), 'sh'),
        listOf([
          ['directory', tool.workdir],
          ['timeout in ms', tool.timeout_ms],
          ['description', tool.description],
          ['in background', tool.run_in_background === true ? 'yes' : undefined],
        ]),
      ];
    case 'Read':
      return [
        listOf([
          ['file', tool.file_path],
          ['from line', tool.offset],
          ['lines', tool.limit],
        ]),
      ];
    case 'Write':
      return [listOf([['file', tool.file_path]]), fence(toVisibleText(tool.content), extensionOf(tool.file_path))];
    case 'Edit':
      return [listOf([['file', tool.file_path]]), ...formatEdit(tool)];
    case 'MultiEdit':
      return [listOf([['file', tool.file_path]]), ...tool.edits.flatMap(formatEdit)];
    case 'Command':
      return [
        listOf([
          ['command', tool.command],
          ['arguments', tool.args],
        ]),
      ];
    case 'Raw':
      return tool.input.text === 'null' ? [] : [fence(toVisibleText(prettyJson(tool.input.text)), 'json')];
  }
}

function formatEdit(edit: { old_string: string; new_string: string; replace_all?: boolean | undefined }): string[] {
  const lines = diffLines(edit.old_string, edit.new_string).map(({ sign, text }) => `${sign}${toVisibleText(text)}`);
  return [fence(lines.join('\n'), 'diff'), ...(edit.replace_all === true ? ['- every occurrence'] : [])];
}

type Entry = readonly [label: string, value: string | number | bigint | undefined];

function listOf(entries: readonly Entry[]): string {
  return entries
    .flatMap(([label, value]) => {
      if (value === undefined) return [];
      return [`- ${label}: ${typeof value === 'string' ? codeSpan(toVisibleText(value)) : value}`];
    })
    .join('\n');
}

function extensionOf(path: string): string {
  return /\.(\w{1,10})$/.exec(path)?.[1] ?? '';
}
