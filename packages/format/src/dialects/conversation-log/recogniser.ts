import { Recogniser } from '../../recogniser/recogniser.js';
import { MATCHER_WASM } from './generated/matcher-wasm.js';
import { LITERALS, PROGRAM } from './generated/program.js';
import * as hooks from './recogniser-hooks.js';

/** The recogniser of lines that are spelled as fx 0.0.8 and later write them. */
export const recogniser = new Recogniser({ program: PROGRAM, literals: LITERALS, wasm: MATCHER_WASM, hooks });
