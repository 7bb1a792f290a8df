import type { FormatDialect } from '../../dialect.js';
import { adaptFrame } from './adapt-frame.js';
import { decodeChecked, type EventLogFrame, recogniseFrames } from './check-frame.js';
import { eventLogV1Description } from './description.js';
import { encodeFrame } from './encode-frame.js';
import { EventLogSequence } from './event-log-sequence.js';
import { eventLogLayout } from './layout.js';
import { MAX_FRAME_BYTES, MAX_LATER_FRAME_BYTES } from './limits.js';

/** The event log of fx 0.0.1 to 0.0.7, as fx 0.0.5 reads it. */
export const eventLogV1: FormatDialect<EventLogFrame> = {
  ...eventLogV1Description,
  strictness: { as: 'fx 0.0.5', corpora: ['event-log-accepted', 'event-log-rejected'] },
  layout: eventLogLayout,
  maxFrameBytes: MAX_FRAME_BYTES,
  maxLaterFrameBytes: MAX_LATER_FRAME_BYTES,
  errors: { frame: 'InvalidEventFrame', tooLarge: 'EventFrameTooLarge', truncated: 'TruncatedEventFrame' },
  recognise: recogniseFrames,
  check: decodeChecked,
  sequence: (start) => new EventLogSequence(start),
  recovery: {
    // How fx begins every frame (event-log §4.2). Inside a JSON string the quotes would be escaped.
    beginnings: [new TextEncoder().encode('{"schema_version":1,"log_generation":"')],
    unknownKeyRules: new Set(['shape/unknown-key', 'shape/later-key']),
    adapt: adaptFrame,
  },
  encode: encodeFrame,
};
