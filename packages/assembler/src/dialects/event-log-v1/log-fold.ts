import type { Finding, HistoryTurn, StateDocument, Uint64 } from '@fxlog/format';
import { findStateFault, type RecoveryCheckpoint } from '@fxlog/format/internal';
import { EventRecord, LogError, type LogPosition, positionAfter } from '@fxlog/reader';
import type { ConversationSink } from '../../fold.js';
import { type FoldFault, faultAt, faultAtEnd } from '../../fold-fault.js';
import type { TurnSource } from '../../turn.js';
import { CommittedEntry, DocumentEntry, sourceOf } from './entry.js';
import type { FoldRecord } from './fold-record.js';
import { FoldedState, orderedPreferences, payloadOf } from './folded-state.js';
import { Replacement, type ReplacementTurn } from './replacement.js';
import { RunningEntry } from './running-entry.js';
import { toSessionState } from './session-state.js';

/** A place behind a frame up to which a log was folded. */
export interface Boundary {
  readonly generation: string;
  readonly seq: Uint64;
  /** Empty where folding started in the middle and nothing followed. */
  readonly eventId: string;
  /** Bytes from the start of the file to the end of the frame. */
  readonly offset: number;
  /** Number of the line that follows, from 1. */
  readonly line: number;
}

export interface LogFoldOptions {
  /** Leniently, departures are told to `onFinding` and nothing is thrown. */
  readonly mode?: 'strict' | 'lenient' | undefined;
  readonly onFinding?: ((finding: Finding) => void) | undefined;
  readonly file?: string | undefined;
  /** Whether to keep the history; default true. */
  readonly keepHistory?: boolean;
  readonly sink?: ConversationSink | undefined;
  /** Refuse a torn transaction, as fx does when it opens a session (event-log §10). */
  readonly requireNoTorn?: boolean | undefined;
  /** Start from here instead of from nothing (event-log §5.7). `turns` is the length of the history so far. */
  readonly start?: FoldStart | UnknownStart | undefined;
}

/** What was folded before, and how far. */
export interface FoldStart {
  readonly state: StateDocument;
  /** Length of the history, whether `state` holds it or not. */
  readonly turns: number;
  readonly boundary: Boundary;
  /** The same place as a reader knows it; without it this place cannot be exported again. */
  readonly position?: LogPosition | undefined;
}

/** A place where the state is not known: then only the order of the events is judged, until a replacement brings one. */
export type UnknownStart = Omit<FoldStart, 'state'> & { readonly state: null };

/** What a log folds to. */
export interface LogFoldOutcome {
  readonly state: StateDocument | null;
  /** Length of the history, whether it was kept or not. */
  readonly turns: number;
  readonly boundary: Boundary | null;
  /** Length of all whole lines, those of a torn transaction included. */
  readonly bytesConsumed: number;
  /** First byte of the start frame of a torn transaction. */
  readonly truncateFrom: number | null;
}

/**
 * Folds the events of one log into its state, one record at a time (event-log §5).
 *
 * The records must come from a reader that has checked their sequence and generation (§5.2), as `readEvents` does. Give each to `apply`; tell
 * `fail` of a fault that the reader met; call `end` where the log ends.
 */
export class LogFold {
  readonly #options: LogFoldOptions;
  readonly #isLenient: boolean;
  #state: FoldedState | null = null;
  #turns = 0;
  #history: HistoryTurn[] | null;
  /** Where folding began, if not at the first byte. */
  readonly #origin: Boundary | null;
  /** The last record; of this one only the place is looked at. */
  #lastRead: FoldRecord | null = null;
  /** The last event that took effect. */
  #lastApplied: FoldRecord | null = null;
  #replacement: Replacement | null = null;
  /** History of the open replacement, where it is kept. */
  #newHistory: HistoryTurn[] = [];
  /** Turns of the open replacement so far. */
  #replacementIndex = 0;
  #truncateFrom: number | null = null;
  /** Id of a replacement that was given up leniently: what still comes of it is passed over. */
  #givenUp: string | null = null;
  #saidNoStart = false;
  /** Whether a session has begun, here or in what was folded before. */
  #isStarted = false;
  /** The turn that is under way. */
  #running: RunningEntry | null = null;

