import { turnOf } from '@fxlog/assembler/internal';
import {
  encodeFrame,
  encodeState,
  FrameError,
  type HistoryTurn,
  type Int64,
  type LogEvent,
  type StateDocument,
} from '@fxlog/format';
import { checkFrame, type DisplayMetadata, MAX_CHUNK_BYTES, type Preferences } from '@fxlog/format/internal';
import { encodeBase64 } from '@fxlog/json/internal';
import { sha256Hex } from '../../content-names.js';
import { type IdentifierSource, newSessionId, randomIdentifiers, seededIdentifiers } from '../../identifiers.js';
import { WriteError } from '../../write-error.js';
import { checkHeader, withItem } from './bad-value.js';
import { CopiedFrame } from './copied-frame.js';
import {
  type EventDraft,
  type LogItem,
  parseItem,
  type RawFrame,
  type ReplacementDraft,
  type SessionHeader,
  type TurnDraft,
} from './log-item.js';
import { WrittenHistory } from './written-history.js';

/** A frame as it stands in the log. */
export interface EncodedFrame {
  readonly event: LogEvent;
  /** The line, LF included. */
  readonly bytes: Uint8Array;
  /** Of the first byte, from the start of the log. */
  readonly offset: number;
  /** In bytes, LF included. */
  readonly length: number;
}

/** A position in a log: behind which frame it lies. */
export interface LogBoundary {
  readonly generation: string;
  /** `seq` of the last frame; 0 before the first. */
  readonly seq: number;
  /** Id of the last frame; empty before the first. */
  readonly eventId: string;
  /** In bytes from the start of the log. */
  readonly offset: number;
}

/** How a log is encoded. Everything is optional; by default identifiers are random and times are now. */
export interface EncodeOptions {
  /** Who the session is, where the first item is not a `session_started`. */
  readonly session?: SessionHeader;
  /** Makes every identifier that is not given a function of this text, so that the same items give the same bytes. */
  readonly seed?: string;
  /** Where identifiers come from; instead of `seed`. */
  readonly identifiers?: IdentifierSource;
  /** Generation of the log, 32 lower-case hex digits. Default: that of the first event that carries one, else a new one. */
  readonly generation?: string;
  /** `new` gives every frame a new id, even where the event carries its own. Default `keep`. */
  readonly eventIds?: 'keep' | 'new';
  /** Milliseconds since the epoch, for what carries no time. Default: the system's clock. */
  readonly clock?: () => number;
  /**
   * Keeps the turns in memory, so that one too long for a frame can be written as fx does: inside a replacement of the whole state
   * (event-log §4.4). Without it such a turn is refused and memory stays bounded. With `checkpoint` the turns are held in the form that they have in a
   * checkpoint, and no longer than they fit into one; for events alone, of which none can be too long. Default off.
   */
  readonly keepHistory?: boolean | 'checkpoint';
  /** Continues a log behind this position instead of starting one; with `state` what it folds to there, as far as it is known. */
  readonly start?: LogBoundary & { readonly state?: StateDocument };
}

/**
 * Turns, events and states → frames, one item at a time: numbers them from 1, gives them one generation and their ids, and counts
 * the bytes. What fx would refuse is refused before any byte of it is handed out.
 *
 * An event that carries its own id, time and generation comes out with them, so the logs fx wrote come out byte for byte.
 */
export class EventEncoder {
  readonly #options: EncodeOptions;
  readonly #identifiers: IdentifierSource;
  readonly #clock: () => number;
  readonly #written: WrittenHistory;
  /** Whether a whole state is being written whose commit has not been handed out. */
  #isReplacing = false;
  #generation: string | null;
  #seq: number;
  #offset: number;
  #eventId: string;
  #item = -1;

  constructor(options: EncodeOptions = {}) {
    const { start, seed } = options;
    if (options.session !== undefined) checkHeader(options.session);
    this.#options = options;
    this.#identifiers = options.identifiers ?? (seed === undefined ? randomIdentifiers() : seededIdentifiers(seed));
    this.#clock = options.clock ?? Date.now;
    this.#generation = start?.generation ?? options.generation ?? null;
    this.#seq = start?.seq ?? 0;
    this.#offset = start?.offset ?? 0;
    this.#eventId = start?.eventId ?? '';
    this.#written = new WrittenHistory(options.keepHistory ?? false, start);
  }

