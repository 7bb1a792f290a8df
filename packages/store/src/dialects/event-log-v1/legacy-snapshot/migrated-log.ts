/** The event log that fx makes of a legacy snapshot when it converts one (session-directory §7.2, §7.3). */
import type { Finding, HistoryTurn, StateDocument } from '@fxlog/format';
import {
  type Execution,
  type FileEvidence,
  type Image,
  isWellFormedArguments,
  settleHistoryTurn,
  type ToolCall,
  type ToolResult,
} from '@fxlog/format/internal';
import type { JsonObject, JsonValue } from '@fxlog/json';
import { isJsonObject } from '@fxlog/json/internal';
import { EventEncoder, WriteError } from '@fxlog/writer';
import { stateItems } from '@fxlog/writer/internal';
import { type LegacySummary, readLegacySnapshot } from '../sidecars/legacy-snapshot.js';

/** What stands for a model that nobody recorded. */
const UNKNOWN_MODEL = 'unknown';
/** What stands for a workspace that nobody recorded; fx takes the one in which it is started. */
const NO_WORKSPACE = '/';
const LANGUAGE = /^(?=.{1,24}$)[^\s\p{Cc}](?:[^\p{Cc}]*[^\s\p{Cc}])?$/u;

/** The log in memory, or why there is none. */
export type MigratedLog =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly finding: Finding };

/** Converts a snapshot in memory, as fx does to show it. Its file, all of which is one document, is not changed. */
export function migratedLog(dir: string, id: string): MigratedLog {
  const history: HistoryTurn[] = [];
  const read = readLegacySnapshot(dir, id, true, (turn) => history.push(settled(turnOf(turn))));
  if (!read.ok) {
    const { error: fxError, reason } = read;
    return refused(`${reason}.`, { fxError });
  }
  try {
    const encoder = new EventEncoder({ seed: `legacy-snapshot ${id}` });
    const frames: Uint8Array[] = [];
    for (const item of stateItems(stateOf(read.summary, history), 'migration')) {
      for (const { bytes } of encoder.encode(item)) frames.push(bytes);
    }
    for (const { bytes } of encoder.end()) frames.push(bytes);
    return { ok: true, bytes: Buffer.concat(frames) };
  } catch (error) {
    if (!(error instanceof WriteError)) throw error;
    return refused(
      `session.json cannot be made a log: ${error.message}`,
      error.path === undefined ? {} : { path: error.path },
    );
  }
}

function refused(message: string, more: Partial<Finding>): MigratedLog {
  const finding: Finding = { rule: 'store/unreadable', severity: 'error', message, file: 'session.json', ...more };
  return { ok: false, finding };
}

function stateOf(summary: LegacySummary, history: HistoryTurn[]): StateDocument {
  const workspace = summary.workspaceRoot ?? NO_WORKSPACE;
  const { conversationLanguage: language } = summary;
  return {
    id: summary.id,
    origin_workspace_root: workspace,
    workspace_root: workspace,
    created_at_ms: summary.createdAtMs,
    updated_at_ms: summary.updatedAtMs,
    conversation_language: LANGUAGE.test(language) ? language : 'und',
    preferences: { model: UNKNOWN_MODEL, effort: 'auto', fast_mode: false, provider: 'gateway' },
    history,
    total_input_tokens: summary.totalInputTokens,
    total_output_tokens: summary.totalOutputTokens,
    context_history_start: 0,
    permission_state: { schema_version: 2, next_generation: 1, rules: [] },
  };
}

/** Arguments that are not JSON are mended as fx mends them, and are empty where it would refuse them. */
function settled(turn: HistoryTurn): HistoryTurn {
  if (settleHistoryTurn(turn, '') === null || turn.kind === 'compacted_summary') return turn;
  for (const { tool_calls: calls } of turn.execution?.tool_steps ?? []) {
    for (const call of calls) if (!isWellFormedArguments(call.arguments_json)) call.arguments_json = '{}';
  }
  return turn;
}

