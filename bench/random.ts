/** A small seeded generator (mulberry32): the same seed gives the same log on every machine and Node version. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** An integer from 0 to 2³²−1. */
  uint32(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  /** An integer from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + (this.uint32() % (high - low + 1));
  }

  /** True with the given probability. */
  chance(probability: number): boolean {
    return this.uint32() < probability * 0x1_0000_0000;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.uint32() % items.length] as T;
  }

  /** `length` hexadecimal digits, lower case. */
  hex(length: number): string {
    let digits = '';
    while (digits.length < length) digits += this.uint32().toString(16).padStart(8, '0');
    return digits.slice(0, length);
  }
}
