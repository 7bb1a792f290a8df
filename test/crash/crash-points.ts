/**
 * How many moments each operation is broken at: killed before every one of its file-system calls, and each call failing in three ways (crash-harness.ts).
 * The only place where they are counted. Every test holds its own numbers exactly, so that a point that is skipped, or a call that is added, shows here; the
 * sum may not fall below what is promised.
 */
export const CRASH_POINTS = {
  // Nine files of seven calls, two empty ones of five, the rest for directories and to publish.
  writeSession: { killed: 139, failed: 417 },
  appendTurn: { killed: 144, failed: 432 },
  'rewriteSession in place': { killed: 129, failed: 387 },
  'rewriteSession elsewhere': { killed: 134, failed: 402 },
  removeSession: { killed: 45, failed: 135 },
} as const satisfies Record<string, { readonly killed: number; readonly failed: number }>;

/** What is promised of all operations together. */
export const FEWEST_POINTS = 500;
