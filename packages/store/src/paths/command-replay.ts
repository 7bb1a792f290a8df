import { FILE_LIMITS } from '@fxlog/format/internal';
import { StoreError } from '../store-error.js';

const MAGIC = Buffer.from('FXRPLY01', 'latin1');
const HEADER_BYTES = 9;

/** One frame of a command replay: what a command wrote, in order (session-directory §4.5). */
export interface ReplayFrame {
  readonly stream: 'stdout' | 'stderr';
  /** A view into the file's bytes. */
  readonly bytes: Uint8Array;
}

/**
 * Decodes a command replay: the magic `FXRPLY01`, then frames of one byte stream (0 stdout, 1 stderr), eight bytes little-endian length
 * (1 to 1,048,576) and payload. Nothing is copied; a length beyond the end of the file is a fault, not an allocation.
 *
 * @throws StoreError with rule `store/replay-invalid` and the byte of the file.
 */
export function decodeCommandReplay(file: Uint8Array): ReplayFrame[] {
  const view = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (!view.subarray(0, MAGIC.length).equals(MAGIC)) throw replayError('The magic FXRPLY01 is missing', 0);
  const frames: ReplayFrame[] = [];
  let at = MAGIC.length;
  while (at < view.length) {
    if (view.length - at < HEADER_BYTES) throw replayError('The replay ends inside the header of a frame', at);
    const stream = view.readUInt8(at);
    if (stream > 1) throw replayError(`There is no stream ${stream}`, at);
    const length = view.readBigUInt64LE(at + 1);
    if (length < 1n || length > BigInt(FILE_LIMITS.replayFrame))
      throw replayError(`A frame cannot have ${length} bytes`, at + 1);
    const start = at + HEADER_BYTES;
    const end = start + Number(length);
    if (end > view.length) throw replayError(`The replay ends inside a frame of ${length} bytes`, at);
    frames.push({ stream: stream === 0 ? 'stdout' : 'stderr', bytes: view.subarray(start, end) });
    at = end;
  }
  return frames;
}

function replayError(what: string, offset: number): StoreError {
  return new StoreError({ rule: 'store/replay-invalid', message: `${what} (byte ${offset})`, offset });
}
