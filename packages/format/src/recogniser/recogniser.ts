/**
 * The recognisers: one a dialect, and for all of them one choice of how they run.
 */
import type { Grammar } from './grammar.js';
import { JavaScriptMatcher } from './javascript.js';
import { WasmMatcher } from './wasm.js';
import { findWebAssembly } from './webassembly.js';

/** A recogniser at work, in WebAssembly or in JavaScript. */
export type Matcher = WasmMatcher | JavaScriptMatcher;

/** How frames are recognised: WebAssembly where the runtime has it, with SIMD, else JavaScript. `none` leaves everything to the exact way. */
export type RecogniserName = 'wasm' | 'javascript' | 'none';

let preferred: RecogniserName = 'wasm';
const recognisers: Recogniser[] = [];

/**
 * Chooses the recogniser of this thread. The result of every check is the same with each; this is for tests and measurements.
 *
 * @returns the name of the recogniser that is in use from now on.
 */
export function useRecogniser(name: RecogniserName = 'wasm'): RecogniserName {
  preferred = name;
  for (const recogniser of recognisers) recogniser.reset();
  return name === 'wasm' && !recognisers.some((recogniser) => recogniser.hasWasm) ? 'javascript' : name;
}

/** Recognises the lines of one dialect by its grammar. */
export class Recogniser {
  readonly #grammar: Grammar;
  readonly #inPlace: JavaScriptMatcher;
  /** Undefined until it is wanted, null where the runtime cannot have it. */
  #wasm: WasmMatcher | null | undefined;

  constructor(grammar: Grammar) {
    this.#grammar = grammar;
    this.#inPlace = new JavaScriptMatcher(grammar);
    recognisers.push(this);
  }

  /** Looks anew what the runtime has to offer. @internal */
  reset(): void {
    this.#wasm = undefined;
  }

  /** Whether it runs as WebAssembly in this runtime. @internal */
  get hasWasm(): boolean {
    if (this.#wasm === undefined) this.#wasm = makeWasm(this.#grammar);
    return this.#wasm !== null;
  }

  /**
   * The matcher to use now; null where everything is left to the exact way.
   *
   * @param inPlaceOnly for bytes that are too many to be copied
   */
  matcher(inPlaceOnly = false): Matcher | null {
    if (preferred === 'none') return null;
    if (inPlaceOnly || preferred === 'javascript') return this.#inPlace;
    if (this.#wasm === undefined) this.#wasm = makeWasm(this.#grammar);
    return this.#wasm ?? this.#inPlace;
  }

  /** The same with `bytes` as its input. Bytes for which the first choice has no memory are matched where they lie. */
  matcherOf(bytes: Uint8Array, inPlaceOnly = false): Matcher | null {
    const matcher = this.matcher(inPlaceOnly);
    if (matcher === null || matcher.load(bytes) !== 0) return matcher;
    this.#inPlace.load(bytes);
    return this.#inPlace;
  }
}

function makeWasm(grammar: Grammar): WasmMatcher | null {
  const webAssembly = findWebAssembly();
  if (webAssembly === undefined) return null;
  try {
    return new WasmMatcher(webAssembly, grammar);
  } catch (error) {
    if (error instanceof webAssembly.CompileError || error instanceof RangeError) return null;
    throw error;
  }
}
