/**
 * Which of the two recognisers a thread uses.
 */
import { JavaScriptMatcher } from './javascript.js';
import { WasmMatcher } from './wasm.js';
import { findWebAssembly } from './webassembly.js';

export type Matcher = WasmMatcher | JavaScriptMatcher;

/** How frames are recognised: WebAssembly where the runtime has it, with SIMD, else JavaScript. `none` leaves everything to the exact way. */
export type RecogniserName = 'wasm' | 'javascript' | 'none';

const inPlace = new JavaScriptMatcher();
let preferred: Matcher | null | undefined;

/**
 * Chooses the recogniser of this thread. The result of every check is the same with each; this is for tests and measurements.
 *
 * @returns the name of the recogniser that is in use from now on.
 */
export function useRecogniser(name: RecogniserName = 'wasm'): RecogniserName {
  preferred = name === 'wasm' ? (makeWasm() ?? inPlace) : name === 'javascript' ? inPlace : null;
  return preferred === null ? 'none' : preferred === inPlace ? 'javascript' : 'wasm';
}

function makeWasm(): WasmMatcher | null {
  const webAssembly = findWebAssembly();
  if (webAssembly === undefined) return null;
  try {
    return new WasmMatcher(webAssembly);
  } catch (error) {
    if (error instanceof webAssembly.CompileError || error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * The recogniser to use now; null where everything is left to the exact way.
 *
 * @param inPlaceOnly for bytes that are too many to be copied
 */
export function currentMatcher(inPlaceOnly = false): Matcher | null {
  if (preferred === undefined) useRecogniser();
  return preferred === undefined || preferred === null ? null : inPlaceOnly ? inPlace : preferred;
}

/**
 * The recogniser with `bytes` as its input; null where everything is left to the exact way. Bytes for which the first choice has no memory are
 * matched where they lie.
 *
 * @param inPlaceOnly for bytes that are too many to be copied
 */
export function matcherOf(bytes: Uint8Array, inPlaceOnly = false): Matcher | null {
  const matcher = currentMatcher(inPlaceOnly);
  if (matcher === null || matcher.load(bytes) !== 0) return matcher;
  inPlace.load(bytes);
  return inPlace;
}
