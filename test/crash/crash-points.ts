/**
 * How many moments each operation is broken at: killed before every one of its file-system calls, and each call failing in three ways (crash-harness.ts).
 * The only place where they are counted. Every test holds its own numbers exactly, so that a point that is skipped, or a call that is added, shows here; the
 * sum may not fall below what is promised.
 */
export const CRASH_POINTS = {
  // Nine files of seven calls, two empty ones of five, the rest for directories and to publish.
  writeSession: { killed: 139, failed: 417 },
  // Seven files of seven calls, an empty one of five, the rest for directories and to publish.
  writeContent: { killed: 108, failed: 324 },
  appendConversationTurn: { killed: 66, failed: 198 },
  // Two blobs of seven calls, the rest for their directory, the lock, the log and a look for the catalogue.
  appendStoreTurn: { killed: 37, failed: 111 },
  // Five files of seven calls, an empty one of five, the rest for directories and to publish.
  'writeContent to the store': { killed: 59, failed: 177 },
  appendTurn: { killed: 144, failed: 432 },
  'rewriteSession in place': { killed: 129, failed: 387 },
  'rewriteSession elsewhere': { killed: 134, failed: 402 },
  removeSession: { killed: 45, failed: 135 },
  'repairSession beside': { killed: 196, failed: 588 },
  'repairSession into-root': { killed: 223, failed: 669 },
  'repairSession in-place': { killed: 224, failed: 672 },
  'repairSession of conversation-log, repair-beside': { killed: 105, failed: 315 },
  'repairSession of conversation-log, repair-in-place': { killed: 133, failed: 399 },
  'copySession of conversation-log, copy': { killed: 98, failed: 294 },
  'removeSession of conversation-log, remove': { killed: 37, failed: 111 },
  'repairSession of sessions-v2, repair-beside': { killed: 89, failed: 267 },
  'repairSession of sessions-v2, repair-in-place': { killed: 97, failed: 291 },
  'copySession of sessions-v2, copy': { killed: 63, failed: 189 },
  'removeSession of sessions-v2, remove': { killed: 25, failed: 75 },
} as const satisfies Record<string, { readonly killed: number; readonly failed: number }>;

/** The points of an operation by its name. @throws when nobody has counted them */
export function pointsOf(name: string): { readonly killed: number; readonly failed: number } {
  const found = Object.entries(CRASH_POINTS).find(([operation]) => operation === name);
  if (found === undefined) throw new Error(`${name} is not in CRASH_POINTS.`);
  return found[1];
}

/** What is promised of all operations together. */
export const FEWEST_POINTS = 500;
