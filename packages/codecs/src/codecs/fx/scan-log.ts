import { type Source, sourceChunks } from '@fxlog/reader';

/**
 * Kinds of event that change what came before them, so that a log with one of them has to be read twice. The place of a letter in a kind can
 * also be taken by an escape of a printable character, which nothing that fx writes has.
 */
const MARKS = ['state_replacement_committed', 'workspace_rebound'].map((kind) => Buffer.from(kind));
const ESCAPE = Buffer.from('\\u00');
const LONGEST = 32;

/**
 * Whether a log may hold an event that changes what came before it. A search for bytes, many times faster than reading events; it says yes too
 * often (a tool output can quote a kind) and never no wrongly.
 */
export async function mayRewriteHistory(source: Source, signal?: AbortSignal): Promise<boolean> {
  let tail: Uint8Array = new Uint8Array(0);
  for await (const chunk of sourceChunks(source, { start: 0, end: Number.POSITIVE_INFINITY }, signal)) {
    // What lies across two chunks.
    const seam = Buffer.concat([tail, chunk.subarray(0, LONGEST)]);
    const body = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (isMarked(seam) || isMarked(body)) return true;
    tail = chunk.length >= LONGEST ? chunk.subarray(chunk.length - LONGEST) : seam.subarray(-LONGEST);
  }
  return false;
}

function isMarked(bytes: Buffer): boolean {
  if (MARKS.some((mark) => bytes.includes(mark))) return true;
  for (let at = bytes.indexOf(ESCAPE); at !== -1; at = bytes.indexOf(ESCAPE, at + 1)) {
    const high = bytes[at + 4];
    // `\u0020` to `\u007f`; fx itself escapes only what is below.
    if (high !== undefined && high >= 0x32 && high <= 0x37) return true;
  }
  return false;
}
