import type { JsonObject } from '@fxlog/json';
import type { SessionNode } from '@fxlog/store';
import type { Command, RootOption } from '../command-context.js';
import { ExitCode } from '../exit-code.js';
import { uniquePrefixLength } from '../input/session-prefix.js';
import { openSessionsRoot } from '../input/sessions-root.js';
import { countOf } from '../output/measures.js';
import type { Paint } from '../output/output.js';
import { terminalText } from '../output/terminal-text.js';

/** A node with its place: `isLast` of itself and of everything above it, from the top. */
interface Placed {
  readonly node: SessionNode;
  readonly isLast: readonly boolean[];
}

/** Lines of a chain of sessions that only damage can make would else run off to the right without end. */
const MAX_DRAWN_DEPTH = 20;

/** `fxlog tree`: sessions with their child sessions beneath them. */
export const tree: Command<[], RootOption> = async (context, _args, options) => {
  const { output } = context;
  const root = await openSessionsRoot(context, options.root);
  const listing = await root.list({ signal: context.interrupt.signal });
  const nodes = await root.tree(listing);
  if (options.json === true) {
    const sessions = [...inOrder(nodes)].map(toJson);
    await output.json({ kind: 'tree', root: root.path, sessions });
    return ExitCode.ok;
  }
  const prefixLength = uniquePrefixLength(listing.sessions.map(({ id }) => id));
  for (const placed of inOrder(nodes)) await output.line(renderNode(placed, prefixLength, output.paint));
  if (nodes.length === 0) output.note(`No saved sessions in ${terminalText(root.path)}.`);
  return ExitCode.ok;
};

/** Parents before their children; without recursion, since how deep it goes is up to what lies on the disk. */
function* inOrder(roots: readonly SessionNode[]): Generator<Placed> {
  const stack: Placed[] = roots.map((node) => ({ node, isLast: [] })).reverse();
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    yield next;
    const { children } = next.node;
    for (let at = children.length - 1; at >= 0; at--) {
      const node = children[at];
      if (node !== undefined) stack.push({ node, isLast: [...next.isLast, at === children.length - 1] });
    }
  }
}

function renderNode({ node, isLast }: Placed, prefixLength: number, paint: Paint): string {
  const { summary, parentMissing } = node;
  const drawn = isLast.slice(0, MAX_DRAWN_DEPTH);
  const lines = drawn
    .map((last, at) => (at < drawn.length - 1 ? (last ? '   ' : '│  ') : last ? '└─ ' : '├─ '))
    .join('');
  const facts = [
    summary.turns === null ? null : countOf(summary.turns, 'turn'),
    summary.child?.mode ?? null,
    parentMissing ? `parent ${terminalText(summary.child?.parentId ?? '')} is not here` : null,
    summary.health === 'ok' ? null : summary.health,
  ].filter((fact) => fact !== null);
  const title = terminalText(summary.title ?? '(no title)');
  return `${paint.dim(lines)}${paint.cyan(terminalText(summary.id.slice(0, prefixLength)))}  ${title}  ${paint.dim(facts.join(', '))}`;
}

function toJson({ node, isLast }: Placed): JsonObject {
  const { summary, parentMissing } = node;
  return {
    id: summary.id,
    dir: summary.dir,
    format: summary.format,
    depth: isLast.length,
    parentId: summary.child?.parentId ?? null,
    parentMissing,
    mode: summary.child?.mode ?? null,
    children: node.children.length,
    title: summary.title,
    turns: summary.turns,
    updatedAtMs: summary.updatedAtMs,
    health: summary.health,
  };
}
