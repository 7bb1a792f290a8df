import type { FxErrorName } from './fx-error-name.js';
import type { RuleId } from './rules/index.js';
import type { Uint64 } from './scalars.js';

/** How bad a finding is: `error` makes the data unreadable to fx, `warning` is what fx works around, `info` is worth knowing. */
export type Severity = 'error' | 'warning' | 'info';

/** Everything fxlog has to say about data, in the library, in JSON output and on the screen. */
export interface Finding {
  /** Stable id of the broken rule; see the rule catalogue. */
  readonly rule: RuleId;
  readonly severity: Severity;
  /** One sentence for a person. */
  readonly message: string;
  /** File the finding is about, as the caller named it or relative to the session directory. */
  readonly file?: string;
  /** Where it begins, in bytes from the start of the file. */
  readonly offset?: number;
  /** How many bytes it covers. */
  readonly length?: number;
  /** Line in the file, from 1; only LF ends a line. */
  readonly line?: number;
  /** `seq` of the frame, where it is known. */
  readonly seq?: Uint64;
  /** RFC 6901 JSON Pointer into the frame or document. */
  readonly path?: string;
  /** Name of the error fx itself would raise, if it would. */
  readonly fxError?: FxErrorName;
}
