import type { Codec } from '../../codec.js';
import { textField } from '../harness/harness-fields.js';
import { objectsOfPrefix } from '../harness/json-lines.js';
import { decodePi } from './decode.js';
import { encodePi } from './encode.js';

/** Sessions of the Pi coding agent, `~/.pi/agent/sessions/<folder>/<time>_<id>.jsonl` (other-harnesses §3). */
export const piCodec: Codec = {
  name: 'pi',
  title: 'Pi',
  extension: '.jsonl',
  detect: isPi,
  decode: decodePi,
  encode: encodePi,
};

function isPi(prefix: Uint8Array): boolean {
  // The header must be the first line that can be read, else Pi refuses the file. A header without its time is one all the same.
  for (const object of objectsOfPrefix(prefix, 10)) {
    const hasMark = typeof object.version === 'number' || textField(object, 'timestamp') !== undefined;
    return object.type === 'session' && textField(object, 'id') !== undefined && hasMark;
  }
  return false;
}
