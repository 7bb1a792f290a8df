import type { Entry, PageTotals, SegmentOutline } from '../page-data.js';

/** A segment, and where its entries are. */
export interface Segment {
  readonly outline: SegmentOutline;
  readonly chunk: number;
  readonly indexInChunk: number;
}

/** How many parsed chunks are kept. */
const MAX_PARSED = 6;

/**
 * The data elements of the page. They are taken as the browser reads them, so that the first turns are there before the last ones have
 * arrived; content is parsed when it is asked for.
 */
export class PageStore {
  readonly segments: Segment[] = [];
  totals: PageTotals | null = null;
  readonly #contents: Element[] = [];
  readonly #parsed = new Map<number, readonly (readonly Entry[])[]>();
  #next: Element | null;
  readonly #root: Element;
  #outline: readonly SegmentOutline[] = [];

  constructor(root: Element) {
    this.#root = root;
    this.#next = root.firstElementChild;
  }

  get chunkCount(): number {
    return this.#contents.length;
  }

  /** Takes what has arrived; gives the segments that are new. */
  take(isComplete: boolean): readonly Segment[] {
    const first = this.segments.length;
    this.#next ??= this.#root.firstElementChild;
    for (let part = this.#next; part !== null; part = this.#next) {
      // The last one may still be arriving.
      if (part.nextElementSibling === null && !isComplete) break;
      this.#takePart(part);
      this.#next = part.nextElementSibling;
      if (this.#next === null) break;
    }
    return this.segments.slice(first);
  }

  /** The entries of a segment. */
  entriesOf(segment: Segment): readonly Entry[] {
    return this.chunk(segment.chunk)[segment.indexInChunk] ?? [];
  }

  /** The entries of a chunk, segment by segment. */
  chunk(index: number): readonly (readonly Entry[])[] {
    const known = this.#parsed.get(index);
    if (known !== undefined) return known;
    const parsed: readonly (readonly Entry[])[] = JSON.parse(this.#contents[index]?.textContent ?? '[]');
    if (this.#parsed.size >= MAX_PARSED) {
      const [oldest] = this.#parsed.keys();
      if (oldest !== undefined) this.#parsed.delete(oldest);
    }
    this.#parsed.set(index, parsed);
    return parsed;
  }

  #takePart(part: Element): void {
    const kind = part.getAttribute('data-part');
    if (kind === 'outline') this.#outline = JSON.parse(part.textContent ?? '[]');
    else if (kind === 'totals') this.totals = JSON.parse(part.textContent ?? '{}');
    else if (kind === 'content') {
      const chunk = this.#contents.length;
      this.#contents.push(part);
      this.#outline.forEach((outline, indexInChunk) => {
        this.segments.push({ outline, chunk, indexInChunk });
      });
    }
  }
}
