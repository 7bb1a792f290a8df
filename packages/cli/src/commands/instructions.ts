import { dirname, relative, resolve } from 'node:path';
import {
  type CommittedFile,
  type GovernedCall,
  governedCalls,
  type InstructionFile,
  type InstructionTree,
  WorkspaceHistory,
} from '@fxlog/harness';
import { instructionFindings, settingsFindings } from '@fxlog/harness/internal';
import type { JsonObject } from '@fxlog/json';
import type { Command, CommandContext } from '../command-context.js';
import { ExitCode, UsageError } from '../exit-code.js';
import { instructionsIn, type WorkspaceOption, workspaceOnDisk } from '../input/disk-workspace.js';
import { openLoggedSession } from '../input/log-source.js';
import { splitTurnRange } from '../input/turn-range.js';
import { countOf, formatBytes } from '../output/measures.js';
import { type Cell, type Column, layOutTable } from '../output/table.js';
import { terminalText } from '../output/terminal-text.js';
import { findingToJson } from '../report/finding-json.js';
import { noteFindings } from '../report/note-findings.js';
import { ReadingNotes } from '../report/reading-notes.js';

export interface InstructionsOptions extends WorkspaceOption {
  readonly path?: string;
}

/** `fxlog instructions SESSION[#N]` and `fxlog instructions --path FILE`. */
export const instructions: Command<[session: string | undefined], InstructionsOptions> = async (
  context,
  [argument],
  options,
) => {
  const { output } = context;
  if ((argument === undefined) === (options.path === undefined)) {
    throw new UsageError('name either a session or --path FILE');
  }
  if (argument === undefined) return governPath(context, options.path as string, options);
  const { input, range } = splitTurnRange(argument);
  if (range.kind === 'last') throw new UsageError('name a turn by its number', `Like this: ${input}#7.`);
  const { session, log } = await openLoggedSession(context, input, options.root);
  const notes = new ReadingNotes();
  const here = await workspaceOnDisk(context, options, session);
  const { workspace, file, settings } = here;
  const { root } = workspace;
  const tree = instructionsIn(here);
  const history = new WorkspaceHistory(root);
  const findings = settingsFindings(settings, file);
  const newest = new Map<string, Row>();
  let calls = 0;
  let deferred = 0;
  const reading = { signal: context.interrupt.signal, onFinding: notes.add };
  for await (const call of governedCalls(session, workspace, reading)) {
    if (range.kind === 'span' && (call.turn < range.first || call.turn > range.last)) continue;
    calls++;
    if (call.isDeferred) deferred++;
    const rows = rowsOf(call, settings.context ? tree : null, history);
    // A file that is left out anywhere stays so; whether it was changed since is asked of the newest call.
    for (const row of rows) {
      const known = newest.get(row.file.path)?.file;
      newest.set(row.file.path, known?.state === 'omitted' ? { ...row, file: known } : row);
    }
    if (options.json === true) await output.json(toJson(call, rows));
    else await printCall(context, call, rows, root);
  }
  for (const { file: one, isChangedSince } of newest.values()) {
    findings.push(...instructionFindings(one, { isChangedSince: isChangedSince === true }));
  }
  if (options.json === true) {
    const summary = { kind: 'summary', calls, deferred, context: settings.context, workspace: root };
    await output.json({ ...summary, findings: findings.map(findingToJson) });
    return notes.say(context, log);
  }
  if (calls === 0) output.note('There are no tool calls.');
  if (!settings.context) output.note('The settings switch instructions off.');
  output.note(
    `${countOf(calls, 'call')}, ${deferred} of them put off because instructions came in. The files are those of today: no session records them.`,
  );
  await noteFindings(context, findings);
  return notes.say(context, log);
};

/** An instruction file beside one call. */
interface Row {
  readonly file: InstructionFile;
  /** Whether it is on the way to what the call itself is about; others were brought in earlier in the turn and stay in the prompt. */
  readonly isInScope: boolean;
  /** As the newest commit before the turn has it; null where git cannot tell. */
  readonly atCommit: CommittedFile | null;
  /** Whether the file was changed after the time of the turn; null where a time is missing. */
  readonly isChangedSince: boolean | null;
}

