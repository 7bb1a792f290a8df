import { quoteJson } from '@fxlog/json/internal';
import type {
  PermissionRule,
  PermissionState,
  Preferences,
  RecoveryCheckpoint,
  StateDocument,
} from '../generated/types.js';
import { executionText } from './execution.js';
import { historyTurnText, userText } from './history-turn.js';
import { durable, list } from './tokens.js';
import { usageText } from './usage.js';

/** Canonical text of a preferences object: always all four keys (event-log §3.4, §4.2). */
export function preferencesText(preferences: Preferences): string {
  return (
    `{"model":${quoteJson(preferences.model)}` +
    `,"effort":${quoteJson(preferences.effort)}` +
    `,"fast_mode":${preferences.fast_mode}` +
    `,"provider":${quoteJson(preferences.provider ?? 'gateway')}}`
  );
}

/** Canonical text of a recovery checkpoint (event-log §3.11, §4.2). */
export function checkpointText(checkpoint: RecoveryCheckpoint): string {
  return (
    `{"version":1,"turn_id":${checkpoint.turn_id}` +
    `,"user":${userText(checkpoint.user)}` +
    `,"assistant_source":${durable(checkpoint.assistant_source)}` +
    `,"execution":${executionText(checkpoint.execution)}` +
    `,"cause":${quoteJson(checkpoint.cause)}` +
    `,"action":${quoteJson(checkpoint.action)}` +
    `,"tool_state":${quoteJson(checkpoint.tool_state)}` +
    `,"route_model":${durable(checkpoint.route_model)}` +
    `,"route_provider":${quoteJson(checkpoint.route_provider ?? 'gateway')}` +
    `,"requested_fast_mode":${checkpoint.requested_fast_mode}` +
    `,"fast_mode":${checkpoint.fast_mode}` +
    `,"max_provider_attempts":${checkpoint.max_provider_attempts}` +
    `,"consumed_provider_attempts":${checkpoint.consumed_provider_attempts}` +
    `,"outstanding_reservation":${checkpoint.outstanding_reservation}}`
  );
}

/** The permission state of a session that has none yet (event-log §5.1). */
export const EMPTY_PERMISSION_STATE: PermissionState = { schema_version: 2, next_generation: 1, rules: [] };

/** The parts of the canonical state document before its history, between its turns, and after it (event-log §3.13, §4.2). */
export function stateHead(state: Omit<StateDocument, 'history'>): string {
  return (
    `{"id":${quoteJson(state.id)}` +
    `,"origin_workspace_root":${quoteJson(state.origin_workspace_root)}` +
    `,"workspace_root":${quoteJson(state.workspace_root)}` +
    `,"created_at_ms":${state.created_at_ms}` +
    `,"updated_at_ms":${state.updated_at_ms}` +
    `,"conversation_language":${quoteJson(state.conversation_language)}` +
    `,"preferences":${preferencesText(state.preferences)}` +
    ',"history":['
  );
}

/** What follows the last turn of the canonical state document. */
export function stateTail(state: Omit<StateDocument, 'history'>): string {
  const { usage, last_subagent_work_id: workId, recovery_checkpoint: checkpoint } = state;
  return (
    `],"total_input_tokens":${state.total_input_tokens}` +
    `,"total_output_tokens":${state.total_output_tokens}` +
    `,"context_history_start":${state.context_history_start ?? 0}` +
    `,"permission_state":${permissionText(state.permission_state ?? EMPTY_PERMISSION_STATE)}` +
    (usage === undefined ? '' : `,"usage":${usageText(usage)}`) +
    (workId === undefined ? '' : `,"last_subagent_work_id":${quoteJson(workId)}`) +
    (checkpoint === undefined ? '' : `,"recovery_checkpoint":${checkpointText(checkpoint)}`) +
    '}'
  );
}

function permissionText(state: PermissionState): string {
  return `{"schema_version":${state.schema_version},"next_generation":${state.next_generation},"rules":${list<PermissionRule>(state.rules, ruleText)}}`;
}

function ruleText(rule: PermissionRule): string {
  return (
    `{"id":${rule.id}` +
    `,"kind":${quoteJson(rule.kind)}` +
    `,"canonical":${durable(rule.canonical)}` +
    `,"display_identity":${durable(rule.display_identity)}` +
    `,"decision":${quoteJson(rule.decision)}` +
    `,"generation":${rule.generation}}`
  );
}

/** Canonical text of one turn inside a state document; turns are joined by commas. */
export const stateTurn = historyTurnText;
