/**
 * Malformed tool arguments: repaired where one call and one result match, else refused (event-log §3.10.3).
 */
import { checkJson, JsonError, parseJson, stringifyJson } from '@fxlog/json';
import { quoteJson, utf8ByteLength } from '@fxlog/json/internal';
import type { DurableBytes } from '../../../scalars.js';
import type { Execution, ToolCall, ToolResult, ToolStep } from '../generated/types.js';

/** Whether `arguments_json` is one strict JSON value; the base64 form never is (event-log §3.10.3). */
export function isWellFormedArguments(text: DurableBytes): boolean {
  if (typeof text !== 'string') return false;
  try {
    checkJson(Buffer.from(text, 'utf8'));
    return true;
  } catch (error) {
    if (error instanceof JsonError) return false;
    throw error;
  }
}

/** Whether two durable byte sequences are equal. */
export function sameBytes(left: DurableBytes, right: DurableBytes): boolean {
  if (typeof left === 'string' || typeof right === 'string') return left === right;
  return Buffer.compare(left, right) === 0;
}

/**
 * Repairs, in place, every malformed call of an execution.
 *
 * @returns the pointer, relative to the execution, of the first malformed call that cannot be repaired, or null. The calls of a step
 * are all judged before any of them is changed.
 */
export function repairToolArguments(execution: Execution): string | null {
  for (const [index, step] of execution.tool_steps.entries()) {
    const repairs: [call: ToolCall, result: ToolResult][] = [];
    for (const [callIndex, call] of step.tool_calls.entries()) {
      if (isWellFormedArguments(call.arguments_json)) continue;
      const result = findOnlyResult(step, call);
      if (result === null) return `/tool_steps/${index}/tool_calls/${callIndex}/arguments_json`;
      repairs.push([call, result]);
    }
    for (const [call, result] of repairs) repair(call, result);
  }
  return null;
}

function findOnlyResult(step: ToolStep, call: ToolCall): ToolResult | null {
  if (step.tool_calls.filter((other) => sameBytes(other.id, call.id)).length !== 1) return null;
  const results = step.tool_results.filter((result) => sameBytes(result.tool_call_id, call.id));
  const [result] = results;
  return results.length === 1 && result !== undefined && sameBytes(result.tool_name, call.name) ? result : null;
}

function repair(call: ToolCall, result: ToolResult): void {
  const output = `{"error":{"type":"tool_execution_failed","tool_name":${nameLiteral(call.name)},"message":"Tool arguments were not valid JSON.","suggestion":"Reissue the tool call with complete valid JSON arguments matching the tool schema."}}`;
  const bytes = utf8ByteLength(output);
  call.arguments_json = '{}';
  Object.assign(result, {
    status: 'failure',
    output,
    output_handle: null,
    preview: null,
    output_bytes: bytes,
    stored_output_bytes: bytes,
    truncated: false,
    provider_native: false,
  } satisfies Partial<ToolResult>);
}

/** The spellings of credentials that fx masks, at least sixteen characters long. */
const CREDENTIAL = /^(?:sk-|sk_live_|pk_live_|github_pat_|xoxb-|xoxp-)[A-Za-z0-9_-]{16,}$/;

function nameLiteral(name: DurableBytes): string {
  // Both oddities are fx's own: a name that is not UTF-8 comes out as its byte numbers, one that looks like a credential is masked.
  if (typeof name !== 'string') return stringifyJson([...name]);
  return quoteJson(CREDENTIAL.test(name) ? '[redacted]' : name);
}

/** Whether a call is a command whose output fx captures, so that it can have been cancelled with output (event-log §3.8.2). */
export function isCapturedCommand(call: ToolCall): boolean {
  if (call.name === 'run_command') return true;
  if (
    call.name !== 'terminal' ||
    typeof call.arguments_json !== 'string' ||
    !isWellFormedArguments(call.arguments_json)
  ) {
    return false;
  }
  const value = parseJson(Buffer.from(call.arguments_json, 'utf8'), { maxDepth: 1 });
  return typeof value === 'object' && value !== null && 'action' in value && value.action === 'exec';
}
