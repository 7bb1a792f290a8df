import { LogError, type Source } from '@fxlog/reader';
import { type AssembleResult, endFold } from '../assemble-turns.js';
import { DialectFold } from '../dialect-fold.js';
import { type FoldLogOptions, nameOf, toFoldStart, turnBeside } from '../fold-log-options.js';
import { readRecords } from '../read-records.js';
import type { ConversationItem, FollowedItem } from './conversation-item.js';
import { ConversationWalk, type HistoryView } from './conversation-walk.js';
import { type FollowSettings, followConversation } from './follow-conversation.js';
import { type ConversationOutline, lookAhead, outlineConversation } from './outline.js';
import type { ConversationWatch } from './watch.js';

/** Options of {@link readConversation}. */
export interface ConversationOptions extends FoldLogOptions {
  /**
   * `standing` (the default): the history as the log leaves it. `archive`: every turn of the log, once, whatever took its place later; summaries of
   * turns that are there are left out.
   */
  readonly view?: HistoryView | undefined;
  /**
   * What {@link outlineConversation} found, where it was asked before. It told `onFinding` and `watch` what there is to tell, so that they are not
   * told again here.
   */
  readonly outline?: ConversationOutline | undefined;
  /**
   * For who writes the conversation anew: the entries of a replacement get back what it does not repeat (time, language, totals, model) from equal
   * entries that it supersedes, and the beginning says where the session ended up. It costs a digest for every superseded entry, and memory for
   * as many. Default false.
   */
  readonly recall?: boolean | undefined;
  /**
   * For who wants the end of the history that stands: entries before this index are passed over, and not built. It takes an outline. Default 0.
   */
  readonly from?: number | undefined;
  readonly watch?: ConversationWatch | undefined;
}

/**
 * The conversation that a log holds, in batches: the one owner of which turns of it stand. No more than a batch is held at a time.
 *
 * Where the history was replaced, the log is read twice: once to learn which replacements stand, and then from the last of them on, so that
 * nothing that is superseded is ever built or given. The generator's return value says what the log folds to.
 *
 * With `follow` the log, then a path, goes on being read as it grows, until the signal is aborted, which ends the loop without an error.
 *
 * @param source one that can be read again: a path, a file URL, an open file, bytes, or an array of chunks
 * @throws LogError strictly, for the first fault, after the items before it.
 * @throws SourceError when the bytes cannot be read, or not twice.
 *
 * @example
 * for await (const items of readConversation('events.jsonl')) {
 *   for (const item of items) if (item.type === 'turn') console.log(item.turn.index, item.turn.end.kind);
 * }
 */
export function readConversation(
  path: string,
  options: ConversationOptions & { readonly follow: FollowSettings | true },
): AsyncGenerator<FollowedItem[], undefined, undefined>;
export function readConversation(
  source: Source,
  options?: ConversationOptions,
): AsyncGenerator<ConversationItem[], AssembleResult, undefined>;
export function readConversation(
  source: Source,
  options: ConversationOptions & { readonly follow?: FollowSettings | true } = {},
): AsyncGenerator<FollowedItem[], AssembleResult | undefined, undefined> {
  const { follow, ...rest } = options;
  if (follow === undefined) return readOnce(source, rest);
  if (typeof source !== 'string') throw new TypeError('Only a path can be followed.');
  return followConversation(source, follow === true ? {} : follow, rest);
}

async function* readOnce(
  source: Source,
  { view = 'standing', outline: given, recall = false, from = 0, watch, ...options }: ConversationOptions,
): AsyncGenerator<ConversationItem[], AssembleResult, undefined> {
  const { mode, requireNoTorn, readBlob, maxFrameBytes, signal, file = nameOf(source) } = options;
  // Only where all of the log is read again its second reading can tell what there is to tell.
  const readsAll = view === 'archive' || recall;
  let outline = given ?? null;
  if (outline === null) {
    const { mayReplace, mayMove } = await lookAhead(source, options);
    if (mayReplace || (recall && mayMove)) {
      outline = await outlineConversation(
        source,
        readsAll ? { ...options, onFinding: undefined } : { ...options, watch },
      );
    }
  }
  const isTold = given !== undefined || (outline !== null && !readsAll);
  const onFinding = isTold ? undefined : options.onFinding;
  const entrance = readsAll ? null : (outline?.entrance ?? null);
  const { read, start: origin } = toFoldStart({ ...options, onFinding });
  const start = entrance?.place ?? origin;
  const walk = new ConversationWalk({ view, outline, recall, from, start, watch: isTold ? undefined : watch });
  const fold = new DialectFold({ mode, onFinding, file, requireNoTorn, readBlob, sink: walk, start });
  if (entrance?.replaced) {
    const { replacement, superseded } = entrance.replaced;
    for await (const entries of replacement.readAgain(source, { mode, maxFrameBytes, signal, file }, false)) {
      walk.giveReplaced(entries);
      yield walk.take();
    }
    walk.endReplaced(replacement, superseded);
  }
  let failure: LogError | null = null;
  try {
    for await (const records of readRecords(source, read, start)) {
      for (const record of records) fold.apply(record);
      fold.keepRecords();
      const items = walk.take();
      if (items.length > 0) yield items;
    }
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    failure = error;
  }
  // What came before the fault comes first.
  const before = walk.take();
  if (before.length > 0) yield before;
  if (failure !== null) fold.fail(failure);
  const result = endFold(fold);
  const last = walk.end(turnBeside(options, result, onFinding));
  if (last.length > 0) yield last;
  return result;
}
