/**
 * What fx makes of a log when it opens the session for writing (newer-formats §7.6). It looks at the last two lines, then at line 1, then
 * goes back to the newest snapshot and folds what follows; damage before that goes unnoticed.
 */
import { type DurableBytes, FrameError, type RuleId, type Uint64 } from '@fxlog/format';
import {
  type LineBody,
  readSessionState,
  type SessionLine,
  type SessionsV2ErrorName,
  type SessionV2State,
} from '@fxlog/format/internal';
import { JsonError, parseJson } from '@fxlog/json';
import { successor } from '@fxlog/json/internal';
import type { PlacedLine, ScanVerdict } from './scan.js';
import { isSame, larger, SessionFold } from './session-fold.js';

/** Who opens a session, and from where. */
export interface OpenedAs {
  /** The name of its directory. */
  readonly sessionId: string;
  /** The workspace that is open. */
  readonly workspace: string;
  /** The session that opens it as its child; null when it is opened by itself. */
  readonly parent: string | null;
}

/** A line that fx appends when it opens a session that was not closed in order. */
export type RepairLine =
  | { readonly kind: 'turn_interrupted'; readonly turn: Uint64 }
  /** `interrupted` if the child can be asked, else `lost`. */
  | { readonly kind: 'child_finished'; readonly child: DurableBytes; readonly workId: DurableBytes }
  | { readonly kind: 'set workspace' };

/** Where an incomplete last line would be cut off, in bytes from the start of the file. */
interface Cut {
  readonly cutAt?: number;
}

export type OpenVerdict =
  | (Cut & {
      readonly verdict: 'accept';
      readonly state: SessionV2State;
      readonly lastSeq: Uint64;
      readonly isClosed: boolean;
      /** The snapshot from which it was opened; null when from line 1. */
      readonly snapshotSeq: Uint64 | null;
      /** Milliseconds since 1970, UTC. */
      readonly createdMs: Uint64;
      readonly updatedMs: Uint64;
      readonly repair: readonly RepairLine[];
    })
  | (Cut & {
      readonly verdict: 'reject';
      readonly error: SessionsV2ErrorName;
      readonly rule: RuleId;
      /** Where fx says that the damage lies, in bytes from the start of the file. */
      readonly damagedAt?: number;
    });

/** What the first line of a log is. */
interface FirstLine {
  readonly isGood: boolean;
  readonly timestampMs: Uint64;
  readonly body: LineBody | FrameError | null;
}

/** Follows a log from its beginning, so that one pass over it tells what fx finds from its end. */
export class OpenJudge {
  readonly #fold = new SessionFold();
  #first: FirstLine | null = null;
  #lastMs: Uint64 = 0;
  /** Where the lines begin that follow each other without a fault up to here: so far back fx could go. */
  #runStart = 0;
  #nextSeq: Uint64 | null = 1;
  /** The newest snapshot among those lines. */
  #snapshotSeq: Uint64 | null = null;
  /** Why the lines since then do not fold. */
  #fault: RuleId | null = null;

  /** Takes the next whole line. `body` is what it says, or why its fields are wrong. */
  accept({ offset, read }: PlacedLine, body: LineBody | FrameError | null): void {
    if (read instanceof Error) {
      this.#first ??= { isGood: false, timestampMs: 0, body: null };
      this.#nextSeq = null;
      return;
    }
    const { seq, timestampMs } = read;
    this.#first ??= { isGood: seq === 1, timestampMs, body };
    if (seq !== this.#nextSeq) {
      this.#runStart = offset;
      this.#snapshotSeq = null;
      this.#fault = null;
    }
    this.#nextSeq = successor(seq);
    this.#lastMs = timestampMs;
    this.#take(read, offset, body);
  }

  /** Whether the lines so far, or those since the newest snapshot, tell all that the session folds to. */
  get reachesBack(): boolean {
    return this.#snapshotSeq !== null || this.#runStart === 0;
  }

