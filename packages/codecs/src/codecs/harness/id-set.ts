/**
 * A set of ids that holds 53 bits of a hash of each and nothing else, so that a session of a million calls takes 16 MB. Two ids may be
 * taken for the same, which costs a needless new name and nothing else.
 */
export class IdSet {
  /** 0 marks a free place. */
  #table = new Float64Array(64);
  #size = 0;

  /** Adds an id; whether it was not there yet. */
  add(id: string): boolean {
    if (this.#size * 2 >= this.#table.length) this.#grow();
    const key = hashOf(id);
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

/** Two multiplicative hashes of 32 and 21 bits, over the UTF-16 units and their places; never 0. */
function hashOf(id: string): number {
  let low = 0x9e3779b9 ^ id.length;
  let high = 0x85ebca6b;
  for (let index = 0; index < id.length; index++) {
    const unit = id.charCodeAt(index);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high + unit, 0xcc9e2d51);
    high ^= high >>> 15;
  }
  low ^= low >>> 16;
  return (high >>> 11) * 0x1_0000_0000 + (low >>> 0) || 1;
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
