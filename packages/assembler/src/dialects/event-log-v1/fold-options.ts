import type { StateDocument, Uint64 } from '@fxlog/format';
import { LogError, type ReadOptions } from '@fxlog/reader';
import type { FoldStart } from './log-fold.js';

/** Where folding begins other than at the first byte (event-log §5.7). A {@link FoldSnapshot} is one. */
export interface ReductionStart {
  /** The state so far; absent only where the log begins at `offset`. */
  readonly state?: StateDocument | undefined;
  /** Length of the history so far; default that of `state.history`. */
  readonly turns?: number | undefined;
  /** `seq` that the next event must have. */
  readonly seq: Uint64;
  /** Generation that it must have; default whatever it has. */
  readonly generation?: string | undefined;
  /** `event_id` of the event before, for the boundary of a log in which nothing follows. */
  readonly eventId?: string | undefined;
  /** Byte of the source at which the next frame begins; default 0. */
  readonly offset?: number | undefined;
  /** Number of that line, from 1; default 1. */
  readonly line?: number | undefined;
}

/** Options of everything that folds a log. */
export interface FoldLogOptions extends Omit<ReadOptions, 'start' | 'onSkip'> {
  /** Start from a known state instead of the first byte. */
  readonly start?: ReductionStart | undefined;
  /** Refuse a log that ends inside a state replacement, as fx does when it opens a session; default false. */
  readonly requireNoTorn?: boolean | undefined;
}

/**
 * The reader's options, and the fold's start, from those of the caller.
 *
 * @throws LogError `InvalidReductionStart`
 */
export function toReadOptions(options: FoldLogOptions): {
  readonly read: ReadOptions;
  readonly start: FoldStart | undefined;
} {
  const { start, requireNoTorn: _, ...read } = options;
  if (start === undefined) return { read, start: undefined };
  const { state, seq, generation, offset = 0, line = 1 } = start;
  if (seq < 1 || (state === undefined && (seq !== 1 || generation !== undefined))) {
    throw new LogError({
      fxError: 'InvalidReductionStart',
      rule: 'log/reduction-start',
      message: seq < 1 ? 'no event has seq 0' : 'without a state a log can only be folded from seq 1 on',
      offset,
      length: 0,
      line,
      file: options.file,
    });
  }
  return {
    read: { ...read, start: { offset, line, seq, epoch: generation } },
    start:
      state === undefined
        ? undefined
        : {
            state,
            turns: start.turns ?? state.history.length,
            boundary: { generation: generation ?? '', seq: seqBefore(seq), eventId: start.eventId ?? '', offset, line },
          },
  };
}

function seqBefore(seq: Uint64): Uint64 {
  if (typeof seq === 'number') return seq - 1;
  const before = seq - 1n;
  return before > BigInt(Number.MAX_SAFE_INTEGER) ? before : Number(before);
}
