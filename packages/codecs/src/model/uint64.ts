import type { Uint64 } from '@fxlog/format';
import { MAX_UINT64 } from '@fxlog/format/internal';
import type { JsonValue } from '@fxlog/json';
import { exactInteger } from '@fxlog/json/internal';

/** A JSON integer from 0 to 2⁶⁴−1, exact; undefined for everything else, also for `5.0`. */
export function toUint64(value: JsonValue | undefined): Uint64 | undefined {
  if (typeof value === 'bigint') return value >= 0n && value <= MAX_UINT64 ? exactInteger(value) : undefined;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || Object.is(value, -0)) return undefined;
  // A number beyond the safe integers that came out as it was spelled is exact too.
  return Number.isSafeInteger(value) ? value : toUint64(BigInt(value));
}

/** Sum of two, at most 2⁶⁴−1 (common-model §A4). */
export function addSaturating(left: Uint64, right: Uint64): Uint64 {
  if (typeof left === 'number' && typeof right === 'number' && Number.isSafeInteger(left + right)) return left + right;
  const sum = BigInt(left) + BigInt(right);
  return exactInteger(sum > MAX_UINT64 ? MAX_UINT64 : sum);
}

/** How much the first is above the second; null if it is below. */
export function subtract(left: Uint64, right: Uint64): Uint64 | null {
  if (left < right) return null;
  return typeof left === 'number' && typeof right === 'number'
    ? left - right
    : exactInteger(BigInt(left) - BigInt(right));
}
