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
