/** What Codex puts into messages of the user by itself (other-harnesses §2.5). */
import type { JsonObject } from '@fxlog/json';
import { isJsonObject } from '@fxlog/json/internal';
import { arrayField, objectField, stringField } from '../harness/harness-fields.js';

const TAGS = [
  'environment_context',
  'permissions instructions',
  'collaboration_mode',
  'sandbox_mode',
  'approval_policy',
  'skills_instructions',
  'user_instructions',
  'turn_aborted',
] as const;
const AGENTS = /^# AGENTS\.md instructions(?: for [^\n]*)?\n\n<INSTRUCTIONS>\n[\s\S]*<\/INSTRUCTIONS>\s*$/;

/** Whether a text is as a whole what the program puts in: a person can begin a text in the same way. */
export function isInjected(text: string): boolean {
  const whole = text.trimEnd();
  return TAGS.some((tag) => whole.startsWith(`<${tag}>`) && whole.endsWith(`</${tag}>`)) || AGENTS.test(text);
}

/** Whether a part of a message was put in by the program, as far as the message itself tells. */
export function isInjectedPart(message: JsonObject, at: number): boolean {
  const part = arrayField(message, 'content')?.[at];
  const text = isJsonObject(part) ? stringField(part, 'text') : undefined;
  if (text === undefined || !isInjected(text)) return false;
  // Newer versions say of each part where it comes from.
  const kinds = arrayField(
    objectField(message, 'internal_chat_message_metadata_passthrough') ?? {},
    'content_item_kinds',
  );
  const kind = kinds?.[at];
  return !(typeof kind === 'string' && kind.startsWith('user.'));
}
