import type { EncodedPiece } from '../../codec.js';
import type { ReportLoss } from '../../loss.js';
import { TextBuffer } from '../../text-buffer.js';
import { replaceLoneSurrogates } from './lone-surrogates.js';

/** Lines of JSON on their way out. */
export class LineBuffer {
  readonly #text = new TextBuffer();

  readonly #report: ReportLoss;

  constructor(report: ReportLoss) {
    this.#report = report;
  }

  /** @param message Index of the message that the line carries, for the report. */
  add(json: string, message?: number): void {
    const { text, count } = replaceLoneSurrogates(json);
    if (count > 0) {
      this.#report({ code: 'non-utf8-text', where: { message }, detail: 'Half a surrogate pair was replaced.', count });
    }
    this.#text.add(text);
    this.#text.add('\n');
  }

  /** What was added since the last call, as a piece of the main document; null when there is nothing. */
  take(): EncodedPiece | null {
    const bytes = this.#text.take();
    return bytes === null ? null : { file: null, bytes };
  }
}

/** A member of an object with its comma in front, nothing when the value is absent. `json` is JSON text. */
export function jsonMember(key: string, json: string | undefined): string {
  return json === undefined ? '' : `,"${key}":${json}`;
}
