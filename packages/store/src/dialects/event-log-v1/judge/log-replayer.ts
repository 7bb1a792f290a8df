import { closeSync, readSync } from 'node:fs';
import { type Boundary, eventLogRecord, type FoldStart, LogFold } from '@fxlog/assembler/internal';
import {
  decodeFrame,
  eventLogV1,
  type Finding,
  FrameError,
  type FxErrorName,
  type HistoryTurn,
  type RuleId,
  type StateDocument,
} from '@fxlog/format';
import { type LogPosition, MAX_FRAME_BYTES } from '@fxlog/format/internal';
import { exactInteger } from '@fxlog/json/internal';
import { eventsOf, LogError, readEvents, SourceError } from '@fxlog/reader';
import { nameLineFault, type StartPosition } from '@fxlog/reader/internal';
import { type FileLook, openFile } from '../../../paths/safe-file.js';
import type { CheckpointContent } from '../sidecars/checkpoint.js';
import { HistoryWalk, sameState } from './history-walk.js';
import type { References } from './references.js';

/** The first frame of a log, decoded on its own to learn the generation (session-directory §3.2). */
export type FirstFrame =
  | { readonly ok: true; readonly generation: string; readonly length: number; readonly sessionId: string }
  | {
      readonly ok: false;
      readonly error: FxErrorName;
      readonly reason: string;
      readonly finding: Finding;
      /** The generation all the same, where lenient reading finds a frame in the line. */
      readonly generation: string | null;
    };

/** What the first bytes of a log fold to. */
export interface Replayed {
  readonly ok: true;
  /** The state, its history empty. */
  readonly state: StateDocument;
  readonly turns: number;
  readonly boundary: Boundary;
  readonly truncateFrom: number | null;
  readonly bytesConsumed: number;
  /** What the history refers to outside the log. */
  readonly references: References;
  /** Calls and results of its last turns that do not fit, so that fx refuses every prompt. */
  readonly pairing: readonly Finding[];
  /** Does the log, where the checkpoint was taken, hold the checkpoint's state? Null when it does not come that far. */
  readonly matchesClaim: boolean | null;
}

/** Why the first bytes of a log do not fold, or a position is none of this log. */
export interface NotReplayed {
  readonly ok: false;
  /** The frames have a version that fx does not know, which it tells apart from damage. */
  readonly unsupported: boolean;
  readonly reason: string;
  readonly finding: Finding;
}

export type Replay = Replayed | NotReplayed;

/** A state that a checkpoint claims for a place in the log. */
export interface Claim {
  /** Offset behind the last frame that it covers. */
  readonly end: number;
  /** Its history is empty; see `turns`. */
  readonly state: StateDocument;
  readonly turns: readonly HistoryTurn[];
}

const FILE = 'events.jsonl';

/** Judges the log of one session: reduces prefixes of it, each at most once. */
export class LogReplayer {
  readonly #replays = new Map<number, Promise<Replay>>();
  #first: FirstFrame | undefined;

  readonly #claim: Claim | undefined;
  readonly #signal: AbortSignal | undefined;

  constructor(
    /** Path of `events.jsonl`. */
    readonly path: string,
    /** Of a plain file; the caller has looked. */
    readonly look: Extract<FileLook, { state: 'file' }>,
    claim?: Claim,
    signal?: AbortSignal,
  ) {
    this.#claim = claim;
    this.#signal = signal;
  }

  get size(): number {
    return this.look.stats.size;
  }

  firstFrame(): FirstFrame {
    this.#first ??= this.#readFirstFrame();
    return this.#first;
  }