  constructor(options: LogFoldOptions = {}) {
    this.#options = options;
    this.#isLenient = options.mode === 'lenient';
    this.#history = options.keepHistory === false ? null : [];
    const { start } = options;
    this.#origin = start?.boundary ?? null;
    if (start === undefined) return;
    this.#turns = start.turns;
    this.#isStarted = true;
    if (start.state === null) return;
    this.#state = new FoldedState(start.state);
    this.#history?.push(...start.state.history);
  }

  /** Whether a replacement transaction is open. */
  get isInReplacement(): boolean {
    return this.#replacement !== null;
  }

  /** Turns of the history as it is now. */
  get turns(): number {
    return this.#turns;
  }

  /** Place behind the last event that took effect; inside a replacement that is the place of its first frame. */
  get boundary(): Boundary | null {
    return this.#lastApplied === null ? this.#origin : boundaryAfter(this.#lastApplied);
  }

  /** The same place as a reader knows it; null where no reader was there. */
  get readerPosition(): LogPosition | null {
    const last = this.#lastApplied;
    if (last === null) return this.#options.start?.position ?? null;
    return last instanceof EventRecord ? positionAfter(last) : null;
  }

  /** Whether a session has begun. */
  get isStarted(): boolean {
    return this.#isStarted;
  }

  /** The state as it is now, with the history where it is kept; null where it is not known. */
  get state(): StateDocument | null {
    const state = this.#state?.toDocument() ?? null;
    return state === null ? null : { ...state, history: this.#history ?? [] };
  }

  /** Where folding can be taken up again, without the history; null before `session_started` took effect. */
  get position(): FoldStart | null {
    const { boundary } = this;
    if (this.#state === null || boundary === null) return null;
    return { state: this.#state.toDocument(), turns: this.#turns, boundary };
  }

  /**
   * Takes the next event.
   *
   * @throws LogError strictly, for what fx refuses.
   */
  apply(record: FoldRecord): void {
    // What only a later fx knows has no effect here, wherever it stands.
    if (!record.checked.isOfKnownKind) this.#state?.touch(record);
    else if (this.#replacement === null) this.#applyOutside(record);
    else this.#applyInside(this.#replacement, record);
    this.#lastRead = record;
    if (this.#replacement === null) this.#lastApplied = record;
  }

  /**
   * Keeps what is still needed of the records so far, so that they outlive their batch: to be called before the next batch is asked of a
   * reader that reuses its chunks.
   */
  keepRecords(): void {
    this.#lastApplied?.keep();
    this.#running?.keep();
    this.#state?.keepRecords();
  }

  /**
   * Says that the reader met a fault. Inside a replacement what is already wrong in its document comes first, and a torn last line is not a fault
   * there (event-log §5.4).
   *
   * @returns when the log is to be ended here; call `end` then.
   * @throws LogError the fault that counts.
   */
  fail(error: LogError): void {
    const replacement = this.#replacement;
    if (replacement === null) throw error;
    replacement.abandon();
    if (error.fxError !== 'TruncatedEventFrame') throw error;
  }

  /**
   * Says that no event follows.
   *
   * @throws LogError strictly, where the log may not end.
   */
  end(): LogFoldOutcome {
    const replacement = this.#replacement;
    if (replacement !== null) this.#tear(replacement);
    this.#tellInherited();
    if (!this.#isStarted && !this.#saidNoStart) {
      this.#refuseAtEnd({
        rule: 'log/no-start',
        fxError: 'MissingSessionStarted',
        message: 'the log has no session_started',
      });
    }
    return {
      state: this.state,
      turns: this.#turns,
      boundary: this.boundary,
      bytesConsumed: this.#end.offset,
      truncateFrom: this.#truncateFrom,
    };
  }

  /** Where folding began in the middle and nothing followed, the turn that was under way there still is. */
  #tellInherited(): void {
    const checkpoint = this.#options.start?.state?.recovery_checkpoint;
    const origin = this.#origin;
    if (checkpoint === undefined || origin === null || this.#lastApplied !== null) return;
    this.#runFrom(checkpoint, { seq: origin.seq, offset: origin.offset, length: 0 });
  }

  /** Behind the last whole line. */
  get #end(): { readonly offset: number; readonly line: number } {
    const last = this.#lastRead;
    return last === null ? (this.#origin ?? { offset: 0, line: 1 }) : { offset: last.end, line: last.line + 1 };
  }

  #applyOutside(record: FoldRecord): void {
    const { kind } = record;
    const state = this.#state;
    if (kind === 'session_started') {
      if (!this.#isStarted) this.#start(record);
      else {
        this.#refuse(record, {
          rule: 'log/second-start',
          fxError: 'ImmutableSessionIdentity',
          message: 'a second session_started; a session begins once',
        });
      }
      return;
    }
    if (kind === 'state_replacement_chunk' || kind === 'state_replacement_committed') {
      this.#applyStray(record);
      return;
    }
    this.#givenUp = null;
    if (kind === 'state_replacement_started') this.#begin(record);
    else if (state === null) this.#applyStateless(record);
    else this.#applyTo(state, record);
  }

  #start(record: FoldRecord): void {
    this.#state = FoldedState.started(record);
    this.#isStarted = true;
    this.#options.sink?.began?.(toSessionState(this.#state.toDocument()));
  }

