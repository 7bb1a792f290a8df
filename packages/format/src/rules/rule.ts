import type { Severity } from '../finding.js';
import type { FxErrorName } from '../fx-error-name.js';
import type { RuleId } from './index.js';

/** One rule of the catalogue: what is checked, what fx says when it is broken, and what a person can do. */
export interface Rule<Id extends string = RuleId> {
  /** Stable id, `area/name`. */
  readonly id: Id;
  /** The fault in one sentence without a full stop, fit for a report. */
  readonly title: string;
  readonly severity: Severity;
  /** Name of the error fx raises, where one name fits; some rules depend on the place. */
  readonly fxError?: FxErrorName;
  /** Section of the format description. */
  readonly spec: string;
  /** Why the rule exists and what exactly it says. */
  readonly explain: string;
  /** What to do. */
  readonly remedy: string;
}

/** A part of the catalogue. The ids become a type, so that the compiler knows which rules there are. */
export function defineRules<const Id extends string>(rules: readonly Rule<Id>[]): readonly Rule<Id>[] {
  return rules;
}
