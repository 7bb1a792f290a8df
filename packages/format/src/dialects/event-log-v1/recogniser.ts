import { Recogniser } from '../../recogniser/recogniser.js';
import { MATCHER_WASM } from './generated/matcher-wasm.js';
import { LITERALS, PROGRAM } from './generated/program.js';
import * as hooks from './recogniser-hooks.js';

/** The recogniser of event-log-v1: frames, turns, and the control files that every session has. */
export const recogniser = new Recogniser({ program: PROGRAM, literals: LITERALS, wasm: MATCHER_WASM, hooks });
