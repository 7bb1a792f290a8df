import { conversationLog, FrameError } from '@fxlog/format';
import type { ConversationFrame } from '@fxlog/format/internal';
import { LogError, readFrames } from '@fxlog/reader';
import { runOfFrames } from '@fxlog/reader/internal';

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
      for (let index = 0; index < frames.length; ) {
        const run = runOfFrames(frames, index);
        const recognised = conversationLog.recognise(run.chunk, run.start, run.end);
        for (let at = 0; at < run.count; at++) {
          const { chunk, start, offset, length } = frames[index + at]!;
          end = offset + length;
          take(recognised[at]?.outline ?? decode(chunk, start, length), offset, length);
        }
        index += run.count;
      }
    }
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    if (error.rule === 'line/torn') return { end, tornFrom: error.frameOffset };
    take({ rule: error.rule, fxError: conversationLog.errors.tooLarge }, error.frameOffset, error.length);
  }
  return { end, tornFrom: null };
}

/** The exact way, for a line that was not recognised. */
function decode(chunk: Uint8Array, start: number, length: number): ConversationFrame | FrameError {
  try {
    return conversationLog.check(chunk, start, start + length).event;
  } catch (error) {
    if (error instanceof FrameError) return error;
    throw error;
  }
}
