import { rewriteFile } from './rewrite-durable.js';
import type { TextRewriter } from './text-rewriter.js';

const MAGIC = Buffer.from('FXRPLY01', 'latin1');
const HEADER_BYTES = 9;
/** Longest payload of a frame (session-directory §4.5). */
const MAX_PAYLOAD = 1_048_576;

/**
 * A command replay (session-directory §4.5) with other text. What a command wrote to one stream without a break is one text, however it was cut
 * into frames. Null for what is not a replay.
 */
export function rewriteReplay(file: Uint8Array, rewriter: TextRewriter): Uint8Array | null {
  const runs = readRuns(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
  if (runs === null) return null;
  const parts: Uint8Array[] = [MAGIC];
  for (const { stream, pieces } of runs) {
    const text = rewriteFile(Buffer.concat(pieces), rewriter);
    for (let start = 0; start < text.length; start += MAX_PAYLOAD) {
      const payload = text.subarray(start, start + MAX_PAYLOAD);
      const header = Buffer.alloc(HEADER_BYTES);
      header.writeUInt8(stream, 0);
      header.writeBigUInt64LE(BigInt(payload.length), 1);
      parts.push(header, payload);
    }
  }
  return Buffer.concat(parts);
}

interface Run {
  readonly stream: number;
  readonly pieces: Buffer[];
}

function readRuns(file: Buffer): Run[] | null {
  if (!file.subarray(0, MAGIC.length).equals(MAGIC)) return null;
  const runs: Run[] = [];
  for (let at = MAGIC.length; at < file.length; ) {
    if (file.length - at < HEADER_BYTES) return null;
    const stream = file.readUInt8(at);
    const length = file.readBigUInt64LE(at + 1);
    const start = at + HEADER_BYTES;
    if (stream > 1 || length > BigInt(file.length - start)) return null;
    at = start + Number(length);
    const last = runs.at(-1);
    if (last?.stream === stream) last.pieces.push(file.subarray(start, at));
    else runs.push({ stream, pieces: [file.subarray(start, at)] });
  }
  return runs;
}
