import type { Finding, Int64, Uint64 } from '@fxlog/format';

/**
 * The on-disk formats that a session can have. Only `event-log-v1` is opened by fx 0.0.5 as its own; `legacy-snapshot`
 * is converted by it; the others were written by a newer fx. What an `execution-journal` holds is named, not read. `half-made` and `unknown`
 * directories have no format yet.
 */
export type SessionFormat =
  | 'event-log-v1'
  | 'legacy-snapshot'
  | 'conversation-log'
  | 'execution-journal'
  | 'sessions-v2'
  | 'half-made'
  | 'unknown';

/**
 * How a session looks without reading its log.
 *
 * - `ok`: nothing to say;
 * - `warning`: fx opens it, but something is worth knowing (stale manifest, pending commit, lost modes);
 * - `half-made`: a creation that never finished, no session yet (session-directory §6.1);
 * - `unreadable`: fx skips or refuses it; `findings` say why.
 */
export type SessionHealth = 'ok' | 'warning' | 'half-made' | 'unreadable';

/** What marks a session as a child of another (session-directory §5.4), read leniently from `subagent/control.json`. */
export interface ChildLink {
  /** Session id of the parent; null when the record names none. */
  readonly parentId: string | null;
  /** `one_off` children are never resumed; null when the record does not say. */
  readonly mode: 'one_off' | 'persistent' | null;
  /** The permission mode that was last given to it, the only one that any session records (profile-and-tools §6.6); null when the record does not say. */
  readonly permissionMode: 'ask' | 'auto' | 'yolo' | null;
}

/** A session and its directory. */
export interface SessionPlace {
  readonly id: string;
  readonly dir: string;
}

/**
 * One directory under a sessions root, as its small files describe it. The log is never read for a summary, only
 * looked at with one `lstat`.
 */
export interface SessionSummary {
  /** The directory's name, which is the session's id. */
  readonly id: string;
  /** Path of the session directory. */
  readonly dir: string;
  readonly format: SessionFormat;
  readonly health: SessionHealth;
  /** Frozen title from `display.json`; null when there is none (fx then shows "Untitled session"). */
  readonly title: string | null;
  readonly preview: string | null;
  readonly workspaceRoot: string | null;
  readonly originWorkspaceRoot: string | null;
  readonly conversationLanguage: string | null;
  readonly model: string | null;
  readonly effort: string | null;
  readonly provider: string | null;
  /** Milliseconds since the epoch, UTC. */
  readonly createdAtMs: Int64 | null;
  /** Milliseconds since the epoch, UTC; the timestamp of the last reduced event. */
  readonly updatedAtMs: Int64 | null;
  /** Number of turns as the manifest (or legacy snapshot) claims it. */
  readonly turns: Uint64 | null;
  readonly totalInputTokens: Uint64 | null;
  readonly totalOutputTokens: Uint64 | null;
  /** Size in bytes of the file that holds the conversation; null when there is none. */
  readonly logBytes: number | null;
  /** Name of the file that holds the conversation, relative to `dir`; null when there is none. */
  readonly logFile: string | null;
  /** Would a directory scan of fx 0.0.5 list it (session-directory Appendix B)? */
  readonly listedByFx: boolean;
  /** The manifest does not describe the log as it lies there now (session-directory §2.3). */
  readonly stale: boolean;
  /** A commit, a change of authority or a change to a newer format is under way, or was interrupted. */
  readonly pending: 'authority' | 'commit' | 'migration' | null;
  readonly child: ChildLink | null;
  /** Ids of the sessions that it says it has started; where a child does not name its parent, this does. */
  readonly childIds: readonly string[];
  readonly findings: readonly Finding[];
}

/** Something in a sessions root that is not a session and is passed over in silence by fx (session-directory §1.4). */
export interface StrayEntry {
  readonly name: string;
  readonly path: string;
  readonly kind: 'file' | 'directory' | 'symlink' | 'other';
  /** What it is, in words: "listing cache", "not a session id", … */
  readonly reason: string;
  /** True for what fx itself puts there (caches, locks, pointers, staging). */
  readonly known: boolean;
}

/** Everything under one sessions root. */
export interface RootListing {
  readonly root: string;
  /** Newest first: `updatedAtMs` descending, then id descending by bytes; entries without a time come last. */
  readonly sessions: readonly SessionSummary[];
  readonly strays: readonly StrayEntry[];
  /** About the root itself; each session carries its own. */
  readonly findings: readonly Finding[];
}

/** One row of `fx sessions --json` (session-directory §6.2), key names as fx prints them. */
export interface FxSessionRow {
  readonly id: string;
  readonly title: string;
  readonly preview: string | null;
  readonly workspace_root: string | null;
  readonly origin_workspace_root: string | null;
  readonly created_at_ms: Int64;
  readonly updated_at_ms: Int64;
  readonly history_len: Uint64;
  readonly conversation_language: string;
}

/** What `fx sessions` of 0.0.5 would print for a root. */
export interface FxListing {
  /** A valid index page is believed without a look at the directories; else fx scans. */
  readonly source: 'index' | 'scan';
  /** Why the index was not used. */
  readonly indexRefused?: string;
  readonly sessions: readonly FxSessionRow[];
  /** Directories that the scan could not classify; always 0 for an index page. */
  readonly skippedInvalid: number;
  readonly hasMore: boolean;
  readonly nextCursor?: string;
}

/** A workspace's `latest` pointer (session-directory §5.2). */
export interface LatestPointer {
  readonly file: string;
  readonly status: 'ready' | 'pending' | 'invalid';
  readonly workspaceRoot: string | null;
  readonly sessionId: string | null;
  readonly updatedAtMs: Int64 | null;
  /** The session it names is a directory of this root. */
  readonly targetExists: boolean;
}

/** Sessions as a forest: children beneath their parents. */
export interface SessionNode {
  readonly summary: SessionSummary;
  readonly children: readonly SessionNode[];
  /** The parent that the record names is not in this root. */
  readonly parentMissing: boolean;
}
