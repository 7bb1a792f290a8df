import type { DurableBytes, HistoryTurn } from '@fxlog/format';
import type { Replay, ToolCall, ToolResult, ToolStep, UserTurn } from '@fxlog/format/internal';
import type { EntryFacts } from '../../fold.js';
import type {
  HistoryEntry,
  OutputReplay,
  ResultContent,
  TurnCall,
  TurnEnd,
  TurnFile,
  TurnResult,
  TurnSource,
  TurnStep,
  TurnUser,
} from '../../turn.js';

const NO_FACTS: EntryFacts = { timeMs: null, language: null, usage: null };

/**
 * fx's own turn as the neutral one, or as a compaction, which fx keeps among its turns. Every execution schema (1, 2, 3) comes out the same, with
 * null or nothing for what an older one does not have (event-log §3.14).
 *
 * @param index its place in the history, from 0
 * @param facts what its event says about it; null where no event does
 */
export function buildEntry(
  raw: HistoryTurn,
  index: number,
  source: TurnSource,
  facts: EntryFacts | null,
): HistoryEntry {
  const { timeMs, language, usage } = facts ?? NO_FACTS;
  const native = { dialect: 'event-log-v1', turn: raw } as const;
  if (raw.kind === 'compacted_summary') {
    const { summary, removed_turn_count: removedTurns, compaction_count: compactions } = raw;
    return {
      type: 'compaction',
      compaction: { index, summary, removedTurns, compactions, timeMs, language, usage, source, native },
    };
  }
  const { execution } = raw;
  return {
    type: 'turn',
    turn: {
      index,
      user: buildUser(raw.user),
      steps: execution?.tool_steps.map(buildStep) ?? [],
      steering: [],
      end: buildEnd(raw),
      files: execution?.files.map(buildFile) ?? [],
      startedMs: null,
      timeMs,
      language,
      usage,
      source,
      native,
    },
  };
}

type ExecutedTurn = Exclude<HistoryTurn, { kind: 'compacted_summary' }>;

function buildFile(file: NonNullable<ExecutedTurn['execution']>['files'][number]): TurnFile {
  return { path: file.path, newPath: file.new_path, toolName: file.tool_name, action: file.action };
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
    content: buildContent(result),
    outputBytes: result.output_bytes,
    storedOutputBytes: result.stored_output_bytes,
    isTruncated: result.truncated,
    isProviderNative: result.provider_native,
    createdAtMs: result.created_at_ms,
    permissionFeedback: result.permission_feedback ?? [],
    fileChange: buildFileChange(result),
    replay: buildReplay(result.command_output_replay ?? null),
    process: result.command_process_presentation ?? null,
    callIndex,
  };
}

/** With a handle, fx keeps the whole output in a side file and only what the model saw of it in the log. */
function buildContent({ output, output_handle: handle, preview }: ToolResult): ResultContent {
  if (handle === null) return { kind: 'inline', output };
  const shown = output.length > 0 || preview === null ? output : preview;
  return { kind: 'preview', preview: shown, handle };
}

function buildFileChange({ committed_file_presentation: shown }: ToolResult): TurnResult['fileChange'] {
  if (shown === undefined || shown === null) return null;
  const { path, kind, additions, deletions } = shown;
  return { path, kind, additions, deletions };
}

function buildReplay(replay: Replay | null): OutputReplay | null {
  if (replay === null || replay.kind === 'unavailable') return replay;
  return { kind: 'available', handle: replay.handle, framedBytes: replay.framed_bytes };
}

function buildEnd(raw: ExecutedTurn): TurnEnd {
  switch (raw.kind) {
    case 'assistant':
      return { kind: 'completed', text: raw.assistant };
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
