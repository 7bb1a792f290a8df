import type { DurableBytes } from '../../../scalars.js';
import type { HistoryTurn, ToolCall, ToolStep } from '../generated/types.js';
import { sameBytes } from './tool-arguments.js';

/** What of a turn's calls and results fx would refuse to send. */
export interface PairingFault {
  /** What is wrong, as a clause: `the call "a" has no result`. */
  readonly reason: string;
  /** JSON Pointer in the turn. */
  readonly path: string;
}

/**
 * What fx checks of calls and their results before it sends anything (model-view §7): names and ids that are not empty, ids that differ within a step, and
 * exactly one result for each call, of its tool. fx writes and reads a turn that breaks this, and then refuses every prompt.
 *
 * @returns the first fault, or null
 */
export function findPairingFault(turn: HistoryTurn): PairingFault | null {
  if (turn.kind === 'compacted_summary') return null;
  for (const [index, step] of (turn.execution?.tool_steps ?? []).entries()) {
    const fault = faultInStep(step);
    if (fault !== null) return { ...fault, path: `/execution/tool_steps/${index}${fault.path}` };
  }
  if (turn.kind !== 'interrupted' || turn.tool_call === null) return null;
  const reason = namelessness(turn.tool_call);
  return reason === null ? null : { reason, path: '/tool_call' };
}

function faultInStep({ tool_calls: calls, tool_results: results }: ToolStep): PairingFault | null {
  // A step without calls is left out of what is sent, with its results.
  if (calls.length === 0) return null;
  const open = new Map<string, ToolCall>();
  for (const [index, call] of calls.entries()) {
    const path = `/tool_calls/${index}`;
    const nameless = namelessness(call);
    if (nameless !== null) return { reason: nameless, path };
    const key = keyOf(call.id);
    if (open.has(key)) return { reason: `two calls of one step have the id ${quoted(call.id)}`, path };
    open.set(key, call);
  }
  for (const [index, { tool_call_id: id, tool_name: name }] of results.entries()) {
    const path = `/tool_results/${index}`;
    const call = open.get(keyOf(id));
    if (call === undefined) {
      const isSecond = calls.some((other) => sameBytes(other.id, id));
      const reason = isSecond ? `the call ${quoted(id)} has two results` : `the result ${quoted(id)} answers no call`;
      return { reason, path };
    }
    if (!sameBytes(call.name, name)) {
      const reason = `the result of the call ${quoted(id)} names the tool ${quoted(name)}, the call ${quoted(call.name)}`;
      return { reason, path };
    }
    open.delete(keyOf(id));
  }
  const [unanswered] = open.values();
  if (unanswered === undefined) return null;
  return {
    reason: `the call ${quoted(unanswered.id)} has no result`,
    path: `/tool_calls/${calls.indexOf(unanswered)}`,
  };
}

function namelessness({ id, name }: ToolCall): string | null {
  if (id.length === 0) return 'a call has an empty id';
  return name.length === 0 ? `the call ${quoted(id)} has an empty name` : null;
}

/** Equal for equal bytes only. */
function keyOf(bytes: DurableBytes): string {
  return typeof bytes === 'string' ? `text ${bytes}` : `bytes ${Buffer.from(bytes).toString('hex')}`;
}

function quoted(bytes: DurableBytes): string {
  const text = typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString();
  return JSON.stringify(text.length > 64 ? `${text.slice(0, 64)}…` : text);
}
