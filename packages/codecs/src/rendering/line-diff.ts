import { diffArrays } from 'diff';

/** What became of a line: kept, gone, or new. */
export interface DiffLine {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
}

/** Beyond as many changed lines the shortest script is not looked for: its search takes the square of it. */
const MAX_EDITS = 800;

/**
 * How one text becomes another, line by line: the shortest script, or everything out and everything in where the texts have too little in
 * common. The kept and gone lines are the old text, the kept and new ones the new text, in order.
 */
export function diffLines(before: string, after: string): DiffLine[] {
  const [old, now] = [splitLines(before), splitLines(after)];
  if (before.endsWith('\n') && after.endsWith('\n')) {
    old.pop();
    now.pop();
  }
  const runs = diffArrays(old, now, { maxEditLength: MAX_EDITS }) ?? [
    { value: old, removed: true, added: false },
    { value: now, removed: false, added: true },
  ];
  return runs.flatMap(({ value, removed, added }) =>
    value.map((text): DiffLine => ({ sign: removed ? '-' : added ? '+' : ' ', text })),
  );
}

function splitLines(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}
