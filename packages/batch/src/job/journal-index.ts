import { createHash } from 'node:crypto';

const FIRST_CAPACITY = 1024;
const EMPTY = 0;

/** Where the word on a session stands in a journal. */
export interface JournalEntry {
  /** First 48 bits of the SHA-256 of its key, and the 48 after them: two keys share both about never. */
  readonly high: number;
  readonly low: number;
  /** Position of the session among everything found. */
  readonly index: number;
  /** Of its line: where it begins, and how many bytes it has without the newline. */
  readonly offset: number;
  readonly bytes: number;
  readonly isFailed: boolean;
}

/** By what an entry is found. */
export function digestOf(key: string): { readonly high: number; readonly low: number } {
  const digest = createHash('sha256').update(key).digest();
  return { high: digest.readUIntBE(0, 6), low: digest.readUIntBE(6, 6) };
}

/** Entries in the order in which they came, 41 bytes each. */
export class JournalEntries {
  #high = new Float64Array(FIRST_CAPACITY);
  #low = new Float64Array(FIRST_CAPACITY);
  #index = new Float64Array(FIRST_CAPACITY);
  #offset = new Float64Array(FIRST_CAPACITY);
  #bytes = new Float64Array(FIRST_CAPACITY);
  #failed = new Uint8Array(FIRST_CAPACITY);
  length = 0;

  push(entry: JournalEntry): void {
    if (this.length === this.#high.length) this.#grow();
    this.set(this.length, entry);
    this.length += 1;
  }

  set(at: number, { high, low, index, offset, bytes, isFailed }: JournalEntry): void {
    this.#high[at] = high;
    this.#low[at] = low;
    this.#index[at] = index;
    this.#offset[at] = offset;
    this.#bytes[at] = bytes;
    this.#failed[at] = isFailed ? 1 : 0;
  }

  at(at: number): JournalEntry {
    return {
      high: this.#high[at] as number,
      low: this.#low[at] as number,
      index: this.#index[at] as number,
      offset: this.#offset[at] as number,
      bytes: this.#bytes[at] as number,
      isFailed: this.#failed[at] === 1,
    };
  }

  isOf(at: number, high: number, low: number): boolean {
    return this.#high[at] === high && this.#low[at] === low;
  }

  /** The places of all entries, in the order of the sessions. */
  inOrder(): Uint32Array {
    const order = Uint32Array.from({ length: this.length }, (_, at) => at);
    const index = this.#index;
    let isSorted = true;
    for (let at = 1; at < this.length && isSorted; at += 1) {
      isSorted = (index[at - 1] as number) <= (index[at] as number);
    }
    return isSorted ? order : order.sort((a, b) => (index[a] as number) - (index[b] as number) || a - b);
  }

  #grow(): void {
    const wider = (values: Float64Array<ArrayBuffer>) => {
      const grown = new Float64Array(values.length * 2);
      grown.set(values);
      return grown;
    };
    this.#high = wider(this.#high);
    this.#low = wider(this.#low);
    this.#index = wider(this.#index);
    this.#offset = wider(this.#offset);
    this.#bytes = wider(this.#bytes);
    const failed = new Uint8Array(this.#failed.length * 2);
    failed.set(this.#failed);
    this.#failed = failed;
  }
}

/** The last word on each session of a journal, found by its key. A million sessions take some 60 MB, however long their lines are. */
export class JournalIndex {
  readonly entries = new JournalEntries();
  /** Places of entries, from 1, at the place that their digest says or behind it. */
  #table = new Uint32Array(FIRST_CAPACITY * 2);

  get size(): number {
    return this.entries.length;
  }

  /** Adds an entry, or puts it in the place of the one that its session has. */
  add(entry: JournalEntry): void {
    const slot = this.#slot(entry.high, entry.low);
    const place = this.#table[slot] as number;
    if (place !== EMPTY) {
      this.entries.set(place - 1, entry);
      return;
    }
    this.entries.push(entry);
    this.#table[slot] = this.entries.length;
    if (this.entries.length * 2 > this.#table.length) this.#grow();
  }

  find(key: string): JournalEntry | undefined {
    const { high, low } = digestOf(key);
    const place = this.#table[this.#slot(high, low)] as number;
    return place === EMPTY ? undefined : this.entries.at(place - 1);
  }

  #slot(high: number, low: number): number {
    const mask = this.#table.length - 1;
    for (let slot = low % this.#table.length; ; slot = (slot + 1) & mask) {
      const place = this.#table[slot] as number;
      if (place === EMPTY || this.entries.isOf(place - 1, high, low)) return slot;
    }
  }

  #grow(): void {
    this.#table = new Uint32Array(this.#table.length * 2);
    for (let at = 0; at < this.entries.length; at += 1) {
      const { high, low } = this.entries.at(at);
      this.#table[this.#slot(high, low)] = at + 1;
    }
  }
}
