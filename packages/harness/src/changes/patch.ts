import { formatPatch, structuredPatch } from 'diff';
import type { FileOperation, RecordedText } from './changes.js';

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
  /** What the operations so far have left, as far as it is known. */
  const left = new Map<string, RecordedText>();
  for (const operation of operations) {
    const { contents, path, newPath, action } = operation;
    if (contents === null) {
      for (const one of [path, newPath ?? path]) {
        open.delete(one);
        left.delete(one);
      }
      continue;
    }
    if (action === 'rename' || action === 'copy') {
      const target = newPath ?? path;
      open.delete(path);
      open.delete(target);
      if (action === 'rename') {
        chains.push({ path, before: contents.before, after: null, operations: [operation] });
        left.set(path, null);
      }
      // Of a file that is not known it is taken that it was not there: where it was, git refuses the patch.
      const before = left.get(target) ?? null;
      chains.push({ path: target, before, after: contents.after, operations: [operation] });
      left.set(target, contents.after);
      continue;
    }
    left.set(path, contents.after);
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
 * A chain as a patch that `git apply` takes, made of the recorded texts; null where comparing them takes too long, or the path is none that a patch can name. Modes are not
 * recorded: what is made anew has 644.
 */
export function patchOf({ path, before, after }: ChangeChain): string | null {
  if (!isPatchable(path)) return null;
  const patch = structuredPatch('', '', before ?? '', after ?? '', undefined, undefined, {
    context: 3,
    timeout: TIMEOUT_MS,
  });
  if (patch === undefined) return null;
  const [from, to] = [quoted(`a/${path}`), quoted(`b/${path}`)];
  const mode = before === null ? 'new file mode 100644\n' : after === null ? 'deleted file mode 100644\n' : '';
  const head = `diff --git ${from} ${to}\n${mode}`;
  // Of an empty file there are no lines to show.
  if (patch.hunks.length === 0) return head;
  // A tab ends a name, so that one with blanks is whole.
  const names = `--- ${before === null ? '/dev/null' : `${from}\t`}\n+++ ${after === null ? '/dev/null' : `${to}\t`}\n`;
  const body = formatPatch(patch);
  return `${head}${names}${body.slice(body.indexOf('@@'))}`;
}

/** Whether git takes a path: it lies below the root and not in a repository's own directory, and UTF-8 can spell it. */
function isPatchable(path: string): boolean {
  const parts = path.split('/');
  return (
    !/\p{Surrogate}/u.test(path) && !path.includes('\0') && !parts.some((part) => /^(?:|\.|\.\.|\.git)$/i.test(part))
  );
}

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t', '\r': '\\r', '"': '\\"', '\\': '\\\\' };

/** A name as git writes it: in quotes where it has a quote, a backslash or a control character. */
function quoted(name: string): string {
  const spelled = name.replace(
    /[\u0000-\u001f\u007f"\\]/g,
    (character) => ESCAPES[character] ?? `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
  return spelled === name ? name : `"${spelled}"`;
}
