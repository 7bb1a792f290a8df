// Generated from schemas/ by "npm run generate -w @fxlog/format"; do not edit.
import type { DurableBytes, Int64, Uint64 } from '../../../scalars.js';

/** First event of a log: a session begins, or its log was rewritten into a new generation. (event-log §3.1) */
export interface SessionStartedPayload {
  /** 1 to 255 of `A-Z a-z 0-9 . _ -`, but neither `.` nor `..`. Also the name of the session's directory. (event-log §3.1.1) */
  id: string;
  /** Milliseconds since 1970-01-01 UTC, not negative. (event-log §3.1, §3.13) */
  created_at_ms: Int64;
  /** Where the session was created; never changes. */
  origin_workspace_root: string;
  /** Where the session is used now. */
  workspace_root: string;
  /**
   * 1 to 24 bytes without control characters and without a blank at either end. No tag syntax is checked; fx's own default is
   * `und`. (event-log §3.1.3)
   */
  conversation_language: string;
  /** What the user chose for the session. Older logs lack `provider`, which then means `gateway`. (event-log §3.4) */
  preferences: Preferences;
  /** Absent only in logs converted from older formats. */
  usage?: UsageSnapshot;
}

/** What the user chose for the session. Older logs lack `provider`, which then means `gateway`. (event-log §3.4) */
export interface Preferences {
  /**
   * 1 to 1024 bytes without control characters and without a blank at either end. Nobody checks that the model exists. (event-log
   * §3.4.1)
   */
  model: string;
  /**
   * `auto`, `adaptive` or `default` in any ASCII case, all of which read as `auto`; or a name of 1 to 64 of `A-Z a-z 0-9 - _ .`,
   * kept as spelled. (event-log §3.4.2)
   */
  effort: string;
  /** Whether the provider's faster service is asked for. */
  fast_mode: boolean;
  /** Read in any ASCII case, always written in lower case. (event-log §3.4) */
  provider?: 'gateway' | 'codex' | 'grok';
}

/**
 * What the session has cost so far. fx tells the two shapes apart by their number of keys: 18 is plain, the only one ever written
 * into a log; 23 is rich, with a `schema_version`. (event-log §3.5)
 */
export type UsageSnapshot = PlainUsageSnapshot | RichUsageSnapshot;

/**
 * The 18-key shape, which is what fx writes into a log. Token and search totals are the sums over `models`. (event-log §3.5,
 * §3.5.2)
 */
export interface PlainUsageSnapshot {
  /**
   * How far the cost of the session is known. `complete` needs an empty `pending` list, `pending` a filled one. (event-log §3.5,
   * §3.5.1)
   */
  billing: 'complete' | 'pending' | 'incomplete' | 'legacy';
  /** Whether `api_duration_ms` covers the whole session. */
  api_duration_complete: boolean;
  /** Whether `wall_duration_ms` covers the whole session. */
  wall_duration_complete: boolean;
  /** Whether the line counts cover the whole session. */
  code_complete: boolean;
  /** Number the next request will get, from 1. */
  next_sequence: Uint64;
  /** All requests up to this number are settled; below `next_sequence`. */
  settled_through_sequence: Uint64;
  /** Time spent in requests, milliseconds. */
  api_duration_ms: Uint64;
  /** Time the session was open, milliseconds. */
  wall_duration_ms: Uint64;
  /** US dollars; the sum over `models` within max(1e-12, total × 1e-12). */
  total_cost: number;
  /** Tokens sent, cached ones included. */
  input_tokens: Uint64;
  /** Tokens received. */
  output_tokens: Uint64;
  /** Tokens read from the provider's cache. */
  cache_read_tokens: Uint64;
  /** Tokens written to the provider's cache. */
  cache_write_tokens: Uint64;
  /** Web searches the provider charges for. */
  billable_web_search_calls: Uint64;
  /** Lines the session's edits added. */
  lines_added: Uint64;
  /** Lines the session's edits removed. */
  lines_removed: Uint64;
  /** One entry a model, in the order of first use. */
  models: PlainUsageModel[];
  /** Requests whose cost is not settled yet. */
  pending: PlainUsagePending[];
}

/** What one model has cost: the 8-key entry of a plain snapshot. (event-log §3.5.3) */
export interface PlainUsageModel {
  /** 1 to 1024 characters of printable ASCII without space: stricter than a model elsewhere. (event-log §3.5.3) */
  model: string;
  /** Number of the first request to this model; strictly rising along the list. */
  first_sequence: Uint64;
  /** US dollars. Any JSON number, rounded to the nearest double; finite and not negative (`-0` passes). (event-log §0.3, §1.4) */
  total_cost: number;
  /** Tokens sent, cached ones included. */
  input_tokens: Uint64;
  /** Tokens received. */
  output_tokens: Uint64;
  /** At most `input_tokens`. */
  cache_read_tokens: Uint64;
  /** At most `input_tokens`. */
  cache_write_tokens: Uint64;
  /** Web searches the provider charges for. */
  billable_web_search_calls: Uint64;
}

/** A request whose cost is not settled yet: the 4-key entry of a plain snapshot. (event-log §3.5.4) */
export interface PlainUsagePending {
  /**
   * The provider's id of one request: `gen_` and 26 characters of Crockford's base32 in upper case (no I, L, O, U). (event-log
   * §3.5.7)
   */
  id: string;
  /** Number of the request; below `next_sequence`. */
  sequence: Uint64;
  /** Where the request went: 1 to 2048 characters of printable ASCII without space. (event-log §3.5.4) */
  origin: string;
  /** Who pays: 1 to 255 characters of printable ASCII without space, or null. (event-log §3.5.4) */
  team: string | null;
}

