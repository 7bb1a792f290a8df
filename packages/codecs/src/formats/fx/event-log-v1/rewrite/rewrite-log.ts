import { eventLogV1, type HistoryTurn, type LogEvent, type StateDocument, StateDocumentReader } from '@fxlog/format';
import { frameOf } from '@fxlog/format/internal';
import type { EventRecord } from '@fxlog/reader';
import type { EventDraft, LogItem, SessionFile } from '@fxlog/writer';
import type { AttachmentReader, ReplacementDraft } from '@fxlog/writer/internal';
import type { ReadAttachment } from '../../../../codec.js';
import { rewriteUsage } from '../../rewrite/rewrite-usage.js';
import type { TextRewriter } from '../../rewrite/text-rewriter.js';
import { LogFiles } from './log-files.js';
import { rewriteState } from './rewrite-state.js';
import { TurnRewriter } from './rewrite-turn.js';

/** A log with other text, as `writeSession` of `@fxlog/writer` takes it. */
export interface RewrittenLog {
  /** One item for an event, one for a replacement; can be walked once. */
  readonly items: AsyncIterable<readonly LogItem[]>;
  readonly readAttachment: AttachmentReader;
  /** Hands out, and forgets, the files that were not asked for so far. */
  readonly lateFiles: () => readonly SessionFile[];
}

/**
 * Events of fx with other text: the same events in the same order at the same times, under new identifiers, and the files that they name. A state
 * that replaces the history is held in memory as a whole; one that was never committed is left out, as fx leaves it out.
 *
 * @param records the committed events of a log, from its first
 * @param readAttachment gives the files beside the log
 */
export function rewriteLog(
  records: AsyncIterable<readonly EventRecord[]>,
  rewriter: TextRewriter,
  readAttachment: ReadAttachment,
): RewrittenLog {
  const files = new LogFiles(readAttachment, rewriter);
  const turns = new TurnRewriter(rewriter, files);
  return {
    items: rewriteEvents(records, rewriter, turns),
    readAttachment: files.readAttachment,
    lateFiles: () => files.lateFiles(),
  };
}

async function* rewriteEvents(
  records: AsyncIterable<readonly EventRecord[]>,
  rewriter: TextRewriter,
  turns: TurnRewriter,
): AsyncGenerator<readonly LogItem[], void, undefined> {
  let replacement: Replacement | null = null;
  for await (const batch of records) {
    for (const { checked } of batch) {
      const { event } = frameOf(eventLogV1, checked);
      switch (event.kind) {
        case 'state_replacement_started':
          replacement = new Replacement(event.payload.reason);
          break;
        case 'state_replacement_chunk':
          replacement?.push(event.payload.base64);
          break;
        case 'state_replacement_committed':
          if (replacement !== null) {
            const { state, reason } = replacement.end();
            const changed = await rewriteState(state, rewriter, turns);
            yield [{ replacement: changed, reason } satisfies ReplacementDraft];
          }
          replacement = null;
          break;
        default:
          yield [await rewriteEvent(event, rewriter, turns)];
      }
    }
  }
}

type PlainEvent = Exclude<LogEvent, { kind: `state_replacement_${string}` }>;

async function rewriteEvent(event: PlainEvent, rewriter: TextRewriter, turns: TurnRewriter): Promise<EventDraft> {
  const { timestamp_ms } = event;
  switch (event.kind) {
    case 'session_started': {
      const { payload } = event;
      return {
        kind: event.kind,
        timestamp_ms,
        payload: {
          ...payload,
          id: rewriter.sessionId(payload.id),
          origin_workspace_root: rewriter.path(payload.origin_workspace_root),
          workspace_root: rewriter.path(payload.workspace_root),
          preferences: { ...payload.preferences, model: rewriter.model(payload.preferences.model) },
          ...(payload.usage === undefined ? {} : { usage: rewriteUsage(payload.usage, rewriter) }),
        },
      };
    }
    case 'workspace_rebound': {
      const { previous_workspace_root: from, workspace_root: to } = event.payload;
      const payload = { previous_workspace_root: rewriter.path(from), workspace_root: rewriter.path(to) };
      return { kind: event.kind, timestamp_ms, payload };
    }
    case 'history_turn_committed': {
      const { work_id, turn, ...rest } = event.payload;
      const payload = {
        ...rest,
        turn: await turns.turn(turn),
        ...(work_id === undefined ? {} : { work_id: rewriter.id(work_id) }),
      };
      return { kind: event.kind, timestamp_ms, payload };
    }
    case 'usage_checkpointed':
      return { kind: event.kind, timestamp_ms, payload: { usage: rewriteUsage(event.payload.usage, rewriter) } };
    case 'recovery_checkpoint_set':
      return {
        kind: event.kind,
        timestamp_ms,
        payload: { checkpoint: await turns.checkpoint(event.payload.checkpoint) },
      };
    case 'preferences_changed':
      return { kind: event.kind, timestamp_ms, payload: rewritePreferences(event.payload, rewriter) };
    case 'recovery_checkpoint_cleared':
      return { kind: event.kind, timestamp_ms, payload: event.payload };
  }
}

function rewritePreferences<T extends { readonly model?: string }>(changed: T, rewriter: TextRewriter): T {
  return changed.model === undefined ? changed : { ...changed, model: rewriter.model(changed.model) };
}

/** The state that comes in the frames of a replacement (event-log §3.12, §5.4). */
class Replacement {
  readonly #turns: HistoryTurn[] = [];
  readonly #reader = new StateDocumentReader(({ turn }) => this.#turns.push(turn));

  constructor(readonly reason: ReplacementDraft['reason']) {}

  push(base64: string): void {
    this.#reader.push(Buffer.from(base64, 'base64'));
  }

  end(): { readonly state: StateDocument; readonly reason: ReplacementDraft['reason'] } {
    return { state: { ...this.#reader.end(), history: this.#turns }, reason: this.reason };
  }
}
