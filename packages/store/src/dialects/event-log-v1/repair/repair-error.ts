import type { RuleId } from '@fxlog/format';

/** Why a repair was refused or given up; nothing was changed then, unless the message says so. */
export class RepairError extends Error {
  override readonly name = 'RepairError';

  constructor(
    /** Id in the rule catalogue. */
    readonly rule: RuleId,
    message: string,
    /** File or directory it is about. */
    readonly file?: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
