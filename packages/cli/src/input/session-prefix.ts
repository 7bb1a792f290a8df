/** As long as the first part of the ids that fx makes, the creation time; shorter ones would look like line noise. */
const MIN_PREFIX = 13;

/**
 * The shortest length at which the beginnings of all ids differ, so that each can be typed instead of the id. Ids that are
 * themselves the beginning of another one stay whole.
 */
export function uniquePrefixLength(ids: readonly string[]): number {
  const sorted = [...ids].sort();
  let length = MIN_PREFIX;
  for (let i = 1; i < sorted.length; i += 1) {
    length = Math.max(length, sharedLength(sorted[i - 1] ?? '', sorted[i] ?? '') + 1);
  }
  return length;
}

function sharedLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}
