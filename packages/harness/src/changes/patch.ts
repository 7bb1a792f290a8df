import { formatPatch, structuredPatch } from 'diff';
import type { FileOperation } from './changes.js';

/** Operations of one file in a row, of which each begins with what the one before has left. */
export interface ChangeChain {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly operations: readonly FileOperation[];
}

/** Milliseconds that the comparison of one pair of texts may take; hostile texts would take minutes. */
const TIMEOUT_MS = 5000;

/**
 * Joins operations to chains: one for each file, a new one wherever something is not known, or something else changed the file in between. Renames and copies end
 * chains.
 */
export function chainsOf(operations: readonly FileOperation[]): readonly ChangeChain[] {
  const chains: ChangeChain[] = [];
  const open = new Map<string, number>();
  for (const operation of operations) {
    const { contents, path, newPath, action } = operation;
    if (contents === null) {
      open.delete(path);
      if (newPath !== null) open.delete(newPath);
      continue;
    }
    if (action === 'rename' || action === 'copy') {
      const target = newPath ?? path;
      open.delete(path);
      open.delete(target);
      if (action === 'rename') chains.push({ path, before: contents.before, after: null, operations: [operation] });
      chains.push({ path: target, before: null, after: contents.after, operations: [operation] });
      continue;
    }
    const at = open.get(path);
    const chain = at === undefined ? undefined : chains[at];
    if (at !== undefined && chain !== undefined && chain.after === contents.before) {
      chains[at] = { ...chain, after: contents.after, operations: [...chain.operations, operation] };
    } else {
      open.set(path, chains.length);
      chains.push({ path, before: contents.before, after: contents.after, operations: [operation] });
    }
  }
  return chains.filter(({ before, after }) => before !== after);
}

/**
 * A chain as a patch that `git apply` takes, made of the recorded texts; null where comparing them takes too long, or the path is none that a patch can name.
 */
export function patchOf({ path, before, after }: ChangeChain): string | null {
  if (path.startsWith('/') || path.split('/').includes('..') || /[\u0000-\u001f\u007f"\\]/.test(path)) return null;
  const [from, to] = [before === null ? '/dev/null' : `a/${path}`, after === null ? '/dev/null' : `b/${path}`];
  const patch = structuredPatch(from, to, before ?? '', after ?? '', undefined, undefined, {
    context: 3,
    timeout: TIMEOUT_MS,
  });
  if (patch === undefined) return null;
  const mode = before === null ? 'new file mode 100644\n' : after === null ? 'deleted file mode 100644\n' : '';
  const head = `diff --git a/${path} b/${path}\n${mode}`;
  // Of an empty file there are no lines to show.
  if (patch.hunks.length === 0) return head;
  const body = formatPatch(patch).replace(/^(?:Index: [^\n]*\n)?=+\n/, '');
  return `${head}${body}`;
}
