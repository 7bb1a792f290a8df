import type { HistoryTurn } from '@fxlog/format';
import { LogError } from '@fxlog/reader';
import { eventLogTurn } from '../dialects/event-log-v1/native.js';
import type { Compaction, HistoryEntry, Turn } from '../turn.js';
import type { TurnItem } from '../turn-item.js';

/** Everything a generator of batches gives, flattened, and the fault that ended it. */
export async function collect(
  batches: AsyncIterable<TurnItem[]>,
): Promise<{ items: TurnItem[]; fault: LogError | null }> {
  const items: TurnItem[] = [];
  try {
    for await (const batch of batches) items.push(...batch);
    return { items, fault: null };
  } catch (error) {
    if (error instanceof LogError) return { items, fault: error };
    throw error;
  }
}

/** The history that stands after these items, as their marks say. */
export function standingEntries(items: readonly TurnItem[]): HistoryEntry[] {
  let entries: HistoryEntry[] = [];
  let provisional: HistoryEntry[] | null = null;
  for (const item of items) {
    switch (item.type) {
      case 'turn':
      case 'compaction': {
        const { provisional: isProvisional, ...entry } = item;
        (isProvisional === true ? (provisional ?? entries) : entries).push(entry);
        break;
      }
      case 'history-replaced':
        if (item.provisional === true) provisional = [];
        else entries = [];
        break;
      case 'replacement-committed':
        entries = provisional ?? [];
        provisional = null;
        break;
      case 'replacement-torn':
        provisional = null;
        break;
    }
  }
  return entries;
}

/** What turns and compactions have in common. */
export function bodyOf(entry: HistoryEntry): Turn | Compaction {
  return entry.type === 'turn' ? entry.turn : entry.compaction;
}

/** fx's own turns. */
export function nativeTurns(entries: readonly HistoryEntry[]): HistoryTurn[] {
  return entries.map((entry) => eventLogTurn(bodyOf(entry).native));
}

/** What the user said, turn for turn; null for a compaction. */
export function textsOf(entries: readonly HistoryEntry[]): unknown[] {
  return entries.map((entry) => (entry.type === 'turn' ? entry.turn.user.text : null));
}
