import { exactInteger } from '@fxlog/json/internal';
import type { Uint64 } from '../../../scalars.js';
import { MAX_UINT64 } from '../limits.js';

/** The sum of two unsigned 64-bit integers in the form the rest of the code uses, or null where 64 bits overflow. */
export function addUint64(left: Uint64, right: Uint64): Uint64 | null {
  if (typeof left === 'number' && typeof right === 'number') {
    const sum = left + right;
    if (sum <= Number.MAX_SAFE_INTEGER) return sum;
  }
  const sum = BigInt(left) + BigInt(right);
  return sum > MAX_UINT64 ? null : exactInteger(sum);
}