/** The 23-key shape, read anywhere and written only into `usage-v2.json`. (event-log §3.5, session-directory §4.2) */
export interface RichUsageSnapshot {
  /** An unsigned 64-bit integer of a usage object, where `-0` is accepted and reads as 0. (event-log §0.3, §1.4) */
  schema_version: 2;
  /**
   * How far the cost of the session is known. `complete` needs an empty `pending` list, `pending` a filled one. (event-log §3.5,
   * §3.5.1)
   */
  billing: 'complete' | 'pending' | 'incomplete' | 'legacy';
  /** Whether `api_duration_ms` covers the whole session. */
  api_duration_complete: boolean;
  /** Whether `wall_duration_ms` covers the whole session. */
  wall_duration_complete: boolean;
  /** Whether the line counts cover the whole session. */
  code_complete: boolean;
  /** Number the next request will get, from 1. */
  next_sequence: Uint64;
  /** All requests up to this number are settled; below `next_sequence`. */
  settled_through_sequence: Uint64;
  /** Time spent in requests, milliseconds. */
  api_duration_ms: Uint64;
  /** Time the session was open, milliseconds. */
  wall_duration_ms: Uint64;
  /** US dollars; the sum over `models` within max(1e-12, total × 1e-12). */
  total_cost: number;
  /** Tokens sent, cached ones included. */
  input_tokens: Uint64;
  /** Tokens received. */
  output_tokens: Uint64;
  /** Tokens read from the provider's cache. */
  cache_read_tokens: Uint64;
  /** Tokens written to the provider's cache. */
  cache_write_tokens: Uint64;
  /** Output tokens spent on reasoning; null when any model's number is unknown. */
  reasoning_tokens: Uint64 | null;
  /** Requests made; null when any model's number is unknown. */
  request_count: Uint64 | null;
  /** Web searches the provider charges for. */
  billable_web_search_calls: Uint64;
  /** Lines the session's edits added. */
  lines_added: Uint64;
  /** Lines the session's edits removed. */
  lines_removed: Uint64;
  /** One entry a model, in the order of first use. */
  models: RichUsageModel[];
  /** Requests whose cost is not settled yet. */
  pending: RichUsagePending[];
  /** Settled requests not yet written to the profile's `usage.jsonl`. */
  publication_backlog: PublicationFact[];
  /** Moments from which the numbers are known to have gaps. */
  incidents: UsageIncident[];
}

/** What one model has cost: the 10-key entry of a rich snapshot. (event-log §3.5.3) */
export interface RichUsageModel {
  /** 1 to 1024 characters of printable ASCII without space: stricter than a model elsewhere. (event-log §3.5.3) */
  model: string;
  /** Number of the first request to this model; strictly rising along the list. */
  first_sequence: Uint64;
  /** US dollars. Any JSON number, rounded to the nearest double; finite and not negative (`-0` passes). (event-log §0.3, §1.4) */
  total_cost: number;
  /** Tokens sent, cached ones included. */
  input_tokens: Uint64;
  /** Tokens received. */
  output_tokens: Uint64;
  /** At most `input_tokens`. */
  cache_read_tokens: Uint64;
  /** At most `input_tokens`. */
  cache_write_tokens: Uint64;
  /** At most `output_tokens`. */
  reasoning_tokens: Uint64 | null;
  /** Requests made to this model. */
  request_count: Uint64 | null;
  /** Web searches the provider charges for. */
  billable_web_search_calls: Uint64;
}

/** A request whose cost is not settled yet: the 5-key entry of a rich snapshot. (event-log §3.5.4) */
export interface RichUsagePending {
  /**
   * The provider's id of one request: `gen_` and 26 characters of Crockford's base32 in upper case (no I, L, O, U). (event-log
   * §3.5.7)
   */
  id: string;
  /** Number of the request; below `next_sequence`. */
  sequence: Uint64;
  /** Where the request went: 1 to 2048 characters of printable ASCII without space. (event-log §3.5.4) */
  origin: string;
  /** Who pays: 1 to 255 characters of printable ASCII without space, or null. (event-log §3.5.4) */
  team: string | null;
  /** When the request ended, milliseconds since 1970-01-01 UTC. */
  observed_at_ms: Uint64 | null;
}

/**
 * One settled request, waiting to be published. Nine keys are required and there may be ten; the tenth is normally
 * `billable_web_search_calls`, but fx does not check that: this is the one object of the format that tolerates an unknown key.
 * (event-log §3.5.5)
 */
export interface PublicationFact {
  /**
   * The provider's id of one request: `gen_` and 26 characters of Crockford's base32 in upper case (no I, L, O, U). (event-log
   * §3.5.7)
   */
  id: string;
  /** Milliseconds since 1970-01-01 UTC, 0 to 9223372036854775807; `-0` reads as 0. (event-log §3.5.5, §3.5.6) */
  created_at_ms: Uint64;
  /** 1 to 1024 characters of printable ASCII without space: stricter than a model elsewhere. (event-log §3.5.3) */
  model: string;
  /** Tokens sent, cached ones included. */
  input_tokens: Uint64;
  /** Tokens received. */
  output_tokens: Uint64;
  /** At most `input_tokens`. */
  cache_read_tokens: Uint64;
  /** At most `input_tokens`. */
  cache_write_tokens: Uint64;
  /** At most `output_tokens`. */
  reasoning_tokens: Uint64 | null;
  /** Web searches the provider charges for; 0 when absent. */
  billable_web_search_calls?: Uint64;
  /** US dollars. Any JSON number, rounded to the nearest double; finite and not negative (`-0` passes). (event-log §0.3, §1.4) */
  total_cost: number;
  /** Other keys, kept as they are. */
  [key: string]: unknown;
}

