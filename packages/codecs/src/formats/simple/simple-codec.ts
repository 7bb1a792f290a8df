import type { Codec } from '../../codec.js';
import { topLevelKeys } from '../document/top-level-keys.js';
import { decodeSimple } from './decode-simple.js';
import { encodeSimple } from './encode-simple.js';

/** Simple: a forgiving document for people and scripts (common-model Part B). */
export const simpleCodec: Codec = {
  name: 'simple',
  title: 'Simple',
  extension: '.json',
  detect: (prefix) => {
    const keys = topLevelKeys(prefix) ?? [];
    return keys.includes('messages') && !keys.includes('meta');
  },
  decode: decodeSimple,
  encode: encodeSimple,
};
