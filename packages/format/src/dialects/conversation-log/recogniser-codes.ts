/**
 * The numbers of the conversation log that the generator of its program (scripts/conversation-program.mjs) and its hooks share. The generator
 * reads this very file.
 */

// Hooks, run around the value they belong to.
export const HOOK_NOT_EMPTY = 1; // text of at least one byte
export const HOOK_PREVIEW = 2; // text of at most MAX_PREVIEW_BYTES
export const HOOK_PARTS = 3; // text of one byte to MAX_PARTS_BYTES
export const HOOK_PAYLOAD = 4; // a payload in which a recorded command stands with its size or not at all
export const HOOK_REPLAY_REF = 5;
export const HOOK_REPLAY_BYTES = 6;
export const HOOK_DIFF = 7; // the change of a file, its contents in one place
export const HOOK_CONTENT = 8;
export const HOOK_HANDLE = 9;

/** Lengths that stand in the schemas; a test compares them. */
export const MAX_PREVIEW_BYTES = 4096;
export const MAX_PARTS_BYTES = 4194304;
