/** What became of a line: kept, gone, or new. */
export interface DiffLine {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
}

/** Beyond as many changed lines the shortest script is not looked for: its search takes the square of it. */
const MAX_EDITS = 800;

/**
 * How one text becomes another, line by line: the shortest script (Myers 1986), or everything out and everything in where the texts have
 * too little in common. The kept and gone lines are the old text, the kept and new ones the new text, in order.
 */
export function diffLines(before: string, after: string): DiffLine[] {
  const [old, now] = [splitLines(before), splitLines(after)];
  if (before.endsWith('\n') && after.endsWith('\n')) {
    old.pop();
    now.pop();
  }
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  const common = Math.min(old.length, now.length) - head;
  while (tail < common && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
  const kept = (text: string): DiffLine => ({ sign: ' ', text });
  return [
    ...old.slice(0, head).map(kept),
    ...diffMiddle(old.slice(head, old.length - tail), now.slice(head, now.length - tail)),
    ...old.slice(old.length - tail).map(kept),
  ];
}

function splitLines(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

function diffMiddle(old: readonly string[], now: readonly string[]): DiffLine[] {
  const trace = old.length === 0 || now.length === 0 ? null : findPath(old, now);
  if (trace === null) {
    return [
      ...old.map((text): DiffLine => ({ sign: '-', text })),
      ...now.map((text): DiffLine => ({ sign: '+', text })),
    ];
  }
  return walkBack(old, now, trace);
}

/** For each number of edits how far each diagonal reaches into the old text; null when there are too many edits. */
function findPath(old: readonly string[], now: readonly string[]): Int32Array[] | null {
  const limit = Math.min(old.length + now.length, MAX_EDITS);
  const reach = new Int32Array(2 * limit + 3);
  const zero = limit + 1;
  const trace: Int32Array[] = [];
  for (let edits = 0; edits <= limit; edits++) {
    trace.push(reach.slice(zero - edits - 1, zero + edits + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = isDown(diagonal, edits, at(reach, zero + diagonal - 1), at(reach, zero + diagonal + 1))
        ? at(reach, zero + diagonal + 1)
        : at(reach, zero + diagonal - 1) + 1;
      while (x < old.length && x - diagonal < now.length && old[x] === now[x - diagonal]) x++;
      reach[zero + diagonal] = x;
      if (x >= old.length && x - diagonal >= now.length) return trace;
    }
  }
  return null;
}

function walkBack(old: readonly string[], now: readonly string[], trace: readonly Int32Array[]): DiffLine[] {
  const lines: DiffLine[] = [];
  let x = old.length;
  let y = now.length;
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const reach = trace[edits] as Int32Array;
    const zero = edits + 1;
    const diagonal = x - y;
    const goesDown = isDown(diagonal, edits, at(reach, zero + diagonal - 1), at(reach, zero + diagonal + 1));
    const fromDiagonal = goesDown ? diagonal + 1 : diagonal - 1;
    const fromX = edits === 0 ? 0 : at(reach, zero + fromDiagonal);
    const fromY = edits === 0 ? 0 : fromX - fromDiagonal;
    while (x > fromX && y > fromY) {
      x--;
      y--;
      lines.push({ sign: ' ', text: old[x] as string });
    }
    if (edits === 0) break;
    if (goesDown) lines.push({ sign: '+', text: now[fromY] as string });
    else lines.push({ sign: '-', text: old[fromX] as string });
    x = fromX;
    y = fromY;
  }
  return lines.reverse();
}

function isDown(diagonal: number, edits: number, left: number, right: number): boolean {
  return diagonal === -edits || (diagonal !== edits && left < right);
}

function at(reach: Int32Array, index: number): number {
  return reach[index] ?? 0;
}
