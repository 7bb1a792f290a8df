/**
 * Every limit of sessions-v2 in one place (newer-formats §7). Sizes are in bytes.
 */

/** Longest line of a log or an index, LF included. */
export const MAX_LINE_BYTES = 4_194_304;

/** Longest `data` of an item and longest value of a setting that the session manager takes. */
export const MAX_VALUE_BYTES = MAX_LINE_BYTES - 65_536;

/** Longest `data` about a child that the session manager takes. */
export const MAX_CHILD_DATA_BYTES = 4096;

/** Longest language that the session manager takes. */
export const MAX_LANGUAGE_BYTES = 24;

/** Largest blob. */
export const MAX_BLOB_BYTES = 536_870_912;
