/** The order of lists: the time of the last event descending, then the id descending by bytes (session-directory §6.2). Without a time comes last. */
export function newestFirst(
  a: { readonly id: string; readonly updatedAtMs: number | bigint | null },
  b: { readonly id: string; readonly updatedAtMs: number | bigint | null },
): number {
  if (a.updatedAtMs === null || b.updatedAtMs === null) {
    if (a.updatedAtMs !== b.updatedAtMs) return a.updatedAtMs === null ? 1 : -1;
  } else if (a.updatedAtMs !== b.updatedAtMs) return a.updatedAtMs < b.updatedAtMs ? 1 : -1;
  // Ids are ASCII, so comparing UTF-16 units compares bytes.
  return a.id === b.id ? 0 : a.id < b.id ? 1 : -1;
}
