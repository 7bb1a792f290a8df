import type { Codec } from './codec.js';
import { claudeCodeCodec } from './formats/claude-code/claude-code-codec.js';
import { codexCodec } from './formats/codex/codex-codec.js';
import { commonCodec } from './formats/common/common-codec.js';
import { fxCodec } from './formats/fx/fx-codec.js';
import { htmlCodec } from './formats/html/html-codec.js';
import { jsonlCodec } from './formats/jsonl/jsonl-codec.js';
import { markdownCodec } from './formats/markdown/markdown-codec.js';
import { piCodec } from './formats/pi/pi-codec.js';
import { simpleCodec } from './formats/simple/simple-codec.js';
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
 * @throws RangeError when the name is taken or is not a name.
 */
export function registerCodec(codec: Codec): void {
  codecs.register(codec);
}

/** The codec whose format the bytes look like, or null; see `CodecRegistry.detect`. */
export function detectCodec(prefix: Uint8Array, file?: string): Codec | null {
  return codecs.detect(prefix, file);
}
