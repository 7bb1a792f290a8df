import type { FxErrorName } from './fx-error-name.js';
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

/** Thrown for a frame that fx 0.0.5 refuses, and for an event that its encoder refuses. */
export class FrameError extends Error {
  override readonly name = 'FrameError';

  constructor(
    message: string,
    /** Name of the error fx itself raises (event-log §9). */
    readonly fxError: FxErrorName,
    /** Id in the rule catalogue. */
    readonly rule: RuleId,
    /** JSON Pointer of the value at fault; empty for the frame as a whole. */
    readonly path: string,
    /** Where the fault lies, in bytes from the first byte of the frame. */
    readonly offset: number,
  ) {
    super(message);
  }
}
