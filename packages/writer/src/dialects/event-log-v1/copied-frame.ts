import type { FoldRecord } from '@fxlog/assembler/internal';
import type { Int64, LogEvent, Uint64 } from '@fxlog/format';
import type { EventLogFrame } from '@fxlog/format/internal';
import type { EncodedFrame } from './event-encoder.js';

/** A frame that is copied; its event is built for those who ask. */
export class CopiedFrame implements EncodedFrame, FoldRecord {
  #bytes: Uint8Array;
  #isKept = false;

  constructor(
    readonly checked: EventLogFrame,
    bytes: Uint8Array,
    readonly offset: number,
  ) {
    this.#bytes = bytes;
  }

  get bytes(): Uint8Array {
    return this.#bytes;
  }

  get length(): number {
    return this.#bytes.length;
  }

  get end(): number {
    return this.offset + this.#bytes.length;
  }

  get line(): number {
    return Number(this.checked.seq);
  }

  get kind(): EventLogFrame['kind'] {
    return this.checked.kind;
  }

  get seq(): Uint64 {
    return this.checked.seq;
  }

  get timestampMs(): Int64 {
    return this.checked.timestampMs;
  }

  get event(): LogEvent {
    return this.checked.event;
  }

  /** Takes its bytes out of the buffer that they came in. */
  keep(): void {
    if (this.#isKept) return;
    this.#isKept = true;
    this.#bytes = Buffer.from(this.#bytes);
    this.checked.moveTo(this.#bytes, 0);
  }
}
