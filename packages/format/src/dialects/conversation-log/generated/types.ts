// Generated from schemas/ by "npm run generate -w @fxlog/format"; do not edit.
import type { DurableBytes, Int64, Uint64 } from '../../../scalars.js';

/** Text of the model. (newer-formats §4.3) */
export interface AssistantPayload {
  /** The text; in frame version 1 not empty. */
  text: string;
  /** Data of the provider to continue from; from frame version 2 on. */
  provider_replay: ProviderReplay | null;
  /** Whether the text is a step of its own. */
  standalone_response: boolean;
}

/** Data of the provider to continue from; opaque, possibly with encrypted reasoning. (newer-formats §4.3) */
export interface ProviderReplay {
  source: ReplaySource;
  /** Meant to hold JSON; nobody who reads the log parses it. */
  parts_json: string;
}

/** Whose continuation data it is. (newer-formats §4.3) */
export interface ReplaySource {
  /** The provider that wrote the parts. */
  provider: 'gateway' | 'codex' | 'grok' | ConfiguredProvider;
  /** The model that wrote the parts. */
  model: string;
}

/** A provider from the settings, by its name and the SHA-256 of its connection. (newer-formats §4.2) */
export interface ConfiguredProvider {
  /** 1 to 64 letters, digits, underscores and hyphens, the first a letter; none of the built-in names in any case. */
  name: string;
  /** SHA-256 of the connection, 64 hex digits; written in lower case. */
  binding: string;
}

/** A compaction: from here on the model sees the summary in place of the lines before. (newer-formats §4.3) */
export interface ContextCheckpointPayload {
  /** The last line that the summary covers. */
  covers_through_seq: Uint64;
  /** The summary. */
  summary: string;
}

/** The end of a turn that was cut short. (newer-formats §4.3) */
export interface InterruptedPayload {
  /** Why the turn ended. */
  reason: 'cancelled' | 'failed';
  /** What the model had said by then. */
  partial_text: string | null;
  /** Handle of the recorded command in `logs/commands/`; together with its size or not at all. */
  command_replay_ref: string | null;
  /** Size of the recorded command, in bytes. */
  command_replay_bytes: Uint64 | null;
  /** Handle of the output of the command that ran. */
  command_artifact_ref: string | null;
  /** Files that the turn touched. */
  files: FileEvidence[];
  /** Times and estimated tokens. */
  turn_summary: TurnSummary | null;
  /** What was cancelled; builds before mid-September 2026 refuse the key. */
  cancellation_origin: 'turn' | 'compaction';
}

/** A file that a call of the turn touched. (newer-formats §4.3) */
export interface FileEvidence {
  /** The file. */
  path: string;
  /** Where it was renamed or copied to. */
  new_path: string | null;
  /** The call. */
  tool_call_id: string;
  /** The tool of the call. */
  tool_name: string;
  /** What was done to the file. */
  action: 'read' | 'write' | 'edit' | 'delete' | 'rename' | 'copy' | 'search' | 'list' | 'unknown';
  /** Whether it was done. */
  status: 'success' | 'failure';
  /** Whether the model has seen the whole file. */
  model_view_covers_full_file: boolean;
  /** Whether the file has changed since. */
  stale: boolean;
}

/** Times of the turn and its estimated tokens. (newer-formats §4.3) */
export interface TurnSummary {
  /** Start, in milliseconds since 1970-01-01 UTC; 0 when unknown. */
  started_at_ms: Int64;
  /** End, in milliseconds since 1970-01-01 UTC; 0 when unknown. */
  completed_at_ms: Int64;
  /** Time spent thinking, in milliseconds. */
  thinking_duration_ms: Uint64;
  /** Length of the turn, in milliseconds. */
  turn_duration_ms: Uint64;
  /** Estimated tokens. */
  token_progress: TokenProgress;
}

/** Estimated tokens of the turn; input counts the text of the prompt alone. (newer-formats §4.3) */
export interface TokenProgress {
  /** Tokens of the prompt. */
  input_tokens: Uint64;
  /** Tokens of the answer. */
  output_tokens: Uint64;
  /** Whether `input_tokens` is exact. */
  input_exact: boolean;
  /** Whether `output_tokens` is exact. */
  output_exact: boolean;
}

/** Guidance that was typed while the turn ran. (newer-formats §4.3) */
export interface SteeringPayload {
  /** The guidance. */
  text: string;
}

