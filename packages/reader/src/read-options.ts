import type { Finding, RuleId, Uint64 } from '@fxlog/format';
import {
  type AnyFrame,
  type CheckedFrame,
  DEFAULT_DIALECT,
  type FormatDialect,
  MAX_LATER_FRAME_BYTES,
} from '@fxlog/format/internal';

/** Where in a log to begin, and what the first event there has to be. */
export interface StartPosition {
  /** Bytes from the start of the file; the first byte of a line. */
  readonly offset: number;
  /** Number of that line, from 1. */
  readonly line: number;
  /** `seq` that the first event must have. Default: 1 at offset 0, else whatever it has. */
  readonly seq?: Uint64 | undefined;
  /** Epoch (in an event log: generation) that every event must have. Default: that of the first event. */
  readonly epoch?: string | undefined;
}

/** A range of bytes that was not delivered, and the rule that says why. */
export interface SkippedRange {
  readonly offset: number;
  readonly length: number;
  readonly line: number;
  readonly rule: RuleId;
}

/** Options of everything that turns bytes into frames or events. */
export interface ReadOptions<Checked extends CheckedFrame = AnyFrame> {
  /**
   * The format of the log. Default: what its first line looks like; for frames, none. A log of another format that was asked for as this one is
   * refused line by line.
   */
  readonly dialect?: FormatDialect<Checked> | undefined;
  /**
   * `strict` (the default) judges as fx does (which version, the dialect says: `strictness`) and throws {@link LogError} at the first fault. `lenient` reads what can
   * be read: a bad line costs only itself, and every departure goes to `onFinding`.
   */
  readonly mode?: 'strict' | 'lenient' | undefined;
  /**
   * Longest line, LF included; no more than this is ever buffered. Default: the limit of the dialect. For event logs that is 8 MiB as in fx 0.0.5
   * (event-log §1.1), and leniently 64 MiB, the limit of later versions.
   */
  readonly maxFrameBytes?: number | undefined;
  /** Begin here. A source that can be sought is; the bytes of others are read and dropped up to there. */
  readonly start?: StartPosition | undefined;
  /** Read no byte at or after this offset; a line cut by it is torn. For fx the committed length (event-log §10). */
  readonly end?: number | undefined;
  /**
   * Read a file into the same few buffers over and over, which is a good deal faster, since no fresh memory is touched. Frames
   * and records then hold their bytes only until the next batch is asked for; `keep()` lets one outlive that. Default false.
   */
  readonly reuseChunks?: boolean | undefined;
  /** Aborting makes the reader release its source and throw the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called for each finding of lenient mode, in file order. */
  readonly onFinding?: ((finding: Finding) => void) | undefined;
  /** Called for each range that lenient mode left out. With the frames that were delivered these tile the input. */
  readonly onSkip?: ((range: SkippedRange) => void) | undefined;
  /** Name of the file in findings and errors. Default: the path, where there is one. */
  readonly file?: string | undefined;
}

/** Options with their defaults filled in and checked. @internal */
export interface ReadSettings {
  readonly isLenient: boolean;
  readonly maxFrameBytes: number;
  /** Whether the caller gave the limit, so that no dialect changes it. */
  readonly hasOwnLimit: boolean;
  readonly start: StartPosition;
  readonly end: number;
  readonly reuseChunks: boolean;
  readonly signal: AbortSignal | undefined;
  readonly onFinding: ((finding: Finding) => void) | null;
  readonly onSkip: ((range: SkippedRange) => void) | null;
  readonly file: string | undefined;
}

/**
 * Checks options once, at the door.
 *
 * @throws RangeError for a size or an offset that makes no sense.
 * @internal
 */
export function toReadSettings(options: ReadOptions<CheckedFrame> = {}, file?: string): ReadSettings {
  const maxFrameBytes = options.maxFrameBytes ?? (options.dialect ?? DEFAULT_DIALECT).maxFrameBytes;
  if (!Number.isInteger(maxFrameBytes) || maxFrameBytes < 1 || maxFrameBytes > MAX_LATER_FRAME_BYTES) {
    throw new RangeError(
      `maxFrameBytes must be a whole number from 1 to ${MAX_LATER_FRAME_BYTES}, not ${maxFrameBytes}.`,
    );
  }
  const start = options.start ?? { offset: 0, line: 1 };
  if (!Number.isSafeInteger(start.offset) || start.offset < 0 || !Number.isSafeInteger(start.line) || start.line < 1) {
    throw new RangeError('start needs an offset of at least 0 and a line of at least 1.');
  }
  const end = options.end ?? Number.POSITIVE_INFINITY;
  if (!(end >= 0) || (end !== Number.POSITIVE_INFINITY && !Number.isSafeInteger(end))) {
    throw new RangeError(`end must be an offset, not ${end}.`);
  }
  if (options.mode !== undefined && options.mode !== 'strict' && options.mode !== 'lenient') {
    throw new RangeError(`mode must be 'strict' or 'lenient', not '${String(options.mode)}'.`);
  }
  return {
    isLenient: options.mode === 'lenient',
    maxFrameBytes,
    hasOwnLimit: options.maxFrameBytes !== undefined,
    start: start.offset === 0 && start.seq === undefined ? { ...start, seq: 1 } : start,
    end,
    reuseChunks: options.reuseChunks === true,
    signal: options.signal,
    onFinding: options.onFinding ?? null,
    onSkip: options.onSkip ?? null,
    file: options.file ?? file,
  };
}
