import type { ConversationTurn } from '@fxlog/assembler/internal';
import type { ConversationEvent } from '@fxlog/format';
import type { ConversationPayload } from '@fxlog/format/internal';

/** Says nothing, and keeps what comes behind a step without calls from being taken for its continuation. */
const NOTHING_SAID: ConversationPayload<'assistant'> = { text: '', provider_replay: null, standalone_response: false };

/** The events of a turn, from its prompt to its end, in the order in which fx writes them (newer-formats §4.4 rule 9, §5). */
export function* turnEvents({ user, steps, steering, end }: ConversationTurn): Generator<ConversationEvent> {
  yield { user };
  /** Whether the last step was text alone. */
  let isAfterText = false;
  const said = (assistant: ConversationPayload<'assistant'> | null) => assistant ?? (isAfterText ? NOTHING_SAID : null);
  let guided = 0;
  for (let at = 0; at <= steps.length; at++) {
    for (; (steering[guided]?.afterStep ?? Number.POSITIVE_INFINITY) <= at; guided++) {
      const { text, assistantPrefix } = steering[guided] as (typeof steering)[number];
      if (assistantPrefix !== null) yield { assistant: { ...NOTHING_SAID, text: assistantPrefix } };
      yield { steering: { text } };
      isAfterText = false;
    }
    const step = steps[at];
    if (step === undefined) break;
    const isText = step.calls.length === 0;
    const assistant = said(step.assistant);
    // Else guidance would take it for what the model had begun to say.
    const standsAlone = isText && (assistant?.standalone_response || steering[guided]?.afterStep === at + 1);
    if (assistant !== null) yield { assistant: { ...assistant, standalone_response: standsAlone } };
    for (const tool_call of step.calls) yield { tool_call };
    for (const tool_result of step.results) yield { tool_result };
    isAfterText = isText;
  }
  if (end.kind === 'completed') {
    const answer = said(end.assistant);
    if (answer !== null) yield { assistant: answer };
    yield { turn_completed: end.payload };
    return;
  }
  if (end.call !== null) {
    if (isAfterText) yield { assistant: NOTHING_SAID };
    yield { tool_call: end.call };
  }
  yield { interrupted: end.payload };
}
