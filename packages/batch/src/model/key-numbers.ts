import { createHash } from 'node:crypto';
import { NumberList } from './number-list.js';

const FIRST_CAPACITY = 512;
const EMPTY = 0;

/** What stands for a key: two numbers that two keys share about never. */
export interface KeyDigest {
  readonly high: number;
  readonly low: number;
}

/** The first 48 bits of the SHA-256 of a text, and the 48 after them. */
export function digestOf(text: string): KeyDigest {
  const digest = createHash('sha256').update(text).digest();
  return { high: digest.readUIntBE(0, 6), low: digest.readUIntBE(6, 6) };
}

/** Gives each of many keys a number, from 0, in the order in which they come first. It holds some 30 bytes of each, however long they are. */
export class KeyNumbers {
  readonly #high = new NumberList();
  readonly #low = new NumberList();
  /** Numbers, from 1, at the place that the digest says or behind it. */
  #table = new Uint32Array(FIRST_CAPACITY);

  /** How many keys there are. */
  get length(): number {
    return this.#high.length;
  }

  /** The number of a key, which is a new one for a new key. */
  add({ high, low }: KeyDigest): number {
    const slot = this.#slot(high, low);
    const known = this.#table[slot] as number;
    if (known !== EMPTY) return known - 1;
    this.#high.push(high);
    this.#low.push(low);
    this.#table[slot] = this.length;
    if (this.length * 2 > this.#table.length) this.#grow();
    return this.length - 1;
  }

  find({ high, low }: KeyDigest): number | undefined {
    const known = this.#table[this.#slot(high, low)] as number;
    return known === EMPTY ? undefined : known - 1;
  }

  digest(number: number): KeyDigest {
    return { high: this.#high.at(number), low: this.#low.at(number) };
  }

  #slot(high: number, low: number): number {
    const mask = this.#table.length - 1;
    for (let slot = low % this.#table.length; ; slot = (slot + 1) & mask) {
      const known = this.#table[slot] as number;
      if (known === EMPTY || (this.#low.at(known - 1) === low && this.#high.at(known - 1) === high)) return slot;
    }
  }

  #grow(): void {
    this.#table = new Uint32Array(this.#table.length * 2);
    for (let number = 0; number < this.length; number += 1) {
      this.#table[this.#slot(this.#high.at(number), this.#low.at(number))] = number + 1;
    }
  }
}
