import { eventLogRecord, type FoldStart, LogFold } from '@fxlog/assembler/internal';
import { encodeFrame, eventLogV1, type Finding, type LogEvent, type RuleId, type StateDocument } from '@fxlog/format';
import { frameOf } from '@fxlog/format/internal';
import { type EventRecord, eventsOf, LogError } from '@fxlog/reader';
import type { EventDraft, SessionHeader } from '@fxlog/writer';
import type { ReplacementReason } from '@fxlog/writer/internal';
import type { Cut } from '../../../repair/repair-report.js';
import { StoreError } from '../../../store-error.js';
import type { CheckpointContent } from '../sidecars/checkpoint.js';
import { readDamagedDocument } from './damaged-document.js';
import { asStrictFrame, type FrameChange, withNewline } from './frame-bytes.js';
import type { Segment } from './order-runs.js';
import { SalvagedHistory } from './salvaged-history.js';
import { endOfFrame, type Run, readRun } from './survey-log.js';

/** One thing after the other of which the repaired log is made. */
export type Step =
  /** Events of the old log, from index `from` up to, not including, `to`; their numbers may become others. */
  | { readonly kind: 'source'; readonly run: Run; readonly from: number; readonly to: number }
  /** An event that no byte of the old log holds. */
  | { readonly kind: 'made'; readonly draft: EventDraft }
  /** A whole state, as one replacement. */
  | { readonly kind: 'state'; readonly state: StateDocument; readonly reason: ReplacementReason };

/** Who a session is, complete enough to begin a log with. */
export type SalvageHeader = SessionHeader & Pick<StateDocument, 'id' | 'created_at_ms'>;

/** What a log is salvaged from. */
export interface SalvageInput {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  readonly generation: string;
  /** The `session_started` of the log; null when it is lost. */
  readonly start: Run | null;
  /** The other events, in the order of their numbers. */
  readonly segments: readonly Segment[];
  /** A state that was saved beside the log, already checked in itself. */
  readonly checkpoint: CheckpointContent | null;
  /** Who the session is, where neither start nor checkpoint says. */
  readonly findHeader: () => Promise<SalvageHeader | null>;
  /** Whether the turns may be held in memory. */
  readonly keepHistory: boolean;
}

/** What came of it. */
export interface Salvaged {
  readonly steps: readonly Step[];
  readonly cuts: readonly Cut[];
  readonly findings: readonly Finding[];
  /** What the new log folds to; its history is empty unless it was kept. */
  readonly state: StateDocument;
  readonly history: SalvagedHistory;
  /** Frames that are nowhere to be found and that no checkpoint stands in for. */
  readonly lostFrames: number;
  readonly usedCheckpoint: boolean;
}

const CHANGES: Readonly<Record<FrameChange, { readonly rule: RuleId; readonly why: string }>> = {
  'unknown-keys': {
    rule: 'repair/unknown-keys',
    why: 'it has keys that fx 0.0.5 refuses; the event was kept without them',
  },
  text: {
    rule: 'repair/replaced-character',
    why: 'it has characters that cannot stand in a log; the event was kept with U+FFFD in their place',
  },
  usage: {
    rule: 'repair/other-usage',
    why: 'its usage is of a shape that fx 0.0.5 refuses; the event was kept without it',
  },
};

const NO_ID = '0'.repeat(32);
const FILE = 'events.jsonl';

interface Place {
  readonly run: Run;
  readonly index: number;
  /** Why the frame cannot be taken over byte for byte; null where it can. */
  readonly change: FrameChange | null;
}

/**
 * Makes of the events of a damaged log the longest series that fx folds without an error (event-log §5).
 *
 * Every event is tried on a strict fold; what it refuses is cut out. A replacement counts only as a whole. Behind a gap, turns, usage and
 * preferences are kept: each says all that it says by itself. Where the gap lies before the checkpoint, the checkpoint's state stands in
 * for everything up to its place, so that nothing is missing in the end. A workspace that changed in a gap is bound anew.
 */
export async function salvageLog(input: SalvageInput): Promise<Salvaged> {
  return new LogSalvage(input).run();
}

/** A replacement whose commit has not come yet. */
interface OpenReplacement {
  readonly before: FoldStart;
  readonly seq: number;
  readonly places: Place[];
}

class LogSalvage {
  readonly #steps: Step[] = [];
  readonly #cuts: Cut[] = [];
  readonly #findings: Finding[] = [];
  readonly #history: SalvagedHistory;
  #fold: LogFold;
  /** The replacement being read: where to go back to, and its frames so far. */
  #open: OpenReplacement | null = null;
  #checkpoint: CheckpointContent | null;
  /** Events up to this number are in the state of the checkpoint. */
  #covered = 0;
  #lostFrames = 0;

