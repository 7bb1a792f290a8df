import type { Turn } from '@fxlog/assembler';
import type { JsonObject } from '@fxlog/json';
import { durableToJson } from './durable-json.js';
import { isoTime } from './measures.js';

/** The documented JSON shape of one turn in `show` and `tail`: where it is, when it was, and fx's own object. */
export function turnToJson(turn: Turn): JsonObject {
  const { source, usage } = turn;
  return {
    kind: 'turn',
    number: turn.index + 1,
    timeMs: turn.timeMs,
    time: turn.timeMs === null ? null : isoTime(turn.timeMs),
    totals: usage === null ? null : { inputTokens: usage.totalInputTokens, outputTokens: usage.totalOutputTokens },
    source: {
      seq: source.seq,
      offset: source.offset,
      length: source.length,
      document: source.document === undefined ? null : { ...source.document },
    },
    turn: durableToJson(turn.raw),
  };
}
