import { runValidator, type Validator } from '@fxlog/format/internal';
import type { JsonValue } from '@fxlog/json';
import { ShapeError } from './shape.js';

/**
 * Checks a parsed document against its schema; the validator puts decoded values in the place of the parsed ones.
 *
 * @throws ShapeError for the first fault.
 */
export function checkDocument<T>(validator: Validator, value: JsonValue): T {
  const { fault, deferred } = runValidator(validator, value, '');
  const found = fault ?? deferred;
  if (found !== null) {
    const where = found.path === '' ? 'the document' : found.path;
    throw new ShapeError(
      found.path,
      `${where} breaks ${found.rule}${fault?.detail === undefined ? '' : ` (${fault.detail})`}`,
    );
  }
  return value as unknown as T;
}
