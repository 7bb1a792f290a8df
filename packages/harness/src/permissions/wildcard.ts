const STAR = 0x2a;
const QUESTION = 0x3f;
const QUOTE = 0x27;

/** Elements of a pattern that do not stand for themselves. */
const ANY_RUN = -1;
const ANY_BYTE = -2;

/**
 * A pattern of a permission rule, ready to be matched against many targets (profile-and-tools §4.4): `*` is any run of bytes, `/` among them, and `?`
 * exactly one byte; nothing else is special.
 *
 * fx matches from left to right and has one place to go back to, behind the star that it passed last. What that answers is worked out here for all
 * starting places behind a star at once, one bit for each byte of the pattern: no pattern costs more than the length of the target times a 32nd of
 * its own, whatever stars and question marks it is made of.
 */
export class Wildcard {
  readonly #elements: Int16Array;
  /** From which element on there are only stars. */
  readonly #tail: number;
  readonly #lastStar: number;
  /** For each byte that the pattern names, which elements take it. */
  readonly #takers = new Map<number, Uint32Array>();
  /** Which elements take every other byte. */
  readonly #takersOfAny: Uint32Array;
  readonly #stars: Uint32Array;

  private constructor(elements: Int16Array, starsMeet: boolean) {
    this.#elements = elements;
    let tail = elements.length;
    while (elements[tail - 1] === ANY_RUN) tail--;
    this.#tail = tail;
    this.#lastStar = elements.lastIndexOf(ANY_RUN);
    const words = (elements.length >>> 5) + 1;
    this.#takersOfAny = new Uint32Array(words);
    this.#stars = new Uint32Array(words);
    elements.forEach((element, at) => {
      if (element === ANY_BYTE) setBit(this.#takersOfAny, at);
      if (element === ANY_RUN) setBit(this.#stars, at);
    });
    elements.forEach((element, at) => {
      const byte = element === ANY_RUN && starsMeet ? STAR : element;
      if (byte < 0) return;
      const takers = this.#takers.get(byte) ?? this.#takersOfAny.slice();
      this.#takers.set(byte, takers);
      setBit(takers, at);
    });
  }

  /** The pattern as fx compares it with targets of every kind: a star of the pattern that meets a star of the target is a literal byte. */
  static ofRule(pattern: Uint8Array): Wildcard {
    return new Wildcard(Int16Array.from(pattern, elementOf), true);
  }

  /** The pattern of a rule that allows commands: within single quotes every byte is itself, and a star is always a star. */
  static ofCommand(pattern: Uint8Array): Wildcard {
    let isQuoted = false;
    const elements = Int16Array.from(pattern, (byte) => {
      if (byte === QUOTE) isQuoted = !isQuoted;
      return isQuoted ? byte : elementOf(byte);
    });
    return new Wildcard(elements, false);
  }

  /** Whether the whole target matches. */
  matches(target: Uint8Array): boolean {
    for (let at = 0; at < target.length; at++) {
      if (hasBit(this.#takersOf(target[at] as number), at)) continue;
      return this.#elements[at] === ANY_RUN && this.#matchesBehind(at, target, at);
    }
    return target.length >= this.#tail;
  }

  /** Whether the target from `from` on ends in what follows the last star, which fits in one place alone. */
  #endsBehind(star: number, target: Uint8Array, from: number): boolean {
    const start = target.length - (this.#elements.length - star - 1);
    if (start < from) return false;
    for (let at = start; at < target.length; at++) {
      if (!hasBit(this.#takersOf(target[at] as number), star + 1 + at - start)) return false;
    }
    return true;
  }

  #takersOf(byte: number): Uint32Array {
    return this.#takers.get(byte) ?? this.#takersOfAny;
  }

  /** Whether the target from `from` on matches a star and what follows it. */
  #matchesBehind(firstStar: number, target: Uint8Array, from: number): boolean {
    let star = firstStar;
    // Each bit is one starting place behind the star, at the element that it has come to: the earlier the place, the higher the bit.
    const alive = new Uint32Array(this.#stars.length);
    let at = from;
    for (;;) {
      if (star === this.#lastStar) return this.#endsBehind(star, target, at);
      const low = (star + 1) >>> 5;
      let high = low;
      let next: { readonly star: number; readonly at: number } | undefined;
      for (; at < target.length; at++) {
        if (next === undefined) setBit(alive, star + 1);
        const takers = this.#takersOf(target[at] as number);
        for (let word = high; word >= low; word--) {
          const passed = (alive[word] as number) & (this.#stars[word] as number) & ~(takers[word] as number);
          if (passed === 0) continue;
          const bit = 31 - Math.clz32(passed);
          // The next star is reached, and no later starting place counts any more; earlier ones may still get there.
          next = { star: word * 32 + bit, at };
          alive[word] = (alive[word] as number) & ~(2 ** bit - 1);
          alive.fill(0, low, word);
          break;
        }
        high = advance(alive, takers, low, high);
        if (next !== undefined && high < low) break;
        high = Math.max(high, low);
      }
      if (next === undefined) setBit(alive, star + 1);
      // The earliest place that came through to the end of the target decides, for better or worse.
      const reached = highestBit(alive, low, high);
      if (reached !== undefined) return reached >= this.#tail;
      if (next === undefined) return false;
      ({ star, at } = next);
    }
  }
}

function elementOf(byte: number): number {
  return byte === STAR ? ANY_RUN : byte === QUESTION ? ANY_BYTE : byte;
}

function setBit(words: Uint32Array, bit: number): void {
  words[bit >>> 5] = (words[bit >>> 5] as number) | (1 << (bit & 31));
}

function hasBit(words: Uint32Array, bit: number): boolean {
  return ((words[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0;
}

function highestBit(words: Uint32Array, low: number, high: number): number | undefined {
  for (let word = high; word >= low; word--) {
    const bits = words[word] as number;
    if (bits !== 0) return word * 32 + 31 - Math.clz32(bits);
  }
  return undefined;
}

/** Moves what the takers take to the next element and drops the rest; answers the highest word in use, or one below `low`. */
function advance(alive: Uint32Array, takers: Uint32Array, low: number, high: number): number {
  let carry = 0;
  let used = low - 1;
  for (let word = low; word <= high; word++) {
    const taken = (alive[word] as number) & (takers[word] as number);
    const moved = (taken << 1) | carry;
    alive[word] = moved;
    carry = taken >>> 31;
    if (moved !== 0) used = word;
  }
  if (carry === 0) return used;
  alive[high + 1] = carry;
  return high + 1;
}
