import { digestOf, type KeyDigest, KeyNumbers } from '../model/key-numbers.js';
import { NumberList } from '../model/number-list.js';

/** Where the word on a session stands in a journal. */
export interface JournalEntry {
  /** Of its key. */
  readonly digest: KeyDigest;
  /** Position of the session among everything found. */
  readonly index: number;
  /** Of its line: where it begins, and how many bytes it has without the newline. */
  readonly offset: number;
  readonly bytes: number;
  readonly isFailed: boolean;
}

/** The last word on each session of a journal, found by its key. A million sessions take some 60 MB, however long their lines are. */
export class JournalIndex {
  readonly #keys = new KeyNumbers();
  readonly #index = new NumberList();
  readonly #offset = new NumberList();
  readonly #bytes = new NumberList();
  readonly #isFailed = new NumberList();

  get size(): number {
    return this.#keys.length;
  }

  /** Adds an entry, or puts it in the place of the one that its session has. */
  add({ digest, index, offset, bytes, isFailed }: JournalEntry): void {
    const before = this.size;
    const place = this.#keys.add(digest);
    if (place === before) {
      this.#index.push(index);
      this.#offset.push(offset);
      this.#bytes.push(bytes);
      this.#isFailed.push(Number(isFailed));
      return;
    }
    this.#index.set(place, index);
    this.#offset.set(place, offset);
    this.#bytes.set(place, bytes);
    this.#isFailed.set(place, Number(isFailed));
  }

  /** Adds what came later. */
  addAll(later: JournalIndex): void {
    for (let place = 0; place < later.size; place += 1) this.add(later.#at(place));
  }

  find(key: string): JournalEntry | undefined {
    const place = this.#keys.find(digestOf(key));
    return place === undefined ? undefined : this.#at(place);
  }

  /** All entries, in the order of the sessions. */
  *inOrder(): Generator<JournalEntry, void, undefined> {
    for (const place of this.#order()) yield this.#at(place);
  }

  #order(): Uint32Array {
    const order = Uint32Array.from({ length: this.size }, (_, place) => place);
    const index = this.#index;
    let isSorted = true;
    for (let place = 1; place < this.size && isSorted; place += 1) isSorted = index.at(place - 1) <= index.at(place);
    return isSorted ? order : order.sort((a, b) => index.at(a) - index.at(b) || a - b);
  }

  #at(place: number): JournalEntry {
    return {
      digest: this.#keys.digest(place),
      index: this.#index.at(place),
      offset: this.#offset.at(place),
      bytes: this.#bytes.at(place),
      isFailed: this.#isFailed.at(place) === 1,
    };
  }
}
