import type { HistoryTurn, LogEvent, StateDocument } from '@fxlog/format';
import { EMPTY_PERMISSION_STATE, type Preferences } from '@fxlog/format/internal';
import type { FoldRecord } from './fold-record.js';

/** The payload of an event of a known kind. */
export type PayloadOf<Kind extends LogEvent['kind']> = Extract<LogEvent, { kind: Kind }>['payload'];

/** Builds the payload of a record whose kind was looked at. */
export function payloadOf<Kind extends LogEvent['kind']>(record: FoldRecord, kind: Kind): PayloadOf<Kind> {
  const { event } = record;
  if (event.kind !== kind) throw new TypeError(`A ${kind} was expected, not a ${event.kind}.`);
  return event.payload as PayloadOf<Kind>;
}

/** A turn as reduction keeps it: the work id of its event copied in (event-log §3.7.2). */
export function turnOf(payload: PayloadOf<'history_turn_committed'>): HistoryTurn {
  const { turn, work_id: workId } = payload;
  if (workId === undefined || turn.kind === 'compacted_summary' || turn.user.work_id !== undefined) return turn;
  return { ...turn, user: { ...turn.user, work_id: workId } };
}

/** Preferences with all four keys in the order of the state document; an older log has no provider (event-log §3.14). */
export function orderedPreferences(preferences: Preferences): Preferences {
  const { model, effort, fast_mode: fastMode, provider = 'gateway' } = preferences;
  return { model, effort, fast_mode: fastMode, provider };
}

/**
 * The folded state without its history.
 *
 * Most events only replace what an earlier one of their kind had set, so their records are kept and their payloads built when the state is
 * asked for: of a thousand usage snapshots one is built.
 */
export class FoldedState {
  #state: StateDocument;
  #usage: FoldRecord | null = null;
  #checkpoint: FoldRecord | null = null;
  #turn: FoldRecord | null = null;

  constructor(state: StateDocument) {
    this.#state = { ...state, history: [] };
  }

  /** The state that a `session_started` begins (event-log §5.1). */
  static started(record: FoldRecord): FoldedState {
    const payload = payloadOf(record, 'session_started');
    return new FoldedState({
      id: payload.id,
      origin_workspace_root: payload.origin_workspace_root,
      workspace_root: payload.workspace_root,
      created_at_ms: payload.created_at_ms,
      updated_at_ms: record.timestampMs,
      conversation_language: payload.conversation_language,
      preferences: orderedPreferences(payload.preferences),
      history: [],
      total_input_tokens: 0,
      total_output_tokens: 0,
      context_history_start: 0,
      permission_state: EMPTY_PERMISSION_STATE,
      ...(payload.usage === undefined ? {} : { usage: payload.usage }),
    });
  }

  /** Identity and workspace; nothing here waits to be built. */
  get identity(): Pick<
    StateDocument,
    'id' | 'created_at_ms' | 'origin_workspace_root' | 'workspace_root' | 'updated_at_ms'
  > {
    return this.#state;
  }

  touch(record: FoldRecord): void {
    this.#state.updated_at_ms = record.timestampMs;
  }

  /** The state with `change` made, for validation before it is adopted. */
  with(change: Partial<StateDocument>): StateDocument {
    return { ...this.toDocument(), ...change };
  }

  adopt(change: Partial<StateDocument>): void {
    Object.assign(this.#state, change);
  }

  commitTurn(record: FoldRecord): void {
    const { workId } = record.checked;
    if (workId !== undefined) this.#state.last_subagent_work_id = workId;
    this.#turn = record;
    this.clearCheckpoint();
  }

  setUsage(record: FoldRecord): void {
    this.#usage = record;
  }

  setCheckpoint(record: FoldRecord): void {
    this.#checkpoint = record;
  }

  clearCheckpoint(): void {
    this.#checkpoint = null;
    delete this.#state.recovery_checkpoint;
  }

  /** Keeps the records whose payloads are not built yet beyond their batch. */
  keepRecords(): void {
    this.#usage?.keep();
    this.#checkpoint?.keep();
    this.#turn?.keep();
  }

  /** The state with an empty history, its keys in the order of the state document. */
  toDocument(): StateDocument {
    this.#settle();
    const state = this.#state;
    return {
      id: state.id,
      origin_workspace_root: state.origin_workspace_root,
      workspace_root: state.workspace_root,
      created_at_ms: state.created_at_ms,
      updated_at_ms: state.updated_at_ms,
      conversation_language: state.conversation_language,
      preferences: state.preferences,
      history: [],
      total_input_tokens: state.total_input_tokens,
      total_output_tokens: state.total_output_tokens,
      context_history_start: state.context_history_start ?? 0,
      permission_state: state.permission_state ?? EMPTY_PERMISSION_STATE,
      ...(state.usage === undefined ? {} : { usage: state.usage }),
      ...(state.last_subagent_work_id === undefined ? {} : { last_subagent_work_id: state.last_subagent_work_id }),
      ...(state.recovery_checkpoint === undefined ? {} : { recovery_checkpoint: state.recovery_checkpoint }),
    };
  }

  #settle(): void {
    if (this.#turn !== null) {
      const payload = payloadOf(this.#turn, 'history_turn_committed');
      this.#state.conversation_language = payload.conversation_language;
      this.#state.total_input_tokens = payload.total_input_tokens;
      this.#state.total_output_tokens = payload.total_output_tokens;
      this.#turn = null;
    }
    if (this.#usage !== null) {
      this.#state.usage = payloadOf(this.#usage, 'usage_checkpointed').usage;
      this.#usage = null;
    }
    if (this.#checkpoint !== null) {
      this.#state.recovery_checkpoint = payloadOf(this.#checkpoint, 'recovery_checkpoint_set').checkpoint;
      this.#checkpoint = null;
    }
  }
}
