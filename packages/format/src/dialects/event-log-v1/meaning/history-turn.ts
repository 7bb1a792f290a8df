/**
 * What a history turn must mean beyond its shape (event-log §3.8 to §3.10), and the repairs that reading it brings.
 */

import type { Fault } from '../../../frame-error.js';
import type { RuleId } from '../../../rules/index.js';
import type { Execution, HistoryTurn, UserTurn } from '../generated/types.js';
import { isCapturedCommand, isWellFormedArguments, repairToolArguments } from './tool-arguments.js';

function fault(rule: RuleId, path: string): Fault {
  return { rule, path, fxError: 'InvalidSessionFormat' };
}

/**
 * Judges a turn that has passed its schema and repairs malformed tool arguments in place.
 *
 * @param turn the turn, changed in place.
 * @param path JSON Pointer of the turn in its document; the pointer of the fault starts with it.
 * @returns the first fault, or null.
 */
export function settleHistoryTurn(turn: HistoryTurn, path: string): Fault | null {
  if (turn.kind === 'compacted_summary') return null;
  const faulty = settleUser(turn.user, `${path}/user`);
  if (faulty !== null) return faulty;
  if (turn.kind === 'interrupted') {
    // §3.10.3: the interrupted call is simply given empty arguments, before the command rules look at them.
    if (turn.tool_call !== null && !isWellFormedArguments(turn.tool_call.arguments_json))
      turn.tool_call.arguments_json = '{}';
    if (turn.cancelled_command !== undefined) {
      const isCancelled = (turn.terminal_reason ?? 'cancelled') === 'cancelled';
      if (!isCancelled || turn.tool_call === null || !isCapturedCommand(turn.tool_call)) {
        return fault('turn/cancelled-command', `${path}/cancelled_command`);
      }
    }
  }
  return turn.execution === undefined ? null : settleExecution(turn.execution, `${path}/execution`);
}

/** Judges the images of a user turn (event-log §3.9): the two snapshot values are both there or both null. */
export function settleUser(user: UserTurn, path: string): Fault | null {
  for (const [index, image] of user.images.entries()) {
    if (((image.snapshot_path ?? null) === null) !== ((image.snapshot_sha256 ?? null) === null)) {
      return fault('turn/image-snapshot', `${path}/images/${index}`);
    }
  }
  return null;
}

/** Repairs the malformed tool arguments of an execution in place (event-log §3.10.3). */
export function settleExecution(execution: Execution, path: string): Fault | null {
  const at = repairToolArguments(execution);
  return at === null ? null : fault('turn/malformed-arguments', path + at);
}
