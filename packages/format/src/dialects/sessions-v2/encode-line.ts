/**
 * Lines as the session manager writes them (newer-formats §7.2).
 */
import { FrameError } from '../../frame-error.js';
import { ruleById } from '../../rules/index.js';
import type { Uint64 } from '../../scalars.js';
import { encodeFields } from './encode-fields.js';
import { MAX_LINE_BYTES } from './limits.js';
import type { SessionEvent } from './line.js';
import { seal } from './line-frame.js';
import { LINE_SHAPES, type LineBody } from './line-kinds.js';

/** A line to be written. */
export interface LineToEncode {
  readonly seq: Uint64;
  /** Milliseconds since 1970, UTC. */
  readonly timestampMs: Uint64;
  readonly body: LineBody;
}

/**
 * The bytes of a line, its seal and its LF included, byte for byte as fx writes the same fields; raw values stand as they are.
 *
 * @throws FrameError (`TooLarge`) for a line of more than 4 MiB.
 */
export function encodeLine({ seq, timestampMs, body }: LineToEncode): Uint8Array {
  return sealLine(seq, timestampMs, body.kind, encodeFields(body, LINE_SHAPES[body.kind]));
}

/**
 * The bytes of an event, as fx would write it; always as version 1.
 *
 * @throws FrameError (`TooLarge`) for a line of more than 4 MiB.
 */
export function encodeEvent(event: SessionEvent): Uint8Array {
  if ('fields' in event) return sealLine(event.seq, event.ts, event.kind, event.fields);
  return encodeLine({ seq: event.seq, timestampMs: event.ts, body: event });
}

function sealLine(seq: Uint64, timestampMs: Uint64, kind: string, fields: Uint8Array): Uint8Array {
  const header = Buffer.from(`{"v":1,"seq":${seq},"ts":${timestampMs},"kind":"${kind}"`);
  const line = seal(Buffer.concat([header, fields]));
  if (line.length <= MAX_LINE_BYTES) return line;
  throw new FrameError({
    rule: 'sessions-v2/too-large',
    fxError: 'TooLarge',
    message: ruleById('sessions-v2/too-large').title,
    path: '',
    offset: MAX_LINE_BYTES,
  });
}
