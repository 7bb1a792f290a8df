/**
 * Every limit of the event log in one place (event-log §8). Sizes are in bytes.
 */

/** Longest frame that fx 0.0.5 reads or writes, LF included. */
export const MAX_FRAME_BYTES = 8_388_608;

/** Longest frame that later versions of the same dialect write, LF included (newer-formats §1). */
export const MAX_LATER_FRAME_BYTES = 67_108_864;

/** Raw bytes in every chunk of a state replacement but the last. */
export const MAX_CHUNK_BYTES = 4_194_304;

/** Largest unsigned and signed 64-bit integers. */
export const MAX_UINT64 = 18_446_744_073_709_551_615n;
export const MAX_INT64 = 9_223_372_036_854_775_807n;

/** Tolerance, absolute and relative, between `total_cost` and the sum over the models (event-log §3.5.2). */
export const COST_TOLERANCE = 1e-12;

/** Longest name of an effort (event-log §3.4.2). */
export const MAX_EFFORT_BYTES = 64;

/** All identifiers of a usage snapshot together (event-log §3.5.8). */
export const MAX_USAGE_IDENTIFIER_BYTES = 8192;
