/**
 * An unsigned 64-bit integer, exact: a `number` up to 2⁵³−1 and a `bigint` beyond (event-log §0.3).
 */
export type Uint64 = number | bigint;

/** A signed 64-bit integer, exact: a `number` up to 2⁵³−1 in magnitude and a `bigint` beyond (event-log §0.3). */
export type Int64 = number | bigint;

/** Arbitrary bytes: a string when they are valid UTF-8, a `Uint8Array` only when they are not (event-log §0.4). */
export type DurableBytes = string | Uint8Array;
