import { successor } from '@fxlog/json/internal';
import type { FormatDialect, Sequence, SequenceStart } from '../../dialect.js';
import type { Fault } from '../../frame-error.js';
import type { Uint64 } from '../../scalars.js';
import { adaptLine } from './adapt-line.js';
import { type ConversationLine, checkConversationLine, recogniseConversationLines } from './conversation-line.js';
import { conversationLogDescription } from './description.js';
import { encodeConversationFrame } from './frame.js';
import { conversationLogLayout } from './layout.js';
import { MAX_CONVERSATION_FRAME_BYTES } from './limits.js';

const NO_FAULTS: readonly Fault[] = [];

/**
 * What fx checks from line to line when it shows a log: the numbers. What it checks before it goes on with one is more
 * (`ConversationOrder`), and what makes a turn is the fold's.
 */
class ConversationSequence implements Sequence<ConversationLine> {
  #dueSeq: Uint64 | undefined;

  constructor({ seq }: SequenceStart) {
    this.#dueSeq = seq;
  }

  pass(seq: Uint64): void {
    if (seq === this.#dueSeq) this.#dueSeq = successor(seq);
  }

  accept({ seq }: ConversationLine): readonly Fault[] {
    const dueSeq = this.#dueSeq;
    this.#dueSeq = successor(seq);
    if (dueSeq === undefined || seq === dueSeq) return NO_FAULTS;
    const detail = `The seq is ${seq} where ${dueSeq} is due`;
    return [{ rule: 'conversation/sequence', fxError: 'OutOfOrderConversationEvent', path: '/seq', detail }];
  }
}

/** The conversation log of fx 0.0.8 and later. */
export const conversationLog: FormatDialect<ConversationLine> = {
  ...conversationLogDescription,
  strictness: {
    as: 'fx 0.0.15',
    corpora: ['conversation-frames', 'conversation-manifests', 'conversation-logs'],
  },
  layout: conversationLogLayout,
  maxFrameBytes: MAX_CONVERSATION_FRAME_BYTES,
  errors: {
    frame: 'InvalidConversationFrame',
    tooLarge: 'InvalidConversationFrame',
    truncated: 'InvalidConversationFrame',
  },
  recognise: recogniseConversationLines,
  check: checkConversationLine,
  sequence: (start) => new ConversationSequence(start),
  recovery: {
    // How every fx begins a line. Inside a JSON string the quotes would be escaped.
    beginnings: [1, 2, 3].map((version) => Buffer.from(`{"schema_version":${version},"seq":`)),
    unknownKeyRules: new Set(['shape/unknown-key']),
    adapt: adaptLine,
  },
  encode: encodeConversationFrame,
};
