import { FrameError, type Int64, type RuleId, ruleById, sessionsV2 } from '@fxlog/format';
import { type BlobReader, isFrameOf, referencedBlob, type SessionLine } from '@fxlog/format/internal';
import { type EventRecord, type LogError, positionAfter } from '@fxlog/reader';
import { mendText } from '@fxlog/reader/internal';
import type { Fold, FoldOptions, FoldOutcome, FoldPoint } from '../../fold.js';
import { faultAt } from '../../fold-fault.js';
import type { SessionState } from '../../session-state.js';
import { SessionEntry } from './entry.js';
import { SessionHistory } from './history.js';
import { SessionFold } from './session-fold.js';
import { type CreatedLine, readPreferences, readText, readUsage, toSessionState } from './session-state.js';
import { startOf } from './start.js';

/** Rules about where an item may stand; an item that breaks one may fit once room was made for it. */
const RULES_OF_PLACE: readonly RuleId[] = [
  'conversation/turn-open',
  'conversation/batch-open',
  'conversation/duplicate-call',
  'conversation/unresolved-call',
  'conversation/open-calls',
];

/** Rules about characters that cannot stand in an item. */
const RULES_OF_TEXT: readonly RuleId[] = ['frame/lone-surrogate', 'frame/invalid-utf8'];

/**
 * The fold of a session in the store `v2/` as the hosts know it: every turn, a compaction where it lies, and the turn that runs each time it
 * gets further. Nothing is kept but the open turn.
 */
export class SessionLogFold implements Fold {
  readonly #options: FoldOptions;
  readonly #fold: SessionFold;
  readonly #history: SessionHistory;
  readonly #isCounted: boolean;
  #turns: number;
  #created: CreatedLine | null;
  #createdAtMs: Int64 | null;
  #updatedAtMs: Int64;
  #last: EventRecord | null = null;

