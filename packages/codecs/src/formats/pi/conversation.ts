/** Which entries of a tree are the conversation (other-harnesses §3.4). */
import type { TranscriptView } from '../../codec.js';
import type { ReportLoss } from '../../loss.js';
import type { LossTally } from '../harness/loss-tally.js';
import type { Entry, SessionTree } from './session-tree.js';

export interface Conversation {
  readonly entries: readonly Entry[];
  /** By the id of an entry: the `context_edit` that changes it. */
  readonly edits: ReadonlyMap<string, Entry>;
  /** Model of the session. */
  readonly model: string | undefined;
}

export function conversationOf(
  tree: SessionTree,
  view: TranscriptView,
  report: ReportLoss,
  tally: LossTally,
): Conversation {
  const path = pathToLeaf(tree, report);
  const model =
    path.findLast(({ type }) => type === 'model_change')?.model ??
    path.findLast(({ model }) => model !== undefined)?.model;
  if (view === 'archive') return { entries: [...tree.entries.values()], edits: new Map(), model };
  countBranches(tree, path, tally);
  const edits = new Map(path.flatMap((entry) => (entry.target === null ? [] : [[entry.target, entry] as const])));
  return { entries: afterCompaction(path, tally), edits, model };
}

function pathToLeaf({ entries, leaf }: SessionTree, report: ReportLoss): Entry[] {
  const seen = new Set<string>();
  const path: Entry[] = [];
  for (let entry = leaf; entry !== null; ) {
    const where = { offset: entry.offset, line: entry.line };
    if (seen.has(entry.id)) {
      report({ code: 'broken-chain', where, detail: 'The entries refer to each other in a circle.' });
      break;
    }
    seen.add(entry.id);
    path.push(entry);
    const parent: Entry | undefined = entry.parent === null ? undefined : entries.get(entry.parent);
    if (parent === undefined && entry.parent !== null) {
      report({ code: 'broken-chain', where, detail: 'The entry before this one is not in the file: Pi begins here.' });
    }
    entry = parent ?? null;
  }
  return path.reverse();
}

function countBranches({ entries }: SessionTree, path: readonly Entry[], tally: LossTally): void {
  if (path.length === entries.size) return;
  const onPath = new Set(path);
  const [first] = path;
  const isBroken = first !== undefined && first.parent !== null;
  for (const entry of entries.values()) {
    if (onPath.has(entry)) continue;
    const where = { offset: entry.offset, line: entry.line };
    if (isBroken && entry.offset < first.offset)
      tally.add('broken-chain', 'Entries that Pi does not find any more', where);
    else tally.add('compaction-applied', 'Entries that belong to branches that were given up', where);
  }
}

/** The latest compaction, what it kept, and what follows. */
function afterCompaction(path: readonly Entry[], tally: LossTally): readonly Entry[] {
  const at = path.findLastIndex(({ type }) => type === 'compaction');
  const compaction = path[at];
  if (compaction === undefined) return path;
  const keptFrom = path.findIndex(({ id }) => id === compaction.firstKept);
  const from = keptFrom < 0 || keptFrom > at ? at : keptFrom;
  for (const { offset, line } of path.slice(0, from)) {
    tally.add('compaction-applied', 'Entries that lie before the last compaction', { offset, line });
  }
  return [compaction, ...path.slice(from, at), ...path.slice(at + 1)];
}
