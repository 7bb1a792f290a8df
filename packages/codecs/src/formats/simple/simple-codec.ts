import type { Codec } from '../../codec.js';
import { keysOfObject, topLevelKeys } from '../document/top-level-keys.js';
import { decodeSimple } from './decode-simple.js';
import { encodeSimple } from './encode-simple.js';

/** Where the messages begin. */
const FIRST_ENTRY = /"messages"\s*:\s*\[\s*(?=\{)/;

/** Keys of documents of other programs that have messages, too. */
const FOREIGN_KEYS = ['meta', 'info', 'projectHash', 'sessionId', 'mapping'];

/** Simple: a forgiving document for people and scripts (common-model Part B). */
export const simpleCodec: Codec = {
  name: 'simple',
  title: 'Simple',
  extension: '.json',
  detect: isSimple,
  decode: decodeSimple,
  encode: encodeSimple,
};

/** A document with messages that have roles, as far as can be seen: many programs call something messages. */
function isSimple(prefix: Uint8Array): boolean {
  const keys = topLevelKeys(prefix) ?? [];
  if (!keys.includes('messages') || FOREIGN_KEYS.some((key) => keys.includes(key))) return false;
  const text = Buffer.from(prefix).toString('latin1');
  const found = FIRST_ENTRY.exec(text);
  if (found === null) return true;
  const entry = Buffer.from(text.slice(found.index + found[0].length), 'latin1');
  const first = keysOfObject(entry);
  return first === null || !first.isWhole || first.keys.includes('role');
}