  /** What is known of the session so far, whether fx opens it or not. Times are milliseconds since 1970, UTC. */
  get known(): {
    readonly created: Extract<LineBody, { kind: 'session_created' }> | null;
    readonly createdMs: Uint64 | null;
    readonly updatedMs: Uint64;
    readonly state: SessionV2State;
  } {
    const { body = null, isGood = false, timestampMs = null } = this.#first ?? {};
    const created = body !== null && !(body instanceof Error) && body.kind === 'session_created' ? body : null;
    return { created, createdMs: isGood ? timestampMs : null, updatedMs: this.#lastMs, state: this.#fold.state };
  }

  #take({ seq, knownKind }: SessionLine, offset: number, body: LineBody | FrameError | null): void {
    if (knownKind === 'snapshot') {
      this.#snapshotSeq = seq;
      this.#fault = null;
    }
    try {
      if (body instanceof Error) throw body;
      if (body?.kind === 'snapshot') this.#fold.resume(seq, readSessionState(body.state));
      else this.#fold.apply({ seq, offset, body });
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      this.#fault ??= error.rule;
    }
  }

  /** The verdict at the end, where `tail` says what the last two lines are. */
  verdict(tail: ScanVerdict, as: OpenedAs): OpenVerdict {
    const cut = tail.verdict === 'torn' ? { cutAt: tail.goodEnd } : {};
    const reject = (error: SessionsV2ErrorName, rule: RuleId, damagedAt?: number): OpenVerdict => {
      return { verdict: 'reject', error, rule, ...(damagedAt === undefined ? cut : { damagedAt }) };
    };
    if (tail.verdict === 'corrupt') return reject('Corrupt', 'sessions-v2/damaged', tail.at);
    if (tail.verdict === 'newer_version') return reject('UnsupportedVersion', 'sessions-v2/newer-version', tail.at);
    if (this.#first === null || tail.goodEnd === 0) return reject('Corrupt', 'sessions-v2/first-line');
    const { isGood, timestampMs: createdMs, body: created } = this.#first;
    if (!isGood) return reject('Corrupt', 'sessions-v2/damaged', 0);
    if (created === null || created instanceof Error || created.kind !== 'session_created') {
      return reject('Corrupt', 'sessions-v2/first-line');
    }
    if (created.id !== as.sessionId) return reject('Corrupt', 'sessions-v2/first-line');
    const isParent = as.parent !== null && created.parent !== null && isSame(created.parent, as.parent);
    if (created.role === 'child' && !isParent) return reject('ChildSession', 'sessions-v2/child-session');
    if (this.#snapshotSeq === null && this.#runStart > 0) {
      return reject('Corrupt', 'sessions-v2/damaged', this.#runStart);
    }
    if (this.#fault !== null) return reject('Corrupt', this.#fault);
    const { state, lastSeq, isClosed } = this.#fold;
    return {
      verdict: 'accept',
      ...cut,
      state,
      lastSeq,
      isClosed,
      snapshotSeq: this.#snapshotSeq,
      createdMs,
      updatedMs: larger(this.#lastMs, createdMs),
      repair: repairOf(state, created.workspace, as.workspace),
    };
  }
}

function repairOf(state: SessionV2State, created: DurableBytes, workspace: string): RepairLine[] {
  const lines: RepairLine[] = [];
  if (state.open_turn !== null) lines.push({ kind: 'turn_interrupted', turn: state.open_turn });
  for (const { id, work_id, open } of state.children) {
    if (open) lines.push({ kind: 'child_finished', child: id, workId: work_id });
  }
  const current = state.workspace === null ? created : readText(state.workspace);
  if (current === null || !isSame(current, workspace)) lines.push({ kind: 'set workspace' });
  return lines;
}

/** The text that a setting holds; null where it holds something else. */
function readText(value: Uint8Array): string | null {
  try {
    const text = parseJson(value);
    return typeof text === 'string' ? text : null;
  } catch (error) {
    if (error instanceof JsonError) return null;
    throw error;
  }
}