/** A call of a tool. (newer-formats §4.3) */
export interface ToolCallPayload {
  /** Id of the call. */
  call_id: string;
  /** The tool. */
  tool_name: string;
  /** The arguments, meant to be JSON; see `argument_integrity`. */
  arguments_json: string;
  /** Whether the arguments are JSON, as fx saw it. */
  argument_integrity: 'valid' | 'malformed_json';
  /** Id that the call had while it came in. */
  provisional_id: string | null;
  /** Result that the provider itself gave. */
  provider_result: string | null;
  /** What the provider sent as the id of the call. */
  final_identity: 'valid' | 'absent' | 'empty' | 'wrong_type';
  /** Who runs the call. */
  provenance: 'fx_local' | 'provider_executed';
}

/** The result of a call. The output itself lies in a file. (newer-formats §4.3) */
export interface ToolResultPayload {
  /** Id of the call. */
  call_id: string;
  /** The tool. */
  tool_name: string;
  /** Whether the call succeeded. */
  status: 'success' | 'failure';
  /** Handle of the whole output in `tool-results/`. */
  artifact_ref: string;
  /** Handle of the images of the result. */
  tool_image_handle: string | null;
  /** Size of what the tool put out, in bytes. */
  output_bytes: Uint64 | null;
  /** Size of the stored output, in bytes. */
  stored_bytes: Uint64;
  /** Whether the stored output is all of it. */
  completeness: 'complete' | 'partial' | 'unknown';
  /** Head or tail of the output. */
  preview: string | null;
  /** Whether the provider ran the call. */
  provider_native: boolean;
  /** Whether the result is the feedback of a review; then it is a failure that fx ran. */
  review_feedback: boolean;
  /** Milliseconds since 1970-01-01 UTC. */
  created_at_ms: Int64;
  /** What the person said when asked for permission. */
  permission_feedback: string[];
  /** The change of a file as fx draws it. */
  committed_file_presentation: FilePresentation | null;
  /** Handle of the recorded command in `logs/commands/`; together with its size or not at all. */
  command_replay_ref: string | null;
  /** Size of the recorded command, in bytes. */
  command_replay_bytes: Uint64 | null;
  /** How a command ended. */
  command_process_presentation: CommandProcessPresentation | null;
  /** What came of a terminal action. */
  terminal_action_presentation: TerminalActionPresentation | null;
}

/** The change of a file as fx draws it. (newer-formats §4.3) */
export interface FilePresentation {
  /** The file. */
  path: string;
  /** Whether the file is new. */
  kind: 'added' | 'edited';
  /** The lines. */
  lines: DiffLine[];
  /** Lines added. */
  additions: Uint64;
  /** Lines removed. */
  deletions: Uint64;
  /** Whether lines are missing. */
  truncated: boolean;
  /** The file before the change. */
  previous_content: string | null;
  /** The file after the change. */
  after_content: string | null;
  /** The call that made the change. */
  lifecycle_id: LifecycleId | null;
  /** The pack in `tool-results/` that holds both contents, `diff-….json`. */
  content_handle: string | null;
}

/** A line of a file presentation. (newer-formats §4.3) */
export interface DiffLine {
  /** What the line is. */
  kind: 'context' | 'addition' | 'deletion' | 'elision' | 'notice';
  /** Number of the line before the change. */
  old_line: number | null;
  /** Number of the line after the change. */
  new_line: number | null;
  /** The line. */
  text: string;
}

/** The call that made the change. (newer-formats §4.3) */
export interface LifecycleId {
  /** The turn. */
  turn_id: Uint64;
  /** The call. */
  call_id: string;
}

/** How a command ended. (newer-formats §4.3) */
export type CommandProcessPresentation =
  | { readonly exit_code: Int64 }
  | { readonly signal: number }
  | { readonly timed_out: Record<string, never> }
  | { readonly output_capture_failed: Record<string, never> };

/** What came of a terminal action. (newer-formats §4.3) */
export type TerminalActionPresentation =
  | { readonly returned: TerminalReturn }
  | { readonly failed: 'invalid_request' | 'path_outside_workspace' | 'unsupported_host' | 'shell_unavailable' | 'pty_unavailable' | 'startup_failed' | 'process_identity_unavailable' | 'session_lost' | 'session_not_found' | 'invalid_lifecycle' | 'authority_denied' | 'authority_retired' | 'lease_conflict' | 'cursor_gap' | 'screen_unavailable' | 'protocol_incompatible' | 'capacity_exceeded' | 'cancelled' };

