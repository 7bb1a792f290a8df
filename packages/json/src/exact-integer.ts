/** An integer as this package gives it: a `number` up to 2⁵³−1 in magnitude and a `bigint` beyond. */
export function exactInteger(value: bigint): number | bigint {
  const rounded = Number(value);
  return Number.isSafeInteger(rounded) ? rounded : value;
}

/** The integer after another, exact whatever its size. */
export function successor(value: number | bigint): number | bigint {
  if (typeof value === 'number' && value < Number.MAX_SAFE_INTEGER) return value + 1;
  return exactInteger(BigInt(value) + 1n);
}
