import { isDeepStrictEqual } from 'node:util';
import { FrameError } from '../../../frame-error.js';
import { type RecogniserName, useRecogniser } from '../../../recogniser/recogniser.js';
import { checkFrame } from '../check-frame.js';
import { decodeFrame } from '../decode-frame.js';

export const RECOGNISERS: readonly RecogniserName[] = ['wasm', 'javascript', 'none'];

type Outcome =
  | { readonly value: unknown }
  | { readonly fxError: string; readonly rule: string; readonly path: string; readonly offset: number };

/** Checks a frame on every path and says where two of them differ; null where verdict, error, place and value are all the same. */
export function findDifference(frame: Buffer, recognisers = RECOGNISERS): string | null {
  const exact = outcomeOf(() => decodeFrame(frame));
  for (const name of recognisers) {
    if (useRecogniser(name) !== name) throw new Error(`The recogniser ${name} is not available here.`);
    // The frame stands between others, so that a reader that runs over its end or keeps something from before is found out.
    const padded = Buffer.concat([Buffer.from('{"x":'), frame, Buffer.from('"}\n')]);
    const fast = outcomeOf(() => checkFrame(padded, 5, 5 + frame.length).event);
    if (!isDeepStrictEqual(fast, exact)) return `${name}: ${JSON.stringify(fast)} instead of ${JSON.stringify(exact)}`;
  }
  return null;
}

function outcomeOf(decode: () => unknown): Outcome {
  try {
    return { value: decode() };
  } catch (error) {
    if (!(error instanceof FrameError)) throw error;
    const { fxError, rule, path, offset } = error;
    return { fxError, rule, path, offset };
  }
}
