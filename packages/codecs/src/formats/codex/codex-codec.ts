import type { Codec } from '../../codec.js';
import { textField } from '../harness/harness-fields.js';
import { beginsWith, objectsOfPrefix } from '../harness/json-lines.js';
import { decodeCodex } from './decode.js';
import { encodeCodex } from './encode.js';

const LOOKED_AT = 10;
const LINE_TYPES: ReadonlySet<unknown> = new Set([
  'session_meta',
  'response_item',
  'event_msg',
  'turn_context',
  'compacted',
]);

/** Rollouts of Codex, `~/.codex/sessions/YYYY/MM/DD/rollout-….jsonl` (other-harnesses §2). */
export const codexCodec: Codec = {
  name: 'codex',
  title: 'Codex',
  extension: '.jsonl',
  detect: isCodex,
  decode: decodeCodex,
  encode: encodeCodex,
};

function isCodex(prefix: Uint8Array): boolean {
  for (const object of objectsOfPrefix(prefix, LOOKED_AT)) {
    if (LINE_TYPES.has(object.type) && Object.hasOwn(object, 'payload') && textField(object, 'timestamp') !== undefined)
      return true;
  }
  // The first line holds the instructions of the program and can be longer than what detection sees.
  return beginsWith(prefix, /"type"\s*:\s*"session_meta"/);
}
