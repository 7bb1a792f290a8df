/**
 * The turns of a session, as fx shows them (newer-formats §7.4): each line is taken at face value, the items of a turn are put together
 * by the rules of the conversation log, and what was still running when a turn was cut short is answered.
 */
import { FrameError, type RuleId, ruleById, type Uint64 } from '@fxlog/format';
import {
  type BlobReader,
  type ConversationPayload,
  type LineBody,
  outlineSessionItem,
  readLine,
  readSessionCompaction,
  readSessionItem,
  type SessionItem,
  type SessionLine,
} from '@fxlog/format/internal';
import type { ConversationCompaction } from '../conversation-log/conversation-fold.js';
import { type ConversationTurn, ConversationTurnBuilder } from '../conversation-log/conversation-turn.js';
import { attempt } from './attempt.js';
import { type Damage, LineScan, type PlacedLine } from './scan.js';

/** Where something lies in a log. Times are milliseconds since 1970, UTC. */
export interface HistoryPlace {
  /** Of its first line. */
  readonly seq: Uint64;
  /** Bytes from the start of the file to its first line. */
  readonly offset: number;
  /** Bytes from there to the end of its last line; other lines may lie in between. */
  readonly length: number;
  readonly startedMs: Uint64;
  readonly endedMs: Uint64;
}

/** Takes what is shown, in the order in which it is shown. */
export interface SessionHistorySink {
  turn(turn: ConversationTurn, place: HistoryPlace): void;
  compacted(compaction: ConversationCompaction, place: HistoryPlace): void;
}

/** The turn that has no end yet. */
export interface RunningTurn {
  readonly pieces: ConversationTurnBuilder['pieces'];
  /** Text of the message whose calls run. */
  readonly assistant: ConversationPayload<'assistant'> | null;
  /** Calls that run. */
  readonly calls: readonly ConversationPayload<'tool_call'>[];
  readonly place: HistoryPlace;
}

/** What is known at the end of a log besides its turns. */
export interface SessionHistoryEnd {
  /** Where the lines stop that may be used; null where they all may. */
  readonly damage: Damage | null;
  readonly running: RunningTurn | null;
  /** Calls that were running when their turn was cut short, and were given a failed result. */
  readonly answeredCalls: number;
  /** Turns that were void, and are not shown. */
  readonly supersededTurns: number;
}

/** What fx says in place of the result of a call that was running when its turn was cut short. */
const LOST_RESULT = 'The session ended while this call was running. It may have partly run.';

/** The open turn. */
interface OpenTurn {
  readonly builder: ConversationTurnBuilder;
  readonly start: Omit<HistoryPlace, 'length' | 'endedMs'>;
  assistant: ConversationPayload<'assistant'> | null;
  readonly calls: Map<string, ConversationPayload<'tool_call'>>;
}

/** An item that may stand between the prompt of a turn and its end. */
type TurnPiece = Exclude<SessionItem, { type: 'user' | 'superseded' | 'turn_end' | 'interruption' }>;

/** Puts the turns of a session together, one line at a time. Nothing is kept but the open turn, and the numbers of void ones. */
export class SessionHistory {
  readonly #sink: SessionHistorySink;
  readonly #readBlob: BlobReader;
  readonly #isOutline: boolean;
  #turn: OpenTurn | null = null;
  #last = { end: 0, timestampMs: 0 as Uint64 };
  #endedTurns = 0;
  #compactions = 0;
  #answeredCalls = 0;
  #supersededTurns = 0;
  /** Numbers of turns that have ended and of which nothing is shown. */
  readonly #unshown: Uint64[] = [];
  #shownAtLastEnd: number;

  /**
   * @param start what there was before a place in the middle of a log, outside of a turn
   * @param isOutline whether the outlines of payloads will do, as {@link SessionLine.outline} leaves them
   */
  constructor(
    sink: SessionHistorySink,
    read: BlobReader,
    start = { endedTurns: 0, compactions: 0 },
    isOutline = false,
  ) {
    this.#sink = sink;
    this.#readBlob = read;
    this.#isOutline = isOutline;
    this.#endedTurns = start.endedTurns;
    this.#shownAtLastEnd = start.endedTurns;
    this.#compactions = start.compactions;
  }

  /**
   * Takes the next line that may be used; `body` is what it says, null for one of an unknown kind and for one whose fields are wrong, which are
   * passed over.
   *
   * @throws FrameError where fx would not show the history at all; nothing of the line was taken then.
   */
  take(
    line: SessionLine,
    body: LineBody | null,
    { offset, end }: { readonly offset: number; readonly end: number },
  ): void {
    this.#last = { end, timestampMs: line.timestampMs };
    if (body !== null) this.#take(line, body, offset);
  }

