import { MAX_CHUNK_BYTES, type Uint64 } from '@fxlog/format';
import { decodeCanonicalBase64 } from '@fxlog/json';
import type { EventRecord } from '@fxlog/reader';
import { type PayloadOf, payloadOf } from './folded-state.js';

/** A chunk of a state document, decoded. */
export interface ChunkPayload
  extends Pick<PayloadOf<'state_replacement_chunk'>, 'replacement_id' | 'chunk_index' | 'raw_bytes'> {
  /** Where in the frame its base64 begins; null where it is not spelled as fx spells it. */
  readonly dataAt: number | null;
  /** Overwritten by the next chunk. */
  readonly bytes: Uint8Array;
}

/** How fx begins a chunk frame, up to its data (event-log §4.2). No number in it is longer than a double can hold. */
const CANONICAL_HEADER =
  /^\{"schema_version":1,"log_generation":"[0-9a-f]{32}","seq":\d{1,20},"event_id":"[0-9a-f]{32}","timestamp_ms":\d{1,20},"kind":"state_replacement_chunk","payload":\{"replacement_id":"([0-9a-f]{32})","chunk_index":(\d{1,15}),"raw_bytes":(\d{1,7}),"chunk_sha256":"[0-9a-f]{64}","base64":"/;

/** The longest header that can match. */
const HEADER_BYTES = 512;

const END = '"}}\n';

/** Base64 digits that are decoded at a time: few enough that the text of them is a short-lived object, and a multiple of four. */
const SLICE_DIGITS = 49_152;

/**
 * Decodes the chunks of one document into one buffer. Where a frame is spelled as fx spells it, its data is decoded straight from the bytes, without
 * building the payload first: a log of 200 MB may be nothing but chunks.
 */
export class ChunkDecoder {
  #buffer: Buffer;

  /** @param encodedBytes announced size of the document; what is kept never exceeds one chunk. */
  constructor(encodedBytes: Uint64) {
    this.#buffer = Buffer.allocUnsafe(Number(encodedBytes < MAX_CHUNK_BYTES ? encodedBytes : MAX_CHUNK_BYTES));
  }

  /** The payload of a chunk frame that was accepted; its bytes are good until the next call. */
  decode(record: EventRecord): ChunkPayload {
    return canonicalPayload(record.bytes, this.#buffer) ?? builtPayload(record);
  }
}

function canonicalPayload(frame: Uint8Array, target: Buffer): ChunkPayload | null {
  const view = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength);
  const header = CANONICAL_HEADER.exec(view.toString('latin1', 0, Math.min(view.length, HEADER_BYTES)));
  const end = view.length - END.length;
  if (header === null || view.toString('latin1', end) !== END) return null;
  // The frame is valid, so between the quotes there is nothing but base64, unless a solidus is written with a backslash.
  if (view.includes(0x5c, header[0].length)) return null;
  const [, replacementId = '', index, rawBytes] = header;
  const length = Number(rawBytes);
  // Another chunk than the announced sizes allow: it will be refused, and needs no fast way.
  if (length > target.length) return null;
  let written = 0;
  for (let at = header[0].length; at < end; at += SLICE_DIGITS) {
    written += target.write(view.toString('latin1', at, Math.min(at + SLICE_DIGITS, end)), written, 'base64');
  }
  return {
    replacement_id: replacementId,
    chunk_index: Number(index),
    raw_bytes: length,
    dataAt: header[0].length,
    bytes: target.subarray(0, written),
  };
}

function builtPayload(record: EventRecord): ChunkPayload {
  const payload = payloadOf(record, 'state_replacement_chunk');
  const bytes = decodeCanonicalBase64(payload.base64);
  if (bytes === null) throw new TypeError('A chunk frame that was accepted holds no base64.');
  return { ...payload, dataAt: null, bytes };
}
