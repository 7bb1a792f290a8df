/**
 * What the lines of a log fold to, as a snapshot holds it (newer-formats §7.5).
 */
import { FrameError } from '../../frame-error.js';
import { readLoose } from '../../loose/read.js';
import { ruleById } from '../../rules/index.js';
import { encodeFields } from './encode-fields.js';
import { FieldError, locateFields, readFields } from './fields.js';
import { Compaction as COMPACTION, SessionState as STATE } from './generated/shapes.js';
import type { Compaction, SessionState } from './generated/types.js';

/** The state of a session of which only its first line is known. */
export function emptySessionState(): SessionState {
  const settings = STATE.fields.filter(({ shape }) => shape.kind === 'raw').map(({ name }) => [name, null]);
  return {
    ...(Object.fromEntries(settings) as Pick<SessionState, 'prefs'>),
    open_turn: null,
    last_turn: 0,
    committed: 0,
    interrupted: 0,
    last_interrupted: null,
    children: [],
    last_compaction_seq: null,
    compaction_offset: null,
  } as unknown as SessionState;
}

/**
 * Reads the `state` of a snapshot. Keys that are not known are passed over. Settings are copies, which outlive the bytes.
 *
 * @throws FrameError (`Corrupt`) when it is not a state; the offset counts from its first byte.
 */
export function readSessionState(bytes: Uint8Array): SessionState {
  try {
    if (bytes[0] !== 0x7b) throw new FieldError('it is not an object', '', 0);
    // What was cut out is not a view of a buffer that is used again.
    const copy = new Uint8Array(bytes);
    return readFields(copy, locateFields(copy, 1, copy.length, STATE), copy.length, STATE) as SessionState;
  } catch (error) {
    if (!(error instanceof FieldError)) throw error;
    const rule = 'sessions-v2/snapshot-state';
    const path = error.field === '' ? '' : `/${error.field}`;
    throw new FrameError({
      rule,
      fxError: 'Corrupt',
      message: `${ruleById(rule).title}: ${error.message}`,
      path,
      offset: error.at,
    });
  }
}

/** The text of a state, byte for byte as fx writes it into a snapshot. */
export function encodeSessionState(state: SessionState): Uint8Array {
  return Buffer.concat([Buffer.from('{'), encodeFields(state, STATE).subarray(1), Buffer.from('}')]);
}

/**
 * Reads the `data` of a `compacted` line, which takes exactly its four keys (newer-formats §7.4).
 *
 * @throws LooseError
 */
export function readCompaction(data: Uint8Array): Compaction {
  return readLoose(data, COMPACTION) as Compaction;
}
