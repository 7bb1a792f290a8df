import { open } from 'node:fs/promises';
import type { SearchOptions } from './search-options.js';

const CHUNK_BYTES = 1024 * 1024;

/** Characters that JSON writers spell with a backslash. */
const ESCAPED = /["\\/\p{Cc}\p{Cs}]/u;

/**
 * Where text can stand in another spelling than its own, or elsewhere: state documents and bytes that are not UTF-8 lie there as base64, large
 * pieces beside the log.
 */
const OPAQUE = [Buffer.from('state_replacement_chunk'), Buffer.from('base64'), Buffer.from('"$blob"')];
const UNICODE_ESCAPE = Buffer.from('\\u');

/** Looks at the bytes of a log, to tell fast that a text cannot be in it. */
export class Prefilter {
  /** The longest part of the pattern that has but one spelling in JSON, apart from `\u` escapes. */
  readonly #needle: Buffer;
  readonly #units: ReadonlySet<number>;

  private constructor(needle: string) {
    this.#needle = Buffer.from(needle);
    this.#units = new Set(Array.from({ length: needle.length }, (_, i) => needle.charCodeAt(i)));
  }

  /** Null where the bytes say nothing: the pattern is not plain text. */
  static of({ pattern, mode, ignoreCase }: SearchOptions): Prefilter | null {
    if (mode !== 'text' || ignoreCase) return null;
    const parts = [...pattern.matchAll(new RegExp(`[^${ESCAPED.source.slice(1, -1)}]+`, 'gu'))].map(([part]) => part);
    const longest = parts.reduce((best, part) => (part.length > best.length ? part : best), '');
    return longest === '' ? null : new Prefilter(longest);
  }

  /** False only when the text is certainly not there. */
  async mayContain(path: string, end: number | undefined, signal: AbortSignal): Promise<boolean> {
    const file = await open(path, 'r');
    try {
      // What is cut by the end of a chunk is looked at again with the next.
      const overlap = Math.max(this.#needle.length, 64) - 1;
      const buffer = Buffer.allocUnsafe(CHUNK_BYTES + overlap);
      let kept = 0;
      for (let offset = 0; ; ) {
        signal.throwIfAborted();
        const wanted = Math.min(CHUNK_BYTES, (end ?? Number.POSITIVE_INFINITY) - offset);
        const { bytesRead } = await file.read(buffer, kept, wanted, offset);
        if (bytesRead === 0) return false;
        const bytes = buffer.subarray(0, kept + bytesRead);
        if (this.#mayBeIn(bytes)) return true;
        offset += bytesRead;
        kept = Math.min(overlap, bytes.length);
        bytes.copy(buffer, 0, bytes.length - kept);
      }
    } finally {
      await file.close();
    }
  }

  #mayBeIn(bytes: Buffer): boolean {
    if (bytes.includes(this.#needle) || OPAQUE.some((mark) => bytes.includes(mark))) return true;
    for (let at = bytes.indexOf(UNICODE_ESCAPE); at >= 0; at = bytes.indexOf(UNICODE_ESCAPE, at + 2)) {
      const unit = Number.parseInt(bytes.toString('latin1', at + 2, at + 6), 16);
      // Nobody but the hostile spells letters like that; then nothing can be told from bytes, not even what is opaque.
      if (this.#units.has(unit) || (unit >= 0x20 && unit < 0x7f)) return true;
    }
    return false;
  }
}
