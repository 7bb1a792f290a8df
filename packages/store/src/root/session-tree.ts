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
  const roots: Growing[] = [];
  for (const node of nodes.values()) {
    const parentId = node.summary.child?.parentId ?? null;
    const parent = parentId === null ? undefined : nodes.get(parentId);
    node.parentMissing = parentId !== null && parent === undefined;
    if (parent === undefined || leadsBackTo(node, nodes)) roots.push(node);
    else parent.children.push(node);
  }
  return roots;
}

/** Does the chain of parents come back to this session? */
function leadsBackTo(start: Growing, nodes: ReadonlyMap<string, Growing>): boolean {
  const seen = new Set<string>();
  let id = start.summary.child?.parentId ?? null;
  while (id !== null && !seen.has(id)) {
    if (id === start.summary.id) return true;
    seen.add(id);
    id = nodes.get(id)?.summary.child?.parentId ?? null;
  }
  return false;
}