function rowsOf(call: GovernedCall, tree: InstructionTree | null, history: WorkspaceHistory): Row[] {
  if (tree === null) return [];
  const inScope = new Set(tree.chain(call.endpoints).map(({ path }) => path));
  return tree.chain(call.turnEndpoints).map((file) => ({
    file,
    isInScope: inScope.has(file.path),
    atCommit: call.timeMs === null ? null : history.fileAt(file.path, call.timeMs),
    isChangedSince: call.timeMs === null || file.modifiedMs === null ? null : file.modifiedMs > call.timeMs,
  }));
}

function toJson(call: GovernedCall, rows: readonly Row[]): JsonObject {
  const files = rows.map(({ file, ...beside }) => ({ ...file, ...beside }));
  return { kind: 'call', version: 1, ...call, files } as unknown as JsonObject;
}

const COLUMNS: readonly Column[] = [
  { title: 'SCOPE' },
  { title: 'FILE', shrink: { min: 20, cut: 'middle' } },
  { title: 'SIZE', align: 'right' },
  { title: 'SHA-256' },
  { title: '' },
];

async function printCall(
  { output }: CommandContext,
  { turn, call, tool, endpoints, isDeferred }: GovernedCall,
  rows: readonly Row[],
  root: string,
): Promise<void> {
  const { paint, columns } = output;
  const about = endpoints.map((path) => terminalText(relative(root, path) || '.')).join(', ');
  const head = `${turn}.${call}  ${terminalText(tool)}  ${about === '' ? 'about no directory of the workspace' : about}`;
  await output.line(paint.bold(isDeferred ? `${head}, put off because instructions came in` : head));
  const lines = layOutTable(
    COLUMNS,
    rows.map((row) => cellsOf(row, root)),
    columns,
    paint.dim,
  );
  for (const line of lines) await output.line(line);
  await output.line('');
}

function cellsOf({ file, isInScope, atCommit, isChangedSince }: Row, root: string): Cell[] {
  const below = relative(root, file.path);
  const notes = [
    ...(file.state === 'present' ? [] : [file.state]),
    ...(file.reason === null ? [] : [file.reason]),
    ...(isInScope ? [] : ['brought in by another call of the turn']),
    ...(isChangedSince === true ? ['changed since'] : []),
    ...(atCommit === null ? [] : [commitText(file, atCommit)]),
  ];
  return [
    { text: file.scope },
    { text: terminalText(below.startsWith('..') ? file.path : below) },
    { text: file.bytes === null ? '' : formatBytes(file.bytes) },
    { text: file.sha256?.slice(0, 12) ?? '' },
    { text: notes.map((note) => terminalText(note)).join('; ') },
  ];
}

function commitText(file: InstructionFile, { commit, sha256 }: CommittedFile): string {
  const name = commit.slice(0, 10);
  if (sha256 === null) return `not in commit ${name}`;
  return sha256 === file.sha256 ? `the same in commit ${name}` : `${sha256.slice(0, 12)} in commit ${name}`;
}

async function governPath(
  context: CommandContext,
  path: string,
  options: InstructionsOptions & { readonly json?: boolean },
): Promise<ExitCode> {
  const { output } = context;
  const here = await workspaceOnDisk(context, options, null);
  const { workspace, settings } = here;
  const { root } = workspace;
  const file = workspace.resolve(resolve(root, path));
  if (file === null) throw new UsageError(`${path} cannot be resolved`, 'It is a link that leads in a circle.');
  const directory = workspace.look(file) === 'directory' ? file : dirname(file);
  const files = settings.context ? instructionsIn(here).chain([directory]) : [];
  if (options.json === true) {
    await output.json({
      kind: 'chain',
      version: 1,
      path: file,
      context: settings.context,
      files,
    } as unknown as JsonObject);
    return ExitCode.ok;
  }
  const rows = files.map((one) => cellsOf({ file: one, isInScope: true, atCommit: null, isChangedSince: null }, root));
  for (const line of layOutTable(COLUMNS, rows, output.columns, output.paint.dim)) await output.line(line);
  output.note(settings.context ? 'The narrowest scope, last, wins.' : 'The settings switch instructions off.');
  return ExitCode.ok;
}
