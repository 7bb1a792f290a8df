/** What kind of rule of the grammar was broken (event-log §1.3). */
export type JsonErrorCode =
  | 'syntax'
  | 'unexpected-end'
  | 'control-character'
  | 'invalid-escape'
  | 'lone-surrogate'
  | 'invalid-utf8'
  | 'duplicate-key'
  | 'trailing-data';

const MESSAGES: Record<JsonErrorCode, string> = {
  syntax: 'This is not JSON here.',
  'unexpected-end': 'The JSON text ends in the middle of a value.',
  'control-character': 'A control character in a string must be escaped.',
  'invalid-escape': 'This is not an escape sequence of JSON.',
  'lone-surrogate': 'Half of a surrogate pair stands alone.',
  'invalid-utf8': 'These bytes are not valid UTF-8.',
  'duplicate-key': 'The key occurs twice in one object.',
  'trailing-data': 'Something follows the JSON value.',
};

/** Thrown for bytes that are not one strict JSON value. `offset` is the position of the fault, in bytes from the start of the input. */
export class JsonError extends Error {
  override readonly name = 'JsonError';

  constructor(
    readonly code: JsonErrorCode,
    readonly offset: number,
  ) {
    super(`${MESSAGES[code]} (byte ${offset})`);
  }
}
