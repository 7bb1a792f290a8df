import {
  eventLogTurn,
  type FoldedEntry,
  type FoldRecord,
  type HistoryGatherer,
  LogFold,
  type NativeTurn,
  StandingHistory,
} from '@fxlog/assembler/internal';
import type { StateDocument } from '@fxlog/format';
import { type DisplayMetadata, encodeStateTurn, FILE_LIMITS } from '@fxlog/format/internal';
import { LogError } from '@fxlog/reader';
import { WriteError } from '../../write-error.js';
import { CopiedFrame } from './copied-frame.js';
import { DisplayDerivation } from './derive-display.js';
import type { EncodedFrame, EncodeOptions } from './event-encoder.js';

/** What is gathered of a history: what the title is made from and, where they are wanted, the turns as a checkpoint holds them. */
class GatheredTurns implements HistoryGatherer {
  readonly display = new DisplayDerivation();
  /** Null where they are not wanted, or more than a checkpoint can hold. */
  encoded: Uint8Array[] | null;
  #bytes = 0;

  constructor(isForCheckpoint: boolean) {
    this.encoded = isForCheckpoint ? [] : null;
  }

  add(native: NativeTurn): void {
    const turn = eventLogTurn(native);
    this.display.add(turn);
    if (this.encoded === null) return;
    const bytes = encodeStateTurn(turn);
    this.#bytes += bytes.length;
    this.encoded.push(bytes);
    if (this.#bytes > FILE_LIMITS.checkpoint) this.encoded = null;
  }

  /** Counts a turn of which nothing is needed; false where it has to be looked at. */
  pass(): boolean {
    if (this.encoded !== null || !this.display.isSettled) return false;
    this.display.pass();
    return true;
  }
}

/** The history that stands. A turn of which nothing is needed any more is not built. */
class GatheredHistory extends StandingHistory<GatheredTurns> {
  override entry(entry: FoldedEntry): void {
    if (!this.standing.pass()) super.entry(entry);
  }
}

/** Where a log is continued. */
interface Start {
  readonly generation: string;
  readonly seq: number;
  readonly eventId: string;
  readonly offset: number;
  /** Undefined where it is not known. */
  readonly state?: StateDocument;
}

/** Follows what the frames just written amount to, by the fold that readers use, which refuses what fx would refuse (event-log §5). */
export class WrittenHistory {
  readonly #keepHistory: EncodeOptions['keepHistory'];
  #gathered: GatheredHistory;
  #fold: LogFold;

  constructor(keepHistory: EncodeOptions['keepHistory'], start?: Start) {
    this.#keepHistory = keepHistory;
    this.#gathered = this.#newHistory();
    this.#fold = this.#foldFrom(start);
  }

  /** Whether a `session_started` has been seen. */
  get isStarted(): boolean {
    return this.#fold.isStarted;
  }

  /** Whether the frames of a replacement that were given one by one go on. */
  get isInReplacement(): boolean {
    return this.#fold.isInReplacement;
  }

  /** The state, or null where the events do not tell it. Its history is empty unless it was to be kept. */
  get state(): StateDocument | null {
    return this.#fold.state;
  }

  /** How many turns the history has, kept or not. */
  get turns(): number {
    return this.#fold.turns;
  }

  /** The turns as a checkpoint holds them; null where that was not asked for, or where they are too many for one. */
  get encodedTurns(): readonly Uint8Array[] | null {
    return this.#gathered.standing.encoded;
  }

  /** What fx would put into `display.json`. */
  display(): DisplayMetadata | null {
    return this.#gathered.standing.display.finish(this.state?.origin_workspace_root ?? null);
  }

  /**
   * Takes the next frame.
   *
   * @throws WriteError for what fx would refuse.
   */
  apply(frame: EncodedFrame): void {
    refusing(() => this.#fold.apply(frame instanceof CopiedFrame ? frame : recordOf(frame)));
  }

  /** See {@link EventEncoder.keepFrames}. */
  keepFrames(): void {
    this.#fold.keepRecords();
  }

  #newHistory(): GatheredHistory {
    return new GatheredHistory(() => new GatheredTurns(this.#keepHistory === 'checkpoint'));
  }

  /** Takes a whole state that was written as one transaction, without looking into its frames once more. */
  replace(state: StateDocument, boundary: Omit<Start, 'state'>): void {
    this.#gathered = this.#newHistory();
    this.#fold = this.#foldFrom({ ...boundary, state });
  }

  /**
   * Says that no frame follows. fx accepts a log that ends inside a transaction, but no session that holds it (event-log §10).
   *
   * @throws WriteError
   */
  end(): void {
    refusing(() => this.#fold.end());
  }

  #foldFrom(start: Start | undefined): LogFold {
    const options = { keepHistory: this.#keepHistory === true, sink: this.#gathered, requireNoTorn: true };
    if (start === undefined) return new LogFold(options);
    const { generation, seq, eventId, offset, state = null } = start;
    const boundary = { generation, seq, eventId, offset, line: seq + 1 };
    for (const turn of state?.history ?? []) this.#gathered.standing.add({ dialect: 'event-log-v1', turn });
    const turns = state?.history.length ?? 0;
    return new LogFold({ ...options, start: state === null ? { state, turns, boundary } : { state, turns, boundary } });
  }
}

function refusing(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    const { rule, fxError, path, message } = error;
    throw new WriteError({ rule, message: `fx would refuse this log: ${message}`, fxError, path }, { cause: error });
  }
}

/** What the fold has to know of a frame that was made of an event. */
function recordOf({ event, bytes, offset, length }: EncodedFrame): FoldRecord {
  const { log_generation: generation, event_id: eventId, seq, timestamp_ms: timestampMs, kind } = event;
  const workId = event.kind === 'history_turn_committed' ? event.payload.work_id : undefined;
  const checked = { generation, eventId, workId, isOfKnownKind: true, decodeChunk: () => null, recognisedBytes: null };
  const place = { offset, length, line: Number(seq), end: offset + bytes.length };
  return { ...place, kind, seq, timestampMs, event, checked, keep: () => undefined };
}
