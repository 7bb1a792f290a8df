import type { FxErrorName } from './fx-error-name.js';
import { FxlogError, type FxlogErrorInit } from './fxlog-error.js';
import type { RuleId } from './rules/index.js';

/** A broken rule inside one frame or document, before anyone knows at which byte it lies. */
export interface Fault {
  /** Id in the rule catalogue. */
  readonly rule: RuleId;
  /** JSON Pointer of the value at fault. */
  readonly path: string;
  /** What fx would say. */
  readonly fxError: FxErrorName;
  /** What exactly is wrong, where the title of the rule does not say it. */
  readonly detail?: string;
}

/** What a {@link FrameError} says: always the error of fx, the place in the frame and the byte. */
export interface FrameErrorInit extends FxlogErrorInit {
  readonly fxError: FxErrorName;
  readonly path: string;
  readonly offset: number;
}

/** Thrown for a frame that fx 0.0.5 refuses, and for an event that its encoder refuses. */
export class FrameError extends FxlogError {
  override readonly name = 'FrameError';
  /** Name of the error fx itself raises (event-log §9). */
  declare readonly fxError: FxErrorName;
  /** JSON Pointer of the value at fault; empty for the frame as a whole. */
  declare readonly path: string;
  /** Where the fault lies, in bytes from the first byte of the frame. */
  declare readonly offset: number;

  constructor(init: FrameErrorInit, options?: ErrorOptions) {
    super(init, options);
  }
}
