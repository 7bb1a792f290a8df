// Generated from schemas/ by "npm run generate -w @fxlog/format"; do not edit.
import type { StructShape, UnionShape } from '../../../loose/shape.js';

export const ConfiguredProvider: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'name', shape: { kind: 'word', pattern: /^[A-Za-z][A-Za-z0-9_-]{0,63}$/, not: /^(?:gateway|codex|grok)$/i } },
    { name: 'binding', shape: { kind: 'word', pattern: /^[0-9A-Fa-f]{64}$/, lowerCase: true } },
  ],
  checks: ["name", "binding"],
};

export const ReplaySource: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'provider', shape: { kind: 'either', word: { kind: 'word', pattern: /^(?:gateway|codex|grok)$/i, lowerCase: true }, other: ConfiguredProvider } },
    { name: 'model', shape: { kind: 'text', min: 1, max: 256, rule: 'conversation/identity' } },
  ],
  checks: ["provider", "model"],
};

export const ProviderReplay: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'source', shape: ReplaySource },
    { name: 'parts_json', shape: { kind: 'text', min: 1, max: 4194304, rule: 'conversation/assistant-replay-parts' } },
  ],
  checks: ["source", "parts_json"],
};

export const AssistantPayload: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'text', shape: { kind: 'text', max: 67108864, rule: 'conversation/text-field' } },
    { name: 'provider_replay', shape: { kind: 'nullable', of: ProviderReplay }, absent: null },
    { name: 'standalone_response', shape: { kind: 'boolean' }, absent: false },
  ],
  checks: ["text", "conversation/assistant-schema-v1", "provider_replay"],
};

export const ContextCheckpointPayload: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'covers_through_seq', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'summary', shape: { kind: 'text', min: 1, max: 67108864, rule: 'conversation/text-field', emptyRule: 'conversation/text-empty' } },
  ],
  checks: ["covers_through_seq", "summary"],
};

export const FileEvidence: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'path', shape: { kind: 'text', min: 1, max: 4096, rule: 'conversation/file-path' } },
    { name: 'new_path', shape: { kind: 'nullable', of: { kind: 'text', min: 1, max: 4096, rule: 'conversation/file-path' } }, absent: null },
    { name: 'tool_call_id', shape: { kind: 'text', min: 1, max: 256, rule: 'conversation/identity' } },
    { name: 'tool_name', shape: { kind: 'text', min: 1, max: 256, rule: 'conversation/identity' } },
    { name: 'action', shape: { kind: 'enum', names: ["read", "write", "edit", "delete", "rename", "copy", "search", "list", "unknown"] }, absent: "unknown" },
    { name: 'status', shape: { kind: 'enum', names: ["success", "failure"] }, absent: "success" },
    { name: 'model_view_covers_full_file', shape: { kind: 'boolean' }, absent: false },
    { name: 'stale', shape: { kind: 'boolean' }, absent: false },
  ],
  checks: ["path", "new_path", "tool_call_id", "tool_name", "action", "status", "model_view_covers_full_file", "stale"],
};

export const TokenProgress: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'input_tokens', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n }, absent: 0 },
    { name: 'output_tokens', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n }, absent: 0 },
    { name: 'input_exact', shape: { kind: 'boolean' }, absent: true },
    { name: 'output_exact', shape: { kind: 'boolean' }, absent: true },
  ],
  checks: ["input_tokens", "output_tokens", "input_exact", "output_exact"],
};

export const TurnSummary: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'started_at_ms', shape: { kind: 'integer', min: -9223372036854775808n, max: 9223372036854775807n }, absent: 0 },
    { name: 'completed_at_ms', shape: { kind: 'integer', min: -9223372036854775808n, max: 9223372036854775807n }, absent: 0 },
    { name: 'thinking_duration_ms', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n }, absent: 0 },
    { name: 'turn_duration_ms', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n }, absent: 0 },
    { name: 'token_progress', shape: TokenProgress, absent: {"input_tokens":0, "output_tokens":0, "input_exact":true, "output_exact":true} },
  ],
  checks: ["started_at_ms", "completed_at_ms", "thinking_duration_ms", "turn_duration_ms", "token_progress"],
};

