import { describe, expect, it } from 'vitest';
import type { SessionNode, SessionSummary } from '../summary.js';
import { buildSessionTree } from './session-tree.js';

const session = (id: string, parentId: string | null = null, childIds: readonly string[] = []): SessionSummary =>
  ({ id, child: parentId === null ? null : { parentId, mode: 'persistent' }, childIds }) as unknown as SessionSummary;

const outline = (nodes: readonly SessionNode[]): string =>
  nodes.map(({ summary, children }) => summary.id + (children.length > 0 ? `(${outline(children)})` : '')).join(' ');

describe('buildSessionTree', () => {
  it('hangs children below their parents in the order given', () => {
    expect(
      outline(buildSessionTree([session('c', 'a'), session('a'), session('d', 'c'), session('b'), session('e', 'a')])),
    ).toBe('a(c(d) e) b');
  });

  it('believes a parent that names a child which does not name it', () => {
    expect(outline(buildSessionTree([session('b'), session('a', null, ['b', 'gone'])]))).toBe('a(b)');
    expect(outline(buildSessionTree([session('b', 'c'), session('a', null, ['b']), session('c')]))).toBe('a c(b)');
  });

  it('makes a root of a child whose parent is gone, and says so', () => {
    const [node] = buildSessionTree([session('a', 'gone')]);
    expect(node).toMatchObject({ parentMissing: true });
  });

  it('is not caught in a circle of parents, and loses nobody', () => {
    expect(
      outline(buildSessionTree([session('a', 'b'), session('b', 'a'), session('c', 'a'), session('d', 'd')])),
    ).toBe('a(c) b d');
  });
});