/** A moment from which the numbers have a gap. (event-log §3.5.6) */
export interface UsageIncident {
  /** Milliseconds since 1970-01-01 UTC, 0 to 9223372036854775807; `-0` reads as 0. (event-log §3.5.5, §3.5.6) */
  occurred_at_ms: Uint64;
  /** Whether the gap may still be closed. */
  completeness: 'pending' | 'incomplete';
}

/** The user chose otherwise: the keys present replace the old values. (event-log §3.2) */
export interface PreferencesChangedPayload {
  /** Read in any ASCII case, always written in lower case. (event-log §3.4) */
  provider?: 'gateway' | 'codex' | 'grok';
  /**
   * 1 to 1024 bytes without control characters and without a blank at either end. Nobody checks that the model exists. (event-log
   * §3.4.1)
   */
  model?: string;
  /**
   * `auto`, `adaptive` or `default` in any ASCII case, all of which read as `auto`; or a name of 1 to 64 of `A-Z a-z 0-9 - _ .`,
   * kept as spelled. (event-log §3.4.2)
   */
  effort?: string;
  /** Whether the provider's faster service is asked for. */
  fast_mode?: boolean;
}

/**
 * The session goes on in another directory. That the new root is absolute is checked when the event is applied. (event-log §3.3)
 */
export interface WorkspaceReboundPayload {
  /** The root so far. */
  previous_workspace_root: string;
  /** The new root. */
  workspace_root: string;
}

/** A turn is finished and joins the history. (event-log §3.7) */
export interface HistoryTurnCommittedPayload {
  /**
   * 1 to 24 bytes without control characters and without a blank at either end. No tag syntax is checked; fx's own default is
   * `und`. (event-log §3.1.3)
   */
  conversation_language: string;
  /** New total of the session, not a difference; may fall. */
  total_input_tokens: Uint64;
  /** New total of the session, not a difference; may fall. */
  total_output_tokens: Uint64;
  /** One exchange of the conversation, in one of four shapes told apart by `kind`. (event-log §3.8) */
  turn: HistoryTurn;
  /** A `work_id` in the turn's user must repeat this one. */
  work_id?: string;
}

/** One exchange of the conversation, in one of four shapes told apart by `kind`. (event-log §3.8) */
export type HistoryTurn = AssistantTurn | InterruptedTurn | BackgroundCommandTurn | CompactedSummaryTurn;

/** A turn the model answered. (event-log §3.8.1) */
export interface AssistantTurn {
  /**  */
  kind: 'assistant';
  /** What the user sent. (event-log §3.9) */
  user: UserTurn;
  /** The final answer; may be empty, never null. */
  assistant: DurableBytes;
  /**
   * The tool steps of a turn and the files they touched. `schema_version` decides which keys a tool result has: 11 in version 1, 12
   * or 13 in version 2, all 15 in version 3. (event-log §3.10, §3.10.4)
   */
  execution: Execution;
}

/** What the user sent. (event-log §3.9) */
export interface UserTurn {
  /** The message. */
  text: DurableBytes;
  /** Pictures attached to it; often empty. */
  images: Image[];
  /** 1 to 128 bytes without NUL; names the piece of subagent work a turn belongs to. (event-log §3.7.1) */
  work_id?: string;
}

/**
 * A picture the user attached. The two snapshot values are both null (or absent) or both set. (event-log §3.9, session-directory
 * §4.4)
 */
export interface Image {
  /** Number of the image within the session. */
  id: Uint64;
  /** Where the picture came from; informational. */
  path: DurableBytes;
  /** For instance `image/png`. */
  media_type: DurableBytes;
  /** Copy inside the session directory: `images/image-<id>-<16 hex digits>.bin`. */
  snapshot_path?: DurableBytes | null;
  /** SHA-256 of the copy, 64 lower-case hex digits. */
  snapshot_sha256?: DurableBytes | null;
}

/**
 * The tool steps of a turn and the files they touched. `schema_version` decides which keys a tool result has: 11 in version 1, 12
 * or 13 in version 2, all 15 in version 3. (event-log §3.10, §3.10.4)
 */
export interface Execution {
  /** fx writes 3. */
  schema_version: 1 | 2 | 3;
  /** In order; may be empty. */
  tool_steps: ToolStep[];
  /** What is known of files; may be empty. */
  files: FileEvidence[];
}

/**
 * What the model said, the calls it made in one go, and their results. Nothing requires calls and results to pair up. (event-log
 * §3.10.1)
 */
export interface ToolStep {
  /** Text before the calls. */
  assistant: DurableBytes | null;
  /** The calls. */
  tool_calls: ToolCall[];
  /** Their results. */
  tool_results: ToolResult[];
}

