/** Why a value was refused, by the id of the rule in the catalogue. */
export type LooseRule =
  | 'frame/syntax'
  | 'frame/unexpected-end'
  | 'frame/control-character'
  | 'frame/invalid-escape'
  | 'frame/lone-surrogate'
  | 'frame/invalid-utf8'
  | 'frame/duplicate-key'
  | 'frame/trailing-data'
  | 'shape/missing-key'
  | 'shape/unknown-key'
  | 'shape/type'
  | 'shape/enum'
  | 'shape/integer';

/** Thrown for bytes that are not a value of the shape. */
export class LooseError extends Error {
  override readonly name = 'LooseError';

  constructor(
    readonly rule: LooseRule,
    /** JSON Pointer of the value at fault. */
    readonly path: string,
    /** Where the fault lies, in bytes from the first byte that was read. */
    readonly offset: number,
    /** What exactly is wrong, where the rule does not say it. */
    readonly detail?: string,
  ) {
    super(detail === undefined ? rule : `${rule}: ${detail}`);
  }
}
