import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { type HistoryTurn, StateDocumentReader } from '@fxlog/format';
import { StateDocumentError } from '@fxlog/format/internal';

/** More of a damaged document is not looked at; fx saves no checkpoint that large either. */
const MAX_BYTES = 48 * 1024 * 1024;
const DATA = /"base64":"([A-Za-z0-9+/]*)(=*")?/g;

/**
 * The turns at the beginning of a state document whose replacement is damaged: as far as its base64 can be decoded and its text is sound.
 * Nothing vouches for them, for the digests cover only whole chunks.
 *
 * @param offset where in the log the frames of the replacement begin
 */
export async function readDamagedDocument(path: string, offset: number, end: number): Promise<HistoryTurn[]> {
  const text = await readText(path, offset, Math.min(end, offset + MAX_BYTES));
  const turns: HistoryTurn[] = [];
  const reader = new StateDocumentReader(({ turn }) => turns.push(turn));
  try {
    for (const [, data = '', close] of text.matchAll(DATA)) {
      reader.push(Buffer.from(close === undefined ? data.slice(0, data.length - (data.length % 4)) : data, 'base64'));
      if (close === undefined || reader.isComplete) break;
    }
  } catch (error) {
    if (!(error instanceof StateDocumentError)) throw error;
  }
  return turns;
}

async function readText(path: string, offset: number, end: number): Promise<string> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const buffer = Buffer.alloc(Math.max(0, end - offset));
    let length = 0;
    while (length < buffer.length) {
      const { bytesRead } = await handle.read(buffer, length, buffer.length - length, offset + length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return buffer.toString('latin1', 0, length);
  } finally {
    await handle.close();
  }
}
