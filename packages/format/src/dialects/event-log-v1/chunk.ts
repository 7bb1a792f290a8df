/**
 * The data of a canonical `state_replacement_chunk` frame (event-log §3.12), decoded straight from the bytes into memory that is used
 * again for the next chunk: a log of hundreds of megabytes may be nothing but chunks, and fresh memory would cost more than the decoding.
 */
import { createHash } from 'node:crypto';
import { MAX_CHUNK_BYTES } from './limits.js';

/** How fx begins a chunk frame, up to its data (event-log §4.2). */
const HEADER =
  /^\{"schema_version":1,"log_generation":"[0-9a-f]{32}","seq":\d{1,15},"event_id":"[0-9a-f]{32}","timestamp_ms":\d{1,15},"kind":"state_replacement_chunk","payload":\{"replacement_id":"([0-9a-f]{32})","chunk_index":(\d{1,15}),"raw_bytes":(\d{1,7}),"chunk_sha256":"([0-9a-f]{64})","base64":"/;

/** The longest header that can match. */
const HEADER_BYTES = 512;

const END = '"}}\n';

/** Base64 digits that are decoded at a time: few enough that their text is a short-lived object, and a multiple of four. */
const SLICE_DIGITS = 49_152;

/** A chunk of a state document, decoded. */
export interface DecodedChunk {
  readonly replacementId: string;
  readonly index: number;
  /** Overwritten by the next chunk that is decoded. */
  readonly bytes: Uint8Array;
  /** Where in the frame the base64 begins, in bytes. */
  readonly dataAt: number;
}

let scratch: Buffer | null = null;
/** The chunk whose data is in the scratch. */
let latest: DecodedChunk | null = null;

/** Whether the data of a chunk still is what was decoded. */
export function isIntact(chunk: DecodedChunk): boolean {
  return chunk === latest;
}

/**
 * The data of a canonical chunk frame that lies at `start` up to `end`: null where the frame is spelled otherwise, or its data is not
 * canonical base64 of the length and digest it states.
 */
export function decodeChunk(bytes: Uint8Array, start: number, end: number): DecodedChunk | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start);
  const header = HEADER.exec(view.toString('latin1', 0, Math.min(view.length, HEADER_BYTES)));
  const dataEnd = view.length - END.length;
  if (header === null || view.toString('latin1', dataEnd) !== END) return null;
  const [{ length: dataAt }, replacementId = '', index, rawBytes, digest] = header;
  const length = Number(rawBytes);
  if (length < 1 || length > MAX_CHUNK_BYTES || dataEnd - dataAt !== 4 * Math.ceil(length / 3)) return null;
  latest = null;
  scratch ??= Buffer.allocUnsafeSlow(MAX_CHUNK_BYTES);
  let written = 0;
  for (let at = dataAt; at < dataEnd; at += SLICE_DIGITS) {
    const text = view.toString('latin1', at, Math.min(at + SLICE_DIGITS, dataEnd));
    written += scratch.write(text, written, 'base64');
  }
  if (written !== length || !isCanonical(view.subarray(dataAt, dataEnd), scratch, length)) return null;
  const data = scratch.subarray(0, written);
  if (createHash('sha256').update(data).digest('hex') !== digest) return null;
  latest = { replacementId, index: Number(index), bytes: data, dataAt };
  return latest;
}

/**
 * Whether base64 that was decoded to as many bytes as its length promises is the canonical spelling of them (event-log §0.5). The native
 * decoder skips what it does not know, which the length has ruled out; it takes the URL alphabet and stray bits in the last group as well.
 */
function isCanonical(digits: Buffer, data: Buffer, length: number): boolean {
  const lastGroup = data.toString('base64', length - (length % 3 || 3), length);
  return !digits.includes('-') && !digits.includes('_') && digits.toString('latin1', digits.length - 4) === lastGroup;
}
