/** Limits of a conversation log, in bytes (newer-formats §4). */

/** Longest line, LF included. */
export const MAX_CONVERSATION_FRAME_BYTES = 67_108_864;

/** Longest `session.json`. */
export const MAX_CONVERSATION_MANIFEST_BYTES = 65_536;

/** The version of frame that is written; lines of this and all earlier ones are read. */
export const CONVERSATION_FRAME_VERSION = 3;
