import type { FxErrorName } from '../../../fx-error-name.js';
import { FxlogError, type FxlogErrorInit } from '../../../fxlog-error.js';

/** What a {@link StateDocumentError} says. */
export interface StateDocumentErrorInit extends FxlogErrorInit {
  readonly fxError: FxErrorName;
  readonly offset: number;
  readonly noticedAt?: number;
}

/** Thrown for a state document that fx 0.0.5 does not accept (event-log §3.13, §9). */
export class StateDocumentError extends FxlogError {
  override readonly name = 'StateDocumentError';
  /** Name of the error fx itself raises. */
  declare readonly fxError: FxErrorName;
  /** Position of the fault, in bytes from the start of the document. */
  declare readonly offset: number;
  /** JSON Pointer to the value at fault. */
  declare readonly path: string;
  /**
   * Position of the last byte one must have read to notice the fault; at least `offset`. A turn of the wrong shape is noticed
   * where it ends. The length of the document for what only its end reveals.
   */
  readonly noticedAt: number;

  constructor(init: StateDocumentErrorInit, options?: ErrorOptions) {
    super({ ...init, path: init.path ?? '' }, options);
    this.noticedAt = init.noticedAt ?? init.offset;
  }
}