export const InterruptedPayload: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'reason', shape: { kind: 'enum', names: ["cancelled", "failed"] } },
    { name: 'partial_text', shape: { kind: 'nullable', of: { kind: 'text', max: 67108864, rule: 'conversation/text-field' } }, absent: null },
    { name: 'command_replay_ref', shape: { kind: 'nullable', of: { kind: 'text', min: 1, max: 256, rule: 'conversation/identity' } }, absent: null },
    { name: 'command_replay_bytes', shape: { kind: 'nullable', of: { kind: 'integer', min: 0n, max: 18446744073709551615n } }, absent: null },
    { name: 'command_artifact_ref', shape: { kind: 'nullable', of: { kind: 'text', min: 1, max: 256, rule: 'conversation/identity' } }, absent: null },
    { name: 'files', shape: { kind: 'list', of: FileEvidence }, absent: [] },
    { name: 'turn_summary', shape: { kind: 'nullable', of: TurnSummary }, absent: null },
    { name: 'cancellation_origin', shape: { kind: 'word', pattern: /^(?:turn|compaction)$/ }, absent: "turn", omit: 'always' },
  ],
  checks: ["partial_text", "conversation/interrupted-command-replay-pair", "command_replay_ref", "command_artifact_ref", "files"],
};

export const SteeringPayload: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'text', shape: { kind: 'text', min: 1, max: 67108864, rule: 'conversation/text-field', emptyRule: 'conversation/text-empty' } },
  ],
  checks: ["text"],
};

export const ToolCallPayload: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'call_id', shape: { kind: 'text', min: 1, max: 256, rule: 'conversation/identity' } },
    { name: 'tool_name', shape: { kind: 'text', min: 1, max: 256, rule: 'conversation/identity' } },
    { name: 'arguments_json', shape: { kind: 'text', min: 1, max: 67108864, rule: 'conversation/tool-call-arguments' } },
    { name: 'argument_integrity', shape: { kind: 'enum', names: ["valid", "malformed_json"] }, absent: "valid" },
    { name: 'provisional_id', shape: { kind: 'nullable', of: { kind: 'text', min: 1, max: 256, rule: 'conversation/identity' } }, absent: null },
    { name: 'provider_result', shape: { kind: 'nullable', of: { kind: 'text', max: 67108864, rule: 'conversation/tool-call-provider-result' } }, absent: null },
    { name: 'final_identity', shape: { kind: 'enum', names: ["valid", "absent", "empty", "wrong_type"] }, absent: "valid" },
    { name: 'provenance', shape: { kind: 'enum', names: ["fx_local", "provider_executed"] }, absent: "fx_local" },
  ],
  checks: ["call_id", "tool_name", "arguments_json", "argument_integrity", "provisional_id", "provider_result", "final_identity", "provenance"],
};

export const DiffLine: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'kind', shape: { kind: 'enum', names: ["context", "addition", "deletion", "elision", "notice"] } },
    { name: 'old_line', shape: { kind: 'nullable', of: { kind: 'integer', min: 0n, max: 4294967295n } }, absent: null },
    { name: 'new_line', shape: { kind: 'nullable', of: { kind: 'integer', min: 0n, max: 4294967295n } }, absent: null },
    { name: 'text', shape: { kind: 'text', max: 67108864, rule: 'conversation/text-field' } },
  ],
  checks: ["kind", "old_line", "new_line", "text"],
};

export const LifecycleId: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'turn_id', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'call_id', shape: { kind: 'text', min: 1, max: 256, rule: 'conversation/identity' } },
  ],
  checks: ["turn_id", "call_id"],
};

