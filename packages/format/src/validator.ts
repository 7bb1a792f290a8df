import type { ValidationContext } from './keywords.js';

/** The first fault that a validator found. */
export interface ValidatorError {
  /** JSON Pointer of the value that was checked; of the object where a key of it is missing or unknown. */
  readonly instancePath: string;
  /** Where in `schemas/` the broken rule stands. */
  readonly schemaPath: string;
  /** The broken keyword: `required`, `additionalProperties`, `type`, `enum`, `fxInteger`, `durableBytes`, … */
  readonly keyword: string;
  /** `missingProperty`, `additionalProperty`, `allowedValues`, `expected`, `limit` and the like, by keyword. */
  readonly params: Readonly<Record<string, unknown>>;
  /** What is wrong, beginning with "must". */
  readonly message?: string;
}

/** Where a value that is validated stands in a larger one. */
export interface DataLocation {
  /** JSON Pointer of the value, the beginning of every pointer that is reported. */
  readonly instancePath?: string;
  /** The container whose member the value is; a value that is itself converted is put back there. */
  readonly parentData?: object | undefined;
  readonly parentDataProperty?: string | number;
}

/**
 * Checks a freshly parsed tree against a schema and turns it, in place, into the decoded value. Stops at the first fault, which is then
 * the only one in `errors`; broken bounds are collected in `this.deferred` and do not make the result false.
 */
export interface Validator {
  (this: ValidationContext, data: unknown, location?: DataLocation): boolean;
  errors?: readonly ValidatorError[] | null;
}
