/**
 * Where a session goes: below a `sessions` folder that fx uses, under its own id and made known to fx; or to a directory of its own,
 * whose name must be its id, known to nobody.
 */
export type SessionTarget = { readonly root: string } | { readonly dir: string };

/** A file to be taken over into the new session as it is. */
export interface SessionFile {
  /** Inside the session directory, `/`-separated, below one of its child directories (or one of the few files beside the log that fxlog keeps). */
  readonly path: string;
  readonly bytes: Uint8Array | AsyncIterable<Uint8Array>;
}
