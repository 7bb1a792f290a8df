import type { Severity } from '../finding.js';

/** One rule of the catalogue: what is checked, what fx says when it is broken, and what a person can do. */
export interface Rule {
  /** Stable id, `area/name`. */
  readonly id: string;
  /** The fault in one sentence without a full stop, fit for a report. */
  readonly title: string;
  readonly severity: Severity;
  /** Name of the error fx raises, where one name fits; some rules depend on the place. */
  readonly fxError?: string;
  /** Section of the format description. */
  readonly spec: string;
  /** Why the rule exists and what exactly it says. */
  readonly explain: string;
  /** What to do. */
  readonly remedy: string;
}