export const FilePresentation: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'path', shape: { kind: 'text', min: 1, max: 4096, rule: 'conversation/file-path' } },
    { name: 'kind', shape: { kind: 'enum', names: ["added", "edited"] } },
    { name: 'lines', shape: { kind: 'list', of: DiffLine } },
    { name: 'additions', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'deletions', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'truncated', shape: { kind: 'boolean' } },
    { name: 'previous_content', shape: { kind: 'nullable', of: { kind: 'text', max: 67108864, rule: 'conversation/text-field' } }, absent: null },
    { name: 'after_content', shape: { kind: 'nullable', of: { kind: 'text', max: 67108864, rule: 'conversation/text-field' } }, absent: null },
    { name: 'lifecycle_id', shape: { kind: 'nullable', of: LifecycleId }, absent: null },
    { name: 'content_handle', shape: { kind: 'nullable', of: { kind: 'text', min: 1, max: 256, rule: 'conversation/identity' } }, absent: null },
  ],
  checks: ["conversation/tool-result-file-presentation-source", "content_handle", "path", "lines", "previous_content", "after_content", "lifecycle_id"],
};

export const CommandProcessPresentation: UnionShape = {
  kind: 'union',
  fields: [
    { name: 'exit_code', shape: { kind: 'integer', min: -9223372036854775808n, max: 9223372036854775807n } },
    { name: 'signal', shape: { kind: 'integer', min: 0n, max: 4294967295n } },
    { name: 'timed_out', shape: { kind: 'nothing' } },
    { name: 'output_capture_failed', shape: { kind: 'nothing' } },
  ],
};

export const TerminalReturn: UnionShape = {
  kind: 'union',
  fields: [
    { name: 'started', shape: { kind: 'nothing' } },
    { name: 'condition_met', shape: { kind: 'nothing' } },
    { name: 'safety_ceiling', shape: { kind: 'nothing' } },
    { name: 'cancelled', shape: { kind: 'nothing' } },
    { name: 'exited', shape: { kind: 'integer', min: -2147483648n, max: 2147483647n } },
    { name: 'signal', shape: { kind: 'integer', min: 0n, max: 4294967295n } },
  ],
};

export const TerminalActionPresentation: UnionShape = {
  kind: 'union',
  fields: [
    { name: 'returned', shape: TerminalReturn },
    { name: 'failed', shape: { kind: 'enum', names: ["invalid_request", "path_outside_workspace", "unsupported_host", "shell_unavailable", "pty_unavailable", "startup_failed", "process_identity_unavailable", "session_lost", "session_not_found", "invalid_lifecycle", "authority_denied", "authority_retired", "lease_conflict", "cursor_gap", "screen_unavailable", "protocol_incompatible", "capacity_exceeded", "cancelled"] } },
  ],
};

export const ToolResultPayload: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'call_id', shape: { kind: 'text', min: 1, max: 256, rule: 'conversation/identity' } },
    { name: 'tool_name', shape: { kind: 'text', min: 1, max: 256, rule: 'conversation/identity' } },
    { name: 'status', shape: { kind: 'enum', names: ["success", "failure"] } },
    { name: 'artifact_ref', shape: { kind: 'text', min: 1, max: 256, rule: 'conversation/tool-result-artifact-ref' } },
    { name: 'tool_image_handle', shape: { kind: 'nullable', of: { kind: 'text', min: 1, max: 256, rule: 'conversation/identity' } }, absent: null },
    { name: 'output_bytes', shape: { kind: 'nullable', of: { kind: 'integer', min: 0n, max: 18446744073709551615n } }, absent: null },
    { name: 'stored_bytes', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'completeness', shape: { kind: 'enum', names: ["complete", "partial", "unknown"] } },
    { name: 'preview', shape: { kind: 'nullable', of: { kind: 'text', max: 4096, rule: 'conversation/tool-result-preview' } }, absent: null },
    { name: 'provider_native', shape: { kind: 'boolean' }, absent: false },
    { name: 'review_feedback', shape: { kind: 'boolean' }, absent: false, omit: 'always' },
    { name: 'created_at_ms', shape: { kind: 'integer', min: -9223372036854775808n, max: 9223372036854775807n, floor: 0, rule: 'conversation/tool-result-created-at' }, absent: 0 },
    { name: 'permission_feedback', shape: { kind: 'list', of: { kind: 'text', max: 67108864, rule: 'conversation/text-field' } }, absent: [] },
    { name: 'committed_file_presentation', shape: { kind: 'nullable', of: FilePresentation }, absent: null },
    { name: 'command_replay_ref', shape: { kind: 'nullable', of: { kind: 'text', min: 1, max: 256, rule: 'conversation/identity' } }, absent: null },
    { name: 'command_replay_bytes', shape: { kind: 'nullable', of: { kind: 'integer', min: 0n, max: 18446744073709551615n } }, absent: null },
    { name: 'command_process_presentation', shape: { kind: 'nullable', of: CommandProcessPresentation }, absent: null },
    { name: 'terminal_action_presentation', shape: { kind: 'nullable', of: TerminalActionPresentation }, absent: null },
  ],
  checks: ["conversation/tool-result-review-feedback", "call_id", "tool_name", "artifact_ref", "tool_image_handle", "preview", "created_at_ms", "permission_feedback", "committed_file_presentation", "conversation/tool-result-command-replay-pair", "command_replay_ref"],
};

