import { quoteJson } from '@fxlog/json/internal';
import type { Execution, FileEvidence, FilePresentation, ToolCall, ToolResult, ToolStep } from '../generated/types.js';
import { durable, durableOrNull, list } from './tokens.js';

/** Whether an execution has nothing in it, so that some turns leave it out (event-log §4.2). */
export function isEmptyExecution(execution: Execution): boolean {
  return execution.tool_steps.length === 0 && execution.files.length === 0;
}

/** Canonical text of an execution, always in schema 3 (event-log §3.10, §4.2). */
export function executionText(execution: Execution): string {
  return `{"schema_version":3,"tool_steps":${list<ToolStep>(execution.tool_steps, stepText)},"files":${list<FileEvidence>(execution.files, fileText)}}`;
}

function stepText(step: ToolStep): string {
  return (
    `{"assistant":${durableOrNull(step.assistant)}` +
    `,"tool_calls":${list(step.tool_calls, toolCallText)}` +
    `,"tool_results":${list<ToolResult>(step.tool_results, resultText)}}`
  );
}

/** Canonical text of a tool call (event-log §3.10.2). */
export function toolCallText(call: ToolCall): string {
  return (
    `{"id":${durable(call.id)}` +
    `,"name":${durable(call.name)}` +
    `,"arguments_json":${durable(call.arguments_json)}` +
    `,"provider_result":${durableOrNull(call.provider_result)}}`
  );
}

/** All 15 keys; what an older schema lacks is empty or null (event-log §4.3). */
function resultText(result: ToolResult): string {
  const presentation = result.committed_file_presentation ?? null;
  const process = result.command_process_presentation ?? null;
  return (
    `{"tool_call_id":${durable(result.tool_call_id)}` +
    `,"tool_name":${durable(result.tool_name)}` +
    `,"status":${quoteJson(result.status)}` +
    `,"output":${durable(result.output)}` +
    `,"output_handle":${durableOrNull(result.output_handle)}` +
    `,"preview":${durableOrNull(result.preview)}` +
    `,"output_bytes":${result.output_bytes}` +
    `,"stored_output_bytes":${result.stored_output_bytes}` +
    `,"truncated":${result.truncated}` +
    `,"provider_native":${result.provider_native}` +
    `,"created_at_ms":${result.created_at_ms}` +
    `,"permission_feedback":${list(result.permission_feedback ?? [], durable)}` +
    `,"committed_file_presentation":${presentation === null ? 'null' : presentationText(presentation)}` +
    `,"command_output_replay":${replayText(result.command_output_replay ?? null)}` +
    `,"command_process_presentation":${process === null ? 'null' : `{"kind":${quoteJson(process.kind)},"value":${process.value}}`}}`
  );
}

/** Canonical text of a command output replay or null (event-log §3.10.5). */
export function replayText(replay: NonNullable<ToolResult['command_output_replay']> | null): string {
  if (replay === null) return 'null';
  if (replay.kind === 'unavailable') return '{"kind":"unavailable"}';
  return `{"kind":"available","handle":${durable(replay.handle)},"framed_bytes":${replay.framed_bytes}}`;
}

function presentationText(presentation: FilePresentation): string {
  const lifecycle = presentation.lifecycle_id;
  return (
    `{"path":${durable(presentation.path)}` +
    `,"kind":${quoteJson(presentation.kind)}` +
    `,"lines":${list<FilePresentation['lines'][number]>(presentation.lines, lineText)}` +
    `,"additions":${presentation.additions}` +
    `,"deletions":${presentation.deletions}` +
    `,"truncated":${presentation.truncated}` +
    `,"previous_content":${durableOrNull(presentation.previous_content)}` +
    `,"after_content":${durableOrNull(presentation.after_content)}` +
    `,"lifecycle_id":${lifecycle === null ? 'null' : `{"turn_id":${lifecycle.turn_id},"call_id":${durable(lifecycle.call_id)}}`}}`
  );
}

function lineText(line: FilePresentation['lines'][number]): string {
  return `{"kind":${quoteJson(line.kind)},"old_line":${line.old_line},"new_line":${line.new_line},"text":${durable(line.text)}}`;
}

function fileText(file: FileEvidence): string {
  return (
    `{"path":${durable(file.path)}` +
    `,"new_path":${durableOrNull(file.new_path)}` +
    `,"tool_call_id":${durable(file.tool_call_id)}` +
    `,"tool_name":${durable(file.tool_name)}` +
    `,"action":${quoteJson(file.action)}` +
    `,"status":${quoteJson(file.status)}` +
    `,"model_view_covers_full_file":${file.model_view_covers_full_file}` +
    `,"stale":${file.stale}}`
  );
}
