const DEPTH = 6;
const BYTES_PER_VALUE = 16;

/** About how many bytes a row takes in memory; for back-pressure, so it need not be exact. */
export function rowWeight(value: unknown, depth = 0): number {
  if (typeof value === 'string') return BYTES_PER_VALUE + value.length;
  if (typeof value !== 'object' || value === null) return BYTES_PER_VALUE;
  if (ArrayBuffer.isView(value)) return BYTES_PER_VALUE + value.byteLength;
  if (depth >= DEPTH) return BYTES_PER_VALUE;
  let weight = BYTES_PER_VALUE;
  for (const key in value) weight += rowWeight(Reflect.get(value, key), depth + 1);
  return weight;
}
