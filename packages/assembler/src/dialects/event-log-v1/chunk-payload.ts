import { decodeCanonicalBase64 } from '@fxlog/json/internal';
import type { FoldRecord } from './fold-record.js';
import { type PayloadOf, payloadOf } from './folded-state.js';

/** A chunk of a state document, decoded. */
export interface ChunkPayload
  extends Pick<PayloadOf<'state_replacement_chunk'>, 'replacement_id' | 'chunk_index' | 'raw_bytes'> {
  /** Where in the frame its base64 begins; null where it is not spelled as fx spells it. */
  readonly dataAt: number | null;
  /** Overwritten by the next chunk. */
  readonly bytes: Uint8Array;
}

/** The payload of a chunk frame that was accepted; its bytes are good until the next call. */
export function chunkPayload(record: FoldRecord): ChunkPayload {
  const chunk = record.checked.decodeChunk();
  if (chunk !== null) {
    const { replacementId, index, bytes, dataAt } = chunk;
    return { replacement_id: replacementId, chunk_index: index, raw_bytes: bytes.length, dataAt, bytes };
  }
  const payload = payloadOf(record, 'state_replacement_chunk');
  const bytes = decodeCanonicalBase64(payload.base64);
  if (bytes === null) throw new TypeError('A chunk frame that was accepted holds no base64.');
  return { ...payload, dataAt: null, bytes };
}
