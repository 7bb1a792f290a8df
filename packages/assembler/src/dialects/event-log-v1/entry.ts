import { createHash } from 'node:crypto';
import type { HistoryTurn } from '@fxlog/format';
import { stateTurn } from '@fxlog/format/internal';
import type { EntryFacts, FoldedEntry } from '../../fold.js';
import type { HistoryEntry, TurnSource } from '../../turn.js';
import { buildEntry } from './build-turn.js';
import type { FoldRecord } from './fold-record.js';
import { type PayloadOf, payloadOf, turnOf } from './folded-state.js';
import type { EventLogTurn } from './native.js';
import type { ReplacementTurn } from './replacement.js';

/** A turn of fx's that is built, and made neutral, when it is asked for. */
abstract class EventLogEntry implements FoldedEntry {
  abstract readonly source: TurnSource;
  abstract readonly facts: EntryFacts | null;
  abstract readonly raw: HistoryTurn;

  constructor(readonly index: number) {}

  get isCompaction(): boolean {
    return this.raw.kind === 'compacted_summary';
  }

  build(facts: EntryFacts | null = this.facts): HistoryEntry {
    return buildEntry(this.raw, this.index, this.source, facts);
  }

  native(): EventLogTurn {
    return { dialect: 'event-log-v1', turn: this.raw };
  }

  digest(): string {
    return createHash('sha256').update(stateTurn(this.raw)).digest('base64');
  }
}

/** A turn with an event of its own. */
export class CommittedEntry extends EventLogEntry {
  readonly #record: FoldRecord;
  #raw: HistoryTurn | null = null;

  constructor(index: number, record: FoldRecord) {
    super(index);
    this.#record = record;
  }

  get #payload(): PayloadOf<'history_turn_committed'> {
    return payloadOf(this.#record, 'history_turn_committed');
  }

  get raw(): HistoryTurn {
    this.#raw ??= turnOf(this.#payload);
    return this.#raw;
  }

  get recognisedBytes(): Uint8Array | null {
    return this.#record.checked.recognisedBytes;
  }

  get source(): TurnSource {
    return sourceOf(this.#record);
  }

  get facts(): EntryFacts {
    const { conversation_language, total_input_tokens, total_output_tokens } = this.#payload;
    return {
      timeMs: this.#record.timestampMs,
      language: conversation_language,
      usage: { totalInputTokens: total_input_tokens, totalOutputTokens: total_output_tokens },
    };
  }
}

/** A turn of a state document. It is decoded when it is first looked at. */
export class DocumentEntry extends EventLogEntry {
  readonly facts = null;
  #raw: HistoryTurn | null = null;

  readonly #turn: ReplacementTurn;

  constructor(index: number, turn: ReplacementTurn) {
    super(index);
    this.#turn = turn;
  }

  get raw(): HistoryTurn {
    this.#raw ??= this.#turn.inDocument.turn;
    return this.#raw;
  }

  get source(): TurnSource {
    const { inDocument, chunk } = this.#turn;
    const { seq, offset, length } = chunk;
    return { seq, offset, length, document: { offset: inDocument.offset, length: inDocument.length } };
  }
}

/** The place of a frame. */
export function sourceOf({ seq, offset, length }: FoldRecord): TurnSource {
  return { seq, offset, length };
}
