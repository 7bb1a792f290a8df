import { type EventRecord, LogError, type ResumeToken, type Source } from '@fxlog/reader';
import { DialectFold } from './dialect-fold.js';
import type { Fold, FoldOptions, FoldOutcome } from './fold.js';
import { type FoldLogOptions, isSeekable, nameOf, toFoldStart, tokenOf } from './fold-log-options.js';
import { readRecords } from './read-records.js';
import { TurnCollector } from './turn-collector.js';
import type { TurnItem } from './turn-item.js';

/** What a whole log folds to. */
export interface AssembleResult extends FoldOutcome {
  /** Where folding can be taken up when the log has grown: give it as `start`. Null where no session begins in the log. */
  readonly token: ResumeToken | null;
}

/** Options of {@link assembleTurns}. */
export interface AssembleOptions extends FoldLogOptions {
  /**
   * Whether the turns of a state replacement come at once, marked provisional, or in a second pass once the replacement has proved valid.
   * Default: the second pass where the source can be read twice (a path, a file URL, an open file, bytes), else provisional.
   */
  readonly replacements?: 'provisional' | 'second-pass' | undefined;
  /**
   * Called for every event after it was folded, for those who want more than turns. The record is valid during the call; `keep()` lets it outlive
   * that. With `fold.state` the state at this place can be had, without its history.
   */
  readonly onEvent?: ((record: EventRecord, fold: Fold) => void) | undefined;
}

/**
 * The turns of a log, and the compactions between them, in batches as they are committed. No more than a batch of them is held at a time.
 *
 * When fx has replaced the state, a `history-replaced` says that all turns so far are superseded; the new history follows (design of the
 * marks: {@link TurnItem}). Who wants a conversation without such marks takes {@link readConversation}. The generator's return value says what the
 * log folds to.
 *
 * @throws LogError strictly, for the first fault, after the items before it.
 * @throws SourceError when the bytes cannot be read.
 *
 * @example
 * for await (const items of assembleTurns('events.jsonl')) {
 *   for (const item of items) if (item.type === 'turn') console.log(item.turn.index, item.turn.end.kind);
 * }
 */
export async function* assembleTurns(
  source: Source,
  options: AssembleOptions = {},
): AsyncGenerator<TurnItem[], AssembleResult, undefined> {
  const { replacements = isSeekable(source) ? 'second-pass' : 'provisional', onEvent, ...rest } = options;
  const { read, start } = toFoldStart(rest);
  const collector = new TurnCollector(replacements === 'second-pass');
  const { mode, onFinding, requireNoTorn, readBlob, maxFrameBytes, signal, file = nameOf(source) } = options;
  const fold = new DialectFold({ mode, onFinding, file, requireNoTorn, readBlob, sink: collector, start });
  let failure: unknown = null;
  try {
    for await (const records of readRecords(source, read, start)) {
      for (const record of records) {
        fold.apply(record);
        onEvent?.(record, fold);
        if (!collector.awaitsReplay) continue;
        yield collector.takeItems();
        const { replacement, isSalvaged } = collector.takeReplay();
        yield* replacement.readAgain(source, { mode, maxFrameBytes, signal, file }, isSalvaged);
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
  const result = endFold(fold);
  const last = collector.takeItems();
  if (last.length > 0) yield last;
  return result;
}

/**
 * Folds a log of whatever format without building its turns: what it folds to, and whether every rule is kept.
 *
 * @param options with `sink`, which is told of every entry
 * @throws LogError strictly, for the first fault.
 * @throws SourceError when the bytes cannot be read.
 */
export async function foldLog(
  source: Source,
  options: FoldLogOptions & Pick<FoldOptions, 'sink'> = {},
): Promise<AssembleResult> {
  const { read, start } = toFoldStart(options);
  const { mode, onFinding, requireNoTorn, readBlob, sink, file = nameOf(source) } = options;
  const fold = new DialectFold({ mode, onFinding, requireNoTorn, readBlob, file, sink, start });
  try {
    for await (const records of readRecords(source, read, start)) {
      for (const record of records) fold.apply(record);
      fold.keepRecords();
    }
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    fold.fail(error);
  }
  return endFold(fold);
}

/** Ends a fold and says what came of it. */
export function endFold(fold: Fold): AssembleResult {
  const outcome = fold.end();
  const { safePoint } = fold;
  return { ...outcome, token: safePoint === null ? null : tokenOf(safePoint) };
}