/** Why a terminal action came back. (newer-formats §4.3) */
export type TerminalReturn =
  | { readonly started: Record<string, never> }
  | { readonly condition_met: Record<string, never> }
  | { readonly safety_ceiling: Record<string, never> }
  | { readonly cancelled: Record<string, never> }
  | { readonly exited: number }
  | { readonly signal: number };

/** The end of a turn. (newer-formats §4.3) */
export interface TurnCompletedPayload {
  /** Files that the turn touched. */
  files: FileEvidence[];
  /** Times and estimated tokens. */
  turn_summary: TurnSummary | null;
}

/** The prompt, which opens a turn. (newer-formats §4.3) */
export interface UserPayload {
  /** What was asked. */
  text: string;
  /** Images of the prompt. */
  images: Image[];
  /** The work that a parent session handed over. */
  work_id: string | null;
}

/** An image of a prompt. (newer-formats §4.3) */
export interface Image {
  /** Number of the image in the session. */
  id: Uint64;
  /** Where the image lay. */
  path: string;
  /** Media type. */
  media_type: string;
  /** The copy in the session directory, `images/<leaf>`. */
  snapshot_path: DurableBytes | null;
  /** SHA-256 of the copy. */
  snapshot_sha256: DurableBytes | null;
  /** The bytes of the image themselves. */
  inline_data: DurableBytes | null;
  /** Where the image came from; builds before October 2026 neither write nor read the key. */
  source_ref: DurableBytes | null;
}

/** One line of `events.jsonl`. (newer-formats §4.3) */
export interface ConversationFrame {
  /** Version of the frame, 1 to 3; absent means the newest, which is the one that is written. */
  schema_version: number;
  /** Number of the line, from 1. */
  seq: Uint64;
  /** Milliseconds since 1970-01-01 UTC; the lines of one turn share one time. */
  timestamp_ms: Int64;
  /** What happened: one key, the tag, and its payload. (newer-formats §4.3) */
  event: ConversationEvent;
}

/** What happened: one key, the tag, and its payload. (newer-formats §4.3) */
export type ConversationEvent =
  | { readonly user: UserPayload }
  | { readonly assistant: AssistantPayload }
  | { readonly tool_call: ToolCallPayload }
  | { readonly tool_result: ToolResultPayload }
  | { readonly steering: SteeringPayload }
  | { readonly turn_completed: TurnCompletedPayload }
  | { readonly interrupted: InterruptedPayload }
  | { readonly context_checkpoint: ContextCheckpointPayload };

/** `subagent/children.json`: the sessions that this one has started. (newer-formats §4.8) */
export interface ChildrenRegistry {
  /** 2; version 1 lacks `last_failure`. */
  schema_version: Uint64;
  /** Id of this session. */
  parent_id: DurableBytes;
  /** Counts the changes of the file. */
  generation: Uint64;
  /** The children. */
  children: RegisteredChild[];
}

/** A session that this one has started. (newer-formats §4.8) */
export interface RegisteredChild {
  /** Id of the session. */
  id: DurableBytes;
  /** Whether it takes more than one work. */
  kind: 'one_off' | 'persistent';
  /** The agent and its instructions, of a persistent one. */
  persistent: Uint8Array;
  /** What it does. */
  phase: 'idle' | 'running' | 'awaiting_approval' | 'interrupted' | 'finished';
  /** Counts its works. */
  work_generation: Uint64;
  /** The work it does now. */
  active: Uint8Array;
  /** Its last work. */
  last_work_id: DurableBytes | null;
  /** SHA-256 of the last request. */
  last_request_fingerprint: DurableBytes | null;
  /** What came of the last work. */
  last_outcome: 'completed' | 'failed' | 'cancelled' | 'interrupted' | 'lost' | null;
  /** Why it failed; not in version 1. */
  last_failure: Uint8Array | null;
}

/** `session.json` of a conversation log. (newer-formats §4.2) */
export interface ConversationManifest {
  /** 4; fx goes by the spelling, and a file that lacks the key or spells it otherwise is not a conversation log to it. */
  schema_version: number;
  /** Id of the session; equals the name of its directory. */
  id: string;
  /** The workspace in which the session began. */
  origin_workspace_root: string;
  /** The workspace now. */
  workspace_root: string;
  /** Milliseconds since 1970-01-01 UTC. */
  created_at_ms: Int64;
  /** Milliseconds since 1970-01-01 UTC, not before `created_at_ms`. */
  updated_at_ms: Int64;
  /** Language of the conversation. */
  conversation_language: string;
  /** The provider. */
  provider: 'gateway' | 'codex' | 'grok' | ConfiguredProvider;
  /** The model. */
  model: string;
  /** Effort: 1 to 64 letters, digits, dots, underscores and hyphens; `adaptive` and `default` in any case mean `auto`. */
  effort: string;
  /** Whether fast mode is on. */
  fast_mode: boolean;
  /** Whether ultrafast mode is on; written only then. */
  ultrafast_mode: boolean | null;
  /** Title of the session. */
  title: string | null;
  /** Whether another session started this one. */
  subagent_child: boolean;
}

