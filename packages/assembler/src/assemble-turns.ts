import { type EventRecord, LogError, readEvents, type Source } from '@fxlog/reader';
import { type FoldLogOptions, toReadOptions } from './dialects/event-log-v1/fold-options.js';
import { LogFold } from './dialects/event-log-v1/log-fold.js';
import {
  type LenientReduceResult,
  nameOf,
  type ReduceResult,
  toReduceResult,
} from './dialects/event-log-v1/reduce-log.js';
import { replayTurns } from './dialects/event-log-v1/replay-turns.js';
import { TurnCollector } from './turn-collector.js';
import type { TurnItem } from './turn-item.js';

export interface AssembleOptions extends FoldLogOptions {
  /**
   * Whether the turns of a state replacement come at once, marked provisional, or in a second pass once the replacement has proved valid.
   * Default: the second pass where the source can be read twice (a path, a file URL, an open file, bytes), else provisional.
   */
  readonly replacements?: 'provisional' | 'second-pass' | undefined;
  /**
   * Called for every event after it was folded, for those who want more than turns. The record is valid during the call; `keep()` lets it outlive
   * that. With `fold.position` the state at this place can be had, without its history.
   */
  readonly onEvent?: ((record: EventRecord, fold: LogFold) => void) | undefined;
}

/**
 * The turns of a log, in batches, as they are committed. No more than a batch of them is held at a time.
 *
 * When fx has replaced the state, a `history-replaced` says that all turns so far are superseded; the new history follows (design of the
 * marks: {@link TurnItem}). The generator's return value is what {@link reduceLog} gives without the history.
 *
 * @throws LogError strictly, for the first fault, after the items before it.
 * @throws SourceError when the bytes cannot be had.
 *
 * @example
 * for await (const items of assembleTurns('events.jsonl')) {
 *   for (const item of items) if (item.type === 'turn') console.log(item.turn.index, item.turn.kind);
 * }
 */
export async function* assembleTurns(
  source: Source,
  options: AssembleOptions = {},
): AsyncGenerator<TurnItem[], ReduceResult | LenientReduceResult, undefined> {
  const { replacements = isRepeatable(source) ? 'second-pass' : 'provisional', onEvent, ...rest } = options;
  const { read, start } = toReadOptions(rest);
  const collector = new TurnCollector(replacements === 'second-pass');
  const file = options.file ?? nameOf(source);
  const fold = new LogFold({
    mode: options.mode,
    onFinding: options.onFinding,
    file,
    keepHistory: false,
    requireNoTorn: options.requireNoTorn,
    sink: collector,
    start,
  });
  let failure: unknown = null;
  try {
    for await (const records of readEvents(source, { ...read, reuseChunks: true })) {
      for (const record of records) {
        fold.apply(record);
        onEvent?.(record, fold);
        if (!collector.awaitsReplay) continue;
        yield collector.takeItems();
        const { mode, maxFrameBytes, signal } = options;
        yield* replayTurns(source, collector.takeReplay(), { mode, maxFrameBytes, signal, file });
      }
      fold.keepRecords();
      const items = collector.takeItems();
      if (items.length > 0) yield items;
    }
  } catch (error) {
    failure = error;
  }
  // What came before the fault comes first.
  const before = collector.takeItems();
  if (before.length > 0) yield before;
  if (failure !== null) {
    if (!(failure instanceof LogError)) throw failure;
    fold.fail(failure);
  }
  const result = toReduceResult(fold);
  const last = collector.takeItems();
  if (last.length > 0) yield last;
  return result;
}

/** Whether the same bytes can be read again. */
function isRepeatable(source: Source): boolean {
  if (typeof source === 'string' || source instanceof URL || source instanceof Uint8Array) return true;
  return 'fd' in source && 'stat' in source && 'read' in source;
}
