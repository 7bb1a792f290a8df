import { FxlogError } from '@fxlog/format';
import type { FxlogErrorInit } from '@fxlog/format/internal';

/** What a {@link WriteError} says. */
export interface WriteErrorInit extends FxlogErrorInit {
  /** Index of the item that was refused, from 0 in the order in which the items were given. */
  readonly item?: number | undefined;
  /** True when the new session already stands, whole, and only something around it failed. */
  readonly published?: boolean | undefined;
}

/** Something was refused or could not be written; a system error is the `cause`. */
export class WriteError extends FxlogError {
  override readonly name = 'WriteError';
  declare readonly item: number | undefined;
  readonly published: boolean;

  constructor(init: WriteErrorInit, options?: ErrorOptions) {
    super(init, options);
    if (init.item !== undefined) this.item = init.item;
    this.published = init.published ?? false;
  }
}