/** One call of a tool. (event-log §3.10.2) */
export interface ToolCall {
  /** The provider's id of the call. */
  id: DurableBytes;
  /** Name of the tool. */
  name: DurableBytes;
  /** JSON text of the arguments. Text that is not well-formed is repaired or rejected (event-log §3.10.3). */
  arguments_json: DurableBytes;
  /** Result of a tool that the provider ran itself. */
  provider_result: DurableBytes | null;
}

/**
 * What a call gave back. The last four keys are newer: absent in executions of schema version 1; version 2 has
 * `permission_feedback` and may have `committed_file_presentation`; version 3 has all. (event-log §3.10.4)
 */
export interface ToolResult {
  /** Id of the call. */
  tool_call_id: DurableBytes;
  /** Name of the tool. */
  tool_name: DurableBytes;
  /** Whether the tool did what it was asked. */
  status: 'success' | 'failure';
  /** What the model was shown. */
  output: DurableBytes;
  /** Names the full output when it is stored apart. */
  output_handle: DurableBytes | null;
  /** Beginning of an output stored apart. */
  preview: DurableBytes | null;
  /** Bytes of the full output. */
  output_bytes: Uint64;
  /** Bytes that were kept. */
  stored_output_bytes: Uint64;
  /** Whether `output` is cut. */
  truncated: boolean;
  /** Whether the provider ran the tool itself. */
  provider_native: boolean;
  /** Milliseconds since 1970-01-01 UTC; may be negative. */
  created_at_ms: Int64;
  /** What the user said when asked for permission. */
  permission_feedback?: DurableBytes[];
  /** The file change as it was shown. */
  committed_file_presentation?: FilePresentation | null;
  /** Where the command's raw output is kept. */
  command_output_replay?: Replay | null;
  /** How the command ended. */
  command_process_presentation?: ProcessPresentation | null;
}

/** A committed file change as it was shown to the user. (event-log §3.10.6) */
export interface FilePresentation {
  /** The file. */
  path: DurableBytes;
  /** Whether the file is new. */
  kind: 'added' | 'edited';
  /** The lines shown. */
  lines: PresentationLine[];
  /** Number of added lines; not compared with `lines`. */
  additions: Uint64;
  /** Number of deleted lines; not compared with `lines`. */
  deletions: Uint64;
  /** Whether `lines` is cut. */
  truncated: boolean;
  /** The whole file before. */
  previous_content: DurableBytes | null;
  /** The whole file after. */
  after_content: DurableBytes | null;
  /** A lifecycle id, or null. (event-log §3.10.6) */
  lifecycle_id: LifecycleId | null;
}

/** One line of a shown file change. (event-log §3.10.6) */
export interface PresentationLine {
  /** What the line stands for. */
  kind: 'context' | 'addition' | 'deletion' | 'elision' | 'notice';
  /** Line number before the change. */
  old_line: number | null;
  /** Line number after the change. */
  new_line: number | null;
  /** The line. */
  text: DurableBytes;
}

/** The call that made a file change. (event-log §3.10.6) */
export interface LifecycleId {
  /** fx's running number of the turn; 0 is allowed. */
  turn_id: Uint64;
  /** Id of the call. */
  call_id: DurableBytes;
}

/** Whether a command's raw output can be shown again. (event-log §3.10.5) */
export type Replay = UnavailableReplay | AvailableReplay;

/** The raw output was not kept. (event-log §3.10.5) */
export interface UnavailableReplay {
  /**  */
  kind: 'unavailable';
}

/** The raw output is kept in the session's `logs/commands/`. (event-log §3.10.5) */
export interface AvailableReplay {
  /**  */
  kind: 'available';
  /** Names the file. */
  handle: DurableBytes;
  /** Length of the file in bytes. */
  framed_bytes: Uint64;
}

/** How a command's process ended. (event-log §3.10.4) */
export type ProcessPresentation = ExitCodePresentation | SignalPresentation;

/** The process ended by itself. (event-log §3.10.4) */
export interface ExitCodePresentation {
  /**  */
  kind: 'exit_code';
  /** The exit code. */
  value: Int64;
}

/** The process was killed. (event-log §3.10.4) */
export interface SignalPresentation {
  /**  */
  kind: 'signal';
  /** The signal number. */
  value: number;
}

/** What the model knows of a file because a tool touched it. (event-log §3.10.7) */
export interface FileEvidence {
  /** The file. */
  path: DurableBytes;
  /** Where it went, for a rename or a copy. */
  new_path: DurableBytes | null;
  /** Id of the call; need not match any. */
  tool_call_id: DurableBytes;
  /** Name of the tool. */
  tool_name: DurableBytes;
  /** What was done. */
  action: 'read' | 'write' | 'edit' | 'delete' | 'rename' | 'copy' | 'search' | 'list' | 'unknown';
  /** Whether it worked. */
  status: 'success' | 'failure';
  /** Whether the model has seen all of it. */
  model_view_covers_full_file: boolean;
  /** Whether the file has changed since. */
  stale: boolean;
}

/** A turn that was cancelled or failed before the model had answered. (event-log §3.8.2) */
export interface InterruptedTurn {
  /**  */
  kind: 'interrupted';
  /** What the user sent. (event-log §3.9) */
  user: UserTurn;
  /** What the model had said by then. */
  assistant: DurableBytes | null;
  /** The call that was running. */
  tool_call: ToolCall | null;
  /** Names of the tools that had finished. */
  completed_tool_names: DurableBytes[];
  /** Why the turn ended; absent means `cancelled`. */
  terminal_reason?: 'cancelled' | 'failed';
  /** Absent means empty. */
  execution?: Execution;
  /**
   * What is left of the command that was running. Allowed only when the turn was cancelled during a captured command. (event-log
   * §3.8.2)
   */
  cancelled_command?: CancelledCommand;
}

