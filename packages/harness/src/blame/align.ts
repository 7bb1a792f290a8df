/**
 * Where each line of a text can have come from in an older one, said only as surely as the texts allow: every shortest way from the one to the other counts, not
 * just the one that a diff would print.
 */

/** Where a line of the new text can come from. */
export interface LineSources {
  /** Places in the old text, in their order; more than one where shortest ways differ. */
  readonly from: readonly number[];
  /** Whether there is a shortest way on which it is new. */
  readonly mayBeNew: boolean;
}

/** Cells of a table of comparisons: above it, lines that are there once in both texts cut it into smaller ones. */
const MAX_CELLS = 4_000_000;
/** How many places are told of one line; there it is open in any case. */
const MAX_PLACES = 8;
const NEW: LineSources = { from: [], mayBeNew: true };

/** Aligns two texts by lines; the result has one entry for each line of the new one. */
export function alignLines(before: readonly string[], after: readonly string[]): readonly LineSources[] {
  const names = new Map<string, number>();
  const nameAll = (lines: readonly string[]) =>
    Int32Array.from(lines, (line) => {
      const known = names.get(line) ?? names.size;
      names.set(line, known);
      return known;
    });
  const found: LineSources[] = new Array(after.length).fill(NEW);
  new Alignment(nameAll(before), nameAll(after), found).range(0, before.length, 0, after.length, true);
  return found;
}

class Alignment {
  readonly #old: Int32Array;
  readonly #new: Int32Array;
  readonly #found: LineSources[];

  constructor(before: Int32Array, after: Int32Array, found: LineSources[]) {
    this.#old = before;
    this.#new = after;
    this.#found = found;
  }

  range(oldStart: number, oldEnd: number, newStart: number, newEnd: number, mayCut: boolean): void {
    const [rows, columns] = [oldEnd - oldStart, newEnd - newStart];
    if (columns === 0 || rows === 0) return;
    const before = this.#old.subarray(oldStart, oldEnd);
    const after = this.#new.subarray(newStart, newEnd);
    const limit = Math.floor(MAX_CELLS / (rows + 1)) - 1;
    const edits = editsBetween(before, after, limit);
    if (edits === 0) {
      for (let at = 0; at < columns; at++) this.#found[newStart + at] = { from: [oldStart + at], mayBeNew: false };
    } else if (edits !== null) this.#table(before, after, edits, oldStart, newStart);
    else if (mayCut) this.#cut(oldStart, oldEnd, newStart, newEnd);
    else this.#byText(oldStart, oldEnd, newStart, newEnd);
  }

