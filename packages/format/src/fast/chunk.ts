import { createHash } from 'node:crypto';
import { MAX_CHUNK_BYTES } from '../limits.js';

const RAW_BYTES = ',"raw_bytes":';
const DIGEST = ',"chunk_sha256":"';
const BASE64 = '","base64":"';

/** How far into a canonical chunk frame its last key before the data can begin: the header and the numbers are short. */
const HEADER_BYTES = 640;

/**
 * Whether a recognised `state_replacement_chunk` frame holds what it states (event-log §3.12): the recogniser has only found where the
 * data ends. It is decoded natively, and since the native decoder skips what it does not know, encoded again.
 */
export function isSoundChunk(bytes: Uint8Array, start: number, end: number): boolean {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start);
  const header = view.toString('latin1', 0, Math.min(view.length, HEADER_BYTES));
  const dataAt = header.indexOf(BASE64) + BASE64.length;
  const digestAt = header.indexOf(DIGEST) + DIGEST.length;
  if (dataAt < BASE64.length || digestAt < DIGEST.length) return false;
  const rawBytes = Number.parseInt(header.slice(header.indexOf(RAW_BYTES) + RAW_BYTES.length), 10);
  const dataEnd = view.length - '"}}\n'.length;
  const text = view.toString('latin1', dataAt, dataEnd);
  const raw = Buffer.from(text, 'base64');
  if (raw.length !== rawBytes || rawBytes < 1 || rawBytes > MAX_CHUNK_BYTES) return false;
  if (raw.toString('base64') !== text) return false;
  return createHash('sha256').update(raw).digest('hex') === header.slice(digestAt, digestAt + 64);
}
