/** Patch texts of `apply_patch` (other-harnesses §2.6). */
import type { EditTool, TextEdit, WriteTool } from '../../model/tool.js';

const BEGIN = '*** Begin Patch';
const END = '*** End Patch';
const ADD = '*** Add File: ';
const UPDATE = '*** Update File: ';

/** The one change of one file that a patch makes; null for every other patch. */
export function readPatch(patch: string): WriteTool | EditTool | null {
  const lines = patch.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const [begin, head = '', ...body] = lines;
  if (begin !== BEGIN || body.pop() !== END) return null;
  if (head.startsWith(ADD)) return readAddition(head.slice(ADD.length), body);
  if (head.startsWith(UPDATE)) return readUpdate(head.slice(UPDATE.length), body);
  return null;
}

function readAddition(file_path: string, body: readonly string[]): WriteTool | null {
  if (!body.every((line) => line.startsWith('+'))) return null;
  return { name: 'Write', file_path, content: body.map((line) => `${line.slice(1)}\n`).join('') };
}

function readUpdate(file_path: string, body: readonly string[]): EditTool | null {
  const hunk = body[0] === '@@' ? body.slice(1) : body;
  if (hunk.length === 0) return null;
  const before: string[] = [];
  const after: string[] = [];
  for (const line of hunk) {
    const mark = line === '' ? ' ' : line[0];
    const text = line.slice(1);
    // Anything else is a second hunk, a hunk with a heading, a second file, a move, the end of the file.
    if (mark !== ' ' && mark !== '-' && mark !== '+') return null;
    if (mark !== '+') before.push(text);
    if (mark !== '-') after.push(text);
  }
  return { name: 'Edit', file_path, old_string: before.join('\n'), new_string: after.join('\n') };
}

/** Whether a patch can name this file. */
export function isPatchPath(path: string): boolean {
  return !path.includes('\n');
}

/** A new file; its last line always has an end, also when the content does not. */
export function writeAddition(path: string, content: string): string {
  const lines = content.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return `${BEGIN}\n${ADD}${path}\n${lines.map((line) => `+${line}\n`).join('')}${END}\n`;
}

/** Changes of one file, a hunk for each. */
export function writeUpdate(path: string, edits: readonly TextEdit[]): string {
  return `${BEGIN}\n${UPDATE}${path}\n${edits.map(writeHunk).join('')}${END}\n`;
}

/** Lines that both texts begin or end with stand as context. */
function writeHunk({ old_string, new_string }: TextEdit): string {
  const before = old_string.split('\n');
  const after = new_string.split('\n');
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const marked = [
    ...before.slice(0, head).map((line) => ` ${line}`),
    ...before.slice(head, before.length - tail).map((line) => `-${line}`),
    ...after.slice(head, after.length - tail).map((line) => `+${line}`),
    ...before.slice(before.length - tail).map((line) => ` ${line}`),
  ];
  return `@@\n${marked.map((line) => `${line}\n`).join('')}`;
}
