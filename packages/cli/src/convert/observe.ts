import type { TranscriptItem, TranscriptMeta } from '@fxlog/codecs';
import type { ItemBatches } from '@fxlog/codecs/internal';

/** What went by on the way from a source to its target. */
export class Observed {
  meta: TranscriptMeta | null = null;
  messages = 0;

  /** The stage that looks. */
  readonly stage = (items: ItemBatches): ItemBatches => this.#watch(items);

  async *#watch(items: ItemBatches): AsyncGenerator<readonly TranscriptItem[], void, undefined> {
    for await (const batch of items) {
      for (const item of batch) {
        if (item.type === 'meta') this.meta = item.meta;
        else this.messages++;
      }
      yield batch;
    }
  }
}