export const TurnCompletedPayload: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'files', shape: { kind: 'list', of: FileEvidence }, absent: [] },
    { name: 'turn_summary', shape: { kind: 'nullable', of: TurnSummary }, absent: null },
  ],
  checks: ["files", "turn_summary"],
};

export const Image: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'id', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n }, absent: 0 },
    { name: 'path', shape: { kind: 'text', min: 1, max: 4096, rule: 'conversation/user-image-field' } },
    { name: 'media_type', shape: { kind: 'text', min: 1, max: 256, rule: 'conversation/user-image-field' } },
    { name: 'snapshot_path', shape: { kind: 'nullable', of: { kind: 'text', anyBytes: true } }, absent: null },
    { name: 'snapshot_sha256', shape: { kind: 'nullable', of: { kind: 'text', anyBytes: true } }, absent: null },
    { name: 'inline_data', shape: { kind: 'nullable', of: { kind: 'text', anyBytes: true } }, absent: null },
    { name: 'source_ref', shape: { kind: 'nullable', of: { kind: 'text', anyBytes: true } }, absent: null, omit: 'items' },
  ],
  checks: ["id", "path", "media_type", "snapshot_path", "snapshot_sha256", "inline_data", "source_ref"],
};

export const UserPayload: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'text', shape: { kind: 'text', min: 1, max: 67108864, rule: 'conversation/text-field', emptyRule: 'conversation/text-empty' } },
    { name: 'images', shape: { kind: 'list', of: Image, max: 128, rule: 'conversation/user-images-count' }, absent: [] },
    { name: 'work_id', shape: { kind: 'nullable', of: { kind: 'text', min: 1, max: 256, rule: 'conversation/identity' } }, absent: null },
  ],
  checks: ["text", "images", "work_id"],
};

export const ConversationEvent: UnionShape = {
  kind: 'union',
  fields: [
    { name: 'user', shape: UserPayload },
    { name: 'assistant', shape: AssistantPayload },
    { name: 'tool_call', shape: ToolCallPayload },
    { name: 'tool_result', shape: ToolResultPayload },
    { name: 'steering', shape: SteeringPayload },
    { name: 'turn_completed', shape: TurnCompletedPayload },
    { name: 'interrupted', shape: InterruptedPayload },
    { name: 'context_checkpoint', shape: ContextCheckpointPayload },
  ],
};

export const ConversationFrame: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'schema_version', shape: { kind: 'integer', min: 0n, max: 255n }, absent: 3 },
    { name: 'seq', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'timestamp_ms', shape: { kind: 'integer', min: -9223372036854775808n, max: 9223372036854775807n } },
    { name: 'event', shape: ConversationEvent },
  ],
  checks: ["schema_version", "seq", "timestamp_ms", "event"],
};

export const RegisteredChild: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'id', shape: { kind: 'text', anyBytes: true } },
    { name: 'kind', shape: { kind: 'enum', names: ["one_off", "persistent"] } },
    { name: 'persistent', shape: { kind: 'raw' } },
    { name: 'phase', shape: { kind: 'enum', names: ["idle", "running", "awaiting_approval", "interrupted", "finished"] } },
    { name: 'work_generation', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'active', shape: { kind: 'raw' } },
    { name: 'last_work_id', shape: { kind: 'nullable', of: { kind: 'text', anyBytes: true } } },
    { name: 'last_request_fingerprint', shape: { kind: 'nullable', of: { kind: 'text', anyBytes: true } } },
    { name: 'last_outcome', shape: { kind: 'nullable', of: { kind: 'enum', names: ["completed", "failed", "cancelled", "interrupted", "lost"] } } },
    { name: 'last_failure', shape: { kind: 'raw' }, absent: null },
  ],
  checks: ["id", "kind", "persistent", "phase", "work_generation", "active", "last_work_id", "last_request_fingerprint", "last_outcome", "last_failure"],
};

