/**
 * The fast way through the lines of a log as WebAssembly: the bytes are copied into its memory, the lines of a chunk are recognised in one
 * call, and what was found is read from a table. Several times faster than the same in JavaScript (`spelling.ts`), since it compares 8 and 16
 * bytes at a time.
 */
import { checksumTables } from '@fxlog/json/internal';
import type { Shape } from '../../loose/shape.js';
import { findWebAssembly, type Memory, type WebAssemblyInterface } from '../../recogniser/webassembly.js';
import { SCANNER_WASM } from './generated/scanner-wasm.js';
import { LINE_KINDS, LINE_SHAPES } from './line-kinds.js';

// The layout of the memory, in bytes, as in assembly/session-lines.ts.
const TABLES_AT = 1024;
const SPELLINGS_AT = 20_480;
const RECORDS_AT = 32_768;
const RECORD_BYTES = 96;
const INPUT_AT = 163_840;
const PADDING = 64;
const PAGE_BYTES = 65_536;

/** How many lines one call can record. */
const CAPACITY = Math.floor((INPUT_AT - RECORDS_AT) / RECORD_BYTES);

const RECORD_WORDS = RECORD_BYTES / 4;

// How a value is spelled, as in assembly/session-lines.ts; 0 is recognised nowhere.
const RAW = 1;
const UNSIGNED = 2;
const TEXT = 3;
const WORDS = 4;
const TEXTS = 5;

interface ScannerExports {
  readonly memory: Memory;
  scanLines(from: number, length: number, capacity: number): number;
}

/** What was found of lines that lie one after the other. Places in a line are counted from its start, ends of lines from the start of the input. */
export class ScannedLines {
  readonly #integers: Int32Array;
  readonly #doubles: Float64Array;

  constructor(
    records: ArrayBuffer,
    readonly count: number,
  ) {
    this.#integers = new Int32Array(records);
    this.#doubles = new Float64Array(records);
  }

  /** Behind the LF of a line. */
  end(index: number): number {
    return this.#integers[index * RECORD_WORDS]!;
  }

  /** Number of the kind among those that fx knows; -1 where the line was not recognised, and the rest means nothing. */
  kind(index: number): number {
    return this.#integers[index * RECORD_WORDS + 1]!;
  }

  kindStart(index: number): number {
    return this.#integers[index * RECORD_WORDS + 2]!;
  }

  kindEnd(index: number): number {
    return this.#integers[index * RECORD_WORDS + 3]!;
  }

  seq(index: number): number {
    return this.#doubles[index * (RECORD_WORDS / 2) + 2]!;
  }

  timestampMs(index: number): number {
    return this.#doubles[index * (RECORD_WORDS / 2) + 3]!;
  }

  /** Where the value of a field begins, by its number among those of the kind; -1 where it is absent. */
  fieldStart(index: number, field: number): number {
    return this.#integers[index * RECORD_WORDS + 8 + 2 * field]!;
  }

  fieldEnd(index: number, field: number): number {
    return this.#integers[index * RECORD_WORDS + 9 + 2 * field]!;
  }
}

/** One instance; it belongs to a thread, since no call leaves anything behind. */
export class LineScanner {
  readonly #exports: ScannerExports;
  #bytes: Uint8Array;

  /** @throws CompileError where the runtime has no SIMD, RangeError where there is no memory to be had. */
  constructor(webAssembly: WebAssemblyInterface) {
    const module = new webAssembly.Module(Buffer.from(SCANNER_WASM, 'base64'));
    const { exports } = new webAssembly.Instance(module, {});
    this.#exports = exports as unknown as ScannerExports;
    const { buffer } = this.#exports.memory;
    this.#bytes = new Uint8Array(buffer);
    new Int32Array(buffer).set(checksumTables(), TABLES_AT / 4);
    this.#bytes.set(encodeSpellings(), SPELLINGS_AT);
  }

  /** Recognises the lines that lie complete from `start` to `end`; null where there is no memory for a copy of them. */
  scan(bytes: Uint8Array, start: number, end: number): ScannedLines[] | null {
    const length = end - start;
    if (!this.#reserve(length)) return null;
    this.#bytes.set(bytes.subarray(start, end), INPUT_AT);
    const parts: ScannedLines[] = [];
    for (let from = 0; ; ) {
      const count = this.#exports.scanLines(from, length, CAPACITY);
      const records = this.#exports.memory.buffer.slice(RECORDS_AT, RECORDS_AT + count * RECORD_BYTES) as ArrayBuffer;
      const part = new ScannedLines(records, count);
      if (count > 0) parts.push(part);
      if (count < CAPACITY) return parts;
      from = part.end(count - 1);
    }
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
    this.#bytes = new Uint8Array(memory.buffer);
    return true;
  }
}

/** How the fields of every kind are spelled, for the scanner: count, then per kind its name and, behind their length, its fields. */
function encodeSpellings(): Uint8Array {
  const kinds = LINE_KINDS.map((kind) => {
    const { fields } = LINE_SHAPES[kind];
    const spelling = fields.map(({ name, shape, absent }) => {
      return Buffer.concat([sized(`,"${name}":`), Buffer.of(absent === undefined ? 1 : 0), encodeValue(shape)]);
    });
    const whole = Buffer.concat([Buffer.of(fields.length), ...spelling]);
    return Buffer.concat([sized(kind), Buffer.of(whole.length & 0xff, whole.length >> 8), whole]);
  });
  return Buffer.concat([Buffer.of(kinds.length), ...kinds]);
}

function encodeValue(shape: Shape): Buffer {
  switch (shape.kind) {
    case 'nullable':
      return encodeValue(shape.of);
    case 'raw':
      return Buffer.of(RAW);
    case 'integer':
      return Buffer.of(UNSIGNED);
    case 'text':
      return Buffer.of(TEXT);
    case 'enum':
      return Buffer.concat([Buffer.of(WORDS, shape.names.length), ...shape.names.map((name) => sized(`"${name}"`))]);
    case 'list':
      return Buffer.of(shape.of.kind === 'text' ? TEXTS : 0);
    default:
      return Buffer.of(0);
  }
}

function sized(text: string): Buffer {
  return Buffer.concat([Buffer.of(text.length), Buffer.from(text)]);
}

let scanner: LineScanner | null | undefined;

/** The scanner of this thread; null where the runtime has no WebAssembly with SIMD. */
export function findLineScanner(): LineScanner | null {
  if (scanner === undefined) scanner = makeScanner();
  return scanner;
}

function makeScanner(): LineScanner | null {
  const webAssembly = findWebAssembly();
  if (webAssembly === undefined) return null;
  try {
    return new LineScanner(webAssembly);
  } catch (error) {
    if (error instanceof webAssembly.CompileError || error instanceof RangeError) return null;
    throw error;
  }
}
