import type { DurableBytes, HistoryTurn, Replay, ToolCall, ToolResult, ToolStep, UserTurn } from '@fxlog/format';
import type { OutputReplay, Turn, TurnCall, TurnEnd, TurnResult, TurnStep, TurnUser } from '../../turn.js';

/**
 * fx's own turn as the neutral {@link Turn}. Every execution schema (1, 2, 3) comes out the same, with null or nothing for what an older one does
 * not have (event-log §3.14).
 */
export function buildTurn(
  raw: HistoryTurn,
  place: Pick<Turn, 'index' | 'timeMs' | 'language' | 'usage' | 'source'>,
): Turn {
  const execution = raw.kind === 'compacted_summary' ? undefined : raw.execution;
  return {
    index: place.index,
    kind: raw.kind,
    user: raw.kind === 'compacted_summary' ? null : buildUser(raw.user),
    steps: execution?.tool_steps.map(buildStep) ?? [],
    end: buildEnd(raw),
    files: execution?.files ?? [],
    timeMs: place.timeMs,
    language: place.language,
    usage: place.usage,
    source: place.source,
    raw,
  };
}

function buildUser(user: UserTurn): TurnUser {
  return {
    text: user.text,
    images: user.images.map((image) => ({
      id: image.id,
      path: image.path,
      mediaType: image.media_type,
      snapshotPath: image.snapshot_path ?? null,
      snapshotSha256: image.snapshot_sha256 ?? null,
    })),
    workId: user.work_id ?? null,
  };
}

function buildStep(step: ToolStep): TurnStep {
  if (isPairedInOrder(step)) {
    return {
      text: step.assistant,
      calls: step.tool_calls.map(buildCall),
      results: step.tool_results.map(buildResult),
    };
  }
  const { callOf, resultOf } = pair(step);
  return {
    text: step.assistant,
    calls: step.tool_calls.map((call, index) => buildCall(call, resultOf.get(index) ?? null)),
    results: step.tool_results.map((result, index) => buildResult(result, callOf.get(index) ?? null)),
  };
}

/** Whether the results answer the calls one by one, as they do in nearly every step; then {@link pair} pairs them like that. */
function isPairedInOrder({ tool_calls: calls, tool_results: results }: ToolStep): boolean {
  if (calls.length !== results.length) return false;
  for (const [index, { id }] of calls.entries()) {
    if (typeof id !== 'string' || id !== results[index]?.tool_call_id) return false;
  }
  return true;
}

/**
 * Pairs calls and results of a step by id. Ids may repeat and need not match (event-log §3.10.1): the first result that has no call yet goes to
 * the first call of its id that has no result yet.
 */
function pair(step: ToolStep): { callOf: Map<number, number>; resultOf: Map<number, number> } {
  const waiting = new Map<string, number[]>();
  for (const [index, call] of step.tool_calls.entries()) {
    const key = keyOf(call.id);
    const calls = waiting.get(key);
    if (calls === undefined) waiting.set(key, [index]);
    else calls.push(index);
  }
  for (const calls of waiting.values()) calls.reverse();
  const callOf = new Map<number, number>();
  const resultOf = new Map<number, number>();
  for (const [index, result] of step.tool_results.entries()) {
    const call = waiting.get(keyOf(result.tool_call_id))?.pop();
    if (call === undefined) continue;
    callOf.set(index, call);
    resultOf.set(call, index);
  }
  return { callOf, resultOf };
}

function keyOf(id: DurableBytes): string {
  return typeof id === 'string' ? `text:${id}` : `bytes:${Buffer.from(id).toString('hex')}`;
}

function buildCall(call: ToolCall, resultIndex: number | null): TurnCall {
  return {
    id: call.id,
    name: call.name,
    argumentsJson: call.arguments_json,
    providerResult: call.provider_result,
    resultIndex,
  };
}

function buildResult(result: ToolResult, callIndex: number | null): TurnResult {
  return {
    callId: result.tool_call_id,
    toolName: result.tool_name,
    status: result.status,
    output: result.output,
    outputHandle: result.output_handle,
    preview: result.preview,
    outputBytes: result.output_bytes,
    storedOutputBytes: result.stored_output_bytes,
    isTruncated: result.truncated,
    isProviderNative: result.provider_native,
    createdAtMs: result.created_at_ms,
    permissionFeedback: result.permission_feedback ?? [],
    filePresentation: result.committed_file_presentation ?? null,
    replay: buildReplay(result.command_output_replay ?? null),
    process: result.command_process_presentation ?? null,
    callIndex,
  };
}

function buildReplay(replay: Replay | null): OutputReplay | null {
  if (replay === null || replay.kind === 'unavailable') return replay;
  return { kind: 'available', handle: replay.handle, framedBytes: replay.framed_bytes };
}

function buildEnd(raw: HistoryTurn): TurnEnd {
  switch (raw.kind) {
    case 'assistant':
      return { kind: 'assistant', text: raw.assistant };
    case 'interrupted': {
      const { cancelled_command: command } = raw;
      return {
        kind: 'interrupted',
        // An older fx did not write the reason (event-log §3.14).
        reason: raw.terminal_reason ?? 'cancelled',
        text: raw.assistant,
        call: raw.tool_call === null ? null : buildCall(raw.tool_call, null),
        completedToolNames: raw.completed_tool_names,
        cancelledCommand:
          command === undefined
            ? null
            : { replay: buildReplay(command.output_replay), artifactHandle: command.command_artifact_handle },
      };
    }
    case 'compacted_summary':
      return {
        kind: 'compacted_summary',
        summary: raw.summary,
        removedTurns: raw.removed_turn_count,
        compactions: raw.compaction_count,
      };
    case 'background_command':
      return {
        kind: 'background_command',
        text: raw.assistant ?? null,
        logPath: raw.log_path,
        expectsUrl: raw.expect_url,
        url: raw.url,
        recordId: raw.background_record_id,
      };
  }
}
