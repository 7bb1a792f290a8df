/**
 * All that is told about a whole log without showing its turns, in one pass (newer-formats §7.6): how far it may be used, whether fx opens
 * it, what it folds to, which snapshots and blobs are wrong, and where it could be forked to save what is good.
 */
import type { DurableBytes, FrameError, RuleId, Uint64 } from '@fxlog/format';
import {
  type BlobFault,
  type LineBody,
  readLine,
  readSessionState,
  type SessionLine,
  type SessionV2State,
} from '@fxlog/format/internal';
import { attempt } from './attempt.js';
import { type OpenedAs, OpenJudge, type OpenVerdict } from './open.js';
import { findOrderFault, type OrderFault } from './order.js';
import { type Damage, LineScan, type PlacedLine, type ScanVerdict, scanTail } from './scan.js';
import { SessionFold } from './session-fold.js';

export interface SessionJudgeOptions extends OpenedAs {
  /** What is wrong with a blob that a line names; null when nothing is. Asked once per name. */
  blobFault(name: DurableBytes): BlobFault | null;
}

/** A blob that a line names, and that cannot be used. */
export interface BadBlob {
  readonly name: DurableBytes;
  readonly fault: BlobFault;
  readonly seq: Uint64;
  /** Where the line begins, in bytes from the start of the file. */
  readonly offset: number;
}

/** A snapshot that does not say what the lines before it say, or nothing at all. */
export interface BadSnapshot {
  readonly rule: RuleId;
  readonly seq: Uint64;
  readonly offset: number;
}

/** What fx's doctor finds. */
export interface VerifyVerdict {
  /** Lines that were read. */
  readonly lines: number;
  /** Where it stopped before the end; null where it did not. */
  readonly damage: Damage | null;
  readonly badSnapshots: readonly BadSnapshot[];
  readonly badBlobs: readonly BadBlob[];
}

/** Where `fx session recover` would fork the session. */
export type RecoverVerdict =
  | { readonly outcome: 'ok'; readonly seq: Uint64; readonly end: number }
  | { readonly outcome: 'InvalidForkPoint' | 'Corrupt' };

/** The first line that the session manager would not have written. */
export interface OrderVerdict {
  readonly fault: OrderFault;
  readonly seq: Uint64;
  readonly offset: number;
}

export interface SessionLogVerdict {
  readonly scan: ScanVerdict;
  /** The same over the last two lines alone. */
  readonly tail: ScanVerdict;
  readonly open: OpenVerdict;
  readonly verify: VerifyVerdict;
  /** What all readable lines fold to, snapshots left aside. */
  readonly fold: { readonly state: SessionV2State; readonly lastSeq: Uint64; readonly isClosed: boolean };
  /** Null when the session manager could have written all of it. */
  readonly order: OrderVerdict | null;
  readonly recover: RecoverVerdict;
}

/** Judges a log line by line. Nothing of the bytes is needed once a line was taken. */
export class SessionLogJudge {
  readonly #findBlobFault: SessionJudgeOptions['blobFault'];
  readonly #scan = new LineScan();
  readonly #open = new OpenJudge();
  readonly #fold = new SessionFold();
  readonly #blobFaults = new Map<DurableBytes, BlobFault | null>();
  readonly #badBlobs: BadBlob[] = [];
  readonly #badSnapshots: BadSnapshot[] = [];
  #lastLine: PlacedLine | null = null;
  #lineBefore: PlacedLine | null = null;
  #lines = 0;
  /** A line whose fields are wrong: folding ends before it. */
  #badBody: Damage | null = null;
  #order: OrderVerdict | null = null;
  #recover: RecoverVerdict = { outcome: 'InvalidForkPoint' };
  #isRecoverDone = false;
  #end = 0;

  constructor({ blobFault }: Pick<SessionJudgeOptions, 'blobFault'>) {
    this.#findBlobFault = blobFault;
  }

  /** What is known of the session so far, whether fx opens it or not. */
  get known(): OpenJudge['known'] {
    return this.#open.known;
  }

  /** Takes the next whole line, its LF included, which begins at `offset` of the file. */
  accept(bytes: Uint8Array, start: number, end: number, offset: number): void {
    const read = attempt(() => readLine(bytes, start, end));
    const line = { offset, end: offset + end - start, read };
    this.take(line, read instanceof Error ? null : attempt(() => read.body()));
  }

