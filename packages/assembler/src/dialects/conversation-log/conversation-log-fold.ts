import { conversationLog, type Int64, type RuleId, ruleById } from '@fxlog/format';
import { CONVERSATION_TAGS, type ConversationLine, isFrameOf } from '@fxlog/format/internal';
import { type EventRecord, type LogError, positionAfter } from '@fxlog/reader';
import type { Fold, FoldOptions, FoldOutcome, FoldPoint } from '../../fold.js';
import { faultAt } from '../../fold-fault.js';
import type { SessionState } from '../../session-state.js';
import type { TurnSource } from '../../turn.js';
import { ConversationFold } from './conversation-fold.js';
import { CompactionEntry, RunningEntry, TurnEntry } from './entry.js';
import { toSessionState } from './session-state.js';

/**
 * The fold of a conversation log as the hosts know it: the archive, every turn and a compaction where each checkpoint lies. Nothing is kept but
 * the open turn.
 */
export class ConversationLogFold implements Fold {
  readonly #options: FoldOptions;
  readonly #fold: ConversationFold;
  /** Turns that are only counted need no texts. */
  readonly #isCounted: boolean;
  #turns: number;
  #createdAtMs: Int64 | null;
  /** The last line that was taken, where it is needed. */
  #last: EventRecord | null = null;
  /** The first line of the open turn. */
  #opening: TurnSource | null = null;
  /** Where an unfinished turn would be cut, in bytes. */
  #cutAt: number;

  constructor(options: FoldOptions) {
    this.#options = options;
    this.#isCounted = options.sink?.entry === undefined && options.sink?.running === undefined;
    const { start } = options;
    this.#turns = start?.turns ?? 0;
    this.#createdAtMs = start?.state.createdAtMs ?? null;
    this.#cutAt = start?.position.offset ?? 0;
    const sink = {
      turn: (turn: ConstructorParameters<typeof TurnEntry>[0]) => {
        const last = this.#last as EventRecord;
        const entry = new TurnEntry(turn, last.seq, this.#turns, this.#turnSource(), last.timestampMs);
        this.#turns++;
        options.sink?.entry?.(entry);
      },
      compacted: (compaction: ConstructorParameters<typeof CompactionEntry>[0]) => {
        const record = this.#last as EventRecord;
        const entry = new CompactionEntry(compaction, this.#turns, sourceOf(record), record.timestampMs);
        this.#turns++;
        options.sink?.entry?.(entry);
      },
    };
    this.#fold = new ConversationFold({ kind: 'archive' }, sink, startOf(start));
  }

  get turns(): number {
    return this.#turns;
  }

  get isAtSafePoint(): boolean {
    return !this.#fold.isTurnOpen;
  }

  get safePoint(): FoldPoint | null {
    const { state } = this;
    if (state === null || this.#fold.isTurnOpen) return null;
    const position = this.#last === null ? this.#options.start?.position : positionAfter(this.#last);
    return position === undefined ? null : { position, turns: this.#turns, eventId: '', state };
  }

  get state(): SessionState | null {
    const updatedAtMs = this.#last?.timestampMs ?? this.#options.start?.state.updatedAtMs;
    if (this.#createdAtMs === null || updatedAtMs === undefined) return null;
    const { endedTurns, compactions, settledSeq } = this.#fold;
    const native = { dialect: 'conversation-log', endedTurns, compactions, settledSeq } as const;
    return toSessionState(this.#createdAtMs, updatedAtMs, native);
  }

  apply(record: EventRecord): void {
    const { checked } = record;
    if (!isFrameOf(conversationLog, checked)) throw new TypeError('The event is of a log of another format.');
    const isFirst = this.#createdAtMs === null;
    this.#last = record;
    this.#createdAtMs ??= record.timestampMs;
    const state = isFirst ? this.state : null;
    if (state !== null) this.#options.sink?.began?.(state);
    // Leniently, what only a later fx knows has no effect.
    if (record.isRefused && !CONVERSATION_TAGS.includes(checked.kind)) return;
    const rule = this.#fold.apply(this.#isCounted ? checked.outline : checked.event);
    if (rule !== null) this.#meet(rule, record, checked);
    if (checked.kind === 'user') this.#opening = sourceOf(record);
    if (!this.#fold.isTurnOpen || checked.kind === 'context_checkpoint') this.#cutAt = record.end;
    if (checked.kind === 'context_checkpoint') this.#tellRunning();
  }

  keepRecords(): void {
    this.#last?.keep();
  }

  /** fx shows a log up to its last whole line (newer-formats §4.6). */
  fail(error: LogError): void {
    if (error.rule !== 'line/torn') throw error;
  }

  end(): FoldOutcome {
    this.#tellRunning();
    const last = this.#last;
    const end = last?.end ?? this.#options.start?.position.offset ?? 0;
    return {
      state: this.state,
      turns: this.#turns,
      through: this.#through,
      bytesConsumed: end,
      truncateFrom: this.#cutAt < end ? this.#cutAt : null,
    };
  }

  get #through(): FoldOutcome['through'] {
    const last = this.#last;
    if (last !== null) return { seq: last.seq, eventId: '', offset: last.offset };
    const { seq = null, offset = 0, lineLength = 0 } = this.#options.start?.position ?? {};
    return seq === null ? null : { seq, eventId: '', offset: offset - lineLength };
  }

  /** Strictly a line that does not fit ends it; leniently it is made to fit, or left out. */
  #meet(rule: RuleId, record: EventRecord, { event }: ConversationLine): void {
    const { title, fxError = 'InvalidConversationFrame' } = ruleById(rule);
    const error = faultAt(record, { rule, fxError, message: title }, this.#options.file);
    if (this.#options.mode !== 'lenient') throw error;
    this.#options.onFinding?.(error.toFinding());
    this.#fold.amend(rule);
    this.#fold.apply(event);
  }

  #tellRunning(): void {
    const { openTurn } = this.#fold;
    if (openTurn === null || this.#options.sink?.running === undefined) return;
    const startedMs = this.#last?.timestampMs ?? null;
    this.#options.sink.running(new RunningEntry(openTurn, this.#turns, this.#turnSource(), startedMs));
  }

  /** From the prompt of the open turn to the line that was taken last. */
  #turnSource(): TurnSource {
    const last = this.#last as EventRecord;
    const { seq, offset } = this.#opening ?? last;
    return { seq, offset, length: last.end - offset };
  }
}

function sourceOf({ seq, offset, length }: EventRecord): TurnSource {
  return { seq, offset, length };
}

function startOf(start: FoldPoint | undefined) {
  if (start === undefined) return undefined;
  const { native } = start.state;
  if (native.dialect !== 'conversation-log') {
    throw new TypeError('The place to begin at is in a log of another dialect.');
  }
  const { endedTurns, compactions } = native;
  return { lastSeq: start.position.seq ?? 0, endedTurns, compactions };
}
