import type { Codec } from './codec.js';
import { claudeCodeCodec } from './codecs/claude-code/claude-code-codec.js';
import { codexCodec } from './codecs/codex/codex-codec.js';
import { commonCodec } from './codecs/common/common-codec.js';
import { fxCodec } from './codecs/fx/fx-codec.js';
import { htmlCodec } from './codecs/html/html-codec.js';
import { jsonlCodec } from './codecs/jsonl/jsonl-codec.js';
import { markdownCodec } from './codecs/markdown/markdown-codec.js';
import { piCodec } from './codecs/pi/pi-codec.js';
import { simpleCodec } from './codecs/simple/simple-codec.js';
import { CodecRegistry } from './registry.js';

/** The codecs that come with this package, and those added to them. */
export const codecs = new CodecRegistry([
  fxCodec,
  commonCodec,
  simpleCodec,
  jsonlCodec,
  claudeCodeCodec,
  codexCodec,
  piCodec,
  markdownCodec,
  htmlCodec,
]);

/**
 * Adds a codec to those that `convert` knows by name.
 *
 * @throws RangeError when the name is taken or is no name.
 */
export function registerCodec(codec: Codec): void {
  codecs.register(codec);
}

/** The codec whose format the bytes look like, or null; see `CodecRegistry.detect`. */
export function detectCodec(prefix: Uint8Array, fileName?: string): Codec | null {
  return codecs.detect(prefix, fileName);
}
