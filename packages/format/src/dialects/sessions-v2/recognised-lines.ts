import { payloadRecogniser } from '../conversation-log/recognise-payload.js';
import type { Slots } from './fields.js';
import { ITEM_TAGS, itemTypeAt } from './item-types.js';
import { LINE_KINDS, LINE_SHAPES, type LineKind } from './line-kinds.js';
import type { ScannedLines } from './scanner.js';

const ITEM = LINE_KINDS.indexOf('item');
const TYPE = fieldOf('item', 'type');
const DATA = fieldOf('item', 'data');

function fieldOf(kind: LineKind, field: string): number {
  return LINE_SHAPES[kind].fields.findIndex(({ name }) => name === field);
}

/** Lines that were recognised together: where their fields lie, and which payloads are recognised as well. */
export class RecognisedLines {
  readonly #scanned: ScannedLines;
  readonly #first: number;
  readonly #origin: number;
  /** 1 for each line whose payload is; undefined until somebody asks, since not all do; null where none can be. */
  #payloads: Uint8Array | null | undefined;

  /**
   * @param bytes the buffer in which they lie, which must not change as long as one of them is of use and has not moved
   * @param first where the first one begins in it
   * @param origin from where in it the ends of lines were counted
   */
  constructor(
    readonly bytes: Uint8Array,
    first: number,
    origin: number,
    scanned: ScannedLines,
  ) {
    this.#first = first;
    this.#origin = origin;
    this.#scanned = scanned;
  }

  /** Says where the fields of a line lie that begins at `start`. */
  locate(index: number, start: number, slots: Slots): void {
    const scanned = this.#scanned;
    const { length } = LINE_SHAPES[LINE_KINDS[scanned.kind(index)]!].fields;
    for (let field = 0; field < length; field++) {
      const from = scanned.fieldStart(index, field);
      slots[field * 2] = from < 0 ? -1 : start + from;
      slots[field * 2 + 1] = start + scanned.fieldEnd(index, field);
    }
  }

  /** Whether the payload of an item is spelled as fx spells it; null where nobody knows. */
  isPayloadRecognised(index: number): boolean | null {
    if (this.#payloads === undefined) this.#payloads = this.#recognisePayloads();
    return this.#payloads === null ? null : this.#payloads[index] === 1;
  }

  #recognisePayloads(): Uint8Array | null {
    const scanned = this.#scanned;
    const recognises = payloadRecogniser(this.bytes, this.#first, this.#origin + scanned.end(scanned.count - 1));
    if (recognises === null) return null;
    const payloads = new Uint8Array(scanned.count);
    let start = this.#first;
    for (let index = 0; index < scanned.count; start = this.#origin + scanned.end(index), index++) {
      if (scanned.kind(index) !== ITEM) continue;
      const [type, typeEnd] = [start + scanned.fieldStart(index, TYPE), start + scanned.fieldEnd(index, TYPE)];
      const item = itemTypeAt(this.bytes, type + 1, typeEnd - 1);
      const [data, dataEnd] = [start + scanned.fieldStart(index, DATA), start + scanned.fieldEnd(index, DATA)];
      if (item !== null && recognises(ITEM_TAGS[item], data, dataEnd)) payloads[index] = 1;
    }
    return payloads;
  }
}