/** `owner.live`: the process that has the session open for writing. (newer-formats §4.8) */
export interface LiveOwner {
  /** Its process id. */
  pid: Uint64;
  /** Milliseconds since 1970-01-01 UTC. */
  opened_at_ms: Int64;
}

/** `permissions.json`: rules that answer for the person; absent when there are none. (newer-formats §4.8) */
export interface SavedPermissions {
  /** 2; version 1 is migrated by fx on the first writable open. */
  schema_version: Uint64;
  /** Generation of the next rule. */
  next_generation: Uint64;
  /** The rules. */
  rules: SavedPermissionRule[];
}

/** A rule. (newer-formats §4.8) */
export interface SavedPermissionRule {
  /** Id, not above the generation. */
  id: Uint64;
  /** What the rule is about. */
  kind: 'command' | 'file_mutation' | 'structured_tool';
  /** What is allowed or denied, in the form that fx compares; of a command five fields, each with its length before it. */
  canonical: string;
  /** The same for a person. */
  display_identity: string;
  /** The answer. */
  decision: 'allow' | 'deny';
  /** When the rule was made; below `next_generation`. */
  generation: Uint64;
}

/** `recovery.json`: the turn that was in flight when the session was last saved. (newer-formats §4.8) */
export interface RecoveryFile {
  /** The last line of the log that this belongs to. */
  conversation_seq: Uint64;
  /** The turn. (newer-formats §4.8) */
  checkpoint: TurnInFlight;
}

/** The turn. (newer-formats §4.8) */
export interface TurnInFlight {
  /** 1 or 2; later versions are history only. */
  version: Uint64;
  /** Number of the turn. */
  turn_id: Uint64;
  /** The prompt. (newer-formats §4.8) */
  user: PromptInFlight;
  /** What the model has said since the last step. */
  assistant_source: string | Base64Bytes | null;
  /** What the turn has done. (newer-formats §4.8) */
  execution: ExecutionInFlight;
  /** Why the turn waits. */
  cause: 'network_interrupted' | 'response_interrupted' | 'provider_stream_timeout' | 'provider_unavailable' | 'rate_limited' | 'system_resumed' | 'authentication' | 'request_limit_reached' | 'compaction_prepared';
  /** What is to come next. */
  action: 'retrying_request' | 'continuing_response' | 'regenerating_tool' | 'continuing_after_tool' | 'reconciling_tool' | 'waiting_for_connectivity' | 'paused';
  /** Whether the last call has run. */
  tool_state: 'none' | 'proven_unexecuted' | 'confirmed' | 'uncertain';
  /** Whose request it is, of version 2. */
  authority: Uint8Array | null;
  /** The model, of version 1. */
  route_model: DurableBytes | null;
  /** The provider, of version 1. */
  route_provider: Uint8Array | null;
  /** The connection, of later versions. */
  route_identity: Uint8Array | null;
  /** Whether the request went out, of later versions. */
  delivery: 'definitely_unsent' | 'possibly_sent' | null;
  /** What broke the connection. */
  network_error_name: DurableBytes | null;
  /** When it broke. */
  network_failure_stage: DurableBytes | null;
  /** Whether fast mode was asked for. */
  requested_fast_mode: boolean;
  /** Whether fast mode is on. */
  fast_mode: boolean;
  /** Whether ultrafast mode was asked for. */
  requested_ultrafast_mode: boolean | null;
  /** Whether ultrafast mode is on. */
  ultrafast_mode: boolean | null;
  /** Attempts that are allowed. */
  max_provider_attempts: Uint64;
  /** Attempts that were made. */
  consumed_provider_attempts: Uint64;
  /** Whether one is under way. */
  outstanding_reservation: boolean;
}

/** The prompt. (newer-formats §4.8) */
export interface PromptInFlight {
  /** What was asked. */
  text: string | Base64Bytes;
  /** Its images. */
  images: Uint8Array;
  /** The work that a parent session handed over. */
  work_id: DurableBytes | null;
}