export const ChildrenRegistry: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'schema_version', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'parent_id', shape: { kind: 'text', anyBytes: true } },
    { name: 'generation', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'children', shape: { kind: 'list', of: RegisteredChild, max: 256, rule: 'conversation/children-invalid' } },
  ],
  checks: ["schema_version", "parent_id", "generation", "children"],
};

export const ConversationManifest: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'schema_version', shape: { kind: 'integer', min: 0n, max: 255n }, absent: 4 },
    { name: 'id', shape: { kind: 'text', min: 1, max: 255, pattern: /^(?!\.\.?$)[A-Za-z0-9._-]+$/, rule: 'state/session-id' } },
    { name: 'origin_workspace_root', shape: { kind: 'text', min: 1, max: 4096, pattern: /^\//, rule: 'state/workspace-root' } },
    { name: 'workspace_root', shape: { kind: 'text', min: 1, max: 4096, pattern: /^\//, rule: 'state/workspace-root' } },
    { name: 'created_at_ms', shape: { kind: 'integer', min: -9223372036854775808n, max: 9223372036854775807n, floor: 0, rule: 'state/negative-time' } },
    { name: 'updated_at_ms', shape: { kind: 'integer', min: -9223372036854775808n, max: 9223372036854775807n } },
    { name: 'conversation_language', shape: { kind: 'text', min: 1, max: 24, pattern: /^(?![ \t\r\n])[^\u0000-\u001f\u007f]*(?<![ \t\r\n])$/, rule: 'state/language' } },
    { name: 'provider', shape: { kind: 'either', word: { kind: 'word', pattern: /^(?:gateway|codex|grok)$/i, lowerCase: true }, other: ConfiguredProvider } },
    { name: 'model', shape: { kind: 'text', min: 1, max: 1024, pattern: /^(?! )[^\u0000-\u001f\u007f]*(?<! )$/, rule: 'state/model' } },
    { name: 'effort', shape: { kind: 'text', pattern: /^[A-Za-z0-9._-]{1,64}$/, rule: 'state/effort' } },
    { name: 'fast_mode', shape: { kind: 'boolean' } },
    { name: 'ultrafast_mode', shape: { kind: 'nullable', of: { kind: 'boolean' } }, absent: null, omit: 'always' },
    { name: 'title', shape: { kind: 'nullable', of: { kind: 'text', min: 1, max: 240, rule: 'conversation/manifest-title' } }, absent: null, omit: 'always' },
    { name: 'subagent_child', shape: { kind: 'boolean' }, absent: false },
  ],
  checks: ["schema_version", "id", "origin_workspace_root", "workspace_root", "created_at_ms", "updated_at_ms", "conversation_language", "provider", "model", "effort", "fast_mode", "ultrafast_mode", "title", "subagent_child"],
};

export const LiveOwner: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'pid', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'opened_at_ms', shape: { kind: 'integer', min: -9223372036854775808n, max: 9223372036854775807n } },
  ],
  checks: ["pid", "opened_at_ms"],
};

export const SavedPermissionRule: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'id', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n, floor: 1, rule: 'conversation/permissions-invalid' } },
    { name: 'kind', shape: { kind: 'enum', names: ["command", "file_mutation", "structured_tool"] } },
    { name: 'canonical', shape: { kind: 'text', min: 1, max: 4096, rule: 'conversation/permissions-invalid' } },
    { name: 'display_identity', shape: { kind: 'text', min: 1, max: 4096, rule: 'conversation/permissions-invalid' } },
    { name: 'decision', shape: { kind: 'enum', names: ["allow", "deny"] } },
    { name: 'generation', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
  ],
  checks: ["id", "kind", "canonical", "display_identity", "decision", "generation"],
};

