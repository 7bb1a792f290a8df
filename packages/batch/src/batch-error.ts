import { FxlogError } from '@fxlog/format';

/** Something about an input, a job, a pattern or a table that cannot be worked with; `rule` is in the catalogue (`batch/…`). */
export class BatchError extends FxlogError {
  override readonly name = 'BatchError';
}
