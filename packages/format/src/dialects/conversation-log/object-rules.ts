/**
 * The rules of payloads about several fields together (newer-formats §4.3), by their id; the schemas say when each is checked. The rule
 * about the first frame version is the only one that looks beyond its object.
 */
import type { ObjectRules } from '../../loose/check.js';
import type { AssistantPayload, FilePresentation, InterruptedPayload, ToolResultPayload } from './generated/types.js';

type ReplayPair = Pick<InterruptedPayload, 'command_replay_ref' | 'command_replay_bytes'>;

function hasWholePair(pair: ReplayPair): boolean {
  return (pair.command_replay_ref === null) === (pair.command_replay_bytes === null);
}

const RULES = {
  'conversation/assistant-schema-v1': () => true,
  'conversation/tool-result-review-feedback': (result: ToolResultPayload) =>
    !result.review_feedback || (result.status === 'failure' && !result.provider_native),
  'conversation/tool-result-command-replay-pair': hasWholePair,
  'conversation/interrupted-command-replay-pair': hasWholePair,
  'conversation/tool-result-file-presentation-source': (diff: FilePresentation) => {
    if (diff.content_handle === null) return true;
    const name = Buffer.from(diff.content_handle).toString('latin1');
    const isPack = name.startsWith('diff-') && name.endsWith('.json');
    return isPack && diff.previous_content === null && diff.after_content === null;
  },
};

/** The rules as they are for a frame version. */
export function objectRules(frameVersion: number): ObjectRules {
  return frameVersion === 1 ? FIRST_VERSION_RULES : RULES;
}

const FIRST_VERSION_RULES: ObjectRules = {
  ...RULES,
  'conversation/assistant-schema-v1': ({ text, provider_replay }: AssistantPayload) =>
    text !== '' && provider_replay === null,
};