/**
 * What is left of the command that was running. Allowed only when the turn was cancelled during a captured command. (event-log
 * §3.8.2)
 */
export interface CancelledCommand {
  /** A replay, or null. (event-log §3.10.4) */
  output_replay: Replay | null;
  /** Handle of the stored output. */
  command_artifact_handle: DurableBytes | null;
}

/**
 * A turn that left a command running in the background. Six keys, or eight with `assistant` and `execution`, which come together.
 * (event-log §3.8.3)
 */
export interface BackgroundCommandTurn {
  /**  */
  kind: 'background_command';
  /** What the user sent. (event-log §3.9) */
  user: UserTurn;
  /** File that receives the command's output. */
  log_path: DurableBytes;
  /** Whether the command was expected to print a URL. */
  expect_url: boolean;
  /** The URL it printed. */
  url: DurableBytes | null;
  /** Id of the background record. */
  background_record_id: string | null;
  /** The model's answer; absent means null. */
  assistant?: DurableBytes | null;
  /** Absent means empty. */
  execution?: Execution;
}

/**
 * Stands for turns that were summarised away. fx writes the first four keys; the others are legacy, read and dropped, and each
 * needs those before it. (event-log §3.8.4)
 */
export interface CompactedSummaryTurn {
  /**  */
  kind: 'compacted_summary';
  /** The summary. */
  summary: DurableBytes;
  /** Number of turns it stands for. */
  removed_turn_count: Uint64;
  /** Number of compactions so far. */
  compaction_count: Uint64;
  /** Legacy: the user's own messages. */
  root_user_messages?: DurableBytes[];
  /** Legacy: whether `root_user_messages` holds all of them. */
  root_user_messages_complete?: boolean;
  /** Legacy: what the user said when asked for permissions. */
  permission_feedback?: DurableBytes[];
  /** Legacy: whether `permission_feedback` holds all of it. */
  permission_feedback_complete?: boolean;
}

/** The session's usage as a whole; replaces what was known before. (event-log §3.6) */
export interface UsageCheckpointedPayload {
  /**
   * What the session has cost so far. fx tells the two shapes apart by their number of keys: 18 is plain, the only one ever written
   * into a log; 23 is rich, with a `schema_version`. (event-log §3.5)
   */
  usage: UsageSnapshot;
}

/** Where fx stands in an unfinished turn. (event-log §3.11) */
export interface RecoveryCheckpointSetPayload {
  /** Where fx stood in a turn that is not finished, so that it can go on after a crash or a lost connection. (event-log §3.11) */
  checkpoint: RecoveryCheckpoint;
}

/** Where fx stood in a turn that is not finished, so that it can go on after a crash or a lost connection. (event-log §3.11) */
export interface RecoveryCheckpoint {
  /** Digits only: 0 to 18446744073709551615. No sign (not even -0), no fraction, no exponent. (event-log §0.3, §1.4) */
  version: 1;
  /** fx's running number of the turn, from 1. */
  turn_id: Uint64;
  /** What the user sent. (event-log §3.9) */
  user: UserTurn;
  /** What the model had said by then. */
  assistant_source: DurableBytes;
  /**
   * The tool steps of a turn and the files they touched. `schema_version` decides which keys a tool result has: 11 in version 1, 12
   * or 13 in version 2, all 15 in version 3. (event-log §3.10, §3.10.4)
   */
  execution: Execution;
  /** Why the turn stopped. */
  cause: 'network_interrupted' | 'response_interrupted' | 'provider_unavailable' | 'rate_limited' | 'system_resumed' | 'authentication' | 'request_limit_reached';
  /** What fx is about to do. */
  action: 'retrying_request' | 'continuing_response' | 'regenerating_tool' | 'continuing_after_tool' | 'reconciling_tool' | 'waiting_for_connectivity' | 'paused';
  /** What is known of the last tool. */
  tool_state: 'none' | 'proven_unexecuted' | 'confirmed' | 'uncertain';
  /** The model asked; bound like a model of the preferences, so that bytes which are not UTF-8 never pass. */
  route_model: DurableBytes;
  /** Absent means `gateway`. */
  route_provider?: 'gateway' | 'codex' | 'grok';
  /** Whether the faster service was asked for. */
  requested_fast_mode: boolean;
  /** Whether it was in use. */
  fast_mode: boolean;
  /** Attempts allowed in all, at least 1. */
  max_provider_attempts: Uint64;
  /** Attempts used; at most `max_provider_attempts`. */
  consumed_provider_attempts: Uint64;
  /** Whether an attempt is under way, for which one must be left. */
  outstanding_reservation: boolean;
}

/** The unfinished turn is given up. An empty object. (event-log §3.11) */
export type RecoveryCheckpointClearedPayload = Record<string, never>;

/** Opens a replacement transaction: chunks with a whole new state follow. (event-log §3.12) */
export interface StateReplacementStartedPayload {
  /** The same in all frames of the transaction. */
  replacement_id: string;
  /** Why the state is replaced. */
  reason: 'compaction' | 'migration' | 'recovery' | 'log_compaction';
  /** Length of the state document in bytes. */
  encoded_bytes: Uint64;
  /** Digest of the state document. */
  sha256: string;
  /** Number of chunks: `encoded_bytes` / 4194304, rounded up. */
  chunk_count: Uint64;
}

