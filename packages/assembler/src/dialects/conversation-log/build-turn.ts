/**
 * The turns of a conversation log, and those of formats that keep its payloads, as turns that belong to no format.
 */
import type { DurableBytes, Uint64 } from '@fxlog/format';
import type { ConversationPayload } from '@fxlog/format/internal';
import type {
  FileChange,
  OutputReplay,
  ProcessEnd,
  ResultContent,
  Turn,
  TurnCall,
  TurnEnd,
  TurnFile,
  TurnImage,
  TurnResult,
  TurnStep,
} from '../../turn.js';
import type { ConversationStep, ConversationTurn, ConversationTurnBuilder } from './conversation-turn.js';

/** What a turn itself says, without its place in a log. */
export type TurnContent = Pick<Turn, 'user' | 'steps' | 'steering' | 'end' | 'files' | 'startedMs'>;

type Payload = ConversationPayload<'turn_completed'> | ConversationPayload<'interrupted'>;

/** A turn that has ended. */
export function buildConversationTurn({ user, steps, steering, end }: ConversationTurn): TurnContent {
  const { files, turn_summary: summary } = end.payload;
  return {
    ...buildCourse({ user, steps, steering }),
    end: buildEnd(end),
    files: files.map(buildFile),
    // 0 is fx's word for a time that it does not know.
    startedMs: summary === null || summary.started_at_ms === 0 ? null : summary.started_at_ms,
  };
}

/** A turn that is under way. */
export function buildRunningTurn({ text, ...pieces }: ConversationTurnBuilder['pieces']): TurnContent {
  return {
    ...buildCourse(pieces),
    end: { kind: 'running', text: text?.text ?? null },
    files: [],
    startedMs: null,
  };
}

function buildCourse({ user, steps, steering }: Omit<ConversationTurnBuilder['pieces'], 'text'>) {
  return {
    user: { text: user.text, images: user.images.map(buildImage), workId: user.work_id },
    steps: steps.map(buildStep),
    steering: steering.map(({ text, assistantPrefix, afterStep }) => ({
      text,
      assistantPrefix,
      afterSteps: afterStep,
    })),
  };
}

function buildImage(image: ConversationPayload<'user'>['images'][number]): TurnImage {
  return {
    id: image.id,
    path: image.path,
    mediaType: image.media_type,
    snapshotPath: image.snapshot_path,
    snapshotSha256: image.snapshot_sha256,
  };
}

/** Ids are unique within a step, and each result has its call. */
function buildStep({ assistant, calls, results }: ConversationStep): TurnStep {
  const indexOf = (list: readonly { readonly call_id: string }[], id: string): number | null => {
    const index = list.findIndex((one) => one.call_id === id);
    return index < 0 ? null : index;
  };
  return {
    text: assistant === null ? null : assistant.text,
    calls: calls.map((call) => buildCall(call, indexOf(results, call.call_id))),
    results: results.map((result) => buildResult(result, indexOf(calls, result.call_id))),
  };
}

function buildCall(call: ConversationPayload<'tool_call'>, resultIndex: number | null): TurnCall {
  return {
    id: call.call_id,
    name: call.tool_name,
    argumentsJson: call.arguments_json,
    providerResult: call.provider_result,
    resultIndex,
  };
}

function buildResult(result: ConversationPayload<'tool_result'>, callIndex: number | null): TurnResult {
  return {
    callId: result.call_id,
    toolName: result.tool_name,
    status: result.status,
    content: buildContent(result),
    outputBytes: result.output_bytes,
    storedOutputBytes: result.stored_bytes,
    isTruncated: result.completeness === 'partial',
    isProviderNative: result.provider_native,
    createdAtMs: result.created_at_ms,
    permissionFeedback: result.permission_feedback,
    fileChange: buildFileChange(result),
    replay: buildReplay(result.command_replay_ref, result.command_replay_bytes),
    process: buildProcess(result.command_process_presentation),
    callIndex,
  };
}

/** The log never holds the whole output; a preview is one even where it happens to be all of it (newer-formats §4.5). */
function buildContent({ preview, artifact_ref: handle }: ConversationPayload<'tool_result'>): ResultContent {
  return preview === null ? { kind: 'missing', handle } : { kind: 'preview', preview, handle };
}

function buildFileChange({
  committed_file_presentation: shown,
}: ConversationPayload<'tool_result'>): FileChange | null {
  if (shown === null) return null;
  const { path, kind, additions, deletions } = shown;
  return { path, kind, additions, deletions };
}

function buildReplay(handle: string | null, bytes: Uint64 | null): OutputReplay | null {
  return handle === null || bytes === null ? null : { kind: 'available', handle, framedBytes: bytes };
}

function buildProcess(shown: ConversationPayload<'tool_result'>['command_process_presentation']): ProcessEnd | null {
  if (shown === null) return null;
  if ('exit_code' in shown) return { kind: 'exit_code', value: shown.exit_code };
  if ('signal' in shown) return { kind: 'signal', value: shown.signal };
  return { kind: 'timed_out' in shown ? 'timed_out' : 'output_capture_failed' };
}

function buildEnd(end: ConversationTurn['end']): TurnEnd {
  if (end.kind === 'completed') return { kind: 'completed', text: end.assistant?.text ?? '' };
  const { reason, partial_text: text, command_artifact_ref: artifactHandle } = end.payload;
  const replay = buildReplay(end.payload.command_replay_ref, end.payload.command_replay_bytes);
  return {
    kind: 'interrupted',
    reason,
    text,
    call: end.call === null ? null : buildCall(end.call, null),
    completedToolNames: [],
    cancelledCommand: replay === null && artifactHandle === null ? null : { replay, artifactHandle },
  };
}

function buildFile(file: Payload['files'][number]): TurnFile {
  const newPath: DurableBytes | null = file.new_path;
  return { path: file.path, newPath, toolName: file.tool_name, action: file.action };
}
