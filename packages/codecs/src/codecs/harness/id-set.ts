import { createHash } from 'node:crypto';

/**
 * A set of ids that holds 48 bits of a digest of each and nothing else, so that a session of a million calls takes 16 MB. Two ids may be
 * taken for the same, which costs a needless new name and nothing else.
 */
export class IdSet {
  /** 0 marks a free place. */
  #table = new Float64Array(64);
  #size = 0;

  /** Adds an id; whether it was not there yet. */
  add(id: string): boolean {
    if (this.#size * 2 >= this.#table.length) this.#grow();
    const key = createHash('sha1').update(id).digest().readUIntBE(0, 6) + 1;
    if (!insert(this.#table, key)) return false;
    this.#size++;
    return true;
  }

  #grow(): void {
    const larger = new Float64Array(this.#table.length * 2);
    for (const key of this.#table) if (key !== 0) insert(larger, key);
    this.#table = larger;
  }
}

function insert(table: Float64Array, key: number): boolean {
  const mask = table.length - 1;
  for (let place = key % table.length; ; place = (place + 1) & mask) {
    const found = table[place];
    if (found === key) return false;
    if (found === 0) {
      table[place] = key;
      return true;
    }
  }
}