/** A piece of the new state document. Length and digest are those of the decoded bytes. (event-log §3.12) */
export interface StateReplacementChunkPayload {
  /** The same in all frames of the transaction. */
  replacement_id: string;
  /** 0, 1, 2, … within the transaction. */
  chunk_index: Uint64;
  /** Length of the decoded bytes, 1 to 4194304. */
  raw_bytes: Uint64;
  /** Digest of the decoded bytes. */
  chunk_sha256: string;
  /** The bytes, in canonical base64. */
  base64: string;
}

/** Closes a replacement transaction, which counts only now. Repeats what the start said. (event-log §3.12) */
export interface StateReplacementCommittedPayload {
  /** The same in all frames of the transaction. */
  replacement_id: string;
  /** Length of the state document in bytes. */
  encoded_bytes: Uint64;
  /** Digest of the state document. */
  sha256: string;
  /** Number of chunks: `encoded_bytes` / 4194304, rounded up. */
  chunk_count: Uint64;
}

/**
 * What a whole log folds to: the content of a replacement transaction and of `checkpoint.json`. Its keys, and those of
 * `preferences`, must stand in this order in the text. (event-log §3.13)
 */
export interface StateDocument {
  /** 1 to 255 of `A-Z a-z 0-9 . _ -`, but neither `.` nor `..`. Also the name of the session's directory. (event-log §3.1.1) */
  id: string;
  /** Where the session was created; never changes. */
  origin_workspace_root: string;
  /** Where the session is used now. */
  workspace_root: string;
  /** Milliseconds since 1970-01-01 UTC, not negative. (event-log §3.1, §3.13) */
  created_at_ms: Int64;
  /** Time of the last event, milliseconds since 1970-01-01 UTC, not negative. */
  updated_at_ms: Int64;
  /**
   * 1 to 24 bytes without control characters and without a blank at either end. No tag syntax is checked; fx's own default is
   * `und`. (event-log §3.1.3)
   */
  conversation_language: string;
  /** The preferences of a state document: the same keys, but in exactly this order in the text. (event-log §3.13) */
  preferences: Preferences;
  /** All turns, oldest first. */
  history: HistoryTurn[];
  /** Tokens sent in the whole session. */
  total_input_tokens: Uint64;
  /** Tokens received in the whole session. */
  total_output_tokens: Uint64;
  /** Index of the first turn the model still sees; absent means 0; at most the number of turns. */
  context_history_start?: Uint64;
  /** Absent means schema 2, next generation 1, no rules. */
  permission_state?: PermissionState;
  /**
   * What the session has cost so far. fx tells the two shapes apart by their number of keys: 18 is plain, the only one ever written
   * into a log; 23 is rich, with a `schema_version`. (event-log §3.5)
   */
  usage?: UsageSnapshot;
  /** Work id of the last event that had one: 1 to 128 bytes without NUL. */
  last_subagent_work_id?: string;
  /** Where fx stood in a turn that is not finished, so that it can go on after a crash or a lost connection. (event-log §3.11) */
  recovery_checkpoint?: RecoveryCheckpoint;
}

/**
 * What the user allowed or denied for good. Schema 1 is legacy: readable in a replacement, refused elsewhere. (event-log §3.13.1)
 */
export interface PermissionState {
  /** fx writes 2. */
  schema_version: 1 | 2;
  /** Number the next rule will get, from 1. */
  next_generation: Uint64;
  /** At most 1024. */
  rules: PermissionRule[];
}

/**
 * One remembered answer. `id` is unique, at most `generation`, and both are below `next_generation`; the pair of `kind` and
 * `canonical` is unique. (event-log §3.13.1)
 */
export interface PermissionRule {
  /** Number of the rule, from 1. */
  id: Uint64;
  /** What the rule is about. */
  kind: 'command' | 'file_mutation' | 'structured_tool';
  /** What is compared, 1 to 4096 bytes. */
  canonical: DurableBytes;
  /** What the user is shown, 1 to 4096 bytes. */
  display_identity: DurableBytes;
  /** The answer. */
  decision: 'allow' | 'deny';
  /** When the rule was last changed, from 1. */
  generation: Uint64;
}

/**
 * `session.json`: a projection of the log for quick listing, with a reference to the checkpoint. All 21 keys are required; no
 * newline at the end. (session-directory §2)
 */