  constructor(options: FoldOptions) {
    this.#options = options;
    const start = startOf(options.start);
    this.#fold = new SessionFold(start ?? undefined);
    this.#turns = options.start?.turns ?? 0;
    this.#created = start?.created ?? null;
    this.#createdAtMs = options.start?.state.createdAtMs ?? null;
    this.#updatedAtMs = options.start?.state.updatedAtMs ?? 0;
    const tell = (
      ...[shown, place]: [ConstructorParameters<typeof SessionEntry>[1], ConstructorParameters<typeof SessionEntry>[2]]
    ) => {
      const entry = new SessionEntry(this.#turns, shown, place, readText(this.#fold.state.language));
      this.#turns += 1;
      options.sink?.entry?.(entry);
    };
    const read: BlobReader = (name) => options.readBlob?.(name) ?? null;
    // Turns that are only counted need no texts.
    this.#isCounted = options.sink?.entry === undefined && options.sink?.running === undefined;
    this.#history = new SessionHistory({ turn: tell, compacted: tell }, read, start ?? undefined, this.#isCounted);
  }

  get turns(): number {
    return this.#turns;
  }

  get isAtSafePoint(): boolean {
    return !this.#history.isTurnOpen;
  }

  get safePoint(): FoldPoint | null {
    const { state } = this;
    if (state === null || !this.isAtSafePoint) return null;
    const position = this.#last === null ? this.#options.start?.position : positionAfter(this.#last);
    return position === undefined ? null : { position, turns: this.#turns, eventId: '', state };
  }

  get state(): SessionState | null {
    if (this.#createdAtMs === null) return null;
    const { endedTurns, compactions } = this.#history;
    return toSessionState({
      created: this.#created,
      createdAtMs: this.#createdAtMs,
      updatedAtMs: this.#updatedAtMs,
      state: this.#fold.state,
      endedTurns,
      compactions,
    });
  }

  apply(record: EventRecord): void {
    const { checked } = record;
    if (!isFrameOf(sessionsV2, checked)) throw new TypeError('The event is of a log of another format.');
    const body = this.#isCounted ? checked.outline() : checked.body();
    this.#last = record;
    const isFirst = this.#createdAtMs === null;
    this.#createdAtMs ??= record.timestampMs;
    if (record.timestampMs > this.#updatedAtMs) this.#updatedAtMs = record.timestampMs;
    if (body?.kind === 'session_created' && record.seq === 1) this.#created = body;
    this.#fold.apply({ seq: record.seq, offset: record.offset, body });
    const state = isFirst ? this.state : null;
    if (state !== null) this.#options.sink?.began?.(state);
    this.#take(checked, body, record);
    if (body?.kind === 'set') this.#tellSetting(body.key, record);
    if (body?.kind === 'item' || body?.kind === 'compacted') this.#tellRunning();
  }

  #take(line: SessionLine, body: ReturnType<SessionLine['body']>, record: EventRecord): void {
    try {
      this.#history.take(line, body, record);
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      this.#meet(error, line, body, record);
    }
  }

  /** Strictly an item that fx would not show ends it; leniently it is made to fit, or left out. */
  #meet(error: FrameError, line: SessionLine, body: ReturnType<SessionLine['body']>, record: EventRecord): void {
    const { rule, fxError, message, path } = error;
    const fault = faultAt(record, { rule, fxError, message, path }, this.#options.file);
    if (this.#options.mode !== 'lenient') throw fault;
    this.#options.onFinding?.(fault.toFinding());
    const isPrompt = body?.kind === 'item' && body.type === 'user';
    const mended = body?.kind === 'item' && RULES_OF_TEXT.includes(rule) ? this.#mend(body.data) : null;
    if (body?.kind === 'item' && mended !== null) this.#takeAgain(line, { ...body, data: mended }, record);
    else if (RULES_OF_PLACE.includes(rule)) {
      this.#history.amend(rule);
      this.#takeAgain(line, body, record);
    } else if (isPrompt && this.isAtSafePoint) this.#history.beginWithoutPrompt(line, record.offset);
  }

  /** An item with U+FFFD for every character that cannot stand in one. */
  #mend(data: Uint8Array): Uint8Array | null {
    const name = referencedBlob(data);
    const bytes = name === null ? data : (this.#options.readBlob?.(name) ?? null);
    return bytes === null ? null : (mendText(bytes)?.bytes ?? null);
  }

  #takeAgain(line: SessionLine, body: ReturnType<SessionLine['body']>, record: EventRecord): void {
    try {
      this.#history.take(line, body, record);
    } catch (error) {
      // It was told of already, and does not fit in any way.
      if (!(error instanceof FrameError)) throw error;
    }
  }

  #tellSetting(key: string, { seq, timestampMs }: EventRecord): void {
    const { state } = this.#fold;
    const [moved, preferences] = [readText(state.workspace), readPreferences(state.prefs)];
    const { sink } = this.#options;
    const usage = key === 'usage' && sink?.usage !== undefined ? readUsage(state.usage) : null;
    if (usage !== null) {
      const isInherited = seq <= this.#fold.forkSeq;
      sink?.usage?.({ timeMs: timestampMs, isInherited, keep: () => undefined, read: () => usage });
    }
    if (key === 'workspace' && moved !== null) this.#options.sink?.moved?.(moved);
    if (key === 'prefs' && preferences !== null) this.#options.sink?.prefers?.(preferences.model);
  }

  #tellRunning(): void {
    if (this.#options.sink?.running === undefined) return;
    const { running } = this.#history;
    const entry =
      running === null
        ? null
        : new SessionEntry(this.#turns, running, running.place, readText(this.#fold.state.language));
    this.#options.sink.running(entry);
  }

  keepRecords(): void {
    this.#last?.keep();
  }

  /** What a crash left at the end is no part of the log: fx passes over it (newer-formats §7.6). */
  fail(error: LogError): void {
    if (error.rule !== 'line/torn') throw error;
    const rule = 'sessions-v2/torn';
    this.#options.onFinding?.({ ...error.toFinding(), rule, severity: 'warning', message: ruleById(rule).title });
  }

  end(): FoldOutcome {
    const { position } = this.#options.start ?? {};
    return {
      state: this.state,
      turns: this.#turns,
      through: this.#through,
      bytesConsumed: this.#last?.end ?? position?.offset ?? 0,
      truncateFrom: null,
    };
  }

  get #through(): FoldOutcome['through'] {
    const last = this.#last;
    if (last !== null) return { seq: last.seq, eventId: '', offset: last.offset };
    const { seq = null, offset = 0, lineLength = 0 } = this.#options.start?.position ?? {};
    return seq === null ? null : { seq, eventId: '', offset: offset - lineLength };
  }
}
