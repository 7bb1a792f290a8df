import type { SearchHit, SessionResult } from '@fxlog/batch';
import { formatTime } from '../output/measures.js';
import type { Output } from '../output/output.js';
import { terminalText } from '../output/terminal-text.js';
import { clip } from '../output/text-width.js';

/** A session in which something was found. */
export type SearchedSession = SessionResult & { readonly title: string | null };

/**
 * One hit for people: where it is, the lines around it, and the command that opens it.
 *
 * @param show null where there is no such command, undefined to say nothing about it
 */
export function renderHit(
  { key, title }: SearchedSession,
  hit: SearchHit,
  show: string | null | undefined,
  isFirst: boolean,
  { paint, columns }: Pick<Output, 'paint' | 'columns'>,
): string[] {
  const { turn, step, tool, kind, source, line } = hit;
  const place = [
    hit.isRunning ? `turn ${turn}, still running` : `turn ${turn}`,
    ...(step === null ? [] : [`step ${step}`]),
    tool === null ? kind : `${kind} of ${terminalText(tool)}`,
    ...(line > 1 ? [`line ${line}`] : []),
    ...(hit.timeMs === null ? [] : [formatTime(hit.timeMs, 'utc')]),
    `byte ${source.offset}`,
  ].join(', ');
  const lines = [
    ...(isFirst ? heading(terminalText(key), title, columns, paint) : []),
    `  ${paint.cyan(clip(place, columns - 2))}`,
  ];
  for (const text of hit.before) lines.push(paint.dim(clip(`    ${lineText(text)}`, columns)));
  lines.push(`  ${paint.green('>')} ${marked(hit, paint, columns - 4)}`);
  for (const text of hit.after) lines.push(paint.dim(clip(`    ${lineText(text)}`, columns)));
  if (show === undefined) return lines;
  const command = show === null ? 'in an archive: take it out to open it' : terminalText(show);
  lines.push(`    ${paint.dim(command)}`);
  return lines;
}

/** The title, where there is one, and the name of the session, never cut: it is what other commands take. */
function heading(key: string, title: string | null, columns: number, paint: Output['paint']): string[] {
  if (title === null || title === '') return [paint.bold(key)];
  return [paint.bold(clip(terminalText(title), columns)), paint.dim(key)];
}

/** A piece of a line, its tabs as blanks: what they would align lies in other lines. */
function lineText(text: string): string {
  return terminalText(text.replaceAll('\t', '    '));
}

/** Space before a match that is kept when a line is too long for the terminal. */
const LEAD = 20;

function marked({ text, ranges, isClipped }: SearchHit, paint: Output['paint'], columns: number): string {
  const first = ranges[0]?.[0] ?? 0;
  const from = lineText(text).length <= columns ? 0 : Math.max(0, first - LEAD);
  let plain = '';
  let at = from;
  const marks: [number, number][] = [];
  for (const [start, end] of ranges) {
    if (start < at) continue;
    plain += lineText(text.slice(at, start));
    const begin = plain.length;
    plain += lineText(text.slice(start, end));
    marks.push([begin, plain.length]);
    at = end;
  }
  plain += lineText(text.slice(at)) + (isClipped ? '…' : '');
  const shown = clip(`${from > 0 ? '…' : ''}${plain}`, columns);
  const shift = from > 0 ? 1 : 0;
  let result = '';
  let done = 0;
  for (const [begin, end] of marks) {
    if (begin + shift >= shown.length) break;
    result += shown.slice(done, begin + shift) + paint.yellow(shown.slice(begin + shift, end + shift));
    done = Math.min(shown.length, end + shift);
  }
  return result + shown.slice(done);
}