export interface SessionManifest {
  /** Version of this file's format. */
  schema_version: 3;
  /** How the session is stored. */
  storage_format: 'event_log_v1';
  /** The session; equal to the directory's name. */
  id: string;
  /** The `authority_id` of `authority.json`. */
  authority_id: string;
  /** Generation of the log described. */
  log_generation: string;
  /** When the session was created. */
  created_at_ms: Int64;
  /** Time of the last event; may be before the creation. */
  updated_at_ms: Int64;
  /** Where the session was created. */
  origin_workspace_root: string;
  /** Where the session is used now. */
  workspace_root: string;
  /**
   * 1 to 24 bytes without control characters and without a blank at either end. No tag syntax is checked; fx's own default is
   * `und`. (event-log §3.1.3)
   */
  conversation_language: string;
  /** Number of turns in the state. */
  history_len: Uint64;
  /** Tokens sent in the whole session. */
  total_input_tokens: Uint64;
  /** Tokens received in the whole session. */
  total_output_tokens: Uint64;
  /** `through_seq` of the watermark. */
  last_event_seq: Uint64;
  /** `through_event_log_bytes` of the watermark. */
  event_log_bytes: Uint64;
  /** Digest of what `stat` says of the log (session-directory §2.2); 64 zeros when unknown. */
  event_log_stat_fingerprint: string;
  /** Where the growth of this generation is counted from; at most `last_event_seq`. */
  generation_base_seq: Uint64;
  /** The same in bytes; at most `event_log_bytes`. */
  generation_base_bytes: Uint64;
  /** `through_seq` of the checkpoint, at most `last_event_seq`; null without one. */
  checkpoint_seq: Uint64 | null;
  /** Digest of `checkpoint.json`; null exactly when `checkpoint_seq` is. */
  checkpoint_sha256: string | null;
  /** What the user chose for the session. Older logs lack `provider`, which then means `gateway`. (event-log §3.4) */
  preferences: Preferences;
}

/**
 * `authority.json`: makes a directory a session of the current format. One newline at the end, optional on reading.
 * (session-directory §3.1)
 */
export interface SessionAuthority {
  /** Version of this file's format. */
  schema_version: 1;
  /** The session; equal to the directory's name. */
  session_id: string;
  /** Repeated in the manifest. */
  authority_id: string;
  /** How the session is stored. */
  storage_format: 'event_log_v1';
  /** How the session came to be; either is accepted for any. */
  source: 'native_create' | 'legacy_migration';
}

/** `commit.<generation>.json`: how much of the log counts. (session-directory §3.2) */
export interface CommitWatermark {
  /** Version of this file's format. */
  schema_version: 1;
  /** The session; equal to the directory's name. */
  session_id: string;
  /** Generation of the log; also in the file's name. */
  log_generation: string;
  /** `seq` of the last committed frame. */
  through_seq: Uint64;
  /** `event_id` of the last committed frame. */
  through_event_id: string;
  /** Committed length of the log in bytes. */
  through_event_log_bytes: Uint64;
}

/** `commit.pending.json`: a commit is under way. While it exists, readers refuse the session. (session-directory §3.3) */
export interface CommitIntent {
  /** Version of this file's format. */
  schema_version: 1;
  /** The session; equal to the directory's name. */
  session_id: string;
  /** Id of the operation. */
  operation_id: string;
  /** Append, or switch to a new generation of the log. */
  kind: 'watermark_advance' | 'log_generation_replace';
  /** Where the log stood. */
  prior: LogPosition;
  /** Where it is to stand. */
  proposed: LogPosition;
}

/** A frame boundary of a log: what a watermark says without its session. (session-directory §3.3) */
export interface LogPosition {
  /** Generation of the log. */
  log_generation: string;
  /** `seq` of the last committed frame. */
  through_seq: Uint64;
  /** `event_id` of the last committed frame. */
  through_event_id: string;
  /** Committed length of the log in bytes. */
  through_event_log_bytes: Uint64;
}

/**
 * `authority.pending.json`: a session is being created or migrated. `prior` is null exactly for `session_create`.
 * (session-directory §3.3)
 */
export interface AuthorityIntent {
  /** Version of this file's format. */
  schema_version: 1;
  /** The session; equal to the directory's name. */
  session_id: string;
  /** Id of the operation. */
  operation_id: string;
  /** What is under way. */
  kind: 'session_create' | 'legacy_to_v3';
  /** Of the `authority.json` to come. */
  authority_id: string;
  /** The `session.json` of an older format that is being migrated. */
  prior: LegacyPrimary | null;
  /** What is to become authoritative. */
  proposed: ProposedAuthority;
}

/** The `session.json` of an older format that is being migrated. */
export interface LegacyPrimary {
  /** Its format. */
  storage_format: 'legacy_snapshot_v1' | 'legacy_snapshot_v2';
  /** Its length in bytes. */
  primary_bytes: Uint64;
  /** Its digest. */
  primary_sha256: string;
}

/** What is to become authoritative. */
export interface ProposedAuthority {
  /** How the session is stored. */
  storage_format: 'event_log_v1';
  /** Generation of the log. */
  log_generation: string;
  /** `seq` of the last committed frame. */
  through_seq: Uint64;
  /** `event_id` of the last committed frame. */
  through_event_id: string;
  /** Committed length of the log in bytes. */
  through_event_log_bytes: Uint64;
}

/**
 * `checkpoint.json`: the state at some frame, so that a writable open need not replay the whole log. No newline at the end.
 * (session-directory §4.1)
 */
export interface CheckpointDocument {
  /** Version of this file's format. */
  schema_version: 1;
  /** The session; equal to `state.id`. */
  session_id: string;
  /** Generation of the log. */
  log_generation: string;
  /** `seq` of the last frame folded in. */
  through_seq: Uint64;
  /** `event_id` of the last frame folded in. */
  through_event_id: string;
  /** Byte offset after that frame. */
  through_event_log_bytes: Uint64;
  /**
   * What a whole log folds to: the content of a replacement transaction and of `checkpoint.json`. Its keys, and those of
   * `preferences`, must stand in this order in the text. (event-log §3.13)
   */
  state: StateDocument;
}

