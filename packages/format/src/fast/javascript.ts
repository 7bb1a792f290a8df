/**
 * The recogniser as JavaScript, behind the same few methods as the WebAssembly one: for runtimes without SIMD, and for single large
 * frames, which it matches where they lie, without copying them.
 */
import { matchFrames, matchList } from './matcher.js';
import { RECORD_CAPACITY, records, setInput } from './platform.js';

export class JavaScriptMatcher {
  #loads = 0;

  load(bytes: Uint8Array): number {
    setInput(bytes, bytes.length);
    return ++this.#loads;
  }

  get loaded(): number {
    return this.#loads;
  }

  matchFrames(envelope: number, start: number): number {
    return matchFrames(envelope, start, RECORD_CAPACITY);
  }

  matchList(node: number, start: number): number {
    return matchList(node, start, RECORD_CAPACITY);
  }

  end(index: number): number {
    return records.ends[index] as number;
  }

  tag(index: number): number {
    return records.tags[index] as number;
  }

  eventIdAt(index: number): number {
    return records.eventIds[index] as number;
  }

  /** Where the work id of the event begins, or -1. */
  workIdAt(index: number): number {
    return records.workIds[index] as number;
  }

  seq(index: number): number {
    return records.seqs[index] as number;
  }

  timestamp(index: number): number {
    return records.timestamps[index] as number;
  }
}
