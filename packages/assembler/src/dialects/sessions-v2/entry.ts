import { createHash } from 'node:crypto';
import type { EntryFacts, FoldedEntry } from '../../fold.js';
import type { HistoryEntry, TurnSource } from '../../turn.js';
import { buildConversationTurn, buildRunningTurn } from '../conversation-log/build-turn.js';
import type { ConversationCompaction } from '../conversation-log/conversation-fold.js';
import type { ConversationTurn } from '../conversation-log/conversation-turn.js';
import type { HistoryPlace, RunningTurn } from './history.js';
import type { SessionsV2Turn } from './native.js';

/** Something that is shown of a session; it is made neutral when it is asked for. */
export class SessionEntry implements FoldedEntry {
  readonly index: number;
  readonly facts: EntryFacts;
  readonly source: TurnSource;
  readonly #place: HistoryPlace;
  readonly #shown: ConversationTurn | ConversationCompaction | RunningTurn;

  constructor(
    index: number,
    shown: ConversationTurn | ConversationCompaction | RunningTurn,
    place: HistoryPlace,
    language: string | null,
  ) {
    const { seq, offset, length } = place;
    this.index = index;
    this.source = { seq, offset, length };
    this.#place = place;
    this.#shown = shown;
    // The totals of a session are kept by a setting of its own, and not per turn.
    this.facts = { timeMs: place.endedMs, language, usage: null };
  }

  get isCompaction(): boolean {
    return 'summary' in this.#shown;
  }

  build({ timeMs, language, usage }: EntryFacts = this.facts): HistoryEntry {
    const frame = { index: this.index, timeMs, language, usage, source: this.source, native: this.native() };
    const shown = this.#shown;
    if ('summary' in shown) return { type: 'compaction', compaction: { ...shown, ...frame } };
    const content = 'pieces' in shown ? buildRunning(shown) : buildConversationTurn(shown);
    return { type: 'turn', turn: { ...content, startedMs: content.startedMs ?? this.#place.startedMs, ...frame } };
  }

  native(): SessionsV2Turn {
    const shown = this.#shown;
    if (!('pieces' in shown)) return { dialect: 'sessions-v2', turn: shown };
    const { pieces, assistant, calls } = shown;
    return { dialect: 'sessions-v2', turn: { ...pieces, assistant, calls, end: null } };
  }

  digest(): string {
    const text = JSON.stringify(this.native(), (_key, value: unknown) => {
      if (typeof value === 'bigint') return String(value);
      return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
    });
    return createHash('sha256').update(text).digest('base64');
  }
}

/** The message whose calls run is a step without results so far. */
function buildRunning({ pieces, assistant, calls }: RunningTurn) {
  const step = { assistant, calls, results: [] };
  const runs = assistant !== null || calls.length > 0;
  return buildRunningTurn(runs ? { ...pieces, steps: [...pieces.steps, step] } : pieces);
}
