import { type ConversationTurn, CUT_SHORT, type UnendedTurn } from '@fxlog/assembler/internal';
import type { ConversationPayload } from '@fxlog/format/internal';
import type { ClimbContext } from '../../dialect.js';

/**
 * A turn that has no end, ended as fx does it: as failed, with what had been said. Of calls that have no result one is kept as the call that ran
 * where it is all of its step, the others are left out: fx loads no turn that has them (newer-formats §4.4, rule 10).
 */
export function endTurn({ user, steps, steering, text }: UnendedTurn, { lose }: ClimbContext): ConversationTurn {
  const last = steps.at(-1);
  const isOpen = last !== undefined && last.calls.length > last.results.length;
  lose('open-call', '/end', 'The turn has no end; it is written as one that failed.');
  const payload: ConversationPayload<'interrupted'> = { ...CUT_SHORT, partial_text: text?.text ?? null };
  if (!isOpen) return { user, steps, steering, end: { kind: 'interrupted', call: null, payload } };
  const answered = last.calls.filter(({ call_id }) => last.results.some((result) => result.call_id === call_id));
  const open = last.calls.filter((call) => !answered.includes(call));
  const [call = null] = answered.length === 0 && open.length === 1 ? open : [];
  const left = open.length - (call === null ? 0 : 1);
  if (left > 0) lose('open-call', `/steps/${steps.length - 1}/calls`, 'A call without a result is left out.', left);
  const isSaid = last.assistant !== null && last.assistant.text !== '';
  const rest = answered.length > 0 ? [{ ...last, calls: answered }] : isSaid ? [{ ...last, calls: [] }] : [];
  return { user, steps: [...steps.slice(0, -1), ...rest], steering, end: { kind: 'interrupted', call, payload } };
}
