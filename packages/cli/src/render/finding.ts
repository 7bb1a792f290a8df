import type { Finding } from '@fxlog/format';
import { RULES } from '@fxlog/format';
import type { ByteWindow } from '../input/byte-window.js';
import type { Paint } from '../output/output.js';
import { terminalText } from '../output/terminal-text.js';
import { wrapText } from '../output/wrap-text.js';
import { excerptAround } from './excerpt.js';

const INDENT = '  ';
/** Without a terminal an excerpt is still bounded. */
const MAX_EXCERPT_COLUMNS = 160;

/** Everything about one finding as lines of text: what, where, the line with a caret, what fx says, what to do. */
export function renderFinding(finding: Finding, window: ByteWindow | null, paint: Paint, columns: number): string[] {
  const lines = [
    `${INDENT}${severityLabel(finding, paint)} ${terminalText(finding.message)}  ${paint.dim(`[${terminalText(finding.rule)}]`)}`,
  ];
  const where = placeOf(finding);
  if (where !== '') lines.push(`${INDENT}${INDENT}at ${where}`);
  if (window !== null && window.bytes.length > 0 && finding.offset !== undefined) {
    const label = finding.line === undefined ? '' : String(finding.line);
    const gutter = `${INDENT}${INDENT}${label} │ `;
    const room = Math.min(columns, MAX_EXCERPT_COLUMNS) - gutter.length - 1;
    const { text, caret } = excerptAround(window, finding.offset, room);
    lines.push(paint.dim(gutter) + text);
    lines.push(`${paint.dim(`${INDENT}${INDENT}${' '.repeat(label.length)} │ `)}${' '.repeat(caret)}${paint.red('^')}`);
  }
  if (finding.fxError !== undefined) lines.push(`${INDENT}${INDENT}fx says: ${terminalText(finding.fxError)}`);
  const remedy = RULES.find(({ id }) => id === finding.rule)?.remedy;
  if (remedy !== undefined && remedy !== '')
    lines.push(...wrapText(`${INDENT}${INDENT}what to do: ${remedy}`, columns, '                ').split('\n'));
  return lines;
}

/** A finding about a file as a whole on one line: there is no place in it to show. */
export function renderPlaceless(finding: Finding, paint: Paint, columns: number): string {
  const message = terminalText(finding.message);
  const file = finding.file === undefined || finding.file === '.' ? '' : terminalText(finding.file);
  const subject = file === '' || message.includes(file) ? '' : `${file}: `;
  const fx = finding.fxError === undefined ? '' : ` (fx says: ${terminalText(finding.fxError)})`;
  const rule = `[${terminalText(finding.rule)}]`;
  return wrapText(
    `${INDENT}${severityLabel(finding, paint)} ${subject}${message}${fx}  ${paint.dim(rule)}`,
    columns,
    '    ',
  );
}

/** `events.jsonl, line 3, byte 2412, seq 3, /payload/usage`: whatever of it is known. */
export function placeOf(finding: Finding): string {
  const parts: string[] = [];
  if (finding.file !== undefined) parts.push(terminalText(finding.file));
  if (finding.line !== undefined) parts.push(`line ${finding.line}`);
  if (finding.offset !== undefined) parts.push(`byte ${finding.offset}`);
  if (finding.seq !== undefined) parts.push(`seq ${finding.seq}`);
  if (finding.path !== undefined && finding.path !== '') parts.push(terminalText(finding.path));
  return parts.join(', ');
}

function severityLabel(finding: Finding, paint: Paint): string {
  switch (finding.severity) {
    case 'error':
      return paint.red(paint.bold('error:'));
    case 'warning':
      return paint.yellow(paint.bold('warning:'));
    case 'info':
      return paint.cyan('note:');
  }
}
