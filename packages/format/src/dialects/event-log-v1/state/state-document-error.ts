import type { FxErrorName } from '../../../fx-error-name.js';
import type { RuleId } from '../../../rules/index.js';

/** Thrown for a state document that fx 0.0.5 does not accept (event-log §3.13, §9). */
export class StateDocumentError extends Error {
  override readonly name = 'StateDocumentError';

  constructor(
    /** Id in the rule catalogue. */
    readonly rule: RuleId,
    /** The error fx itself raises. */
    readonly fxError: FxErrorName,
    message: string,
    /** Position of the fault, in bytes from the start of the document. */
    readonly offset: number,
    /**
     * Position of the last byte one must have read to notice the fault; at least `offset`. A turn of the wrong shape is noticed
     * where it ends. The length of the document for what only its end reveals.
     */
    readonly noticedAt: number = offset,
    /** JSON Pointer to the value at fault. */
    readonly path: string = '',
  ) {
    super(message);
  }
}
