import type { RuleId } from '@fxlog/format';
import type { Reason } from './model/session-input.js';

/** Something about an input or a job that cannot be worked with; `rule` is in the catalogue (`batch/…`). */
export class BatchError extends Error {
  constructor(
    readonly rule: RuleId,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'BatchError';
  }

  /** As the reason why a session failed. */
  toReason(): Reason {
    return { reason: this.message, rule: this.rule };
  }
}
