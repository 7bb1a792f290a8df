/**
 * Raised when a question cannot be answered at all: no such root, no such session, an ambiguous prefix. What is wrong
 * *inside* a session is a finding, never an exception.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError';

  constructor(
    /** What kind of failure; stable. `io` carries the system error as `cause`. */
    readonly code: 'not-found' | 'ambiguous' | 'not-a-directory' | 'invalid-id' | 'unsafe-path' | 'io',
    message: string,
    /** The path or id that was asked for. */
    readonly subject: string,
    /** With `ambiguous`: the ids that begin so (at most 10). */
    readonly candidates: readonly string[] = [],
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
