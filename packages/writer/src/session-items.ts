import type { SessionContent, SessionItem } from './dialect.js';

/** The items of a session one by one. */
export async function* itemsOf({ items }: Pick<SessionContent, 'items'>): AsyncGenerator<SessionItem, void, undefined> {
  for await (const entry of items) {
    if (isBatch(entry)) yield* entry;
    else yield entry;
  }
}

function isBatch(entry: SessionItem | readonly SessionItem[]): entry is readonly SessionItem[] {
  return Array.isArray(entry);
}