export const SavedPermissions: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'schema_version', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'next_generation', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n, floor: 1, rule: 'conversation/permissions-invalid' } },
    { name: 'rules', shape: { kind: 'list', of: SavedPermissionRule, max: 1024, rule: 'conversation/permissions-invalid' } },
  ],
  checks: ["schema_version", "next_generation", "rules"],
};

export const Base64Bytes: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'encoding', shape: { kind: 'word', pattern: /^(?:base64)$/ } },
    { name: 'data', shape: { kind: 'word', pattern: /^[A-Za-z0-9+/]*={0,2}$/ } },
  ],
  checks: ["encoding", "data"],
};

export const PromptInFlight: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'text', shape: { kind: 'either', word: { kind: 'word', pattern: /^/ }, other: Base64Bytes } },
    { name: 'images', shape: { kind: 'raw' } },
    { name: 'work_id', shape: { kind: 'nullable', of: { kind: 'text', anyBytes: true } }, absent: null, omit: 'always' },
  ],
  checks: ["text", "images", "work_id"],
};

export const CheckpointedCall: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'id', shape: { kind: 'either', word: { kind: 'word', pattern: /^/ }, other: Base64Bytes } },
    { name: 'name', shape: { kind: 'either', word: { kind: 'word', pattern: /^/ }, other: Base64Bytes } },
    { name: 'arguments_json', shape: { kind: 'either', word: { kind: 'word', pattern: /^/ }, other: Base64Bytes } },
    { name: 'provider_result', shape: { kind: 'nullable', of: { kind: 'either', word: { kind: 'word', pattern: /^/ }, other: Base64Bytes } }, absent: null },
  ],
  checks: ["id", "name", "arguments_json", "provider_result"],
};

export const CheckpointedStep: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'assistant', shape: { kind: 'nullable', of: { kind: 'either', word: { kind: 'word', pattern: /^/ }, other: Base64Bytes } } },
    { name: 'provider_replay', shape: { kind: 'raw' }, absent: null },
    { name: 'tool_calls', shape: { kind: 'list', of: CheckpointedCall } },
    { name: 'tool_results', shape: { kind: 'raw' } },
  ],
  checks: ["assistant", "provider_replay", "tool_calls", "tool_results"],
};

export const ExecutionInFlight: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'schema_version', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'tool_steps', shape: { kind: 'list', of: CheckpointedStep } },
    { name: 'files', shape: { kind: 'raw' } },
    { name: 'steering', shape: { kind: 'raw' }, absent: null },
    { name: 'turn_summary', shape: { kind: 'raw' }, absent: null },
  ],
  checks: ["schema_version", "tool_steps", "files", "steering", "turn_summary"],
};

export const TurnInFlight: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'version', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'turn_id', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'user', shape: PromptInFlight },
    { name: 'assistant_source', shape: { kind: 'nullable', of: { kind: 'either', word: { kind: 'word', pattern: /^/ }, other: Base64Bytes } } },
    { name: 'execution', shape: ExecutionInFlight },
    { name: 'cause', shape: { kind: 'enum', names: ["network_interrupted", "response_interrupted", "provider_stream_timeout", "provider_unavailable", "rate_limited", "system_resumed", "authentication", "request_limit_reached", "compaction_prepared"] } },
    { name: 'action', shape: { kind: 'enum', names: ["retrying_request", "continuing_response", "regenerating_tool", "continuing_after_tool", "reconciling_tool", "waiting_for_connectivity", "paused"] } },
    { name: 'tool_state', shape: { kind: 'enum', names: ["none", "proven_unexecuted", "confirmed", "uncertain"] } },
    { name: 'authority', shape: { kind: 'raw' }, absent: null },
    { name: 'route_model', shape: { kind: 'nullable', of: { kind: 'text', anyBytes: true } }, absent: null, omit: 'always' },
    { name: 'route_provider', shape: { kind: 'raw' }, absent: null },
    { name: 'route_identity', shape: { kind: 'raw' }, absent: null },
    { name: 'delivery', shape: { kind: 'nullable', of: { kind: 'enum', names: ["definitely_unsent", "possibly_sent"] } }, absent: null, omit: 'always' },
    { name: 'network_error_name', shape: { kind: 'nullable', of: { kind: 'text', anyBytes: true } }, absent: null, omit: 'always' },
    { name: 'network_failure_stage', shape: { kind: 'nullable', of: { kind: 'text', anyBytes: true } }, absent: null, omit: 'always' },
    { name: 'requested_fast_mode', shape: { kind: 'boolean' } },
    { name: 'fast_mode', shape: { kind: 'boolean' } },
    { name: 'requested_ultrafast_mode', shape: { kind: 'nullable', of: { kind: 'boolean' } }, absent: null, omit: 'always' },
    { name: 'ultrafast_mode', shape: { kind: 'nullable', of: { kind: 'boolean' } }, absent: null, omit: 'always' },
    { name: 'max_provider_attempts', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'consumed_provider_attempts', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'outstanding_reservation', shape: { kind: 'boolean' } },
  ],
  checks: ["version", "turn_id", "user", "assistant_source", "execution", "cause", "action", "tool_state", "authority", "route_model", "route_provider", "route_identity", "delivery", "network_error_name", "network_failure_stage", "requested_fast_mode", "fast_mode", "requested_ultrafast_mode", "ultrafast_mode", "max_provider_attempts", "consumed_provider_attempts", "outstanding_reservation"],
};