  /** Behind the last frame handed out. */
  get boundary(): LogBoundary {
    return { generation: this.#requireGeneration(), seq: this.#seq, eventId: this.#eventId, offset: this.#offset };
  }

  /**
   * What the log folds to so far, or null where its events do not tell (replacement frames given one by one). The history is empty
   * unless `keepHistory` is on.
   */
  get state(): StateDocument | null {
    return this.#written.state;
  }

  /**
   * The turns as a state document holds them, where they are kept for a checkpoint; null where they are not, or are too many for one.
   */
  get encodedTurns(): readonly Uint8Array[] | null {
    return this.#written.encodedTurns;
  }

  /** Makes what is still needed of copied frames outlive their bytes: to be called before a reader that reuses its chunks is asked for more. */
  keepFrames(): void {
    this.#written.keepFrames();
  }

  /** How many turns the history has so far, kept or not; only meaningful while `state` is known. */
  get historyLength(): number {
    return this.#written.turns;
  }

  /** What fx would put into `display.json` so far (session-directory §4.3); only meaningful while `state` is known. */
  get display(): DisplayMetadata | null {
    return this.#written.display();
  }

  /**
   * The frames of one item; a `session_started` comes first where `session` is to provide it. Take all of them before the next item.
   *
   * @throws WriteError naming the rule and the index of the item.
   */
  *encode(item: LogItem): Generator<EncodedFrame, void, undefined> {
    this.#item++;
    const parsed = withItem(item, this.#item, () => parseItem(item));
    if (parsed.type === 'raw') {
      yield withItem(item, this.#item, () => this.#rawFrame(parsed.frame));
      return;
    }
    if (parsed.type === 'event') {
      if (parsed.event.kind !== 'session_started') yield* this.#begin();
      else if (this.#options.session !== undefined && !this.#written.isStarted) this.#refuseTwoHeaders();
      yield withItem(item, this.#item, () => this.#frame(parsed.event));
      return;
    }
    yield* this.#begin();
    const frames = parsed.type === 'replacement' ? this.#replacement(parsed.draft) : this.#turn(parsed.draft);
    for (;;) {
      const next = withItem(item, this.#item, () => frames.next());
      if (next.done === true) return;
      yield next.value;
    }
  }

  /** What is still to be written when there are no more items: the first frame of a session without turns. */
  *end(): Generator<EncodedFrame, void, undefined> {
    yield* this.#begin();
    if (this.#isReplacing) {
      const message = 'fx would refuse this log: the replacement has no commit.';
      throw new WriteError({ rule: 'replacement/torn', message, fxError: 'InvalidSessionFormat' });
    }
    this.#written.end();
  }

  *#begin(): Generator<EncodedFrame, void, undefined> {
    const header = this.#options.session;
    if (this.#written.isStarted || header === undefined) {
      if (!this.#written.isStarted) {
        throw new WriteError({
          rule: 'log/no-start',
          message: 'A log begins with session_started; give it, or `session`.',
          fxError: 'MissingSessionStarted',
          item: this.#item,
        });
      }
      return;
    }
    const createdAt = header.created_at_ms ?? this.#clock();
    yield this.#frame({
      kind: 'session_started',
      timestamp_ms: createdAt,
      payload: {
        id: header.id ?? newSessionId(Number(createdAt), this.#identifiers),
        created_at_ms: createdAt,
        origin_workspace_root: header.origin_workspace_root ?? header.workspace_root,
        workspace_root: header.workspace_root,
        conversation_language: header.conversation_language ?? 'und',
        preferences: fillPreferences(header.preferences),
        ...(header.usage === undefined ? {} : { usage: header.usage }),
      },
    });
  }

  *#turn(draft: TurnDraft): Generator<EncodedFrame, void, undefined> {
    const { turn } = draft;
    const { state } = this.#written;
    // event-log §3.7.2: a work id inside the turn is only accepted when the event repeats it.
    const workId = draft.work_id ?? (turn.kind === 'compacted_summary' ? undefined : turn.user.work_id);
    const timestampMs = draft.timestamp_ms ?? this.#clock();
    const payload = {
      conversation_language: draft.conversation_language ?? state?.conversation_language ?? 'und',
      total_input_tokens: draft.total_input_tokens ?? state?.total_input_tokens ?? 0,
      total_output_tokens: draft.total_output_tokens ?? state?.total_output_tokens ?? 0,
      turn,
      ...(workId === undefined ? {} : { work_id: workId }),
    };
    let frame: EncodedFrame;
    try {
      frame = this.#frame({ kind: 'history_turn_committed', timestamp_ms: timestampMs, payload });
    } catch (error) {
      if (!(error instanceof WriteError) || error.fxError !== 'EventFrameTooLarge') throw error;
      if (this.#options.keepHistory !== true || state === null) throw error;
      yield* this.#replacement({ replacement: withTurn(state, payload, timestampMs), reason: 'compaction' });
      return;
    }
    yield frame;
  }

  /** event-log §4.4. The document lies in memory once; its chunks are cut and encoded as they are asked for. */
  *#replacement({ replacement, reason }: ReplacementDraft): Generator<EncodedFrame, void, undefined> {
    this.#checkIdentity(replacement);
    const document = this.#guard(() => encodeState(replacement));
    const timestamp_ms = replacement.updated_at_ms;
    const summary = {
      replacement_id: this.#identifiers.next('replacement'),
      encoded_bytes: document.length,
      sha256: sha256Hex(document),
      chunk_count: Math.ceil(document.length / MAX_CHUNK_BYTES),
    };
    const { replacement_id, ...rest } = summary;
    // Where frames of another replacement go on, the fold says what is wrong with this one.
    this.#isReplacing = !this.#written.isInReplacement;
    yield this.#frame({
      kind: 'state_replacement_started',
      timestamp_ms,
      payload: { replacement_id, reason, ...rest },
    });
    for (let index = 0; index < summary.chunk_count; index++) {
      const chunk = document.subarray(index * MAX_CHUNK_BYTES, (index + 1) * MAX_CHUNK_BYTES);
      yield this.#frame({
        kind: 'state_replacement_chunk',
        timestamp_ms,
        payload: {
          replacement_id,
          chunk_index: index,
          raw_bytes: chunk.length,
          chunk_sha256: sha256Hex(chunk),
          base64: encodeBase64(chunk),
        },
      });
    }
    yield this.#frame({ kind: 'state_replacement_committed', timestamp_ms, payload: summary });
    this.#written.replace(replacement, this.boundary);
    this.#isReplacing = false;
  }

  // event-log §5.4, step 7.
  #checkIdentity(next: StateDocument): void {
    const { state } = this.#written;
    if (state === null) return;
    for (const key of ['id', 'created_at_ms', 'origin_workspace_root', 'workspace_root'] as const) {
      if (state[key] === next[key]) continue;
      throw new WriteError({
        rule: 'replacement/identity',
        message: `A replacement may not change ${key}: it is ${state[key]} in the log and ${next[key]} in the new state.`,
        fxError: 'ImmutableSessionIdentity',
        item: this.#item,
        path: `/replacement/${key}`,
      });
    }
  }

  #frame(draft: EventDraft & { readonly log_generation?: string }): EncodedFrame {
    this.#generation ??= draft.log_generation ?? this.#identifiers.next('generation');
    const kept = this.#options.eventIds === 'new' ? undefined : draft.event_id;
    const event: LogEvent = {
      schema_version: 1,
      log_generation: this.#generation,
      seq: this.#seq + 1,
      event_id: kept ?? this.#identifiers.next('event'),
      timestamp_ms: draft.timestamp_ms ?? this.#clock(),
      // The pair comes from one member of the union, which the compiler forgets when an object is built anew.
      ...({ kind: draft.kind, payload: draft.payload } as Pick<LogEvent, 'kind' | 'payload'>),
    } as LogEvent;
    const bytes = this.#guard(() => encodeFrame(event));
    return this.#take({ event, bytes, offset: this.#offset, length: bytes.length }, event.event_id);
  }

  #rawFrame({ rawFrame: bytes, checked: known }: RawFrame): EncodedFrame {
    const checked = known ?? this.#guard(() => checkFrame(bytes, 0, bytes.length));
    const { generation, seq } = checked;
    this.#generation ??= generation;
    const due = this.#seq + 1;
    if (seq !== due || generation !== this.#generation) {
      throw new WriteError({
        rule: 'log/sequence',
        message: `The frame has seq ${seq} and generation ${generation}; ${due} and ${this.#generation} are due.`,
        fxError: seq === due ? 'GenerationChanged' : 'NonContiguousSequence',
        item: this.#item,
      });
    }
    return this.#take(new CopiedFrame(checked, bytes, this.#offset), checked.eventId);
  }

  #take(frame: EncodedFrame, eventId: string): EncodedFrame {
    // The frames of a whole state are made of that state: there is nothing to learn from them.
    if (!this.#isReplacing) this.#guard(() => this.#written.apply(frame));
    this.#seq++;
    this.#offset += frame.length;
    this.#eventId = eventId;
    return frame;
  }

  /** Adds to a refusal which item it was. */
  #guard<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof WriteError) {
        const { fxError, file, path } = error;
        throw new WriteError(
          { rule: error.rule, message: error.message, fxError, file, path, item: this.#item },
          { cause: error.cause },
        );
      }
      if (!(error instanceof FrameError)) throw error;
      const { fxError, path, rule } = error;
      throw new WriteError(
        { rule, message: `Item ${this.#item}: ${error.message}`, fxError, path, item: this.#item },
        { cause: error },
      );
    }
  }

  #requireGeneration(): string {
    this.#generation ??= this.#identifiers.next('generation');
    return this.#generation;
  }

  #refuseTwoHeaders(): never {
    throw new WriteError({
      rule: 'log/second-start',
      message: 'Both `session` and a session_started were given; one of them is enough.',
      fxError: 'ImmutableSessionIdentity',
      item: this.#item,
    });
  }
}

/** Preferences with fx's own defaults for what is not stated. */
export function fillPreferences(preferences: SessionHeader['preferences']): Preferences {
  return {
    model: preferences.model,
    effort: preferences.effort ?? 'auto',
    fast_mode: preferences.fast_mode ?? false,
    provider: preferences.provider ?? 'gateway',
  };
}

function withTurn(
  state: StateDocument,
  payload: { readonly turn: HistoryTurn; readonly work_id?: string } & Pick<
    StateDocument,
    'conversation_language' | 'total_input_tokens' | 'total_output_tokens'
  >,
  timestampMs: Int64,
): StateDocument {
  const { turn, work_id: workId, ...totals } = payload;
  const { recovery_checkpoint: _dropped, ...kept } = state;
  return {
    ...kept,
    ...totals,
    updated_at_ms: timestampMs,
    history: [...state.history, turnOf(payload)],
    ...(workId === undefined ? {} : { last_subagent_work_id: workId }),
  };
}