/** `display.json`: title and preview for lists. Written once and then kept. Other keys are ignored. (session-directory §4.3) */
export interface DisplayMetadata {
  /** Version of this file's format. */
  schema_version: 1;
  /** Title, not empty. */
  title: string;
  /** First lines of the first message. */
  preview: string | null;
  /** Where the session was created. */
  origin_workspace_root: string | null;
  /** Other keys, kept as they are. */
  [key: string]: unknown;
}

/** `usage-v2.json`: the rich usage snapshot, which the log does not hold. No newline at the end. (session-directory §4.2) */
export interface UsageSidecar {
  /** Version of this file's format. */
  schema_version: 1;
  /** The session; equal to the directory's name. */
  session_id: string;
  /**
   * What the session has cost so far. fx tells the two shapes apart by their number of keys: 18 is plain, the only one ever written
   * into a log; 23 is rich, with a `schema_version`. (event-log §3.5)
   */
  snapshot: UsageSnapshot;
}

/** `index.json`: a cache of the session list. Believed without looking at the directories. (session-directory §5.1) */
export interface SessionIndex {
  /** Version of this file's format. */
  schema_version: 3;
  /** One row a session. */
  sessions: SessionIndexRow[];
}

/** One session of a list. Other keys are ignored. */
export interface SessionIndexRow {
  /** 1 to 255 of `A-Z a-z 0-9 . _ -`, but neither `.` nor `..`. Also the name of the session's directory. (event-log §3.1.1) */
  id: string;
  /** When the session was created. */
  created_at_ms: Int64;
  /** Time of its last event. */
  updated_at_ms: Int64;
  /** Where it is used now. */
  workspace_root?: string | null;
  /** Where it was created. */
  origin_workspace_root?: string | null;
  /** Its language. */
  conversation_language: string;
  /** Number of its turns. */
  history_len: Uint64;
  /** Whether it has subagent sessions. */
  has_managed_children?: boolean;
  /** Whether title and preview are final. */
  display_metadata_present?: boolean;
  /** Title for lists. */
  title?: string | null;
  /** First lines of the first message. */
  preview?: string | null;
  /** Other keys, kept as they are. */
  [key: string]: unknown;
}

/**
 * `latest/<sha256 of the workspace root>.json`: the session last used in a workspace. `updated_at_ms` is null exactly while
 * `pending`. (session-directory §5.2)
 */
export interface LatestPointer {
  /** Version of this file's format. */
  schema_version: 2;
  /** `pending` while a commit is under way. */
  status: 'ready' | 'pending';
  /** The workspace. */
  workspace_root: string;
  /** The session. */
  session_id: string;
  /** Time of its last event, milliseconds since 1970-01-01 UTC. */
  updated_at_ms: Int64 | null;
}

/** The ten kinds of events (event-log §2). */
export type EventKind =
  | 'session_started'
  | 'preferences_changed'
  | 'workspace_rebound'
  | 'history_turn_committed'
  | 'usage_checkpointed'
  | 'recovery_checkpoint_set'
  | 'recovery_checkpoint_cleared'
  | 'state_replacement_started'
  | 'state_replacement_chunk'
  | 'state_replacement_committed';

/**
 * One line of `events.jsonl`: what every event has in common. The payload's schema is the file named after `kind`. (event-log §2)
 */
export interface EventEnvelope<Kind extends EventKind, Payload> {
  /** Version of the envelope. Any other u64 is `UnsupportedEventSchema`. */
  schema_version: 1;
  /** Generation of the log, the same in every frame of a file. */
  log_generation: string;
  /** Number of the frame: 1, 2, 3, … along the log. */
  seq: Uint64;
  /** Id of the event; not required to be unique. */
  event_id: string;
  /** Milliseconds since 1970-01-01 UTC, not negative; not required to rise. */
  timestamp_ms: Int64;
  /** What happened. */
  kind: Kind;
  /** By kind. */
  payload: Payload;
}

export type SessionStartedEvent = EventEnvelope<'session_started', SessionStartedPayload>;

export type PreferencesChangedEvent = EventEnvelope<'preferences_changed', PreferencesChangedPayload>;

export type WorkspaceReboundEvent = EventEnvelope<'workspace_rebound', WorkspaceReboundPayload>;

export type HistoryTurnCommittedEvent = EventEnvelope<'history_turn_committed', HistoryTurnCommittedPayload>;

export type UsageCheckpointedEvent = EventEnvelope<'usage_checkpointed', UsageCheckpointedPayload>;

export type RecoveryCheckpointSetEvent = EventEnvelope<'recovery_checkpoint_set', RecoveryCheckpointSetPayload>;

export type RecoveryCheckpointClearedEvent = EventEnvelope<'recovery_checkpoint_cleared', RecoveryCheckpointClearedPayload>;

export type StateReplacementStartedEvent = EventEnvelope<'state_replacement_started', StateReplacementStartedPayload>;

export type StateReplacementChunkEvent = EventEnvelope<'state_replacement_chunk', StateReplacementChunkPayload>;

export type StateReplacementCommittedEvent = EventEnvelope<'state_replacement_committed', StateReplacementCommittedPayload>;

/** A decoded frame: one of the ten events, told apart by `kind`. */
export type LogEvent =
  | SessionStartedEvent
  | PreferencesChangedEvent
  | WorkspaceReboundEvent
  | HistoryTurnCommittedEvent
  | UsageCheckpointedEvent
  | RecoveryCheckpointSetEvent
  | RecoveryCheckpointClearedEvent
  | StateReplacementStartedEvent
  | StateReplacementChunkEvent
  | StateReplacementCommittedEvent;
