import type { ItemBatches } from './codec.js';
import type { ReportLoss } from './loss.js';
import type { MessageItem, TranscriptItem } from './model/transcript.js';

/** What a stage gets from its caller. */
export interface StageContext {
  readonly report: ReportLoss;
  readonly signal?: AbortSignal | undefined;
}

/** Something that happens to a transcript between decoding and encoding. It keeps the order: the meta once, then messages. */
export type Stage = (items: ItemBatches, context: StageContext) => ItemBatches;

/**
 * A stage that looks at each message alone.
 *
 * @param change gives the message that takes its place, the same one where nothing changes, or null to leave it out. `index` counts
 *   the messages that came in.
 */
export function messageStage(
  change: (item: MessageItem, index: number, context: StageContext) => MessageItem | null,
): Stage {
  return async function* (items, context) {
    let index = 0;
    for await (const batch of items) {
      const changed: TranscriptItem[] = [];
      for (const item of batch) {
        const next = item.type === 'message' ? change(item, index++, context) : item;
        if (next !== null) changed.push(next);
      }
      if (changed.length > 0) yield changed;
    }
  };
}
