import type { Codec } from '../../codec.js';
import { textField } from '../harness/harness-fields.js';
import { beginsWith, objectsOfPrefix } from '../harness/json-lines.js';
import { decodeClaudeCode } from './decode.js';
import { encodeClaudeCode } from './encode.js';

/** How many lines detection looks at: a session can begin with several that are not part of the conversation. */
const LOOKED_AT = 50;

/** Sessions of Claude Code, `~/.claude/projects/<folder>/<id>.jsonl` (other-harnesses §1). */
export const claudeCodeCodec: Codec = {
  name: 'claude-code',
  title: 'Claude Code',
  extension: '.jsonl',
  detect: isClaudeCode,
  decode: decodeClaudeCode,
  encode: encodeClaudeCode,
};

function isClaudeCode(prefix: Uint8Array): boolean {
  for (const object of objectsOfPrefix(prefix, LOOKED_AT)) {
    const isInChain = Object.hasOwn(object, 'uuid') && Object.hasOwn(object, 'parentUuid');
    if (isInChain && ['user', 'assistant', 'system', 'attachment'].includes(String(object.type))) return true;
    const isTitle = object.type === 'custom-title' && textField(object, 'customTitle') !== undefined;
    if (isTitle || (object.type === 'summary' && textField(object, 'leafUuid') !== undefined)) return true;
  }
  // The first line can be longer than what detection sees, by a picture in it.
  return beginsWith(prefix, /"parentUuid"\s*:\s*(?:null|")/);
}