  #take(line: SessionLine, body: LineBody, offset: number): void {
    switch (body.kind) {
      case 'item': {
        const item = (this.#isOutline ? outlineSessionItem(line, body) : null) ?? this.#readItem(line, body);
        if (item !== null) this.#takeItem(item, line, offset);
        return;
      }
      case 'turn_interrupted':
        if (this.#turn !== null) this.#cutShort(this.#turn, body.reason);
        this.#noteEnd(body.turn);
        return;
      case 'turn_committed':
        this.#noteEnd(body.turn);
        return;
      case 'compacted':
        this.#takeCompaction(body, line, offset);
    }
  }

  #readItem({ isPayloadRecognised: isRecognised }: SessionLine, body: Extract<LineBody, { kind: 'item' }>) {
    return readSessionItem(body, this.#readBlob, { isOutline: this.#isOutline, isRecognised });
  }

  #takeItem(item: SessionItem, line: SessionLine, offset: number): void {
    if (item.type === 'user') {
      if (this.#turn !== null) throw misplaced('conversation/turn-open');
      this.#begin(item.payload, { seq: line.seq, offset, startedMs: line.timestampMs });
      return;
    }
    const turn = this.#turn;
    if (item.type === 'superseded') {
      if (turn !== null) this.#supersededTurns += 1;
      this.#turn = null;
      return;
    }
    if (turn === null) throw misplaced('conversation/no-turn');
    if (item.type === 'turn_end') this.#endTurn(turn, turn.builder.completed(item.payload));
    else if (item.type === 'interruption') this.#endTurn(turn, turn.builder.interrupted(item.payload));
    else mustFit(addPiece(turn, item));
  }

  #begin(user: ConversationPayload<'user'>, start: OpenTurn['start']): void {
    this.#turn = { builder: new ConversationTurnBuilder(user), start, assistant: null, calls: new Map() };
  }

  /** Ends a turn that has no end of its own. */
  #cutShort(turn: OpenTurn, reason: Extract<LineBody, { kind: 'turn_interrupted' }>['reason']): void {
    const { builder, assistant, calls } = turn;
    if (calls.size > 0) {
      if (assistant !== null) mustFit(builder.assistant(assistant));
      for (const call of calls.values()) mustFit(builder.toolCall(call));
      for (const call of calls.values()) mustFit(builder.toolResult(lostResult(call, this.#last.timestampMs)));
      this.#answeredCalls += calls.size;
    }
    this.#endTurn(
      turn,
      builder.interrupted({
        reason: reason === 'cancel' || reason === 'closed' ? 'cancelled' : 'failed',
        partial_text: null,
        command_replay_ref: null,
        command_replay_bytes: null,
        command_artifact_ref: null,
        files: [],
        turn_summary: null,
        cancellation_origin: 'turn',
      }),
    );
  }

  #endTurn({ start }: OpenTurn, turn: ConversationTurn | RuleId): void {
    if (typeof turn === 'string') throw misplaced(turn);
    this.#turn = null;
    this.#endedTurns += 1;
    this.#sink.turn(turn, this.#placeSince(start));
  }

  #placeSince(start: OpenTurn['start']): HistoryPlace {
    return { ...start, length: this.#last.end - start.offset, endedMs: this.#last.timestampMs };
  }

  #takeCompaction(body: Extract<LineBody, { kind: 'compacted' }>, line: SessionLine, offset: number): void {
    const { summary, keep_from_turn: keptFrom } = readSessionCompaction(body);
    // What the line says of turns and compactions is not shown; they are counted.
    mustFit(this.#turn?.builder.checkpoint() ?? null);
    this.#compactions += 1;
    const place = this.#placeSince({ seq: line.seq, offset, startedMs: line.timestampMs });
    const counts = { removedTurns: this.#endedTurns, compactions: this.#compactions };
    const coveredTurns = keptFrom === null ? this.#endedTurns : this.#shownBefore(keptFrom);
    const covered = coveredTurns < this.#endedTurns ? { coveredTurns } : {};
    this.#sink.compacted({ summary, ...counts, ...covered }, place);
  }

  #noteEnd(turn: Uint64): void {
    if (this.#endedTurns === this.#shownAtLastEnd) this.#unshown.push(turn);
    this.#shownAtLastEnd = this.#endedTurns;
  }

  /** How many of the turns before one are shown. */
  #shownBefore(turn: Uint64): number {
    const unshown = this.#unshown.filter((number) => number < turn).length;
    return Math.max(0, Number(turn) - 1 - unshown);
  }

