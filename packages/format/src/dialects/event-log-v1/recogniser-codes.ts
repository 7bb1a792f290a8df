/**
 * The numbers of event-log-v1 that the generator of its program (scripts/program.mjs) and its hooks share. The generator reads this very file.
 */

// Hooks: rules that compare several fields, run around the value they belong to.
export const HOOK_USAGE = 1;
export const HOOK_MODEL = 2;
export const HOOK_PENDING = 3;
export const HOOK_CHECKPOINT = 4;
export const HOOK_EVENT_ID = 5;
export const HOOK_USER_WORK_ID = 7;
export const HOOK_EVENT_WORK_ID = 8;
export const HOOK_TURN = 9;
export const HOOK_MODEL_NAME = 10;
export const HOOK_PENDING_ID = 11;
export const HOOK_IDENTIFIER = 12;
export const HOOK_USER = 13;

// Slots: the numbers that hooks compare.
export const NEXT = 1;
export const SETTLED = 2;
export const BILLING = 3;
export const TOTAL = 4; // … and the four that follow: output, cache read, cache write, web searches
export const TOTAL_COST = 9;
export const FIRST = 10;
export const PART = 11; // … the same five of one model
export const PART_COST = 16;
export const SEQUENCE = 17;
export const MAX_ATTEMPTS = 18;
export const CONSUMED = 19;
export const RESERVED = 20;
export const SUM = 23; // … five sums
export const SUM_COST = 28;
export const LAST_FIRST = 29;
export const PENDING_SEQUENCES = 32; // … of up to MAX_PENDING entries

// Cells.
export const MODEL_NAMES = 0; // starts and lengths of up to MAX_MODELS names
export const PENDING_IDS = 64; // … and of up to MAX_PENDING ids

/** Room in the tables above. */
export const MAX_MODELS = 32;
export const MAX_PENDING = 16;
