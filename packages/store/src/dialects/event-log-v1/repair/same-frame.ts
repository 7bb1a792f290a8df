import { closeSync, constants, openSync, readSync } from 'node:fs';
import type { SameFrame } from './order-runs.js';
import { endOfFrame, type Run } from './survey-log.js';

/** Compares frames of a file byte for byte, reading each of them anew. */
export function sameBytesAt(path: string): SameFrame {
  return (left, leftIndex, right, rightIndex) => {
    const fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      return trimmed(readFrame(fd, left, leftIndex)).equals(trimmed(readFrame(fd, right, rightIndex)));
    } finally {
      closeSync(fd);
    }
  };
}

function readFrame(fd: number, run: Run, index: number): Buffer {
  const offset = run.offsets[index] ?? 0;
  const buffer = Buffer.alloc(endOfFrame(run, index) - offset);
  const length = readSync(fd, buffer, 0, buffer.length, offset);
  return buffer.subarray(0, length);
}

/** Without the whitespace behind the object: of two glued copies only one has a newline. */
function trimmed(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] as number) <= 0x20) end--;
  return bytes.subarray(0, end);
}
