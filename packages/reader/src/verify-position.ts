import type { FileHandle } from 'node:fs/promises';
import { hashLine, type LogPosition } from './log-position.js';

/** Whether a place still is where it was. @internal */
export type PositionVerdict = 'same' | 'truncated' | 'replaced';

/** Reads exactly `length` bytes at `offset`, or fewer when the file ends before. @internal */
export async function readAt(handle: FileHandle, offset: number, length: number): Promise<Uint8Array> {
  const buffer = Buffer.allocUnsafeSlow(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

/** Compares the line before a place with its hash. The size comes first, so that a token alone never decides an allocation. @internal */
export async function verifyPosition(
  source: FileHandle | Uint8Array,
  position: LogPosition,
): Promise<{ readonly verdict: PositionVerdict; readonly size: number }> {
  const size = source instanceof Uint8Array ? source.length : (await source.stat()).size;
  if (size < position.offset) return { verdict: 'truncated', size };
  if (position.lineHash === null) return { verdict: 'same', size };
  const from = position.offset - position.lineLength;
  const line =
    source instanceof Uint8Array
      ? source.subarray(from, position.offset)
      : await readAt(source, from, position.lineLength);
  return { verdict: hashLine(line) === position.lineHash ? 'same' : 'replaced', size };
}
