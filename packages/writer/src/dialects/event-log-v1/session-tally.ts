import type { FxErrorName, HistoryTurn, LogEvent, RuleId, StateDocument } from '@fxlog/format';
import { WriteError } from '../../write-error.js';
import { DisplayDerivation } from './derive-display.js';

type Payload<K extends LogEvent['kind']> = Extract<LogEvent, { kind: K }>['payload'];

/** A replacement whose frames were given one by one and whose commit has not come yet. */
interface OpenReplacement {
  readonly start: Payload<'state_replacement_started'>;
  chunks: number;
}

/**
 * Follows what the frames just written amount to: refuses an order of events that fx would refuse (event-log §5.2 to §5.4), and knows
 * the state of the session as long as the events alone tell it. The content of replacement frames given one by one stays unread;
 * after them the state is unknown.
 */
export class SessionTally {
  readonly #keepHistory: boolean;
  #state: StateDocument | null;
  #history: HistoryTurn[] = [];
  #historyLength = 0;
  #display = new DisplayDerivation();
  #started: boolean;
  #root: string | null;
  #open: OpenReplacement | null = null;

  constructor(keepHistory: boolean, start?: { readonly state: StateDocument | null }) {
    this.#keepHistory = keepHistory;
    this.#started = start !== undefined;
    this.#state = null;
    this.#root = null;
    if (start?.state != null) this.replace(start.state);
  }

  /** Whether a `session_started` has been seen. */
  get started(): boolean {
    return this.#started;
  }

  /** The state, or null where the events do not tell it. Its history is empty unless it was to be kept. */
  get state(): StateDocument | null {
    return this.#state;
  }

  /** How many turns the history has, kept or not. */
  get historyLength(): number {
    return this.#historyLength;
  }

  /** What the title of the session is made from. */
  get display(): DisplayDerivation {
    return this.#display;
  }

  /** Checks one event against those before it. */
  check(event: LogEvent): void {
    if (this.#open !== null) {
      checkInside(this.#open, event);
      return;
    }
    if (event.kind === 'session_started') {
      if (this.#started) refuse('log/second-start', 'ImmutableSessionIdentity', 'a log starts once');
      return;
    }
    if (!this.#started) refuse('log/no-start', 'MissingSessionStarted', 'a log begins with session_started');
    if (event.kind === 'state_replacement_chunk' || event.kind === 'state_replacement_committed') {
      refuse('replacement/outside', 'InvalidReplacement', `${event.kind} stands outside a replacement`);
    }
    if (event.kind === 'workspace_rebound' && this.#root !== null) {
      const { previous_workspace_root: previous, workspace_root: next } = event.payload;
      if (previous !== this.#root || next === this.#root) {
        refuse('log/rebind', 'ImmutableSessionIdentity', `the workspace is ${this.#root} at this point`);
      }
    }
  }

  /** Takes a checked event in. */
  apply(event: LogEvent): void {
    switch (event.kind) {
      case 'session_started':
        this.#start(event.payload, event.timestamp_ms);
        return;
      case 'state_replacement_started':
        this.#open = { start: event.payload, chunks: 0 };
        return;
      case 'state_replacement_chunk':
        if (this.#open !== null) this.#open.chunks++;
        return;
      case 'state_replacement_committed':
        this.#open = null;
        this.#state = null;
        this.#forget();
        return;
      case 'history_turn_committed':
        this.#historyLength++;
        this.#display.add(event.payload.turn);
        break;
      case 'workspace_rebound':
        this.#root = event.payload.workspace_root;
        break;
    }
    if (this.#state !== null) this.#state = fold(this.#state, event, this.#keepHistory ? this.#history : null);
  }

  /** Takes in a whole state that was written as one transaction. */
  replace(state: StateDocument): void {
    this.#open = null;
    this.#forget();
    for (const turn of state.history) this.#display.add(turn);
    this.#historyLength = state.history.length;
    if (this.#keepHistory) this.#history = [...state.history];
    this.#state = { ...state, history: this.#history };
    this.#root = state.workspace_root;
  }

  /** Refuses to end inside a transaction: fx accepts such a log but no session that holds it (event-log §10). */
  end(): void {
    if (this.#open !== null) refuse('replacement/torn', 'InvalidSessionFormat', 'the replacement has no commit');
  }

  #forget(): void {
    this.#history = [];
    this.#historyLength = 0;
    this.#display = new DisplayDerivation();
  }

  #start(payload: Payload<'session_started'>, timestampMs: LogEvent['timestamp_ms']): void {
    this.#started = true;
    this.#root = payload.workspace_root;
    this.#state = {
      ...payload,
      updated_at_ms: timestampMs,
      history: this.#history,
      total_input_tokens: 0,
      total_output_tokens: 0,
    };
  }
}

// event-log §5.4, steps 2, 3 and 6, as far as they can be judged without reading the document.
function checkInside({ start, chunks }: OpenReplacement, event: LogEvent): void {
  const wanted = chunks < Number(start.chunk_count) ? 'state_replacement_chunk' : 'state_replacement_committed';
  if (event.kind !== wanted) {
    refuse('replacement/interrupted', 'InvalidReplacement', `${wanted} must come next, not ${event.kind}`);
  }
  if (event.kind === 'state_replacement_chunk') {
    const { replacement_id: id, chunk_index: index } = event.payload;
    if (id !== start.replacement_id) refuse('replacement/other-id', 'InvalidReplacement', `the chunk is of ${id}`);
    if (Number(index) !== chunks) {
      refuse('replacement/chunk-index', 'InvalidReplacement', `chunk ${chunks} must come next, not ${index}`);
    }
  } else if (event.kind === 'state_replacement_committed') {
    const repeated = (['replacement_id', 'encoded_bytes', 'sha256', 'chunk_count'] as const).every(
      (key) => event.payload[key] === start[key],
    );
    if (!repeated) refuse('replacement/commit-differs', 'InvalidReplacement', 'the commit does not repeat its start');
  }
}

// event-log §5.3, for the kinds that change one part.
function fold(state: StateDocument, event: LogEvent, history: HistoryTurn[] | null): StateDocument {
  const next = { ...state, updated_at_ms: event.timestamp_ms };
  switch (event.kind) {
    case 'preferences_changed':
      next.preferences = { ...state.preferences, ...event.payload };
      break;
    case 'workspace_rebound':
      next.workspace_root = event.payload.workspace_root;
      break;
    case 'usage_checkpointed':
      next.usage = event.payload.usage;
      break;
    case 'recovery_checkpoint_set':
      next.recovery_checkpoint = event.payload.checkpoint;
      break;
    case 'recovery_checkpoint_cleared':
      delete next.recovery_checkpoint;
      break;
    case 'history_turn_committed': {
      const { turn, work_id: workId, ...totals } = event.payload;
      history?.push(withWorkId(turn, workId));
      Object.assign(next, totals);
      if (workId !== undefined) next.last_subagent_work_id = workId;
      delete next.recovery_checkpoint;
      break;
    }
  }
  return next;
}

/** A turn as reduction leaves it: with the work id of its event (event-log §3.7.2). */
export function withWorkId(turn: HistoryTurn, workId: string | undefined): HistoryTurn {
  if (workId === undefined || turn.kind === 'compacted_summary') return turn;
  return { ...turn, user: { ...turn.user, work_id: workId } };
}

function refuse(rule: RuleId, fxError: FxErrorName, reason: string): never {
  throw new WriteError({ rule, message: `fx would refuse this log: ${reason}.`, fxError });
}
