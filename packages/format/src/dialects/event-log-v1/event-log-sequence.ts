import { successor } from '@fxlog/json/internal';
import type { Sequence, SequenceStart } from '../../dialect.js';
import type { Fault } from '../../frame-error.js';
import type { Uint64 } from '../../scalars.js';
import type { EventLogFrame } from './check-frame.js';

const NO_FAULTS: readonly Fault[] = [];

/** event-log §5.2: numbers go up by one, and all frames are of one generation. */
export class EventLogSequence implements Sequence<EventLogFrame> {
  #dueSeq: Uint64 | undefined;
  #generation: string | undefined;

  constructor({ seq, epoch }: SequenceStart) {
    this.#dueSeq = seq;
    this.#generation = epoch;
  }

  pass(seq: Uint64): void {
    if (seq === this.#dueSeq) this.#dueSeq = successor(seq);
  }

  accept({ seq, generation }: EventLogFrame): readonly Fault[] {
    const dueSeq = this.#dueSeq;
    const before = this.#generation;
    this.#dueSeq = successor(seq);
    if (seq === dueSeq && generation === before) return NO_FAULTS;
    this.#generation = generation;
    const faults: Fault[] = [];
    // The number first, then the generation.
    if (dueSeq !== undefined && seq !== dueSeq) {
      const detail = `The seq is ${seq} where ${dueSeq} is due`;
      faults.push({ rule: 'log/sequence', fxError: 'NonContiguousSequence', path: '/seq', detail });
    }
    if (before !== undefined && generation !== before) {
      const detail = `The generation is ${generation}, but was ${before} before`;
      faults.push({ rule: 'log/generation', fxError: 'GenerationChanged', path: '/log_generation', detail });
    }
    return faults;
  }
}
