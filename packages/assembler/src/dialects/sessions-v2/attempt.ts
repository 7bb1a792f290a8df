import { FrameError } from '@fxlog/format';

/** What comes of reading, or why fx refuses it. */
export function attempt<Value>(read: () => Value): Value | FrameError {
  try {
    return read();
  } catch (error) {
    if (error instanceof FrameError) return error;
    throw error;
  }
}