/** The shape of a turn was judged; keys that fx does not know are left behind, and those that may be missing get what fx takes for them. */
function turnOf(turn: JsonObject): HistoryTurn {
  if (turn.kind === 'compacted_summary') {
    const { summary, removed_turn_count, compaction_count } = turn;
    return {
      kind: 'compacted_summary',
      summary: summary as string,
      removed_turn_count: removed_turn_count as number | bigint,
      compaction_count: compaction_count as number | bigint,
    };
  }
  const common = { user: userOf(turn.user as JsonObject), execution: executionOf(turn.execution) };
  switch (turn.kind) {
    case 'background_command':
      return {
        kind: 'background_command',
        ...common,
        log_path: turn.log_path as string,
        expect_url: turn.expect_url as boolean,
        url: textOrNull(turn.url),
        background_record_id: textOrNull(turn.background_record_id),
        assistant: textOrNull(turn.assistant),
      };
    case 'interrupted':
      return {
        kind: 'interrupted',
        ...common,
        assistant: textOrNull(turn.assistant),
        tool_call: isJsonObject(turn.tool_call) ? callOf(turn.tool_call) : null,
        completed_tool_names: listOf(turn.completed_tool_names).filter((name) => typeof name === 'string'),
        terminal_reason: turn.terminal_reason === 'failed' ? 'failed' : 'cancelled',
      };
    default:
      return { kind: 'assistant', ...common, assistant: turn.assistant as string };
  }
}

function userOf({ text, images }: JsonObject): { text: string; images: Image[] } {
  return {
    text: text as string,
    images: listOf(images).map((image) => {
      const { id = 0, path, media_type, snapshot_path = null, snapshot_sha256 = null } = image as JsonObject;
      return { id, path, media_type, snapshot_path, snapshot_sha256 } as Image;
    }),
  };
}

/** What is missing in the executions of older versions is what fx writes where there is nothing to say. */
function executionOf(execution: JsonValue | undefined): Execution {
  const { tool_steps: steps, files } = isJsonObject(execution) ? execution : ({} as JsonObject);
  return {
    schema_version: 3,
    tool_steps: listOf(steps).map((step) => {
      const { assistant, tool_calls, tool_results } = step as JsonObject;
      return {
        assistant: textOrNull(assistant),
        tool_calls: listOf(tool_calls).map((call) => callOf(call as JsonObject)),
        tool_results: listOf(tool_results).map((result) => resultOf(result as JsonObject)),
      };
    }),
    files: listOf(files).flatMap((file) => (isJsonObject(file) && typeof file.path === 'string' ? [fileOf(file)] : [])),
  };
}

function callOf({ id, name, arguments_json, provider_result }: JsonObject): ToolCall {
  return { id, name, arguments_json, provider_result: textOrNull(provider_result) } as ToolCall;
}

function resultOf(result: JsonObject): ToolResult {
  const { tool_call_id, tool_name, status, output, output_bytes, stored_output_bytes } = result;
  const { truncated, provider_native, created_at_ms, committed_file_presentation: presentation } = result;
  return {
    tool_call_id,
    tool_name,
    status,
    output,
    output_handle: textOrNull(result.output_handle),
    preview: textOrNull(result.preview),
    output_bytes,
    stored_output_bytes,
    truncated,
    provider_native,
    created_at_ms,
    permission_feedback: listOf(result.permission_feedback).filter((text) => typeof text === 'string'),
    committed_file_presentation: isJsonObject(presentation) ? presentation : null,
    command_output_replay: null,
    command_process_presentation: null,
  } as unknown as ToolResult;
}

const ACTIONS: ReadonlySet<unknown> = new Set([
  'read',
  'write',
  'edit',
  'delete',
  'rename',
  'copy',
  'search',
  'list',
  'unknown',
]);

function fileOf(file: JsonObject): FileEvidence {
  return {
    path: file.path as string,
    new_path: textOrNull(file.new_path),
    tool_call_id: textOrNull(file.tool_call_id) ?? '',
    tool_name: textOrNull(file.tool_name) ?? '',
    action: (ACTIONS.has(file.action) ? file.action : 'unknown') as FileEvidence['action'],
    status: file.status === 'failure' ? 'failure' : 'success',
    model_view_covers_full_file: file.model_view_covers_full_file === true,
    stale: file.stale === true,
  };
}

function textOrNull(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}
