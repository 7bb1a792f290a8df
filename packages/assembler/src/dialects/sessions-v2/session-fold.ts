/**
 * What the lines of a session fold to (newer-formats §7.5). Like every reader of fx it takes each line at face value; who wants to know
 * whether the session manager would have written it asks `order.ts`.
 */
import type { DurableBytes, Uint64 } from '@fxlog/format';
import { emptySessionState, encodeSessionState, type LineBody, type SessionV2State } from '@fxlog/format/internal';
import { successor } from '@fxlog/json/internal';

/** A line as the fold needs it. */
export interface FoldedLine {
  readonly seq: Uint64;
  /** Bytes from the start of the file to the first byte of the line. */
  readonly offset: number;
  /** What it says; null for a kind that is not known. */
  readonly body: LineBody | null;
}

/** What there was before a place in the middle of a log. */
export interface FoldStart {
  readonly state: SessionV2State;
  readonly forkSeq: Uint64;
  readonly lastSeq: Uint64;
}

type ChildState = SessionV2State['children'][number];

export class SessionFold {
  /** Changed in place; who asks for it gets a copy. */
  #state: SessionV2State;
  #copy: SessionV2State | null = null;
  #forkSeq: Uint64 = 0;
  #lastSeq: Uint64 = 0;
  #isClosed = false;

  /** Begins at the first line, or at a place in the middle. */
  constructor(start?: FoldStart) {
    this.#state = { ...(start?.state ?? emptySessionState()) };
    this.#forkSeq = start?.forkSeq ?? 0;
    this.#lastSeq = start?.lastSeq ?? 0;
  }

  /** The state as it is now; a new object after every line that changes it. Settings are copies, which outlive the lines. */
  get state(): SessionV2State {
    this.#copy ??= { ...this.#state };
    return this.#copy;
  }

  /** Number of the turn that runs; null between turns. */
  get openTurn(): Uint64 | null {
    return this.#state.open_turn;
  }

  /** The largest number of a turn so far. */
  get lastTurn(): Uint64 {
    return this.#state.last_turn;
  }

  /** Number of the last line; 0 before the first. */
  get lastSeq(): Uint64 {
    return this.#lastSeq;
  }

  /** Whether the last line says that the session was closed in order. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The last line that was copied from another session; 0 where none was. Its children are not those of this one. */
  get forkSeq(): Uint64 {
    return this.#forkSeq;
  }

  /** Takes the next line. */
  apply({ seq, offset, body }: FoldedLine): void {
    this.#lastSeq = seq;
    this.#isClosed = body?.kind === 'closed';
    if (body === null) return;
    if (body.kind === 'session_created' && seq === 1) this.#forkSeq = body.forked_from?.seq ?? 0;
    const change = this.#changeOf(seq, offset, body);
    if (change === null) return;
    Object.assign(this.#state, change);
    this.#copy = null;
  }

  /** Goes on behind a snapshot, with the state that it holds, as fx does when it opens a session. */
  resume(seq: Uint64, state: SessionV2State): void {
    this.#lastSeq = seq;
    this.#isClosed = false;
    this.#state = { ...this.withoutCopiedChildren(seq, state) };
    this.#copy = null;
  }

  /** The state of the snapshot in line `seq` as this session means it: children of the source of a fork are not its own. */
  withoutCopiedChildren(seq: Uint64, state: SessionV2State): SessionV2State {
    return seq <= this.#forkSeq ? { ...state, children: [] } : state;
  }

  /** Whether a snapshot in line `seq` says what the lines before it say. */
  agreesWith(seq: Uint64, state: SessionV2State): boolean {
    const own = encodeSessionState(this.#state);
    return Buffer.compare(own, encodeSessionState(this.withoutCopiedChildren(seq, state))) === 0;
  }

  #changeOf(seq: Uint64, offset: number, body: LineBody): Partial<SessionV2State> | null {
    const { last_turn, committed, interrupted } = this.#state;
    switch (body.kind) {
      case 'turn_started':
        return { open_turn: body.turn, last_turn: larger(body.turn, last_turn) };
      case 'turn_committed':
        return { open_turn: null, committed: successor(committed) };
      case 'turn_interrupted':
        return {
          open_turn: null,
          interrupted: successor(interrupted),
          last_interrupted: { turn: body.turn, reason: body.reason },
        };
      case 'set':
        return { [body.key]: new Uint8Array(body.value) };
      case 'compacted':
        return { last_compaction_seq: seq, compaction_offset: offset };
      case 'child_spawned':
        return seq <= this.#forkSeq ? null : { children: this.#withChild(this.#spawned(seq, body)) };
      case 'child_finished': {
        const child = seq <= this.#forkSeq ? undefined : this.openChild(body.child);
        if (child === undefined || !isSame(child.work_id, body.work_id)) return null;
        const finish_data = copyOf(body.data);
        return { children: this.#withChild({ ...child, open: false, seq, outcome: body.outcome, finish_data }) };
      }
      default:
        return null;
    }
  }

  /** The work that a child has not finished; undefined where there is none. */
  openChild(id: DurableBytes): ChildState | undefined {
    return this.#state.children.find((child) => child.open && isSame(child.id, id));
  }

  /** A child with new work; what is known of the end of its work before stays. */
  #spawned(seq: Uint64, { child, work_id, data }: Extract<LineBody, { kind: 'child_spawned' }>): ChildState {
    const known = this.#state.children.find(({ id }) => isSame(id, child));
    const [outcome, finish_data] = [known?.outcome ?? null, known?.finish_data ?? null];
    return { id: child, work_id, open: true, seq, outcome, spawn_data: copyOf(data), finish_data };
  }

  #withChild(child: ChildState): ChildState[] {
    const { children } = this.#state;
    const index = children.findIndex(({ id }) => isSame(id, child.id));
    return index < 0 ? [...children, child] : children.with(index, child);
  }
}

/** Whether two texts have the same bytes. */
export function isSame(a: DurableBytes, b: DurableBytes): boolean {
  return typeof a === 'string' ? a === b : typeof b !== 'string' && Buffer.compare(a, b) === 0;
}

/** The larger of two numbers, of which neither is ever rounded. */
export function larger(a: Uint64, b: Uint64): Uint64 {
  if (a > b) return a;
  return b;
}

/** Raw values are views of the line that they stand in; a copy outlives it. */
function copyOf(value: Uint8Array | null): Uint8Array | null {
  return value === null ? null : new Uint8Array(value);
}
