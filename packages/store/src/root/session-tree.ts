import type { SessionNode, SessionSummary } from '../summary.js';

interface Growing extends SessionNode {
  readonly children: Growing[];
  parentMissing: boolean;
}

/**
 * Hangs child sessions below their parents, keeping the order of `sessions`. A session whose parent is not among them is a root of its own; so
 * is one in a circle of parents, which only damage can make.
 */
export function buildSessionTree(sessions: readonly SessionSummary[]): readonly SessionNode[] {
  const nodes = new Map<string, Growing>();
  for (const summary of sessions) nodes.set(summary.id, { summary, children: [], parentMissing: false });
  const parents = parentsOf(sessions);
  const roots: Growing[] = [];
  for (const node of nodes.values()) {
    const parentId = parents.get(node.summary.id) ?? null;
    const parent = parentId === null ? undefined : nodes.get(parentId);
    node.parentMissing = parentId !== null && parent === undefined;
    if (parent === undefined || leadsBackTo(node.summary.id, parents)) roots.push(node);
    else parent.children.push(node);
  }
  return roots;
}

/** The parent of each child: the one that it names, else the one that names it. */
function parentsOf(sessions: readonly SessionSummary[]): ReadonlyMap<string, string> {
  const parents = new Map<string, string>();
  for (const { id, childIds } of sessions) for (const child of childIds) parents.set(child, id);
  for (const { id, child } of sessions) if (child !== null && child.parentId !== null) parents.set(id, child.parentId);
  return parents;
}

/** Does the chain of parents come back to this session? */
function leadsBackTo(start: string, parents: ReadonlyMap<string, string>): boolean {
  const seen = new Set<string>();
  for (let id = parents.get(start); id !== undefined && !seen.has(id); id = parents.get(id)) {
    if (id === start) return true;
    seen.add(id);
  }
  return false;
}
