/** Which entries of a tree are the conversation (other-harnesses §3.4). */
import type { TranscriptView } from '../../codec.js';
import type { ReportLoss } from '../../loss.js';
import type { Entry, SessionTree } from './session-tree.js';

export interface Conversation {
  readonly entries: readonly Entry[];
  /** By the id of an entry: the `context_edit` that changes it. */
  readonly edits: ReadonlyMap<string, Entry>;
  /** Model of the session. */
  readonly model: string | undefined;
}

export function conversationOf(tree: SessionTree, view: TranscriptView, report: ReportLoss): Conversation {
  const path = pathToLeaf(tree, report);
  const model =
    path.findLast(({ type }) => type === 'model_change')?.model ??
    path.findLast(({ model }) => model !== undefined)?.model;
  if (view === 'archive') return { entries: [...tree.entries.values()], edits: new Map(), model };
  reportBranches(tree, path, report);
  const edits = new Map(path.flatMap((entry) => (entry.target === null ? [] : [[entry.target, entry] as const])));
  return { entries: afterCompaction(path, report), edits, model };
}

function pathToLeaf({ entries, leaf }: SessionTree, report: ReportLoss): Entry[] {
  const seen = new Set<string>();
  const path: Entry[] = [];
  for (let entry = leaf; entry !== null; ) {
    const where = { offset: entry.offset, line: entry.line };
    if (seen.has(entry.id)) {
      report({ code: 'skipped-entry', where, detail: 'The entries refer to each other in a circle.' });
      break;
    }
    seen.add(entry.id);
    path.push(entry);
    const parent: Entry | undefined = entry.parent === null ? undefined : entries.get(entry.parent);
    if (parent === undefined && entry.parent !== null) {
      report({ code: 'skipped-entry', where, detail: 'The entry before this one is not in the file.' });
    }
    entry = parent ?? null;
  }
  return path.reverse();
}

function reportBranches({ entries }: SessionTree, path: readonly Entry[], report: ReportLoss): void {
  if (path.length === entries.size) return;
  const onPath = new Set(path);
  for (const entry of entries.values()) {
    if (onPath.has(entry)) continue;
    const where = { offset: entry.offset, line: entry.line };
    report({ code: 'compaction-applied', where, detail: 'The entry belongs to a branch that was given up.' });
  }
}

/** The latest compaction, what it kept, and what follows. */
function afterCompaction(path: readonly Entry[], report: ReportLoss): readonly Entry[] {
  const at = path.findLastIndex(({ type }) => type === 'compaction');
  const compaction = path[at];
  if (compaction === undefined) return path;
  const keptFrom = path.findIndex(({ id }) => id === compaction.firstKept);
  const from = keptFrom < 0 || keptFrom > at ? at : keptFrom;
  for (const { offset, line } of path.slice(0, from)) {
    report({
      code: 'compaction-applied',
      where: { offset, line },
      detail: 'The entry lies before the last compaction.',
    });
  }
  return [compaction, ...path.slice(from, at), ...path.slice(at + 1)];
}
