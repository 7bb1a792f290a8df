import type { Compaction, Turn, TurnItem } from '@fxlog/assembler';
import { eventLogTurn } from '@fxlog/assembler/internal';
import {
  eventLogV1,
  type HistoryTurn,
  type Int64,
  type LogEvent,
  type StateDocument,
  type Uint64,
} from '@fxlog/format';
import { type EventLogFrame, frameOf, type Preferences, type UsageSnapshot } from '@fxlog/format/internal';
import type { EventRecord } from '@fxlog/reader';
import { WriteError } from '../../write-error.js';

/** Why a whole state is written (event-log §3.12). */
export type ReplacementReason = Extract<LogEvent, { kind: 'state_replacement_started' }>['payload']['reason'];

/** What a log is made of besides its events: who the session is. Left out, a value gets the default that fx itself uses. */
export interface SessionHeader {
  /** Session id, 1 to 255 of `A–Z a–z 0–9 . _ -`. Default: a new one of the shape fx makes. */
  readonly id?: string;
  /** Milliseconds since the epoch. Default: now. */
  readonly created_at_ms?: Int64;
  /** Absolute path of the folder fx is started in, without a trailing slash, so that the session is listed there. */
  readonly workspace_root: string;
  /** Default: `workspace_root`. */
  readonly origin_workspace_root?: string;
  /** Default `und`. */
  readonly conversation_language?: string;
  /** Effort defaults to `auto`, fast mode to off, the provider to `gateway`. */
  readonly preferences: Pick<Preferences, 'model'> & Partial<Preferences>;
  readonly usage?: UsageSnapshot;
}

/** An event to be written. Where it carries its own time or id, they are kept; `seq` and generation are always the log's. */
export type EventDraft = {
  [K in LogEvent['kind']]: {
    readonly kind: K;
    readonly payload: Extract<LogEvent, { kind: K }>['payload'];
    /** Milliseconds since the epoch. Default: now. */
    readonly timestamp_ms?: Int64;
    /** 32 lower-case hex digits. Default: a new one. */
    readonly event_id?: string;
  };
}[LogEvent['kind']];

/** A turn together with what its event says besides it (event-log §3.7). */
export interface TurnDraft {
  readonly turn: HistoryTurn;
  /** Milliseconds since the epoch. Default: now. */
  readonly timestamp_ms?: Int64;
  /** Default: as before. */
  readonly conversation_language?: string;
  /** New total of the session, not what this turn added. Default: as before. */
  readonly total_input_tokens?: Uint64;
  readonly total_output_tokens?: Uint64;
  /** Default: the turn's own. */
  readonly work_id?: string;
}

/** A whole state to be written as one replacement transaction (event-log §4.4). Its `updated_at_ms` is the time of the frames. */
export interface ReplacementDraft {
  readonly replacement: StateDocument;
  readonly reason: ReplacementReason;
}

/**
 * A whole frame of another log, LF included, to be written byte for byte: its `seq` must be the one that is due, its generation that of
 * the log. Nothing of it is lost that encoding anew would leave out (event-log §4.3), and no file is asked for.
 */
export interface RawFrame {
  readonly rawFrame: Uint8Array;
  /** What strict reading has made of these very bytes, which are not checked once more then. */
  readonly checked?: EventLogFrame;
}

/** Whether an item is a frame that is to be copied. */
export function isRawFrame(item: LogItem): item is RawFrame {
  return typeof item === 'object' && item !== null && 'rawFrame' in item;
}

/** The frame of an event that was read strictly, as it is. */
export function rawFrameOf({ bytes, checked }: EventRecord<EventLogFrame>): RawFrame {
  return { rawFrame: bytes, checked };
}

/**
 * What can be written to a log: a turn or compaction (fx's own object, or the neutral one, of which `native` is written), a turn with what goes around
 * it, an event with or without identifiers of its own, a frame as it is, or a whole state. Of the items of a turn stream only turns that stand can be
 * written; where the history was replaced, what it was replaced with is to be given instead.
 */
export type LogItem =
  | HistoryTurn
  | Turn
  | Compaction
  | TurnItem
  | TurnDraft
  | EventDraft
  | EventRecord
  | ReplacementDraft
  | RawFrame;

/** The same in three shapes, so that the rest need not know all of them. */
export type ParsedItem =
  | { readonly type: 'event'; readonly event: EventDraft }
  | { readonly type: 'raw'; readonly frame: RawFrame }
  | { readonly type: 'turn'; readonly draft: TurnDraft }
  | { readonly type: 'replacement'; readonly draft: ReplacementDraft };

/** Tells the items apart by the keys that only one of them has. */
export function parseItem(item: LogItem): ParsedItem {
  if ('replacement' in item) return { type: 'replacement', draft: item };
  if ('rawFrame' in item) return { type: 'raw', frame: item };
  if ('payload' in item) return { type: 'event', event: item };
  if ('event' in item) return { type: 'event', event: frameOf(eventLogV1, item.checked).event };
  if ('native' in item) return { type: 'turn', draft: draftOf(item) };
  if ('type' in item) {
    if (item.type === 'turn' && item.provisional !== true) return { type: 'turn', draft: draftOf(item.turn) };
    if (item.type === 'compaction' && item.provisional !== true)
      return { type: 'turn', draft: draftOf(item.compaction) };
    throw new WriteError({
      rule: 'write/history-replaced',
      message: 'The history was replaced in the log these turns come from; write its final history, or its events.',
    });
  }
  if ('turn' in item) return { type: 'turn', draft: item };
  return { type: 'turn', draft: { turn: item } };
}

function draftOf({ native, timeMs, language, usage }: Turn | Compaction): TurnDraft {
  return {
    turn: eventLogTurn(native),
    ...(timeMs === null ? {} : { timestamp_ms: timeMs }),
    ...(language === null ? {} : { conversation_language: language }),
    ...(usage === null
      ? {}
      : { total_input_tokens: usage.totalInputTokens, total_output_tokens: usage.totalOutputTokens }),
  };
}