  readonly #input: SalvageInput;

  constructor(input: SalvageInput) {
    this.#input = input;
    this.#history = new SalvagedHistory(input.keepHistory);
    this.#fold = this.#newFold();
    this.#checkpoint = input.checkpoint;
  }

  #newFold(start?: FoldStart): LogFold {
    return new LogFold({ keepHistory: false, file: FILE, sink: this.#history, start });
  }

  async run(): Promise<Salvaged> {
    const input = this.#input;
    await this.#begin();
    let expected = 2;
    for (const { run, from, to } of input.segments) {
      const first = run.firstSeq + from;
      if (first > expected) await this.#miss(expected, first - 1);
      let index = from;
      for await (const records of readRun(input.path, run, from, to)) {
        for (const record of records) await this.#take({ run, index: index++, change: null }, record);
      }
      expected = run.firstSeq + to;
    }
    await this.#dropOpen('the log ends before its commit');
    const checkpoint = this.#checkpoint;
    if (checkpoint !== null && checkpoint.through_seq >= expected)
      await this.#miss(expected, Number(checkpoint.through_seq));
    const { state } = this.#fold.end();
    if (state === null) throw new TypeError('a salvaged log has a state');
    return {
      steps: this.#steps,
      cuts: this.#cuts,
      findings: this.#findings,
      state: { ...state, history: [...this.#history.turns] },
      history: this.#history,
      lostFrames: this.#lostFrames,
      usedCheckpoint: this.#covered > 0,
    };
  }

  async #begin(): Promise<void> {
    const { start, path } = this.#input;
    if (start !== null) {
      for await (const [record] of readRun(path, start, 0, 1)) {
        if (record !== undefined) await this.#take({ run: start, index: 0, change: null }, record);
      }
      if (this.#fold.position !== null) return;
    }
    if (this.#checkpoint !== null && this.#jump()) return;
    const header = await this.#input.findHeader();
    if (header === null) {
      throw new StoreError({
        rule: 'repair/nothing',
        message: `Nothing beside ${path} tells a history: no event, no checkpoint, no manifest.`,
        file: path,
      });
    }
    const { created_at_ms: createdAt, workspace_root: root } = header;
    this.#make({
      kind: 'session_started',
      timestamp_ms: createdAt,
      payload: {
        id: header.id,
        created_at_ms: createdAt,
        origin_workspace_root: header.origin_workspace_root ?? root,
        workspace_root: root,
        conversation_language: header.conversation_language ?? 'und',
        preferences: { effort: 'auto', fast_mode: false, provider: 'gateway', ...header.preferences },
        ...(header.usage === undefined ? {} : { usage: header.usage }),
      },
    });
    this.#note(
      'repair/start-made',
      'warning',
      'The first event is lost; it was made anew from what the other files say.',
    );
  }

  /** Numbers that no event has. */
  async #miss(first: number, last: number): Promise<void> {
    await this.#dropOpen(`frame ${first} is missing`);
    if (first <= this.#covered || this.#jumpOver(first)) {
      if (last <= this.#covered) return;
      first = Math.max(first, this.#covered + 1);
    }
    const count = last - first + 1;
    this.#lostFrames += count;
    const what = count === 1 ? `Event ${first} is missing` : `Events ${first} to ${last} are missing`;
    this.#note('repair/gap', 'warning', `${what}; what follows was kept and numbered anew.`, first);
  }

  async #take(place: Place, record: EventRecord): Promise<void> {
    if (Number(record.seq) <= this.#covered && record.kind !== 'session_started') {
      const reason = 'its effect is in the state of the checkpoint, which stands in for damaged frames';
      return this.#cut(place, 'repair/covered', reason);
    }
    const strict = asStrictFrame(withNewline(record.bytes));
    const [known] = strict === null ? [] : strict.change === null ? [record] : recordsOf(strict.line);
    if (known === undefined) return this.#cut(place, 'repair/refused-frame', 'fx accepts no such frame');
    const taken = { ...place, change: strict?.change ?? null };
    return this.#fold.isInReplacement ? this.#takeInside(taken, known) : this.#takeOutside(taken, known);
  }

  async #takeOutside(place: Place, record: EventRecord): Promise<void> {
    // Asked for only here: it builds the state
    const before = record.kind === 'state_replacement_started' ? this.#fold.position : null;
    try {
      this.#fold.apply(eventLogRecord(record));
    } catch (error) {
      if (!(error instanceof LogError)) throw error;
      if (error.rule === 'log/rebind' && this.#bridgeRebind(record)) return this.#takeOutside(place, record);
      return this.#refuse(place, error, seqOf(place));
    }
    if (before === null) this.#accept(place);
    else this.#open = { before, seq: seqOf(place), places: [place] };
  }

  async #takeInside(place: Place, record: EventRecord): Promise<void> {
    const open = this.#open;
    if (open === null) throw new TypeError('a replacement is open');
    try {
      this.#fold.apply(eventLogRecord(record));
    } catch (error) {
      if (!(error instanceof LogError)) throw error;
      if (error.rule === 'replacement/identity' && (await this.#bridgeReplacement(open, place))) return;
      const { kind } = record;
      await this.#dropOpen(error.reason);
      if (kind === 'state_replacement_chunk' || kind === 'state_replacement_committed') {
        return this.#cut(place, error.rule, `${error.reason}; the whole replacement was left out`);
      }
      return this.#take(place, record);
    }
    open.places.push(place);
    if (this.#fold.isInReplacement) return;
    for (const part of open.places) this.#accept(part);
    this.#open = null;
  }

  /** Goes back to before the replacement that is being read, if one is. */
  async #dropOpen(reason: string): Promise<void> {
    const open = this.#open;
    if (open === null) return;
    this.#open = null;
    this.#fold = this.#newFold(open.before);
    this.#history.replacementDropped();
    for (const place of open.places) {
      this.#cut(place, 'repair/replacement', `it belongs to a state replacement that is not whole: ${reason}`);
    }
    if (this.#jumpOver(open.seq)) return;
    const [begin] = open.places;
    const salvaged = begin === undefined ? 0 : await this.#takeDamagedDocument(endOfFrame(begin.run, begin.index));
    const rest = salvaged > 0 ? `${salvaged} turns of it were kept` : 'the history before it stands';
    const message = `The state replacement at event ${open.seq} is not whole (${reason}) and was left out; ${rest}.`;
    this.#note('repair/replacement', 'warning', message, open.seq);
  }

  /**
   * Where a log begins with a damaged replacement, as it does after fx compacted it, the history is in there and nowhere else. What can be
   * read of it is kept as turns; elsewhere the turns before it are the better history.
   */
  async #takeDamagedDocument(offset: number): Promise<number> {
    const { state } = this.#fold.position ?? {};
    if (state === undefined || this.#history.length > 0 || !this.#history.isKept) return 0;
    const turns = await readDamagedDocument(this.#input.path, offset, this.#input.size);
    for (const turn of turns) {
      const workId = turn.kind === 'compacted_summary' ? undefined : turn.user.work_id;
      const payload = {
        conversation_language: state.conversation_language,
        total_input_tokens: state.total_input_tokens,
        total_output_tokens: state.total_output_tokens,
        turn,
        ...(workId === undefined ? {} : { work_id: workId }),
      };
      this.#make({ kind: 'history_turn_committed', timestamp_ms: state.updated_at_ms, payload });
    }
    return turns.length;
  }

  /** A rebinding from another workspace than the one the log has so far: how it got there is lost, that it did is not. */
  #bridgeRebind(record: EventRecord): boolean {
    const { event } = frameOf(eventLogV1, record.checked);
    const root = this.#root;
    if (event.kind !== 'workspace_rebound' || event.payload.previous_workspace_root === root) return false;
    this.#rebind(event.payload.previous_workspace_root, event.timestamp_ms);
    return true;
  }

  /** The same for a replacement whose state has another workspace. */
  async #bridgeReplacement(open: OpenReplacement, last: Place): Promise<boolean> {
    const document = this.#history.document;
    const { state } = open.before;
    if (document === null || document.workspace_root === state.workspace_root) return false;
    if ((['id', 'created_at_ms', 'origin_workspace_root'] as const).some((key) => document[key] !== state[key]))
      return false;
    this.#open = null;
    this.#fold = this.#newFold(open.before);
    this.#history.replacementDropped();
    this.#rebind(document.workspace_root, state.updated_at_ms);
    for (const place of [...open.places, last]) {
      for await (const [record] of readRun(this.#input.path, place.run, place.index, place.index + 1)) {
        if (record !== undefined) await this.#take(place, record);
      }
    }
    return true;
  }

  #rebind(workspaceRoot: string, timestampMs: StateDocument['updated_at_ms']): void {
    const previous = this.#root;
    this.#make({
      kind: 'workspace_rebound',
      timestamp_ms: timestampMs,
      payload: { previous_workspace_root: previous, workspace_root: workspaceRoot },
    });
    const message = `The session moved from ${JSON.stringify(previous)} to ${JSON.stringify(workspaceRoot)} in a part of the log that is lost; an event that says so was added.`;
    this.#note('repair/rebound', 'warning', message);
  }

