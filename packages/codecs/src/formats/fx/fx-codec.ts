import { detectFormat } from '@fxlog/format';
import type { Codec } from '../../codec.js';
import { decodeLog } from './decode-log.js';
import { encodeFx } from './encode-session.js';

/** Session logs of fx. */
export const fxCodec: Codec = {
  name: 'fx',
  title: 'fx',
  extension: '.jsonl',
  detect(prefix, file) {
    const format = detectFormat(prefix, file);
    return format.readable && format.part === 'log';
  },
  decode: decodeLog,
  encode: encodeFx,
};
