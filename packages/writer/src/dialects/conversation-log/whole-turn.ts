/** Turns as fx loads them: with a prompt, an end, and a result for every call (newer-formats §4.3, §4.4, rules 9 and 10). */
import {
  type ConversationCompaction,
  type ConversationLogTurn,
  type ConversationStep,
  type ConversationTurn,
  CUT_SHORT,
  type UnendedTurn,
} from '@fxlog/assembler/internal';
import type { ConversationPayload } from '@fxlog/format/internal';
import { toolResultHandle } from '../../content-names.js';
import type { ClimbContext } from '../../dialect.js';
import type { ImageNumbers } from '../../image-numbers.js';

type CallPayload = ConversationPayload<'tool_call'>;
type ResultPayload = ConversationPayload<'tool_result'>;
type Lose = ClimbContext['lose'];

/** What stands for a prompt without text, which fx does not take. */
export const NO_PROMPT = '[no text]';
/** What stands for the output of a call of which there is none. */
export const NO_RESULT = 'no result recorded';

/** An entry that can be written, and the files that it needs for that, by their path in a session directory. */
export interface WholeEntry {
  readonly turn: ConversationTurn | ConversationCompaction;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Makes an entry one that fx loads. What was read leniently may lack results, and a turn that runs lacks its end. */
export function wholeEntry(turn: ConversationLogTurn['turn'], lose: Lose): WholeEntry {
  const files = new Map<string, Uint8Array>();
  if ('summary' in turn) return { turn, files };
  const prompted = turn.user.text === '' ? withPrompt(turn, lose) : turn;
  const ended = prompted.end === null ? endTurn(prompted, lose) : prompted;
  if (ended.steps.every(({ calls, results }) => calls.length === results.length)) return { turn: ended, files };
  const steps = ended.steps.map((step, at) => answerCalls(step, `/steps/${at}`, files, lose));
  return { turn: { ...ended, steps }, files };
}

/** An entry whose images have numbers that no image before it has. */
export function withOwnNumbers<Turn extends WholeEntry['turn']>(turn: Turn, numbers: ImageNumbers, lose: Lose): Turn {
  if ('summary' in turn) return turn;
  const images = numbers.settle(turn.user.images);
  if (images === turn.user.images) return turn;
  for (const [at, { id: old }] of turn.user.images.entries()) {
    const id = images[at]?.id;
    if (id !== old)
      lose('renamed-id', `/user/images/${at}/id`, `Image ${old} became image ${id}: another has its number.`);
  }
  return { ...turn, user: { ...turn.user, images } };
}

/** A prompt may lie in a file that is not there. */
function withPrompt<Turn extends ConversationTurn | UnendedTurn>(turn: Turn, lose: Lose): Turn {
  lose('default-value', '/user/text', `A prompt without text became ${NO_PROMPT}.`);
  return { ...turn, user: { ...turn.user, text: NO_PROMPT } };
}

/** A result that says that there is none, and its file. */
export function noResult(call: CallPayload, files: Map<string, Uint8Array>): ResultPayload {
  const bytes = Buffer.from(NO_RESULT);
  const handle = toolResultHandle(call.tool_name, call.call_id, bytes);
  files.set(`tool-results/${handle}`, bytes);
  return {
    call_id: call.call_id,
    tool_name: call.tool_name,
    status: 'failure',
    artifact_ref: handle,
    tool_image_handle: null,
    output_bytes: bytes.length,
    stored_bytes: bytes.length,
    completeness: 'unknown',
    preview: NO_RESULT,
    provider_native: false,
    review_feedback: false,
    created_at_ms: 0,
    permission_feedback: [],
    committed_file_presentation: null,
    command_replay_ref: null,
    command_replay_bytes: null,
    command_process_presentation: null,
    terminal_action_presentation: null,
  };
}

function answerCalls(
  step: ConversationStep,
  path: string,
  files: Map<string, Uint8Array>,
  lose: Lose,
): ConversationStep {
  const open = step.calls.filter(({ call_id }) => !step.results.some((result) => result.call_id === call_id));
  if (open.length === 0) return step;
  lose('open-call', `${path}/calls`, `A call without a result got "${NO_RESULT}".`, open.length);
  return { ...step, results: [...step.results, ...open.map((call) => noResult(call, files))] };
}

/** Ended as fx does it: as failed, with what had been said. A call that is all of its step is kept as the one that ran. */
function endTurn({ user, steps, steering, text }: UnendedTurn, lose: Lose): ConversationTurn {
  lose('open-call', '/end', 'The turn has no end; it is written as one that failed.');
  const payload: ConversationPayload<'interrupted'> = { ...CUT_SHORT, partial_text: text?.text ?? null };
  const last = steps.at(-1);
  const [call = null, ...others] = last?.results.length === 0 ? last.calls : [];
  if (last === undefined || call === null || others.length > 0) {
    return { user, steps, steering, end: { kind: 'interrupted', call: null, payload } };
  }
  // fx leaves out what was said before the call that ran.
  const isSaid = last.assistant !== null && last.assistant.text !== '';
  const before = isSaid ? [...steps.slice(0, -1), { ...last, calls: [] }] : steps.slice(0, -1);
  return { user, steps: before, steering, end: { kind: 'interrupted', call, payload } };
}