/** Bytes that are not UTF-8. (newer-formats §4.8) */
export interface Base64Bytes {
  /** How they are written. */
  encoding: 'base64';
  /** The bytes in base64. */
  data: string;
}

/** What the turn has done. (newer-formats §4.8) */
export interface ExecutionInFlight {
  /** 10. */
  schema_version: Uint64;
  /** The steps. */
  tool_steps: CheckpointedStep[];
  /** Files that were touched. */
  files: Uint8Array;
  /** Guidance that was typed. */
  steering: Uint8Array | null;
  /** Times and tokens. */
  turn_summary: Uint8Array | null;
}

/** A step of the turn in flight. (newer-formats §4.8) */
export interface CheckpointedStep {
  /** What the model said before the calls. */
  assistant: string | Base64Bytes | null;
  /** Data of the provider to continue from. */
  provider_replay: Uint8Array | null;
  /** Its calls. */
  tool_calls: CheckpointedCall[];
  /** Their results. */
  tool_results: Uint8Array;
}

/** A call of the turn in flight. (newer-formats §4.8) */
export interface CheckpointedCall {
  /** Id of the call. */
  id: string | Base64Bytes;
  /** The tool. */
  name: string | Base64Bytes;
  /** The arguments. */
  arguments_json: string | Base64Bytes;
  /** Result that the provider gave. */
  provider_result: string | Base64Bytes | null;
}

/** `usage-v2.json`: what the session has cost so far. Cumulative: a later one replaces it. (newer-formats §4.8) */
export interface ConversationUsage {
  /** Version of the file, 1. */
  schema_version: Uint64;
  /** Id of the session. */
  session_id: DurableBytes;
  /** The totals. (newer-formats §4.8) */
  snapshot: ConversationUsageSnapshot;
}

/** The totals. (newer-formats §4.8) */
export interface ConversationUsageSnapshot {
  /** Version of the snapshot, 2 to 4. */
  schema_version: Uint64;
  /** Whether the cost is known: complete, pending, or which of it is missing. */
  billing: DurableBytes;
  /** Whether `api_duration_ms` covers the whole session. */
  api_duration_complete: boolean;
  /** Whether `wall_duration_ms` covers the whole session. */
  wall_duration_complete: boolean;
  /** Whether the line counts cover the whole session. */
  code_complete: boolean;
  /** Number of the next request. */
  next_sequence: Uint64;
  /** All requests up to this number are settled. */
  settled_through_sequence: Uint64;
  /** Time spent in requests, in milliseconds. */
  api_duration_ms: Uint64;
  /** Time the session was open, in milliseconds. */
  wall_duration_ms: Uint64;
  /** US dollars. */
  total_cost: number;
  /** Tokens sent, cached ones included. */
  input_tokens: Uint64;
  /** Tokens received. */
  output_tokens: Uint64;
  /** Tokens read from the cache of the provider. */
  cache_read_tokens: Uint64;
  /** Tokens written to the cache of the provider. */
  cache_write_tokens: Uint64;
  /** Tokens received for reasoning; null when unknown. */
  reasoning_tokens: Uint64 | null;
  /** Requests; null when unknown. */
  request_count: Uint64 | null;
  /** Searches of the web. */
  billable_web_search_calls: Uint64;
  /** Lines of code added. */
  lines_added: Uint64;
  /** Lines of code removed. */
  lines_removed: Uint64;
  /** The models, in the order of their first request. */
  models: ConversationUsageModel[];
  /** Requests whose cost is not known yet. */
  pending: Uint8Array;
  /** What is still to be written to the usage of all sessions. */
  publication_backlog: Uint8Array;
  /** Moments from which the numbers are known to have gaps. */
  incidents: Uint8Array;
}

/** The same for one model. (newer-formats §4.8) */
export interface ConversationUsageModel {
  /** The model. */
  model: DurableBytes;
  /** Number of its first request. */
  first_sequence: Uint64;
  /** US dollars. */
  total_cost: number;
  /** Tokens sent. */
  input_tokens: Uint64;
  /** Tokens received. */
  output_tokens: Uint64;
  /** Tokens read from the cache. */
  cache_read_tokens: Uint64;
  /** Tokens written to the cache. */
  cache_write_tokens: Uint64;
  /** Tokens for reasoning; null when unknown. */
  reasoning_tokens: Uint64 | null;
  /** Requests; null when unknown. */
  request_count: Uint64 | null;
  /** Searches of the web. */
  billable_web_search_calls: Uint64;
}
