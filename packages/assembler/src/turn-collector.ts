import type { HistoryTurn } from '@fxlog/format';
import type { EventRecord } from '@fxlog/reader';
import { buildTurn } from './dialects/event-log-v1/build-turn.js';
import type { FoldSink, ReplacementOutcome, TurnTotals } from './dialects/event-log-v1/fold-sink.js';
import type { ChunkPlace, Replacement, ReplacementTurn } from './dialects/event-log-v1/replacement.js';
import type { Turn, TurnSource } from './turn.js';
import type { TurnItem } from './turn-item.js';

/** A replacement that stands and whose turns are to be read again. */
export interface Replay {
  readonly startRecord: EventRecord;
  readonly start: Replacement['start'];
  /** Where the parts of its document stand. */
  readonly chunks: readonly ChunkPlace[];
  readonly turns: number;
  readonly isSalvaged: boolean;
}

/**
 * Turns what happens in a fold into items. Over a source that can be read twice the turns of a replacement are left out and asked for as a
 * {@link Replay} once it is committed; else they come at once, as provisional.
 */
export class TurnCollector implements FoldSink {
  #items: TurnItem[] = [];
  /** Items that belong behind the turns of the replay that waits. */
  #later: TurnItem[] = [];
  #replay: Replay | null = null;
  /** History that stands while a replacement is open. */
  #standing = 0;
  #provisional = 0;

  constructor(private readonly readsTwice: boolean) {}

  /** Hands out the items so far. */
  takeItems(): TurnItem[] {
    const items = this.#items;
    this.#items = [];
    return items;
  }

  /** Whether the turns of a replacement belong behind the items that {@link takeItems} gives now. */
  get awaitsReplay(): boolean {
    return this.#replay !== null;
  }

  /** Hands out that replacement; the items that belong behind it come with the next {@link takeItems}. */
  takeReplay(): Replay {
    const replay = this.#replay;
    if (replay === null) throw new TypeError('No replacement waits to be read again.');
    this.#replay = null;
    this.#items.push(...this.#later);
    this.#later = [];
    return replay;
  }

  #add(item: TurnItem): void {
    (this.#replay === null ? this.#items : this.#later).push(item);
  }

  turn(raw: HistoryTurn, index: number, record: EventRecord, totals: TurnTotals): void {
    const turn = buildTurn(raw, {
      index,
      timeMs: totals.timestampMs,
      language: totals.language,
      usage: { totalInputTokens: totals.inputTokens, totalOutputTokens: totals.outputTokens },
      source: sourceOf(record),
    });
    this.#add({ type: 'turn', turn });
  }

  replacementStarted(replacement: Replacement, superseded: number): void {
    this.#standing = superseded;
    this.#provisional = 0;
    if (this.readsTwice) return;
    this.#add({
      type: 'history-replaced',
      ...subjectOf(replacement),
      superseded,
      turns: null,
      contextHistoryStart: null,
      provisional: true,
    });
  }

  replacementTurn(turn: ReplacementTurn): void {
    if (this.readsTwice) return;
    this.#add({ type: 'turn', turn: buildReplacementTurn(turn, this.#provisional++), provisional: true });
  }

  replacementCommitted(replacement: Replacement, superseded: number, outcome: ReplacementOutcome): void {
    const { turns, contextHistoryStart, isSalvaged } = outcome;
    const subject = subjectOf(replacement);
    const salvaged = isSalvaged ? ({ salvaged: true } as const) : {};
    if (!this.readsTwice) {
      this.#add({ type: 'replacement-committed', ...subject, turns, contextHistoryStart, ...salvaged });
      return;
    }
    this.#add({ type: 'history-replaced', ...subject, superseded, turns, contextHistoryStart, ...salvaged });
    const { startRecord, start, chunks } = replacement;
    this.#replay = { startRecord, start, chunks, turns, isSalvaged };
  }

  replacementDropped(replacement: Replacement, cause: 'end-of-log' | 'damaged'): void {
    const truncateFrom = cause === 'end-of-log' ? replacement.startRecord.offset : null;
    this.#add({
      type: 'replacement-torn',
      ...subjectOf(replacement),
      turns: this.#standing,
      cause,
      truncateFrom,
    });
  }
}

/** A turn of a state document as a {@link Turn}. */
export function buildReplacementTurn({ inDocument, chunk }: ReplacementTurn, index: number): Turn {
  const { offset, length } = inDocument;
  const source = { seq: chunk.seq, offset: chunk.offset, length: chunk.length, document: { offset, length } };
  return buildTurn(inDocument.turn, { index, timeMs: null, language: null, usage: null, source });
}

function subjectOf({ start, startRecord }: Replacement) {
  return { replacementId: start.replacement_id, reason: start.reason, source: sourceOf(startRecord) };
}

function sourceOf({ seq, offset, length }: EventRecord): TurnSource {
  return { seq, offset, length };
}
