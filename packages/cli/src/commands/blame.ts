import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type BlamedLine, blameFile, type FileBlame } from '@fxlog/harness';
import type { JsonObject } from '@fxlog/json';
import { openSession } from '@fxlog/store';
import type { Command, CommandContext, RootOption } from '../command-context.js';
import { ExitCode, UnreadableError, UsageError } from '../exit-code.js';
import { uniquePrefixLength } from '../input/session-prefix.js';
import { openSessionsRoot } from '../input/sessions-root.js';
import { countOf } from '../output/measures.js';
import { type Cell, type Column, layOutTable } from '../output/table.js';
import { terminalText } from '../output/terminal-text.js';

export interface BlameCommandOptions extends RootOption {
  readonly movedFrom?: string;
}

/** Which lines are meant; both ends belong to it. */
interface LineRange {
  readonly first: number;
  readonly last: number;
}

/** `fxlog blame FILE[:A-B]`: which turn of which session wrote each line. */
export const blame: Command<[file: string], BlameCommandOptions> = async (context, [argument], options) => {
  if (argument === '') throw new UsageError('an empty FILE', 'Name a file, or a file and lines of it.');
  const { output } = context;
  const { file, range } = splitLineRange(context, argument);
  const { sessions } = await (await openSessionsRoot(context, options.root)).list({ signal: context.interrupt.signal });
  const damaged = new Set<string>();
  const found = await blameFile(
    resolve(context.cwd, file),
    sessions.map(({ id, dir, workspaceRoot }) => ({ id, workspace: workspaceRoot, open: () => openSession(dir) })),
    {
      signal: context.interrupt.signal,
      onFinding: ({ severity }, id) => {
        if (severity === 'error') damaged.add(id);
      },
      moved: options.movedFrom === undefined ? undefined : { from: options.movedFrom, to: context.cwd },
    },
  );
  if ('reason' in found) throw new UnreadableError(file, found.reason);
  const { first, last } = range ?? { first: 1, last: found.lines.length };
  if (range !== null && last > found.lines.length) {
    throw new UsageError(`there is no line ${last}; ${file} has ${countOf(found.lines.length, 'line')}`);
  }
  const lines = found.lines.slice(first - 1, last);
  if (options.json === true) await printJson(context, found, lines);
  else await printTable(context, found, lines, uniquePrefixLength(sessions.map(({ id }) => id)));
  if (damaged.size === 0) return ExitCode.ok;
  for (const id of damaged)
    output.problem(`${id}: not all of it can be read, so that it can have written more; fxlog verify ${id} says why`);
  return ExitCode.badData;
};

/** Splits `FILE:A-B` and `FILE:A`. Only an ending that looks like lines counts, and only where no file has the whole name. */
function splitLineRange(
  { cwd }: CommandContext,
  argument: string,
): { readonly file: string; readonly range: LineRange | null } {
  const match = /^(.+):(\d{1,9})(?:-(\d{1,9}))?$/s.exec(argument);
  if (match === null || existsSync(resolve(cwd, argument))) return { file: argument, range: null };
  const [, file = '', from = '', to = from] = match;
  const [first, last] = [Number(from), Number(to)];
  if (first === 0) throw new UsageError('lines are numbered from 1');
  if (last < first)
    throw new UsageError(`the lines ${from}-${to} run backwards`, `Did you mean ${file}:${to}-${from}?`);
  return { file, range: { first, last } };
}

async function printJson({ output }: CommandContext, found: FileBlame, lines: readonly BlamedLine[]): Promise<void> {
  for (const line of lines) {
    await output.json({ kind: 'line', version: 1, ...(line as unknown as JsonObject) });
  }
  const { path, sessions, operations, unseen, commits } = found;
  await output.json({ kind: 'summary', path, ...countsOf(lines), sessions, operations, unseen, commits });
}

function countsOf(lines: readonly BlamedLine[]): Record<BlamedLine['verdict'] | 'lines', number> {
  const count = (verdict: BlamedLine['verdict']) => lines.filter((line) => line.verdict === verdict).length;
  return { lines: lines.length, session: count('session'), none: count('none'), unproven: count('unproven') };
}

const COLUMNS: readonly Column[] = [
  { title: 'SESSION' },
  { title: 'CALL' },
  { title: 'COMMIT' },
  { title: 'LINE', align: 'right' },
  { title: '', shrink: { min: 20, cut: 'end' } },
];
const COMMIT_DIGITS = 10;

async function printTable(
  { output }: CommandContext,
  { operations, unseen, commits }: FileBlame,
  lines: readonly BlamedLine[],
  prefixLength: number,
): Promise<void> {
  const { paint, columns } = output;
  const rows = lines.map(({ line, text, verdict, writers, commit }): Cell[] => {
    const [writer] = verdict === 'session' ? writers : [];
    return [
      { text: terminalText(writer?.session.slice(0, prefixLength) ?? ''), style: paint.cyan },
      { text: writer === undefined ? (verdict === 'unproven' ? '?' : '') : `${writer.turn}.${writer.call}` },
      { text: commit?.slice(0, COMMIT_DIGITS) ?? '', style: paint.dim },
      { text: String(line) },
      { text: terminalText(text) },
    ];
  });
  for (const line of layOutTable(COLUMNS, rows, columns, paint.dim)) await output.line(line);
  const counts = countsOf(lines);
  output.note(
    `${countOf(counts.lines, 'line')}: ${counts.session} of sessions, ${counts.none} of none of their operations, ${counts.unproven} not proven.`,
  );
  const reasons = new Map<string, number>();
  for (const { reason } of lines) if (reason !== null) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  for (const [reason, count] of reasons) output.note(`  ${countOf(count, 'line')}: ${reason}`);
  const history = commits === null ? 'the file is in no repository that git reads' : countOf(commits, 'commit');
  output.note(
    `${countOf(operations, 'operation')} on the file, ${history}${unseen === 0 ? '' : `; of ${countOf(unseen, 'operation')} no text is recorded`}. What commands did to files is not recorded.`,
  );
}