export const RecoveryFile: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'conversation_seq', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'checkpoint', shape: TurnInFlight },
  ],
  checks: ["conversation_seq", "checkpoint"],
};

export const ConversationUsageModel: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'model', shape: { kind: 'text', anyBytes: true } },
    { name: 'first_sequence', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'total_cost', shape: { kind: 'number' } },
    { name: 'input_tokens', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'output_tokens', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'cache_read_tokens', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'cache_write_tokens', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'reasoning_tokens', shape: { kind: 'nullable', of: { kind: 'integer', min: 0n, max: 18446744073709551615n } } },
    { name: 'request_count', shape: { kind: 'nullable', of: { kind: 'integer', min: 0n, max: 18446744073709551615n } } },
    { name: 'billable_web_search_calls', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
  ],
  checks: ["model", "first_sequence", "total_cost", "input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens", "reasoning_tokens", "request_count", "billable_web_search_calls"],
};

export const ConversationUsageSnapshot: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'schema_version', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'billing', shape: { kind: 'text', anyBytes: true } },
    { name: 'api_duration_complete', shape: { kind: 'boolean' } },
    { name: 'wall_duration_complete', shape: { kind: 'boolean' } },
    { name: 'code_complete', shape: { kind: 'boolean' } },
    { name: 'next_sequence', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'settled_through_sequence', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'api_duration_ms', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'wall_duration_ms', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'total_cost', shape: { kind: 'number' } },
    { name: 'input_tokens', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'output_tokens', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'cache_read_tokens', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'cache_write_tokens', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'reasoning_tokens', shape: { kind: 'nullable', of: { kind: 'integer', min: 0n, max: 18446744073709551615n } } },
    { name: 'request_count', shape: { kind: 'nullable', of: { kind: 'integer', min: 0n, max: 18446744073709551615n } } },
    { name: 'billable_web_search_calls', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'lines_added', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'lines_removed', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'models', shape: { kind: 'list', of: ConversationUsageModel } },
    { name: 'pending', shape: { kind: 'raw' } },
    { name: 'publication_backlog', shape: { kind: 'raw' } },
    { name: 'incidents', shape: { kind: 'raw' } },
  ],
  checks: ["schema_version", "billing", "api_duration_complete", "wall_duration_complete", "code_complete", "next_sequence", "settled_through_sequence", "api_duration_ms", "wall_duration_ms", "total_cost", "input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens", "reasoning_tokens", "request_count", "billable_web_search_calls", "lines_added", "lines_removed", "models", "pending", "publication_backlog", "incidents"],
};

export const ConversationUsage: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'schema_version', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'session_id', shape: { kind: 'text', anyBytes: true } },
    { name: 'snapshot', shape: ConversationUsageSnapshot },
  ],
  checks: ["schema_version", "session_id", "snapshot"],
};