  /** The same for a line that was read already, with what it says. */
  take(line: PlacedLine, body: LineBody | FrameError | null): void {
    this.#end = line.end;
    this.#lineBefore = this.#lastLine;
    this.#lastLine = line;
    this.#open.accept(line, body);
    const usable = this.#scan.accept(line);
    if (usable !== null) this.#use(usable, line, body);
    else if (this.#lines === 0) this.#recover = { outcome: 'Corrupt' };
  }

  #use(line: SessionLine, place: PlacedLine, body: LineBody | FrameError | null): void {
    this.#judgeRecovery(line, place, body);
    if (this.#badBody !== null) return;
    this.#lines += 1;
    const { seq } = line;
    const { offset } = place;
    if (body instanceof Error) {
      this.#badBody = { at: offset, rule: body.rule };
      return;
    }
    const fault = this.#order === null ? findOrderFault(this.#fold, seq, body) : null;
    if (fault !== null) this.#order = { fault, seq, offset };
    if (body?.kind === 'snapshot') this.#judgeSnapshot(body.state, seq, offset);
    this.#fold.apply({ seq, offset, body });
    for (const name of namedBlobs(body)) {
      const wrong = this.blobFault(name);
      if (wrong !== null) this.#badBlobs.push({ name, fault: wrong, seq, offset });
    }
  }

  #judgeSnapshot(text: Uint8Array, seq: Uint64, offset: number): void {
    const state = attempt(() => readSessionState(text));
    const isRight = !(state instanceof Error) && this.#fold.agreesWith(seq, state);
    const rule = state instanceof Error ? state.rule : 'sessions-v2/snapshot-differs';
    if (!isRight) this.#badSnapshots.push({ rule, seq, offset });
  }

  #judgeRecovery({ seq, knownKind }: SessionLine, { end }: PlacedLine, body: LineBody | FrameError | null): void {
    if (this.#isRecoverDone) return;
    // Of the first line only the kind counts here; its fields may be anything.
    const isCorrupt = seq === 1 ? knownKind !== 'session_created' : body instanceof Error;
    if (isCorrupt) this.#recover = { outcome: 'Corrupt' };
    else if (!(body instanceof Error) && namedBlobs(body).every((name) => this.blobFault(name) === null)) {
      if (knownKind === 'turn_committed' || knownKind === 'turn_interrupted')
        this.#recover = { outcome: 'ok', seq, end };
      return;
    } else if (seq === 1) return;
    this.#isRecoverDone = true;
  }

  /** What is wrong with a blob; null when nothing is. It is looked at once. */
  blobFault(name: DurableBytes): BlobFault | null {
    const known = this.#blobFaults.get(name);
    if (known !== undefined) return known;
    const fault = this.#findBlobFault(name);
    this.#blobFaults.set(name, fault);
    return fault;
  }

  /** The verdict at the end, for those who open the session so; `hasRest` says whether bytes without an LF stand behind the last line. */
  end(hasRest: boolean, as: OpenedAs): SessionLogVerdict {
    const { state, lastSeq, isClosed } = this.#fold;
    const lastLines = [this.#lineBefore, this.#lastLine].filter((line) => line !== null);
    const tail = scanTail(lastLines, this.#end, hasRest);
    return {
      scan: this.#scan.verdict(hasRest),
      tail,
      open: this.#open.verdict(tail, as),
      verify: {
        lines: this.#lines,
        damage: this.#badBody ?? this.#scan.damage,
        badSnapshots: this.#badSnapshots,
        badBlobs: this.#badBlobs,
      },
      fold: { state, lastSeq, isClosed },
      order: this.#order,
      recover: this.#end === 0 ? { outcome: 'Corrupt' } : this.#recover,
    };
  }
}

/** Judges a log that lies in memory as a whole. */
export function judgeSessionLog(log: Uint8Array, options: SessionJudgeOptions): SessionLogVerdict {
  const judge = new SessionLogJudge(options);
  let start = 0;
  for (let end = log.indexOf(0x0a); end >= 0; end = log.indexOf(0x0a, start)) {
    judge.accept(log, start, end + 1, start);
    start = end + 1;
  }
  return judge.end(start < log.length, options);
}

function namedBlobs(body: LineBody | null): readonly DurableBytes[] {
  return body?.kind === 'item' || body?.kind === 'set' ? (body.blobs ?? []) : [];
}
