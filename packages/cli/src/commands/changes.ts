import { resolve } from 'node:path';
import { type FileOperation, fileChanges } from '@fxlog/harness';
import { chainsOf, filesNow, lastUndoable, patchOf } from '@fxlog/harness/internal';
import type { JsonObject } from '@fxlog/json';
import type { Command, RootOption } from '../command-context.js';
import { openLoggedSession } from '../input/log-source.js';
import { workspaceOf } from '../input/profile.js';
import { countOf, formatCount } from '../output/measures.js';
import { type Cell, type Column, layOutTable } from '../output/table.js';
import { terminalText } from '../output/terminal-text.js';
import { ReadingNotes } from '../report/reading-notes.js';

export interface ChangesOptions extends RootOption {
  readonly path?: string;
  readonly patch?: boolean;
  readonly workspace?: string;
}

const COLUMNS: readonly Column[] = [
  { title: 'CALL' },
  { title: 'DID' },
  { title: 'FILE', shrink: { min: 20, cut: 'middle' } },
  { title: 'LINES' },
  { title: 'NOW' },
  { title: '' },
];

/** `fxlog changes SESSION`: what a session did to files. */
export const changes: Command<[session: string], ChangesOptions> = async (context, [argument], options) => {
  const { output } = context;
  const { session, log } = await openLoggedSession(context, argument, options.root);
  const notes = new ReadingNotes();
  const all: FileOperation[] = [];
  for await (const operation of fileChanges(session, { signal: context.interrupt.signal, onFinding: notes.add })) {
    all.push(operation);
  }
  const { path } = options;
  const shown = path === undefined ? all : all.filter((one) => one.path === path || one.newPath === path);
  const undo = lastUndoable(all);
  if (options.patch === true) {
    let [made, left] = [0, shown.filter(({ contents }) => contents === null).length];
    for (const chain of chainsOf(shown)) {
      const patch = patchOf(chain);
      if (patch === null) left += chain.operations.length;
      else {
        made++;
        await output.write(patch);
      }
    }
    output.note(
      `${countOf(made, 'patch', 'patches')}${left === 0 ? '' : `; of ${countOf(left, 'operation')} none can be made: fxlog changes says why`}.`,
    );
    return notes.say(context, log);
  }
  const { workspace } = options;
  const root = workspace === undefined ? await workspaceOf(session) : resolve(context.cwd, workspace);
  const files = await filesNow(all, root);
  const newest = new Map(all.map((operation) => [operation.newPath ?? operation.path, operation]));
  const nowOf = (operation: FileOperation) => {
    const file = operation.newPath ?? operation.path;
    return newest.get(file) === operation ? (files.get(file) ?? null) : null;
  };
  if (options.json === true) {
    for (const operation of shown) {
      const now = nowOf(operation);
      await output.json({ kind: 'change', version: 1, ...(operation as unknown as JsonObject), now });
    }
    await output.json({
      kind: 'summary',
      operations: shown.length,
      undo: undo === null ? null : `${undo.turn}.${undo.call}`,
    });
    return notes.say(context, log);
  }
  if (shown.length === 0)
    output.note('The session did nothing to files with its tools; what commands did is not recorded.');
  else {
    const rows = shown.map((one): Cell[] => [
      { text: `${one.turn}.${one.call}` },
      { text: one.action },
      { text: terminalText(one.newPath === null ? one.path : `${one.path} → ${one.newPath}`) },
      { text: linesOf(one) },
      { text: nowOf(one) ?? '' },
      { text: remarksOf(one, undo), style: output.paint.dim },
    ]);
    for (const line of layOutTable(COLUMNS, rows, output.columns, output.paint.dim)) await output.line(line);
    output.note(`${countOf(shown.length, 'operation')}; what commands did to files is not recorded.`);
  }
  return notes.say(context, log);
};

function remarksOf(one: FileOperation, undo: FileOperation | null): string {
  const remarks = one === undo ? ['/undo would have reversed this one.'] : [];
  return [...remarks, ...(one.note === null ? [] : [one.note])].join(' ');
}

function linesOf({ additions, deletions }: FileOperation): string {
  return additions === null || deletions === null ? '' : `+${formatCount(additions)} -${formatCount(deletions)}`;
}