  #readFirstFrame(): FirstFrame {
    const line = this.#readFirstLine();
    const refuse = (
      error: FxErrorName,
      reason: string,
      rule: RuleId,
      length: number,
      more: Partial<Finding> = {},
    ): FirstFrame => ({
      ok: false,
      error,
      reason,
      generation: line === null || 'refused' in line ? null : generationIn(line),
      finding: {
        rule,
        severity: 'error',
        message: reason,
        file: FILE,
        offset: 0,
        length,
        line: 1,
        fxError: error,
        ...more,
      },
    });
    if (line !== null && 'refused' in line) {
      return refuse('AccessDenied', `the log cannot be read (${line.refused})`, 'store/unreadable-file', 0);
    }
    if (line === null)
      return refuse('EventFrameTooLarge', 'the first line is longer than 8 MiB', 'store/first-frame', 0);
    if (line.length === 0) return refuse('InvalidSessionFormat', 'the log is empty', 'store/log-empty', 0);
    if (line[line.length - 1] !== 0x0a) {
      return refuse('TruncatedEventFrame', 'the first line has no newline', 'store/first-frame', line.length);
    }
    try {
      const event = decodeFrame(line);
      if (event.kind !== 'session_started' || event.seq !== 1) {
        return refuse(
          'InvalidSessionFormat',
          'the log does not begin with session_started, seq 1',
          'store/first-frame',
          line.length,
        );
      }
      return { ok: true, generation: event.log_generation, length: line.length, sessionId: event.payload.id };
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      const name = error.fxError === 'UnsupportedEventSchema' ? 'UnsupportedSessionSchema' : 'InvalidSessionFormat';
      const { rule, message, offset } = nameLineFault(line, error, eventLogV1) ?? error;
      const where = { path: error.path, offset };
      return refuse(name, `the first frame does not decode: ${message}`, rule, line.length, where);
    }
  }

  /** Null when there is no newline in the first 8 MiB. */
  #readFirstLine(): Uint8Array | { readonly refused: string } | null {
    const opened = openFile(this.path);
    if (opened.state !== 'open') return { refused: opened.state === 'refused' ? opened.code : opened.state };
    try {
      let size = 4096;
      for (;;) {
        const buffer = new Uint8Array(Math.min(size, MAX_FRAME_BYTES));
        let length = 0;
        while (length < buffer.length) {
          const read = readSync(opened.fd, buffer, length, buffer.length - length, length);
          if (read === 0) break;
          length += read;
        }
        const end = buffer.subarray(0, length).indexOf(0x0a);
        if (end >= 0) return buffer.subarray(0, end + 1);
        if (length < buffer.length) return buffer.subarray(0, length);
        if (size >= MAX_FRAME_BYTES) return null;
        size *= 8;
      }
    } finally {
      closeSync(opened.fd);
    }
  }

  /** Reduces exactly the first `end` bytes; the history is only walked through. */
  replay(end: number): Promise<Replay> {
    let replay = this.#replays.get(end);
    if (replay === undefined) {
      replay = this.#reduce(end);
      this.#replays.set(end, replay);
    }
    return replay;
  }

  /** Reduces the frames behind a checkpoint, up to `end`, on top of the state that it holds. */
  async replayFrom(content: CheckpointContent, end: number): Promise<Replay> {
    const offset = Number(content.through_event_log_bytes);
    const boundary = {
      generation: content.log_generation,
      seq: content.through_seq,
      eventId: content.through_event_id,
      offset,
      // Which line it is plays no part in the verdict, and counting would mean reading what the checkpoint saves.
      line: 1,
    };
    const walk = new HistoryWalk();
    content.turns.forEach((turn, index) => {
      walk.references.add(turn, index);
      walk.recent.add(turn, index);
    });
    const seq = BigInt(content.through_seq) + 1n;
    const start = { offset, line: 1, seq: exactInteger(seq), epoch: content.log_generation };
    const fold = { state: content.state, turns: content.turns.length, boundary };
    return this.#reduce(end, walk, { start, fold });
  }

  async #reduce(
    end: number,
    walk = new HistoryWalk(this.#claim?.turns),
    from?: { readonly start: StartPosition; readonly fold: FoldStart },
  ): Promise<Replay> {
    const fold = new LogFold({ keepHistory: false, file: FILE, sink: walk, requireNoTorn: false, start: from?.fold });
    let matchesClaim: boolean | null = null;
    try {
      const options = { end, file: FILE, signal: this.#signal, start: from?.start, reuseChunks: true };
      for await (const records of readEvents(this.path, options)) {
        for (const record of records) {
          fold.apply(eventLogRecord(record));
          if (record.end === this.#claim?.end && !fold.isInReplacement) {
            matchesClaim = walk.matchesClaim() && sameState(fold.position?.state ?? null, this.#claim.state);
          }
        }
        fold.keepRecords();
      }
      const { state, turns, boundary, truncateFrom, bytesConsumed } = fold.end();
      if (state === null || boundary === null) throw new TypeError('a strict fold ends with a state');
      if (state.recovery_checkpoint !== undefined) {
        walk.references.addPending(state.recovery_checkpoint.user, state.recovery_checkpoint.execution, -1);
      }
      const { references } = walk;
      const pairing = walk.recent.pairingFindings(this.path);
      return { ok: true, state, turns, boundary, truncateFrom, bytesConsumed, references, pairing, matchesClaim };
    } catch (error) {
      if (error instanceof SourceError) return unreadable(error);
      if (!(error instanceof LogError)) throw error;
      const unsupported = error.fxError === 'UnsupportedEventSchema';
      return { ok: false, unsupported, reason: error.message, finding: { ...error.toFinding(), file: FILE } };
    }
  }

  /** Is this a position that the log reaches: reducing so many bytes consumes them all and ends on that event (§3.2)? */
  async judgePosition(position: LogPosition): Promise<Replay> {
    const refuse = (rule: RuleId, reason: string, offset?: number): NotReplayed => ({
      ok: false,
      unsupported: false,
      reason,
      finding: {
        rule,
        severity: 'error',
        message: reason,
        file: `commit.${position.log_generation}.json`,
        fxError: 'InvalidSessionFormat',
        ...(offset !== undefined && { offset }),
      },
    });
    const end = position.through_event_log_bytes;
    if (end > this.size) {
      const rule = 'store/watermark-beyond-log';
      return refuse(rule, `the watermark commits ${end} bytes, the log has only ${this.size}`);
    }
    const replay = await this.replay(Number(end));
    if (!replay.ok) return replay;
    const { boundary, bytesConsumed, truncateFrom } = replay;
    if (truncateFrom !== null) {
      return refuse('store/watermark-inside-replacement', 'the watermark lies inside a state replacement');
    }
    if (BigInt(bytesConsumed) !== BigInt(end) || BigInt(boundary.offset) !== BigInt(end)) {
      return refuse('store/watermark-mismatch', `the log ends a frame at byte ${boundary.offset}, not at ${end}`);
    }
    if (BigInt(boundary.seq) !== BigInt(position.through_seq)) {
      return refuse(
        'store/watermark-mismatch',
        `byte ${end} ends seq ${boundary.seq}, not seq ${position.through_seq}`,
      );
    }
    if (boundary.eventId !== position.through_event_id) {
      const reason = `the event at byte ${end} is ${boundary.eventId}, not ${position.through_event_id}`;
      return refuse('store/watermark-mismatch', reason);
    }
    if (boundary.generation !== position.log_generation) {
      return refuse('store/watermark-mismatch', `the log's generation is ${boundary.generation}`);
    }
    return replay;
  }
}

function generationIn(line: Uint8Array): string | null {
  try {
    return eventsOf(line, { mode: 'lenient', dialect: eventLogV1 })[0]?.epoch ?? null;
  } catch (error) {
    // The line is that of another version.
    if (error instanceof LogError) return null;
    throw error;
  }
}

/** The bytes themselves cannot be read: no leave, or a failing disk. */
function unreadable(error: SourceError): NotReplayed {
  return {
    ok: false,
    unsupported: false,
    reason: error.message,
    finding: {
      rule: 'store/unreadable-file',
      severity: 'error',
      message: `${error.message}.`,
      file: FILE,
      fxError: 'AccessDenied',
    },
  };
}