  get #root(): string {
    return this.#fold.position?.state.workspace_root ?? '';
  }

  /** Lets the checkpoint stand in for what is lost from this number on, if it reaches that far. */
  #jumpOver(seq: number): boolean {
    return this.#checkpoint !== null && this.#checkpoint.through_seq >= seq && this.#jump();
  }

  #jump(): boolean {
    const checkpoint = this.#checkpoint;
    const fold = this.#fold;
    this.#checkpoint = null;
    if (checkpoint === null) return false;
    const state = { ...checkpoint.state, history: [...checkpoint.turns] };
    const now = fold.position?.state ?? null;
    if (now === null) {
      const { id, created_at_ms, origin_workspace_root, workspace_root, conversation_language, preferences } = state;
      const payload = { id, created_at_ms, origin_workspace_root, workspace_root, conversation_language, preferences };
      this.#make({ kind: 'session_started', timestamp_ms: state.updated_at_ms, payload });
    } else {
      const foreign = (['id', 'created_at_ms', 'origin_workspace_root'] as const).find(
        (key) => now[key] !== state[key],
      );
      if (foreign !== undefined) {
        this.#note(
          'repair/checkpoint-unfit',
          'warning',
          `checkpoint.json has another ${foreign} than the log and was not used.`,
        );
        return false;
      }
      if (now.workspace_root !== state.workspace_root) this.#rebind(state.workspace_root, state.updated_at_ms);
    }
    this.#steps.push({ kind: 'state', state, reason: 'recovery' });
    this.#history.replaceWith(state.history);
    this.#covered = Number(checkpoint.through_seq);
    const boundary = { generation: this.#input.generation, seq: this.#covered, eventId: NO_ID, offset: 0, line: 1 };
    this.#fold = this.#newFold({ state, turns: state.history.length, boundary });
    const message = `Damaged or missing events up to ${this.#covered} are replaced by the state in checkpoint.json, which holds what they led to.`;
    this.#note('repair/checkpoint-used', 'info', message);
    return true;
  }

  /** Adds an event that the old log does not have. */
  #make(draft: EventDraft): void {
    const event = { schema_version: 1, log_generation: this.#input.generation, seq: 1, event_id: NO_ID, ...draft };
    const [record] = recordsOf(encodeFrame(event as LogEvent));
    if (record === undefined) throw new TypeError('an event that was made is an event');
    this.#fold.apply(eventLogRecord(record));
    this.#steps.push({ kind: 'made', draft });
  }

  #accept({ run, index, change }: Place): void {
    const last = this.#steps.at(-1);
    if (last?.kind === 'source' && last.run === run && last.to === index) {
      this.#steps[this.#steps.length - 1] = { ...last, to: index + 1 };
    } else this.#steps.push({ kind: 'source', run, from: index, to: index + 1 });
    if (change === null) return;
    const { rule, why } = CHANGES[change];
    this.#cut({ run, index, change }, rule, why);
  }

  async #refuse(place: Place, error: LogError, seq: number): Promise<void> {
    this.#cut(place, error.rule, error.reason);
    if (this.#jumpOver(seq)) return;
    this.#lostFrames++;
    if (error.rule === 'replacement/outside') await this.#takeDamagedDocument(place.run.offsets[place.index] ?? 0);
    this.#note('repair/refused', 'warning', `Event ${seq} was left out: ${error.reason}.`, seq);
  }

  #cut({ run, index }: Place, rule: RuleId, why: string): void {
    const offset = run.offsets[index] ?? 0;
    this.#cuts.push({ offset, length: endOfFrame(run, index) - offset, rule, why });
  }

  #note(rule: RuleId, severity: Finding['severity'], message: string, seq?: number): void {
    // A hostile log could have a gap between any two lines.
    if (this.#findings.length < 1000)
      this.#findings.push({ rule, severity, message, file: FILE, ...(seq !== undefined && { seq }) });
  }
}

function seqOf({ run, index }: Place): number {
  return run.firstSeq + index;
}

function recordsOf(line: Uint8Array): EventRecord[] {
  return [...eventsOf(line, { mode: 'lenient' })].flat();
}
