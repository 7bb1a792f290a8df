import { JsonError, type JsonValue, parseJson } from '@fxlog/json';

/** JSON that is kept byte for byte, and may not be JSON after all: its own copy, which outlives the bytes that it was read from. */
export class RawJson extends Uint8Array {
  /** The text as it stands. */
  get text(): string {
    return Buffer.from(this.buffer, this.byteOffset, this.length).toString();
  }

  /** The value; undefined where the text is not JSON. */
  value(): JsonValue | undefined {
    try {
      return parseJson(this);
    } catch (error) {
      if (error instanceof JsonError) return undefined;
      throw error;
    }
  }

  /** For `JSON.stringify`: the value, or the text where that is not JSON. Numbers are rounded to doubles there. */
  toJSON(): unknown {
    return this.value() === undefined ? this.text : JSON.parse(this.text);
  }
}
