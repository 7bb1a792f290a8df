import { createHash } from 'node:crypto';

/** As many ids are held as they are. */
const EXACT_IDS = 65_536;

/**
 * A set of ids that, from a certain size on, holds 48 bits of a digest of each and nothing else, so that a session of a million calls takes
 * 16 MB. Two ids may be taken for the same then, which costs a needless new name and nothing else. Ids come from untrusted data: a hash that
 * can be foreseen would let them be chosen so that they all fall on one place.
 */
export class IdSet {
  /** Null once there are too many. */
  #ids: Set<string> | null = new Set();
  /** 0 marks a free place. */
  #table = new Float64Array(0);
  #size = 0;

  /** Adds an id; whether it was not there yet. */
  add(id: string): boolean {
    if (this.#ids === null) return this.#addDigest(id);
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    if (this.#ids.size === EXACT_IDS) {
      this.#table = new Float64Array(4 * EXACT_IDS);
      for (const known of this.#ids) this.#addDigest(known);
      this.#ids = null;
    }
    return true;
  }

  #addDigest(id: string): boolean {
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
