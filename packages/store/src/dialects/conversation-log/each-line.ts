import { conversationLog, FrameError } from '@fxlog/format';
import { type ConversationFrame, checkLine } from '@fxlog/format/internal';
import { LogError, readFrames } from '@fxlog/reader';

/** What is wrong with a line alone. */
export type LineFault = Pick<FrameError, 'rule' | 'fxError'>;

/** Hands out the whole lines of a log, each in outline or refused. */
export async function eachLine(
  path: string,
  signal: AbortSignal | undefined,
  take: (line: ConversationFrame | LineFault, offset: number, length: number) => void,
): Promise<{ readonly end: number; readonly tornFrom: number | null }> {
  let end = 0;
  const { maxFrameBytes } = conversationLog;
  try {
    for await (const frames of readFrames(path, { signal, maxFrameBytes, reuseChunks: true })) {
      for (const { chunk, start, offset, length } of frames) {
        end = offset + length;
        take(decode(chunk, start, length), offset, length);
      }
    }
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    if (error.rule === 'line/torn') return { end, tornFrom: error.frameOffset };
    take({ rule: error.rule, fxError: conversationLog.errors.tooLarge }, error.frameOffset, error.length);
  }
  return { end, tornFrom: null };
}

function decode(chunk: Uint8Array, start: number, length: number): ConversationFrame | FrameError {
  try {
    return checkLine(conversationLog, chunk, start, start + length).outline;
  } catch (error) {
    if (error instanceof FrameError) return error;
    throw error;
  }
}
