import { type DialectId, FxlogError } from '@fxlog/format';
import { isReadableDialect } from '@fxlog/format/internal';
import { type JsonValue, parseJson, stringifyJson } from '@fxlog/json';
import { exactInteger } from '@fxlog/json/internal';
import type { LogPosition } from './log-position.js';

/** JSON as every language reads it: what a higher layer may put into a token. Integers past 2⁵³−1 go in as strings. */
export type PlainJson = null | boolean | number | string | readonly PlainJson[] | { readonly [key: string]: PlainJson };

/** Which file a token was taken from. Only a hint: a copy of the log elsewhere is as good. */
export interface FileIdentity {
  /** Device and inode in decimal: they are 64-bit numbers on some systems. */
  readonly dev: string;
  readonly ino: string;
  /** Bytes of the file when the token was taken. */
  readonly size: number;
}

/**
 * A place in a log that another process can take up, small enough for a line in a database. It is plain JSON:
 * `JSON.stringify` and `JSON.parse` keep it whole.
 */
export interface ResumeToken {
  readonly v: 1;
  /** The format of the log; null when nothing was read yet. */
  readonly dialect: DialectId | null;
  /** Epoch of the log: its generation, where it has one; null when nothing was read yet. */
  readonly generation: string | null;
  /** Bytes that were read. */
  readonly offset: number;
  /** Number of the line to read next, from 1. */
  readonly line: number;
  /** `seq` of the last event read, as a decimal string past 2⁵³−1; null when nothing was read yet. */
  readonly seq: number | string | null;
  /** SHA-256 of the last line read, in hex. It tells a replaced file even when its size is the same. */
  readonly lineHash: string | null;
  /** Bytes of that line. */
  readonly lineLength: number;
  /** What the layer above folded up to here, without the history. */
  readonly state?: PlainJson;
  readonly file?: FileIdentity;
}

/** Thrown for what is not a token, and for a token that this version does not understand. */
export class TokenError extends FxlogError {
  override readonly name = 'TokenError';
}

/**
 * The token of a place.
 *
 * Inside an open replacement transaction nothing may be taken up in the middle: give the place before its first frame then
 * (event-log §5.4), which the layer that follows transactions keeps with `positionAfter`.
 */
export function toToken(position: LogPosition, extra: { state?: PlainJson; file?: FileIdentity } = {}): ResumeToken {
  const { dialect, offset, line, seq, epoch, lineHash, lineLength } = position;
  return {
    v: 1,
    dialect,
    generation: epoch,
    offset,
    line,
    seq: typeof seq === 'bigint' ? seq.toString() : seq,
    lineHash,
    lineLength,
    ...(extra.state === undefined ? {} : { state: extra.state }),
    ...(extra.file === undefined ? {} : { file: extra.file }),
  };
}

/** The place of a token. */
export function positionOf(token: ResumeToken): LogPosition {
  const { dialect, offset, line, seq, generation, lineHash, lineLength } = token;
  return {
    dialect,
    offset,
    line,
    seq: typeof seq === 'string' ? exactInteger(BigInt(seq)) : seq,
    epoch: generation,
    lineHash,
    lineLength,
  };
}

/** One line of JSON text. */
export function encodeToken(token: ResumeToken): string {
  return stringifyJson(token as unknown as JsonValue);
}

/**
 * Reads a token back. Tokens come from outside: everything that decides an offset or a size is checked.
 *
 * @throws TokenError
 */
export function decodeToken(text: string): ResumeToken {
  let value: JsonValue;
  try {
    value = parseJson(Buffer.from(text, 'utf8'));
  } catch (error) {
    throw new TokenError(
      { rule: 'token/invalid', message: 'A resume token is one JSON object; this is not JSON.' },
      { cause: error },
    );
  }
  checkToken(value);
  return value;
}

/** Checks a token that came as a value, and narrows its type. @throws TokenError */
export function checkToken(value: unknown): asserts value is ResumeToken {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse('it is not an object');
  const { v, dialect, offset, line, seq, generation, lineHash, lineLength } = value as Readonly<
    Record<string, unknown>
  >;
  if (v !== 1) refuse(`its version is ${String(v)}, not 1`);
  if (dialect !== null && !isReadableDialect(dialect)) refuse(`its dialect is ${String(dialect)}, which is not read`);
  if (!isCount(offset) || !isCount(lineLength) || lineLength > offset) refuse('its offset and lineLength do not fit');
  if (!isCount(line) || line < 1) refuse('its line is not a line number');
  if (seq !== null && !isCount(seq) && !isUint64Text(seq)) refuse('its seq is not an unsigned 64-bit number');
  if (generation !== null && !isHex(generation, 32)) refuse('its generation is not 32 hex digits');
  if (lineHash !== null && !isHex(lineHash, 64)) refuse('its lineHash is not 64 hex digits');
  if ((lineHash === null) !== (offset === 0) || (lineHash === null) !== (lineLength === 0)) {
    refuse('it has a lineHash exactly when something was read');
  }
}

function refuse(why: string): never {
  throw new TokenError({ rule: 'token/invalid', message: `This is not a resume token: ${why}.` });
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isHex(value: unknown, digits: number): boolean {
  return typeof value === 'string' && value.length === digits && /^[0-9a-f]*$/.test(value);
}

function isUint64Text(value: unknown): boolean {
  return typeof value === 'string' && /^[1-9][0-9]{0,19}$/.test(value) && BigInt(value) <= 0xffff_ffff_ffff_ffffn;
}
