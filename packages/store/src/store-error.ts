import { FxlogError } from '@fxlog/format';
import type { FxlogErrorInit } from '@fxlog/format/internal';

/** What a {@link StoreError} says. */
export interface StoreErrorInit extends FxlogErrorInit {
  /** The path or id that was asked for. */
  readonly file?: string | undefined;
  /** With `store/ambiguous-id`: the ids that begin so (at most 10). */
  readonly candidates?: readonly string[] | undefined;
}

/**
 * Thrown when a question cannot be answered at all (no such root, no such session, an ambiguous prefix), and when a repair is refused or
 * given up; nothing was changed then, unless the message says so. What is wrong *inside* a session is a finding, never an exception. A
 * failure of the operating system is its `cause`.
 */
export class StoreError extends FxlogError {
  override readonly name = 'StoreError';
  readonly candidates: readonly string[];

  constructor(init: StoreErrorInit, options?: ErrorOptions) {
    super(init, options);
    this.candidates = init.candidates ?? [];
  }
}
