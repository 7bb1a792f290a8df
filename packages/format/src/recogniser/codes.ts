/**
 * The numbers that the generator of programs (scripts/program.mjs) and the interpreter share. The generator reads this very file.
 */

// Opcodes, each followed by its operands.
export const OBJECT = 1; // count, then per member: literal, length, presence, child (0 = the literal says it all); closes with }
export const LITERAL = 2; // literal, length
export const CHOICE = 3; // count, children
export const ARRAY = 4; // child, maximum (0 = any)
export const NULLABLE = 5; // child
export const WORDS = 6; // slot, count, then per word: literal, length
export const BOOLEAN = 7; // slot
export const UNSIGNED = 8; // slot, 1 if at most 32 bits, minimum, maximum (0 = any)
export const SIGNED = 9; // slot
export const COST = 10; // slot
export const DURABLE = 11;
export const TEXT = 12; // form, most bytes
export const HEX = 13; // digits
export const BASE64 = 14;
export const ARGUMENTS = 15;
export const HOOK = 16; // hook, child
export const TAGGED = 17; // count, then per choice: tag, literal, length, child
export const REWRITTEN = 18; // child: good where it stands, but the writer would spell it otherwise

// Presence of a member.
export const REQUIRED = 0;
export const OPTIONAL = 1;
export const ALWAYS_WRITTEN = 2;

// Forms of text, the first operand of TEXT. All texts have at least one byte and no escape.
export const ANY_TEXT = 0;
export const TRIMMED = 1; // no blank at either end, no DEL
export const EFFORT = 2; // letters, digits, hyphens, underscores, dots; no alias
export const ABSOLUTE = 3; // begins with a slash
export const NAME = 4; // as EFFORT, but neither . nor ..
export const PRINTABLE = 5; // ! to ~
export const GENERATION_ID = 6; // gen_ and 26 digits of Crockford's base 32

// Slots hold numbers that hooks compare; those of the header are the interpreter's own. 0 is written by every field that nobody compares.
export const SEQ_SLOT = 61;
export const TIMESTAMP_SLOT = 62;
export const TAG_SLOT = 63;
export const SLOT_COUNT = 64;

// Cells: a scratch table of integers. What lies below STACK is for hooks.
export const STACK = 128; // kinds of the open containers in arguments, up to MAX_DEPTH
export const KEYS = 256; // starts and ends of the keys in arguments, up to MAX_KEYS
export const BASES = 1400; // first key of each open object
export const CELL_COUNT = 1536;
export const MAX_DEPTH = 64;
export const MAX_KEYS = 512;

// The memory of the WebAssembly build, in bytes: where its parts begin.
export const CELLS_AT = 1024;
export const SLOTS_AT = 8192;
export const PROGRAM_AT = 16384;
export const LITERALS_AT = 49152;
export const RECORDS_AT = 65536;
export const RECORD_BYTES = 32;
export const INPUT_AT = 196608;
/** Behind the input, so that blocks can be read without asking for the end. */
export const PADDING = 64;
