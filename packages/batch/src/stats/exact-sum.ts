import type { Int64 } from '@fxlog/format';

/** A number while it is exact, else the bigint. */
export function toInt64(value: bigint): Int64 {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) && value >= BigInt(Number.MIN_SAFE_INTEGER) ? Number(value) : value;
}

/** Costs are decimal amounts: what their sum in doubles has beyond a trillionth of a dollar is noise. */
export function roundCost(cost: number): number {
  return Math.abs(cost) < 1000 ? Math.round(cost * 1e12) / 1e12 : cost;
}
