import { close, constants, open, read } from 'node:fs';
import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { UnreadableError } from '../exit-code.js';
import { isSystemError, reasonOf } from '../output/system-error.js';

const openFile = promisify(open);
const closeFile = promisify(close);
const readFile = promisify(read);

/** How long a pipe may be without a writer before it counts as abandoned. */
const WRITER_GRACE_MS = 1500;
const POLL_MS = 25;
const PROBE_BYTES = 65_536;

/**
 * Reads a named pipe without the risk of waiting for ever: a plain `open` would block until somebody writes. A pipe that has a
 * writer may take as long as it likes.
 *
 * @param name how to call the pipe in messages
 * @param graceMs how long to wait for a writer, in milliseconds
 * @throws UnreadableError when nobody writes to it
 */
export async function* readPipe(
  path: string,
  name: string,
  signal: AbortSignal,
  graceMs = WRITER_GRACE_MS,
): AsyncGenerator<Uint8Array> {
  const fd = await openFile(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: unknown) => {
    throw isSystemError(error) ? new UnreadableError(name, reasonOf(error)) : error;
  });
  const first = await firstBytes(fd, graceMs, signal).catch(async (error: unknown) => {
    await closeFile(fd);
    throw error;
  });
  if (first === 'no-writer') {
    await closeFile(fd);
    throw new UnreadableError(name, 'is a pipe that nobody writes to');
  }
  // The socket owns the descriptor from here on and closes it.
  const socket = new Socket({ fd, readable: true, writable: false });
  const destroy = () => socket.destroy();
  signal.addEventListener('abort', destroy, { once: true });
  try {
    if (first !== 'writer') yield first;
    for await (const chunk of socket) yield chunk;
  } finally {
    signal.removeEventListener('abort', destroy);
    socket.destroy();
  }
}

/**
 * A non-blocking read tells the three states of a pipe apart: bytes, `EAGAIN` (a writer that has not written yet), and nothing at
 * all (no writer).
 */
async function firstBytes(
  fd: number,
  graceMs: number,
  signal: AbortSignal,
): Promise<Uint8Array | 'writer' | 'no-writer'> {
  const buffer = new Uint8Array(PROBE_BYTES);
  for (let waited = 0; waited <= graceMs && !signal.aborted; waited += POLL_MS) {
    try {
      const { bytesRead } = await readFile(fd, buffer, 0, buffer.length, null);
      if (bytesRead > 0) return buffer.subarray(0, bytesRead);
    } catch (error) {
      if (isSystemError(error) && error.code === 'EAGAIN') return 'writer';
      throw error;
    }
    await delay(POLL_MS);
  }
  return 'no-writer';
}