  /** All shortest ways have as many deletions and insertions as any of them: they stay within a band of the table. */
  #table(before: Int32Array, after: Int32Array, edits: number, oldStart: number, newStart: number): void {
    const [rows, columns] = [before.length, after.length];
    const deletions = (rows - columns + edits) / 2;
    const width = edits + 1;
    const common = rows - deletions;
    const NONE = -1_000_000_000;
    // Row `i`, column `j` lies at `i * width + (j - i + deletions)`: the longest common subsequence of what is before it, and of what is behind it.
    const head = new Int32Array((rows + 1) * width).fill(NONE);
    const tail = new Int32Array((rows + 1) * width).fill(NONE);
    for (let i = 0; i <= rows; i++) {
      for (let k = 0; k < width; k++) {
        const j = i + k - deletions;
        if (j < 0 || j > columns) continue;
        let best = i === 0 && j === 0 ? 0 : NONE;
        if (i > 0 && k + 1 < width) best = Math.max(best, head[(i - 1) * width + k + 1] as number);
        if (j > 0 && k > 0) best = Math.max(best, head[i * width + k - 1] as number);
        if (i > 0 && j > 0 && before[i - 1] === after[j - 1]) {
          best = Math.max(best, (head[(i - 1) * width + k] as number) + 1);
        }
        head[i * width + k] = best;
      }
    }
    const places: number[][] = Array.from({ length: columns }, () => []);
    const mayBeNew = new Uint8Array(columns);
    for (let i = rows; i >= 0; i--) {
      for (let k = width - 1; k >= 0; k--) {
        const j = i + k - deletions;
        if (j < 0 || j > columns) continue;
        const here = head[i * width + k] as number;
        let best = i === rows && j === columns ? 0 : NONE;
        if (i < rows && k > 0) best = Math.max(best, tail[(i + 1) * width + k - 1] as number);
        if (j < columns && k + 1 < width) {
          const inserted = tail[i * width + k + 1] as number;
          if (here + inserted === common) mayBeNew[j] = 1;
          best = Math.max(best, inserted);
        }
        if (i < rows && j < columns && before[i] === after[j]) {
          const matched = (tail[(i + 1) * width + k] as number) + 1;
          if (here + matched === common) places[j]?.push(oldStart + i);
          best = Math.max(best, matched);
        }
        tail[i * width + k] = best;
      }
    }
    for (let j = 0; j < columns; j++) {
      const from = (places[j] ?? []).reverse();
      if (from.length > 0) this.#found[newStart + j] = { from: from.slice(0, MAX_PLACES), mayBeNew: mayBeNew[j] === 1 };
    }
  }

  /** Cuts a range at the lines that both texts have once, as far as they are in one order. */
  #cut(oldStart: number, oldEnd: number, newStart: number, newEnd: number): void {
    const anchors = inOneOrder(onceInBoth(this.#old, oldStart, oldEnd, this.#new, newStart, newEnd));
    let [i, j] = [oldStart, newStart];
    for (const [oldAt, newAt] of anchors) {
      this.range(i, oldAt, j, newAt, false);
      this.#found[newAt] = { from: [oldAt], mayBeNew: false };
      [i, j] = [oldAt + 1, newAt + 1];
    }
    this.range(i, oldEnd, j, newEnd, false);
  }

  /** What is too different to be compared: a line may come from any that is the same, or be new. */
  #byText(oldStart: number, oldEnd: number, newStart: number, newEnd: number): void {
    const places = new Map<number, number[]>();
    for (let i = oldStart; i < oldEnd; i++) {
      const known = places.get(this.#old[i] as number);
      if (known === undefined) places.set(this.#old[i] as number, [i]);
      else if (known.length < MAX_PLACES) known.push(i);
    }
    for (let j = newStart; j < newEnd; j++) {
      const from = places.get(this.#new[j] as number);
      if (from !== undefined) this.#found[j] = { from, mayBeNew: true };
    }
  }
}

/** The number of insertions and deletions of a shortest way (Myers); null where there are more than `limit`. */
function editsBetween(before: Int32Array, after: Int32Array, limit: number): number | null {
  const [rows, columns] = [before.length, after.length];
  const most = Math.min(limit, rows + columns);
  const reached = new Int32Array(2 * most + 3);
  for (let edits = 0; edits <= most; edits++) {
    for (let k = -edits; k <= edits; k += 2) {
      const at = k + most + 1;
      const down = k === -edits || (k !== edits && (reached[at - 1] as number) < (reached[at + 1] as number));
      let i = edits === 0 ? 0 : down ? (reached[at + 1] as number) : (reached[at - 1] as number) + 1;
      let j = i - k;
      while (i < rows && j < columns && j >= 0 && before[i] === after[j]) {
        i++;
        j++;
      }
      reached[at] = i;
      if (i >= rows && j >= columns) return edits;
    }
  }
  return null;
}

function onceInBoth(
  before: Int32Array,
  oldStart: number,
  oldEnd: number,
  after: Int32Array,
  newStart: number,
  newEnd: number,
): [number, number][] {
  const once = (lines: Int32Array, start: number, end: number) => {
    const places = new Map<number, number>();
    for (let at = start; at < end; at++) places.set(lines[at] as number, places.has(lines[at] as number) ? -1 : at);
    return places;
  };
  const old = once(before, oldStart, oldEnd);
  const pairs: [number, number][] = [];
  for (const [name, newAt] of once(after, newStart, newEnd)) {
    const oldAt = old.get(name) ?? -1;
    if (oldAt >= 0 && newAt >= 0) pairs.push([oldAt, newAt]);
  }
  return pairs.sort(([, one], [, other]) => one - other);
}

/** The longest run of pairs, not necessarily beside each other, whose old places grow as well. */
function inOneOrder(pairs: readonly [number, number][]): [number, number][] {
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [at, [place]] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] as number] as [number, number])[0] < place) low = middle + 1;
      else high = middle;
    }
    previous[at] = low === 0 ? -1 : (ends[low - 1] as number);
    ends[low] = at;
  }
  const run: [number, number][] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] as number) run.push(pairs[at] as [number, number]);
  return run.reverse();
}
