import type { Finding } from './finding.js';
import type { FxErrorName } from './fx-error-name.js';
import type { RuleId } from './rules/index.js';
import type { Uint64 } from './scalars.js';

/** What an error of fxlog is made of; a class adds what its layer knows besides. */
export interface FxlogErrorInit {
  /** The rule of the catalogue that was broken. */
  readonly rule: RuleId;
  /** One sentence for a person: what is wrong and, where the rule does not say it, what to do. */
  readonly message: string;
  /** File or directory the error is about, as the caller named it. */
  readonly file?: string | undefined;
  /** Where it begins, in bytes from the start of the file; of the frame or document for an error that knows no file. */
  readonly offset?: number | undefined;
  /** How many bytes it covers. */
  readonly length?: number | undefined;
  /** Line in the file, from 1. */
  readonly line?: number | undefined;
  /** `seq` of the frame, where it is known. */
  readonly seq?: Uint64 | undefined;
  /** RFC 6901 JSON Pointer into the frame or document. */
  readonly path?: string | undefined;
  /** Name of the error that fx itself would raise, if it would. */
  readonly fxError?: FxErrorName | undefined;
}

const PLACE = ['file', 'offset', 'length', 'line', 'seq', 'path', 'fxError'] as const;

/**
 * The class of every error that fxlog throws about data, files and requests; catch it to catch them all. What it does not cover is a
 * mistake of the caller (`TypeError`, `RangeError`), bytes that are not JSON (`JsonError` of `@fxlog/json`), the abort of a signal and
 * what the operating system says while files are written, which is mostly the `cause` of one of these.
 *
 * @example
 * try {
 *   await reduceLog(path);
 * } catch (error) {
 *   if (!(error instanceof FxlogError)) throw error;
 *   report(error.toFinding());
 * }
 */
export abstract class FxlogError extends Error {
  readonly rule: RuleId;
  /** The sentence alone; `message` of some classes also says the place. */
  readonly reason: string;
  // Declared alone: what is not known is no property, so that a console does not print it.
  declare readonly file: string | undefined;
  declare readonly offset: number | undefined;
  declare readonly length: number | undefined;
  declare readonly line: number | undefined;
  declare readonly seq: Uint64 | undefined;
  declare readonly path: string | undefined;
  declare readonly fxError: FxErrorName | undefined;

  constructor(init: FxlogErrorInit, options?: ErrorOptions, message: string = init.message) {
    super(message, options);
    this.rule = init.rule;
    this.reason = init.message;
    for (const key of PLACE) if (init[key] !== undefined) Object.assign(this, { [key]: init[key] });
  }

  /** The same as a finding of severity `error`. */
  toFinding(): Finding {
    const { rule, reason, file, offset, length, line, seq, path, fxError } = this;
    return {
      rule,
      severity: 'error',
      message: reason,
      ...(file === undefined ? {} : { file }),
      ...(offset === undefined ? {} : { offset }),
      ...(length === undefined ? {} : { length }),
      ...(line === undefined ? {} : { line }),
      ...(seq === undefined ? {} : { seq }),
      ...(path === undefined || path === '' ? {} : { path }),
      ...(fxError === undefined ? {} : { fxError }),
    };
  }
}
