/** Length of the beginning by which a value is found. */
const HEAD = 6;

/**
 * Values that were found once and are to be found wherever else they stand, however many they are: one look at each position of a text, by a
 * table of the beginnings.
 */
export class KnownValues<T> {
  readonly #byHead = new Map<string, { readonly value: string; readonly about: T }[]>();
  readonly #all = new Set<string>();
  /** One bit for each hash of a beginning: most positions need no string to be cut out. */
  readonly #filter = new Uint8Array(1 << 16);

  get isEmpty(): boolean {
    return this.#byHead.size === 0;
  }

  /** Adds a value; shorter ones than {@link HEAD} are not taken. Returns whether it is new. */
  add(value: string, about: T): boolean {
    if (value.length < HEAD || this.#all.has(value)) return false;
    this.#all.add(value);
    const head = value.slice(0, HEAD);
    const entries = this.#byHead.get(head);
    if (entries === undefined) this.#byHead.set(head, [{ value, about }]);
    else {
      entries.push({ value, about });
      // The longest first: of two that begin alike the longer one is meant.
      entries.sort((a, b) => b.value.length - a.value.length);
    }
    this.#filter[hashAt(value, 0)] = 1;
    return true;
  }

  /** The places of known values in a text, none of them inside another. */
  *find(text: string): Generator<{ readonly start: number; readonly end: number; readonly about: T }> {
    if (this.#byHead.size === 0) return;
    for (let at = 0; at + HEAD <= text.length; at++) {
      if (this.#filter[hashAt(text, at)] === 0) continue;
      const entry = this.#byHead.get(text.slice(at, at + HEAD))?.find(({ value }) => text.startsWith(value, at));
      if (entry === undefined) continue;
      const end = at + entry.value.length;
      yield { start: at, end, about: entry.about };
      at = end - 1;
    }
  }
}

function hashAt(text: string, at: number): number {
  const mixed =
    Math.imul(text.charCodeAt(at), 31 * 31) + Math.imul(text.charCodeAt(at + 1), 31) + text.charCodeAt(at + 2);
  return (mixed ^ Math.imul(text.charCodeAt(at + 4), 0x9e5)) & 0xffff;
}
