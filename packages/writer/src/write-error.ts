import type { FxErrorName, RuleId } from '@fxlog/format';

/** What a {@link WriteError} is about. */
export interface WriteErrorDetails {
  /** Name of the error fx itself would raise, if it would. */
  readonly fxError?: FxErrorName | undefined;
  /** File or directory the error is about. */
  readonly file?: string | undefined;
  /** JSON Pointer into the value that was refused. */
  readonly path?: string | undefined;
  /** Index of the item that was refused, from 0 in the order in which the items were given. */
  readonly item?: number | undefined;
  /** True when the new session already stands, whole, and only something around it failed. */
  readonly published?: boolean | undefined;
  readonly cause?: unknown;
}

/**
 * The one error of this package: something was refused or could not be written. `rule` names the broken rule of the catalogue; a
 * system error is the `cause`.
 */
export class WriteError extends Error {
  override readonly name = 'WriteError';
  readonly fxError: FxErrorName | undefined;
  readonly file: string | undefined;
  readonly path: string | undefined;
  readonly item: number | undefined;
  readonly published: boolean;

  constructor(
    message: string,
    /** Id in the rule catalogue. */
    readonly rule: RuleId,
    details: WriteErrorDetails = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.fxError = details.fxError;
    this.file = details.file;
    this.path = details.path;
    this.item = details.item;
    this.published = details.published ?? false;
  }
}