  #applyTo(state: FoldedState, record: FoldRecord): void {
    switch (record.kind) {
      case 'history_turn_committed':
        state.commitTurn(record);
        this.#commitTurn(record);
        break;
      case 'usage_checkpointed':
        state.setUsage(record);
        this.#reportUsage(record);
        break;
      case 'recovery_checkpoint_set':
        state.setCheckpoint(record);
        this.#run(
          new RunningEntry(
            this.#turns,
            sourceOf(record),
            () => payloadOf(record, 'recovery_checkpoint_set').checkpoint,
            () => void record.keep(),
          ),
        );
        break;
      case 'recovery_checkpoint_cleared':
        state.clearCheckpoint();
        if (this.#running !== null) this.#run(null);
        break;
      case 'preferences_changed':
        this.#changePreferences(state, record);
        break;
      case 'workspace_rebound':
        this.#rebind(state, record);
        break;
    }
    state.touch(record);
  }

  /** An event before any `session_started`; leniently its turn is still one. */
  #applyStateless(record: FoldRecord): void {
    if (!this.#isStarted && !this.#saidNoStart) {
      this.#saidNoStart = true;
      this.#refuse(record, {
        rule: 'log/no-start',
        fxError: 'MissingSessionStarted',
        message: `a ${record.kind} stands before session_started`,
      });
    }
    if (record.kind === 'history_turn_committed') this.#commitTurn(record);
    if (record.kind === 'usage_checkpointed') this.#reportUsage(record);
  }

  /** The turn of a checkpoint that came with a whole state. */
  #runFrom(checkpoint: RecoveryCheckpoint, source: TurnSource): void {
    this.#run(
      new RunningEntry(
        this.#turns,
        source,
        () => checkpoint,
        () => undefined,
      ),
    );
  }

  /** Says which turn is under way now. */
  #run(running: RunningEntry | null): void {
    this.#running = running;
    this.#options.sink?.running?.(running);
  }

  #reportUsage(record: FoldRecord): void {
    this.#options.sink?.usage?.({
      timeMs: record.timestampMs,
      keep: () => void record.keep(),
      read: () => payloadOf(record, 'usage_checkpointed').usage,
    });
  }

  #applyStray(record: FoldRecord): void {
    if (record.kind === 'state_replacement_chunk' || record.kind === 'state_replacement_committed') {
      if (this.#givenUp !== null && payloadOf(record, record.kind).replacement_id === this.#givenUp) return;
    }
    this.#refuse(record, {
      rule: 'replacement/outside',
      fxError: 'InvalidReplacement',
      message: `a ${record.kind} outside a state replacement`,
    });
  }

  #commitTurn(record: FoldRecord): void {
    const index = this.#turns++;
    this.#running = null;
    const { sink } = this.#options;
    if (sink?.entry === undefined && this.#history === null) return;
    const entry = new CommittedEntry(index, record);
    this.#history?.push(entry.raw);
    sink?.entry?.(entry);
  }

  #changePreferences(state: FoldedState, record: FoldRecord): void {
    const payload = payloadOf(record, 'preferences_changed');
    const preferences = orderedPreferences({ ...state.toDocument().preferences, ...payload });
    this.#adopt(state, record, { preferences }, '/payload');
    if (payload.model !== undefined) this.#options.sink?.prefers?.(payload.model);
  }

  #rebind(state: FoldedState, record: FoldRecord): void {
    const { previous_workspace_root: previous, workspace_root: root } = payloadOf(record, 'workspace_rebound');
    const current = state.identity.workspace_root;
    if (previous !== current || root === current) {
      this.#refuse(record, {
        rule: 'log/rebind',
        fxError: 'ImmutableSessionIdentity',
        message:
          previous === current
            ? `the workspace is rebound to ${JSON.stringify(root)}, where it is already`
            : `the workspace is rebound from ${JSON.stringify(previous)}, but it is ${JSON.stringify(current)}`,
        path: previous === current ? '/payload/workspace_root' : '/payload/previous_workspace_root',
      });
    }
    this.#adopt(state, record, { workspace_root: root }, '/payload/workspace_root');
    this.#options.sink?.moved?.(state.identity.workspace_root);
  }

  /** Adopts a change if the whole state is valid with it (event-log §5.5). */
  #adopt(state: FoldedState, record: FoldRecord, change: Partial<StateDocument>, path: string): void {
    const changed = state.with({ ...change, updated_at_ms: record.timestampMs });
    const fault = findStateFault(changed, { turns: this.#turns });
    if (fault !== null) {
      const message = `with this change the session's state is no longer valid at ${fault.path}`;
      this.#refuse(record, { rule: fault.rule, fxError: fault.fxError, message, path });
      // Leniently a value that is wrong in itself is left out; that another part of the state is, does not speak against the change.
      const [key] = Object.keys(change);
      if (fault.path.startsWith(`/${key}`)) return;
    }
    state.adopt(change);
  }

  #begin(record: FoldRecord): void {
    if (!this.#isStarted) {
      this.#refuse(record, {
        rule: 'replacement/outside',
        fxError: 'InvalidReplacement',
        message: 'a state replacement stands before session_started',
      });
    }
    const replacement = new Replacement(record, this.#options.file, (turn) => this.#takeTurn(turn));
    const fault = replacement.findStartFault();
    if (fault !== null) {
      this.#refuse(record, fault);
      this.#givenUp = replacement.start.replacement_id;
      return;
    }
    this.#replacement = replacement;
    this.#newHistory = [];
    this.#replacementIndex = 0;
    this.#options.sink?.replacementStarted?.(replacement, this.#turns);
  }

  #applyInside(replacement: Replacement, record: FoldRecord): void {
    try {
      if (replacement.awaitsCommit) {
        const document = replacement.takeCommit(record, this.#state?.identity ?? null);
        this.#replace(replacement, document, false);
      } else {
        replacement.takeChunk(record);
      }
    } catch (error) {
      if (!(error instanceof LogError)) throw error;
      if (!this.#isLenient) throw error;
      this.#report(error);
      this.#salvage(replacement);
      const { kind } = record;
      if (kind !== 'state_replacement_chunk' && kind !== 'state_replacement_committed') this.#applyOutside(record);
    }
  }

  #takeTurn(turn: ReplacementTurn): void {
    if (this.#history !== null) this.#newHistory.push(turn.inDocument.turn);
    const index = this.#replacementIndex++;
    this.#options.sink?.replacementEntry?.(new DocumentEntry(index, turn));
  }

  #replace(replacement: Replacement, document: StateDocument, isSalvaged: boolean): void {
    const superseded = this.#turns;
    this.#state = new FoldedState(document);
    this.#isStarted = true;
    this.#turns = replacement.turns;
    if (this.#history !== null) this.#history = this.#newHistory;
    this.#close();
    this.#options.sink?.replacementCommitted?.(replacement, superseded, {
      turns: this.#turns,
      contextHistoryStart: document.context_history_start ?? 0,
      isSalvaged,
    });
    const { recovery_checkpoint: checkpoint } = document;
    if (checkpoint !== undefined) this.#runFrom(checkpoint, replacement.source);
    else if (this.#running !== null) this.#run(null);
  }

  /** Lenient: after damage keeps what the document gave, all of it if it was complete, else its turns. */
  #salvage(replacement: Replacement): void {
    this.#givenUp = replacement.start.replacement_id;
    const { document } = replacement;
    const state = this.#state?.toDocument() ?? null;
    if (document !== null) this.#replace(replacement, document, true);
    else if (replacement.turns > 0 && state !== null) {
      this.#replace(replacement, { ...state, context_history_start: 0 }, true);
    } else {
      this.#close();
      this.#options.sink?.replacementDropped?.(replacement, 'damaged');
    }
  }

  /** The log ends inside a replacement (event-log §5.4). */
  #tear(replacement: Replacement): void {
    try {
      replacement.abandon();
    } catch (error) {
      if (!(error instanceof LogError)) throw error;
      this.#fault(error);
    }
    if (replacement.endsEarly) {
      this.#refuseAtEnd({
        rule: 'replacement/ends-early',
        fxError: 'InvalidReplacement',
        message: 'the state document is complete, but more chunks of it were announced and are missing',
      });
    }
    this.#truncateFrom = replacement.startRecord.offset;
    this.#noteTorn(replacement);
    this.#close();
    this.#options.sink?.replacementDropped?.(replacement, 'end-of-log');
  }

  #noteTorn({ startRecord }: Replacement): void {
    const error = faultAt(
      startRecord,
      {
        rule: 'replacement/torn',
        fxError: 'InvalidSessionFormat',
        message: 'the log ends inside this state replacement, which has no effect then',
      },
      this.#options.file,
    );
    if (this.#options.requireNoTorn === true) this.#fault(error);
    else if (this.#isLenient) this.#options.onFinding?.({ ...error.toFinding(), severity: 'warning' });
  }

  #close(): void {
    this.#replacement = null;
    this.#newHistory = [];
  }

  #refuse(record: FoldRecord, fault: FoldFault): void {
    this.#fault(faultAt(record, fault, this.#options.file));
  }

  #refuseAtEnd(fault: FoldFault): void {
    const { offset, line } = this.#end;
    this.#fault(faultAtEnd(offset, line, fault, this.#options.file));
  }

  #fault(error: LogError): void {
    if (!this.#isLenient) throw error;
    this.#report(error);
  }

  #report(error: LogError): void {
    this.#options.onFinding?.(error.toFinding());
  }
}

function boundaryAfter(record: FoldRecord): Boundary {
  const { checked, seq, end: offset, line } = record;
  const { generation, eventId } = checked;
  return { generation, seq, eventId, offset, line: line + 1 };
}
