// Generated from schemas/ by "npm run generate -w @fxlog/format"; do not edit.
import type { DurableBytes, Uint64 } from '../../../scalars.js';

/** The `data` of a `compacted` line. (newer-formats §7.4) */
export interface Compaction {
  /** The summary. */
  summary: string;
  /** Turns that it stands for. */
  removed_turn_count: Uint64;
  /** Compactions so far. */
  compaction_count: Uint64;
  /** The first turn that the model still sees whole. */
  keep_from_turn: Uint64 | null;
}

/** A session was deleted, for good. (newer-formats §7.7) */
export interface DelRecord {
  /** The session. */
  id: DurableBytes;
  /** When, milliseconds since 1970-01-01 UTC. */
  ts: Uint64;
}

/** A session was opened (old builds). (newer-formats §7.7) */
export interface OpenedRecord {
  /** The session. */
  id: DurableBytes;
  /** By which kind of program. */
  host: 'app' | 'ask' | 'acp' | 'sdk' | 'child';
  /** When, milliseconds since 1970-01-01 UTC. */
  ts: Uint64;
}

/** A session as it is listed. (newer-formats §7.7) */
export interface PutRecord {
  /** The session. */
  id: DurableBytes;
  /** Whether a parent started it. */
  role: 'root' | 'child';
  /** The kind of program that started it. */
  host: 'app' | 'ask' | 'acp' | 'sdk' | 'child';
  /** Where it was last used. */
  workspace: DurableBytes;
  /** Its title, a JSON string. */
  title: Uint8Array | null;
  /** The language of the conversation, a JSON string. */
  language: Uint8Array | null;
  /** The session that started it. */
  parent: DurableBytes | null;
  /** Time of its first line, milliseconds since 1970-01-01 UTC. */
  created: Uint64;
  /** Time of its last line, milliseconds since 1970-01-01 UTC. */
  updated: Uint64;
  /** Turns that ended. */
  turns: Uint64;
  /** When it was last opened by app, ask, acp, sdk and child, milliseconds since 1970-01-01 UTC; 0 for never. */
  opened: Uint64[];
}

/** The work of a child ended. (newer-formats §7.3) */
export interface ChildFinishedLine {
  /** The child. */
  child: DurableBytes;
  /** The piece of work. */
  work_id: DurableBytes;
  /** How it ended; `lost` is for the manager to write. */
  outcome: 'ok' | 'failed' | 'cancelled' | 'interrupted' | 'lost';
  /** What the host noted about it. */
  data: Uint8Array | null;
}

/** A child session was given work. (newer-formats §7.3) */
export interface ChildSpawnedLine {
  /** The child. */
  child: DurableBytes;
  /** The piece of work. */
  work_id: DurableBytes;
  /** What the host noted about it. */
  data: Uint8Array | null;
}

/** A clean exit, when it is the last line. (newer-formats §7.3) */
export interface ClosedLine {
}

/** The history so far has a summary. (newer-formats §7.3) */
export interface CompactedLine {
  /** The turn inside which that happened. */
  turn: Uint64 | null;
  /** The summary; see `compaction`. */
  data: Uint8Array;
}

/** A piece of the open turn. (newer-formats §7.3) */
export interface ItemLine {
  /** Number of the turn: 1, 2, 3, … as the manager stamps them. */
  turn: Uint64;
  /** What it is: user, assistant, tool_call, tool_result, steering, turn_end, interruption, tool_running, assistant_running, superseded, or a later word. */
  type: DurableBytes;
  /** Its payload, or exactly `{"$blob":"…"}` when it lies in a blob. */
  data: Uint8Array;
  /** SHA-256 names of the blobs that must lie beside the log before this line does; written only if there are any. */
  blobs: DurableBytes[] | null;
}

/** Line 1 of every log, and only that: who this session is. (newer-formats §7.3) */
export interface SessionCreatedLine {
  /** The session; the name of its directory. */
  id: DurableBytes;
  /** Where the session was started. */
  workspace: DurableBytes;
  /** Whether a parent started it. */
  role: 'root' | 'child';
  /** The kind of program that started it. */
  host: 'app' | 'ask' | 'acp' | 'sdk' | 'child';
  /** The session that started this one; in children alone. */
  parent: DurableBytes | null;
  /** Where a session was forked from. (newer-formats §7.6) */
  forked_from: ForkPoint | null;
}

