import type { DialectDescription, DialectId } from './dialect.js';
import { FxlogError } from './fxlog-error.js';

/** Thrown where something of one format was given to what handles another. */
export class DialectError extends FxlogError {
  override readonly name = 'DialectError';

  constructor(expected: Pick<DialectDescription, 'title'>, found: DialectId) {
    super({
      rule: 'dialect/other',
      message: `This can be done with ${expected.title} only, not with the format ${found}`,
    });
  }
}
