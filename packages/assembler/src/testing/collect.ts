import { LogError } from '@fxlog/reader';
import type { Turn } from '../turn.js';
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
export function standingTurns(items: readonly TurnItem[]): Turn[] {
  let turns: Turn[] = [];
  let provisional: Turn[] | null = null;
  for (const item of items) {
    switch (item.type) {
      case 'turn':
        (item.provisional === true ? (provisional ?? turns) : turns).push(item.turn);
        break;
      case 'history-replaced':
        if (item.provisional === true) provisional = [];
        else turns = [];
        break;
      case 'replacement-committed':
        turns = provisional ?? [];
        provisional = null;
        break;
      case 'replacement-torn':
        provisional = null;
        break;
    }
  }
  return turns;
}
