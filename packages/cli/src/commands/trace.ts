import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { tarOfFiles } from '@fxlog/batch/internal';
import type { JsonObject } from '@fxlog/json';
import type { Command, CommandContext } from '../command-context.js';
import { NewFile } from '../convert/new-file.js';
import { CommandError, ExitCode, UsageError } from '../exit-code.js';
import type { ProfileOption } from '../input/profile.js';
import { countOf, formatBytes, formatCount } from '../output/measures.js';
import { type Cell, type Column, layOutTable } from '../output/table.js';
import { terminalText } from '../output/terminal-text.js';
import { collectTrace, foundText, type Trace } from '../trace/collect-trace.js';
import type { TraceFile } from '../trace/trace-file.js';
import { findSessionDir } from './change-session.js';

export interface TraceCommandOptions extends ProfileOption {
  readonly output?: string;
  readonly yes?: boolean;
  readonly check?: boolean;
}

/** `fxlog trace SESSION -o FILE.tar.zst`: a redacted bundle that helps somebody else to see what is wrong with a session. */
export const trace: Command<[session: string], TraceCommandOptions> = async (context, [argument], options) => {
  const { output, cwd } = context;
  const { output: target, check = false, yes = false, json = false } = options;
  const canAsk = output.terminal.stdoutIsTerminal && output.terminal.stderrIsTerminal && !json;
  if (check === (target !== undefined)) throw new UsageError('say -o FILE.tar.zst, or --check to write nothing');
  if (target !== undefined && !/\.(?:tar\.zst|tzst)$/i.test(target)) {
    throw new UsageError(`${target} would be a tar under zstd`, 'Call it so: trace.tar.zst.');
  }
  const dir = await findSessionDir(context, argument, options.root);
  // Mkdtemp makes the directory for its owner alone.
  const folder = await mkdtemp(join(tmpdir(), 'fxlog-trace-'));
  try {
    const collected = await collectTrace(context, dir, options, folder);
    const isLeaking = collected.files.some(({ holdsSecret }) => holdsSecret);
    const path = target === undefined ? null : resolve(cwd, target);
    if (!json) await preview(context, collected);
    if (isLeaking || path === null) {
      if (json) await output.json(toJson(collected, null));
      if (isLeaking) throw leak(collected);
      return collected.found.secrets > 0 ? ExitCode.badData : ExitCode.ok;
    }
    if (!yes && !canAsk) {
      throw new UsageError('nothing was written: there is nobody to be asked', 'Look at the preview, then say --yes.');
    }
    if (!yes && !(await isWanted(context, target ?? '', collected.files))) {
      output.note('Nothing was written.');
      return ExitCode.ok;
    }
    await write(path, collected);
    if (json) await output.json(toJson(collected, path));
    else await output.line(terminalText(path));
    return ExitCode.ok;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

function leak({ files }: Trace): CommandError {
  const names = files.flatMap(({ path, holdsSecret }) => (holdsSecret ? [path] : []));
  return new CommandError(
    ExitCode.badData,
    `${names.join(', ')}: something secret would be left in it, so nothing was written`,
    'It stands where no placeholder can: in a name, an id or a setting. fxlog fixture keeps no word of a session.',
  );
}

const COLUMNS: readonly Column[] = [
  { title: '#', align: 'right' },
  { title: 'FILE', shrink: { min: 30, cut: 'middle' } },
  { title: 'SIZE', align: 'right' },
  { title: 'REPLACED' },
];

/** What would be in the bundle, file by file, and what would not. */
async function preview({ output }: CommandContext, { files, found, leftOut }: Trace): Promise<void> {
  const rows = files.map(({ path, size, replaced, holdsSecret }, index): Cell[] => [
    { text: formatCount(index + 1) },
    { text: terminalText(path) },
    { text: formatBytes(size) },
    holdsSecret ? { text: 'holds something secret', style: output.paint.red } : { text: replacedText(replaced) },
  ]);
  for (const line of layOutTable(COLUMNS, rows, output.columns, output.paint.dim)) await output.line(line);
  for (const what of leftOut) output.note(`Not in it: ${terminalText(what)}`);
  output.note(`${countOf(files.length, 'file')}; found ${foundText(found)}.`);
}

function replacedText({ secrets, users, emails }: TraceFile['replaced']): string {
  const kinds = [
    secrets === 0 ? null : `secrets at ${countOf(secrets, 'place')}`,
    users === 0 ? null : `users at ${countOf(users, 'place')}`,
    emails === 0 ? null : `addresses at ${countOf(emails, 'place')}`,
  ];
  return kinds.filter((kind) => kind !== null).join(', ');
}

/** Asks until the answer is yes or no; the number of a file shows what is in it. */
async function isWanted(context: CommandContext, target: string, files: readonly TraceFile[]): Promise<boolean> {
  const { output, stdin, interrupt } = context;
  const question = `Write ${terminalText(target)}? y, n, or the number of a file to look at it: `;
  const answers = createInterface({ input: stdin(), signal: interrupt.signal });
  output.note(question);
  try {
    for await (const answer of answers) {
      const word = answer.trim().toLowerCase();
      if (word === 'y' || word === 'yes') return true;
      if (word === 'n' || word === 'no' || word === '') return false;
      const file = /^\d{1,6}$/.test(word) ? files[Number(word) - 1] : undefined;
      if (file !== undefined) {
        for await (const chunk of file.chunks()) await output.write(terminalText(chunk, { multiline: true }));
        await output.line();
      }
      output.note(question);
    }
  } finally {
    answers.close();
  }
  return false;
}

async function write(path: string, { files }: Trace): Promise<void> {
  const file = await NewFile.create(path);
  try {
    for await (const chunk of tarOfFiles(files)) await file.write(chunk);
    await file.publish();
  } catch (error) {
    await file.discard();
    throw error;
  }
}

function toJson({ id, files, found, leftOut }: Trace, path: string | null): JsonObject {
  const listed = files.map(({ path: name, size, replaced, holdsSecret }) => ({
    path: name,
    bytes: size,
    replaced: { ...replaced },
    holdsSecret,
  }));
  return { kind: 'trace', version: 1, id, path, files: listed, found: { ...found }, leftOut: [...leftOut] };
}
