import type { JsonObject } from '@fxlog/json';
import type { KeyShape } from '../harness/key-watch.js';

const SESSION_META: KeyShape = {
  id: 'read',
  timestamp: 'read',
  cwd: 'read',
  cli_version: 'read',
  git: { branch: 'read', commit_hash: 'note', repository_url: 'note' },
  forked_from_id: 'read',
  history_base: 'read',
  source: 'read',
  // Our own writer says this, too.
  originator: 'read',
  account_scoped: 'note',
  agent_nickname: 'note',
  agent_path: 'note',
  agent_role: 'note',
  base_instructions: 'note',
  context_window: 'note',
  dynamic_tools: 'note',
  forked_from_ordinal_exclusive: 'note',
  history_mode: 'note',
  instructions: 'note',
  memory_mode: 'note',
  model_provider: 'note',
  multi_agent_version: 'note',
  parent_thread_id: 'note',
  runtime_workspace_roots: 'note',
  session_id: 'note',
  thread_source: 'note',
};

const TURN_CONTEXT: KeyShape = {
  model: 'read',
  turn_id: 'read',
  cwd: 'read',
  approval_policy: 'note',
  approvals_reviewer: 'note',
  collaboration_mode: 'note',
  current_date: 'note',
  developer_instructions: 'note',
  disabled_plugin_ids: 'note',
  effort: 'note',
  multi_agent_version: 'note',
  permission_profile: 'note',
  personality: 'note',
  realtime_active: 'note',
  root_turn_id: 'note',
  sandbox_policy: 'note',
  summary: 'note',
  timezone: 'note',
  truncation_policy: 'note',
  user_instructions: 'note',
};

const ITEM = { type: 'read', id: 'note', internal_chat_message_metadata_passthrough: 'note' } as const;
const PART: KeyShape = {
  type: 'read',
  text: 'read',
  image_url: 'read',
  annotations: 'note',
  detail: 'note',
  logprobs: 'note',
};

/** Keys of items, by their type (other-harnesses §2.3). */
const ITEMS: Readonly<Record<string, KeyShape>> = {
  message: { ...ITEM, role: 'read', content: [PART], end_turn: 'note', phase: 'note', status: 'note' },
  reasoning: { ...ITEM, summary: [PART], content: [PART], encrypted_content: 'read', status: 'note' },
  function_call: { ...ITEM, name: 'read', namespace: 'read', arguments: 'read', call_id: 'read', status: 'note' },
  custom_tool_call: { ...ITEM, name: 'read', namespace: 'read', input: 'read', call_id: 'read', status: 'read' },
  local_shell_call: { ...ITEM, id: 'read', call_id: 'read', action: 'read', status: 'note' },
  web_search_call: { ...ITEM, id: 'read', action: 'read', status: 'read' },
  function_call_output: { ...ITEM, call_id: 'read', output: 'read', status: 'note' },
  custom_tool_call_output: { ...ITEM, call_id: 'read', output: 'read', name: 'note', status: 'note' },
};

const TOKENS: KeyShape = {
  input_tokens: 'read',
  cached_input_tokens: 'read',
  cache_write_input_tokens: 'read',
  output_tokens: 'read',
  total_tokens: 'read',
  // A part of the output.
  reasoning_output_tokens: 'read',
};

const COMPLETED = { type: 'read', id: 'note', content: 'read' } as const;

/** Keys of the items that an event reports again. */
const COMPLETED_ITEMS: Readonly<Record<string, KeyShape>> = {
  AgentMessage: { ...COMPLETED, memory_citation: 'note', phase: 'note' },
  UserMessage: COMPLETED,
  Reasoning: { ...COMPLETED, raw_content: 'read', summary_text: 'read' },
  CommandExecution: {
    ...COMPLETED,
    call_id: 'read',
    exit_code: 'read',
    aggregated_output: 'note',
    command: 'note',
    cwd: 'note',
    duration: 'note',
    interaction_input: 'note',
    parsed_cmd: 'note',
    process_id: 'note',
    source: 'note',
    status: 'note',
  },
};

const TURN = {
  type: 'read',
  turn_id: 'read',
  completed_at: 'note',
  duration_ms: 'note',
  root_turn_id: 'note',
  started_at: 'note',
} as const;

/** Keys of the events that are read, or that say again what items say (other-harnesses §2.4). */
const EVENTS: Readonly<Record<string, KeyShape>> = {
  user_message: {
    type: 'read',
    message: 'read',
    images: 'read',
    client_id: 'note',
    kind: 'note',
    local_images: 'note',
    text_elements: 'note',
  },
  agent_message: { type: 'read', message: 'read', memory_citation: 'note', phase: 'note' },
  agent_reasoning: { type: 'read', text: 'read' },
  task_started: { ...TURN, collaboration_mode_kind: 'note', model_context_window: 'note', turn_attribution: 'note' },
  task_complete: { ...TURN, last_agent_message: 'read', time_to_first_token_ms: 'note' },
  turn_aborted: { ...TURN, reason: 'read' },
  exec_command_end: {
    ...TURN,
    call_id: 'read',
    exit_code: 'read',
    aggregated_output: 'note',
    command: 'note',
    cwd: 'note',
    duration: 'note',
    formatted_output: 'note',
    interaction_input: 'note',
    parsed_cmd: 'note',
    process_id: 'note',
    source: 'note',
    status: 'note',
    stderr: 'note',
    stdout: 'note',
  },
  thread_rolled_back: { type: 'read', num_turns: 'read' },
  token_count: {
    type: 'read',
    info: {
      total_token_usage: TOKENS,
      last_token_usage: TOKENS,
      last_usage_includes_reasoning: 'note',
      model_context_window: 'note',
    },
    rate_limits: 'note',
  },
};

const COMPACTED: KeyShape = {
  message: 'read',
  replacement_history: 'read',
  compaction_response_id: 'note',
  first_window_id: 'note',
  latest_token_usage_record: 'note',
  previous_window_id: 'note',
  replacement_history_metadata: 'note',
  resume_metadata: 'note',
  retained_context: 'note',
  window_id: 'note',
  window_number: 'note',
};

/** What is known of the keys of a line. A line that is left out as a whole is reported as such, and its keys with it. */
export function shapeOf({ type }: JsonObject, payload: JsonObject): KeyShape {
  return { timestamp: 'read', type: 'read', ordinal: 'read', metadata: 'note', payload: payloadShape(type, payload) };
}

function payloadShape(type: JsonObject[string] | undefined, payload: JsonObject): KeyShape | 'read' {
  const kind = String(payload.type);
  switch (type) {
    case 'session_meta':
      return SESSION_META;
    case 'turn_context':
      return TURN_CONTEXT;
    case 'response_item':
      return ITEMS[kind] ?? 'read';
    case 'compacted':
      return COMPACTED;
    case 'event_msg':
      if (kind === 'item_completed') return completedShape(payload);
      return EVENTS[kind.replace(/^turn_(started|complete)$/, 'task_$1')] ?? 'read';
    default:
      return 'read';
  }
}

function completedShape({ item }: JsonObject): KeyShape {
  const type = typeof item === 'object' && item !== null && 'type' in item ? String(item.type) : '';
  return {
    type: 'read',
    item: COMPLETED_ITEMS[type] ?? 'read',
    completed_at_ms: 'note',
    started_at_ms: 'note',
    thread_id: 'note',
    turn_id: 'note',
  };
}