  /** Whether a turn has no end yet. */
  get isTurnOpen(): boolean {
    return this.#turn !== null;
  }

  /** The turn that has no end yet; null between turns. */
  get running(): RunningTurn | null {
    if (this.#turn === null) return null;
    const { builder, start, assistant, calls } = this.#turn;
    return { pieces: builder.pieces, assistant, calls: [...calls.values()], place: this.#placeSince(start) };
  }

  /** Calls that were running when their turn was cut short, and were given a failed result. */
  get answeredCalls(): number {
    return this.#answeredCalls;
  }

  /** Turns that were void, and are not shown. */
  get supersededTurns(): number {
    return this.#supersededTurns;
  }

  /** Turns that have ended. */
  get endedTurns(): number {
    return this.#endedTurns;
  }

  get compactions(): number {
    return this.#compactions;
  }

  /**
   * Leniently: makes room for an item that broke a rule, as far as one can. A turn that has no end gets the one that fx gives it, calls that
   * have no result stay without one. What does not fit even then is to be left out.
   */
  amend(rule: RuleId): void {
    if (this.#turn === null) return;
    this.#turn.builder.settleCalls();
    if (rule === 'conversation/turn-open') this.#cutShort(this.#turn, 'failed');
  }

  /** Leniently: begins a turn whose prompt cannot be read. */
  beginWithoutPrompt({ seq, timestampMs }: SessionLine, offset: number): void {
    this.#begin({ text: '', images: [], work_id: null }, { seq, offset, startedMs: timestampMs });
  }
}

/** The history of a log whose lines were not read yet. */
export class SessionHistoryReader {
  readonly #history: SessionHistory;
  readonly #scan = new LineScan();

  /** @param isOutline whether the outlines of payloads will do */
  constructor(sink: SessionHistorySink, read: BlobReader, isOutline = false) {
    this.#history = new SessionHistory(sink, read, undefined, isOutline);
  }

  /**
   * Takes the next whole line, its LF included, which begins at `offset` of the file.
   *
   * @throws FrameError where fx would not show the history at all; the history is of no use then.
   */
  accept(bytes: Uint8Array, start: number, end: number, offset: number): void {
    const read = attempt(() => readLine(bytes, start, end));
    const line = { offset, end: offset + end - start, read };
    this.take(line, read instanceof Error ? null : attempt(() => read.body()));
  }

  /** The same for a line that was read already, with what it says. @throws FrameError */
  take(line: PlacedLine, body: LineBody | FrameError | null): void {
    const usable = this.#scan.accept(line);
    if (usable !== null) this.#history.take(usable, body instanceof Error ? null : body, line);
  }

  /** What is known at the end. */
  end(): SessionHistoryEnd {
    const { running, answeredCalls, supersededTurns } = this.#history;
    return { damage: this.#scan.damage, running, answeredCalls, supersededTurns };
  }
}

/** Adds a piece to the open turn, or says which rule it breaks. What ran is done once it stands there for good. */
function addPiece(turn: OpenTurn, item: TurnPiece): RuleId | null {
  const { builder, calls } = turn;
  switch (item.type) {
    case 'assistant':
      turn.assistant = null;
      return builder.assistant(item.payload);
    case 'tool_call':
      turn.assistant = null;
      calls.delete(item.payload.call_id);
      return builder.toolCall(item.payload);
    case 'tool_result':
      calls.delete(item.payload.call_id);
      return builder.toolResult(item.payload);
    case 'steering':
      return builder.steering(item.payload);
    case 'assistant_running':
      turn.assistant = item.payload;
      return null;
    case 'tool_running':
      calls.set(item.payload.call_id, item.payload);
      return null;
  }
}

function lostResult(
  { call_id, tool_name }: ConversationPayload<'tool_call'>,
  createdMs: Uint64,
): ConversationPayload<'tool_result'> {
  return {
    call_id,
    tool_name,
    status: 'failure',
    artifact_ref: '',
    tool_image_handle: null,
    output_bytes: null,
    stored_bytes: 0,
    completeness: 'unknown',
    preview: LOST_RESULT,
    provider_native: false,
    review_feedback: false,
    created_at_ms: createdMs,
    permission_feedback: [],
    committed_file_presentation: null,
    command_replay_ref: null,
    command_replay_bytes: null,
    command_process_presentation: null,
    terminal_action_presentation: null,
  };
}

function mustFit(rule: RuleId | null): void {
  if (rule !== null) throw misplaced(rule);
}

function misplaced(rule: RuleId): FrameError {
  return new FrameError({
    rule,
    fxError: 'InvalidConversationFrame',
    message: ruleById(rule).title,
    path: '',
    offset: 0,
  });
}