/** Where a session was forked from. (newer-formats §7.6) */
export interface ForkPoint {
  /** The source. */
  id: DurableBytes;
  /** Last line that was copied from it. */
  seq: Uint64;
}

/** A setting has a new value, which takes the place of the old one. (newer-formats §7.3) */
export interface SetLine {
  /** The setting. */
  key: 'prefs' | 'title' | 'permissions' | 'usage' | 'workspace' | 'language' | 'client_prompt' | 'tool_identities' | 'moved_files' | 'compaction_records';
  /** Its value. */
  value: Uint8Array;
  /** SHA-256 names of the blobs that must lie beside the log before this line does; written only if there are any. */
  blobs: DurableBytes[] | null;
}

/** What the lines before fold to: a cache, which may be ignored. (newer-formats §7.3) */
export interface SnapshotLine {
  /** The line before this one. */
  covers_seq: Uint64;
  /** The folded state; see `state`. */
  state: Uint8Array;
  /** Where the newest `compacted` line begins, in bytes. */
  compaction_offset: Uint64 | null;
}

/** The open turn ended in order. (newer-formats §7.3) */
export interface TurnCommittedLine {
  /** Number of the turn: 1, 2, 3, … as the manager stamps them. */
  turn: Uint64;
}

/** The open turn was cut short. (newer-formats §7.3) */
export interface TurnInterruptedLine {
  /** Number of the turn: 1, 2, 3, … as the manager stamps them. */
  turn: Uint64;
  /** What cut it short: the host (cancel, failed), the close of the session, or a crash that the next open found. */
  reason: 'cancel' | 'failed' | 'closed' | 'crash';
}

/** A turn begins. (newer-formats §7.3) */
export interface TurnStartedLine {
  /** Number of the turn: 1, 2, 3, … as the manager stamps them. */
  turn: Uint64;
}

/** What the lines of a log fold to, as a snapshot holds it. (newer-formats §7.5) */
export interface SessionState {
  /** The turn that runs. */
  open_turn: Uint64 | null;
  /** The largest turn number so far. */
  last_turn: Uint64;
  /** Turns that ended in order. */
  committed: Uint64;
  /** Turns that were cut short. */
  interrupted: Uint64;
  /** The turn that was cut short last. (newer-formats §7.5) */
  last_interrupted: InterruptedTurn | null;
  /** Provider, model, effort and modes. */
  prefs: Uint8Array | null;
  /** A JSON string. */
  title: Uint8Array | null;
  /** Saved permission rules. */
  permissions: Uint8Array | null;
  /** Cumulative usage and its time. */
  usage: Uint8Array | null;
  /** A JSON string. */
  workspace: Uint8Array | null;
  /** A JSON string. */
  language: Uint8Array | null;
  /** A JSON string. */
  client_prompt: Uint8Array | null;
  /** What an ACP client supplied. */
  tool_identities: Uint8Array | null;
  /** The blob that maps old file names to blobs. */
  moved_files: Uint8Array | null;
  /** Notes on compactions. */
  compaction_records: Uint8Array | null;
  /** Children in the order of their first work. */
  children: ChildState[];
  /** The newest `compacted` line. */
  last_compaction_seq: Uint64 | null;
  /** Where that line begins, in bytes. */
  compaction_offset: Uint64 | null;
}

/** The turn that was cut short last. (newer-formats §7.5) */
export interface InterruptedTurn {
  /** Its number. */
  turn: Uint64;
  /** What cut it short. */
  reason: 'cancel' | 'failed' | 'closed' | 'crash';
}

/** The newest work of a child. (newer-formats §7.5) */
export interface ChildState {
  /** The child. */
  id: DurableBytes;
  /** The piece of work. */
  work_id: DurableBytes;
  /** Whether the work runs. */
  open: boolean;
  /** The line that said so. */
  seq: Uint64;
  /** How it ended. */
  outcome: 'ok' | 'failed' | 'cancelled' | 'interrupted' | 'lost' | null;
  /** What the host noted at the start. */
  spawn_data: Uint8Array | null;
  /** What the host noted at the end. */
  finish_data: Uint8Array | null;
}
