/**
 * The recogniser as JavaScript, behind the same few methods as the WebAssembly one: for runtimes without SIMD, and for single large
 * frames, which it matches where they lie, without copying them.
 */
import type { Grammar } from './grammar.js';
import { useHooks } from './hooks.js';
import { matchFrames, matchList } from './interpreter.js';
import { RECORD_CAPACITY, records, setInput, setProgram } from './platform.js';

/** The input that lies there now, over all matchers: they share one interpreter. */
let loads = 0;

export class JavaScriptMatcher {
  readonly #grammar: Grammar;

  constructor(grammar: Grammar) {
    this.#grammar = grammar;
  }

  load(bytes: Uint8Array): number {
    setProgram(this.#grammar.program, this.#grammar.literals);
    useHooks(this.#grammar.hooks);
    setInput(bytes, bytes.length);
    return ++loads;
  }

  /** Takes text as the input, in UTF-8 and with a LF; returns its bytes. */
  loadLine(text: string): Buffer {
    const line = Buffer.from(`${text}\n`, 'utf8');
    this.load(line);
    return line;
  }

  get loaded(): number {
    return loads;
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

  /** The kind of a frame that was recognised, else -1. */
  tag(index: number): number {
    const tag = records.tags[index] as number;
    return tag < 0 ? -1 : tag & 0xff;
  }

  /** Whether fx would write a frame that was recognised in just this spelling, escapes and cost aside. */
  isAsWritten(index: number): boolean {
    return records.tags[index] === this.tag(index);
  }

  /** The first place that the dialect has marked in a line, or -1. */
  firstMark(index: number): number {
    return records.firstMarks[index] as number;
  }

  /** Where the work id of the event begins, or -1. */
  /** The second one. */
  secondMark(index: number): number {
    return records.secondMarks[index] as number;
  }

  seq(index: number): number {
    return records.seqs[index] as number;
  }

  timestamp(index: number): number {
    return records.timestamps[index] as number;
  }
}
