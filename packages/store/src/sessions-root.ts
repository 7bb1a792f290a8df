import type { FxListing, LatestPointer, RootListing, SessionNode } from './summary.js';

/** Options of `SessionsRoot.open`. */
export interface OpenRootOptions {
  /** Require the directory to exist (default true). fx itself takes a missing store for an empty one. */
  readonly mustExist?: boolean;
}

/** Options of `SessionsRoot.list`. */
export interface ListOptions {
  /** Keep only sessions of this workspace, compared byte for byte as fx does. */
  readonly workspace?: string;
  /** At most so many sessions, newest first. */
  readonly limit?: number;
}

/** Options of `SessionsRoot.listAsFx`. */
export interface FxListOptions {
  /** The directory `fx sessions` is run in; without it as with `--all`. */
  readonly workspace?: string;
  /** 1…100, default 100. */
  readonly limit?: number;
  /** `v1:<updated_at_ms>:<id>`, from a previous page. */
  readonly cursor?: string;
}

/** A sessions root: the directory that holds one directory per session (session-directory §1). */
export interface SessionsRootApi {
  readonly path: string;
  list(options?: ListOptions): Promise<RootListing>;
  listAsFx(options?: FxListOptions): Promise<FxListing>;
  /** Path of the session directory with this id or unique prefix; throws `StoreError`. */
  find(idOrPrefix: string): Promise<string>;
  latest(workspaceRoot: string): Promise<LatestPointer | null>;
  latestPointers(): Promise<readonly LatestPointer[]>;
  tree(listing?: RootListing): Promise<readonly SessionNode[]>;
}
