import type { Compaction, HistoryEntry, Turn } from '@fxlog/assembler';
import type { JsonObject } from '@fxlog/json';
import { durableToJson } from '../output/durable-json.js';
import { isoTime } from '../output/measures.js';

/** Version of the shape of turns and compactions below; it grows when a key changes its meaning or goes. */
const VERSION = 1;

/** The documented JSON shape of a turn or a compaction in `show` and `tail`: where it is, when it was, what it holds, and fx's own object. */
export function entryToJson(entry: HistoryEntry): JsonObject {
  if (entry.type === 'compaction') {
    const { summary, removedTurns, compactions } = entry.compaction;
    const compaction = durableToJson({ summary, removedTurns, compactions });
    return { kind: 'compaction', ...placeOf(entry.compaction), compaction, native: nativeOf(entry.compaction) };
  }
  const { user, steps, steering, end, files, startedMs, language } = entry.turn;
  const turn = durableToJson({ user, steps, steering, end, files, startedMs, language });
  return { kind: 'turn', ...placeOf(entry.turn), turn, native: nativeOf(entry.turn) };
}

function placeOf({ index, timeMs, usage, source }: Turn | Compaction): JsonObject {
  return {
    version: VERSION,
    number: index + 1,
    timeMs,
    time: timeMs === null ? null : isoTime(timeMs),
    totals: usage === null ? null : { inputTokens: usage.totalInputTokens, outputTokens: usage.totalOutputTokens },
    source: {
      seq: source.seq,
      offset: source.offset,
      length: source.length,
      document: source.document === undefined ? null : { ...source.document },
    },
  };
}

function nativeOf({ native }: Turn | Compaction) {
  return durableToJson(native);
}
