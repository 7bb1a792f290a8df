/**
 * The recogniser as WebAssembly: the bytes are copied into its memory, all frames of a chunk are matched in one call, and what was found is
 * read from a table. Several times faster than the same source as JavaScript, since it compares and scans 8 and 16 bytes at a time.
 */
import { INPUT_AT, LITERALS_AT, PADDING, PROGRAM_AT, RECORD_BYTES, RECORDS_AT } from './codes.js';
import type { Grammar } from './grammar.js';
import type { Memory, WebAssemblyInterface } from './webassembly.js';

const PAGE_BYTES = 65_536;
const LF = 0x0a;

/** How many lines one call can record. */
const RECORD_CAPACITY = (INPUT_AT - RECORDS_AT) / RECORD_BYTES;

interface MatcherExports {
  readonly memory: Memory;
  setInput(length: number): void;
  matchFrames(envelope: number, start: number, capacity: number): number;
  matchList(node: number, start: number, capacity: number): number;
}

/** One instance of the recogniser; it belongs to a thread, not to a reader, since no call leaves anything behind. */
export class WasmMatcher {
  readonly #exports: MatcherExports;
  #integers: Int32Array;
  #doubles: Float64Array;
  #bytes: Uint8Array;
  #text: Buffer;
  #loads = 0;

  /** @throws CompileError where the runtime has no SIMD, RangeError where there is no memory to be had. */
  constructor(webAssembly: WebAssemblyInterface, grammar: Grammar) {
    const module = new webAssembly.Module(Buffer.from(grammar.wasm, 'base64'));
    const { exports } = new webAssembly.Instance(module, { env: { abort: () => undefined } });
    this.#exports = exports as unknown as MatcherExports;
    const { buffer } = this.#exports.memory;
    this.#integers = new Int32Array(buffer);
    this.#doubles = new Float64Array(buffer);
    this.#bytes = new Uint8Array(buffer);
    this.#text = Buffer.from(buffer);
    this.#integers.set(grammar.program, PROGRAM_AT / 4);
    this.#bytes.set(grammar.literals, LITERALS_AT);
  }

  /** Takes the bytes to match in; returns a number that stands for them until others are taken, or 0 where there is no memory for a copy. */
  load(bytes: Uint8Array): number {
    if (!this.#reserve(bytes.length)) return 0;
    this.#bytes.set(bytes, INPUT_AT);
    this.#exports.setInput(bytes.length);
    return ++this.#loads;
  }

  /**
   * Takes text as the input, in UTF-8 and with a LF; returns the view of it, which is good until other input is taken. Null where there is no
   * memory for it.
   */
  loadLine(text: string): Buffer | null {
    if (!this.#reserve(3 * text.length + 1)) return null;
    const length = this.#text.write(text, INPUT_AT, 'utf8') + 1;
    this.#bytes[INPUT_AT + length - 1] = LF;
    this.#exports.setInput(length);
    this.#loads++;
    return this.#text.subarray(INPUT_AT, INPUT_AT + length);
  }

  /** Makes room for an input; false where the runtime has no more memory to give. */
  #reserve(bytes: number): boolean {
    const { memory } = this.#exports;
    const missing = INPUT_AT + bytes + PADDING - memory.buffer.byteLength;
    if (missing <= 0) return true;
    try {
      memory.grow(Math.ceil(missing / PAGE_BYTES));
    } catch (error) {
      if (error instanceof RangeError) return false;
      throw error;
    }
    this.#integers = new Int32Array(memory.buffer);
    this.#doubles = new Float64Array(memory.buffer);
    this.#bytes = new Uint8Array(memory.buffer);
    this.#text = Buffer.from(memory.buffer);
    return true;
  }

  /** What `load` returned for the bytes that are in the memory now. */
  get loaded(): number {
    return this.#loads;
  }

  /** Matches the lines from `start` on; returns how many were recorded. */
  matchFrames(envelope: number, start: number): number {
    return this.#exports.matchFrames(envelope, start, RECORD_CAPACITY);
  }

  /** Matches values with commas between them from `start` on; returns how many were recorded. */
  matchList(node: number, start: number): number {
    return this.#exports.matchList(node, start, RECORD_CAPACITY);
  }

  /** Where the line, or the value, that was recorded ends. */
  end(index: number): number {
    return this.#integers[(RECORDS_AT + index * RECORD_BYTES) / 4] as number;
  }

  /** The kind of a frame that was recognised, else -1. */
  tag(index: number): number {
    const tag = this.#integers[(RECORDS_AT + index * RECORD_BYTES) / 4 + 1] as number;
    return tag < 0 ? -1 : tag & 0xff;
  }

  /** Whether fx would write a frame that was recognised in just this spelling, escapes and cost aside. */
  isAsWritten(index: number): boolean {
    return this.#integers[(RECORDS_AT + index * RECORD_BYTES) / 4 + 1] === this.tag(index);
  }

  /** The first place that the dialect has marked in a line, or -1. */
  firstMark(index: number): number {
    return this.#integers[(RECORDS_AT + index * RECORD_BYTES) / 4 + 2] as number;
  }

  /** The second one. */
  secondMark(index: number): number {
    return this.#integers[(RECORDS_AT + index * RECORD_BYTES) / 4 + 3] as number;
  }

  seq(index: number): number {
    return this.#doubles[(RECORDS_AT + index * RECORD_BYTES) / 8 + 2] as number;
  }

  timestamp(index: number): number {
    return this.#doubles[(RECORDS_AT + index * RECORD_BYTES) / 8 + 3] as number;
  }
}
