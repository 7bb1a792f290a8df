/** `subagent/control.json`: what marks a session as a child (session-directory §5.4). */
import { JsonError, parseJson } from '@fxlog/json';
import {
  anything,
  type Check,
  exactObject,
  i64,
  listOf,
  nullable,
  oneOf,
  openObject,
  ShapeError,
  sessionId,
  text,
  u64,
} from '../../../paths/shape.js';

const SINCE_SCHEMA_3 =
  'events_evicted_through queue_evicted legacy_replay_closed model_replay_floor human_replay_floor model_epoch_high human_epoch_high';

const schema2: Readonly<Record<string, Check>> = {
  schema_version: u64(),
  child_id: sessionId,
  generation: u64(),
  parent_id: nullable(text(1, 255)),
  mode: oneOf('one_off', 'persistent'),
  configuration: openObject({}),
  state: text(1, 64),
  archived_from: anything,
  queue: listOf(openObject({})),
  events: listOf(openObject({})),
  operations: listOf(openObject({})),
  next_event_sequence: u64(),
  notification_cursor: u64(),
  created_at_ms: i64,
  updated_at_ms: i64,
};
const checkSchema2 = exactObject(schema2);
const checkSchema3 = exactObject({
  ...schema2,
  ...Object.fromEntries(SINCE_SCHEMA_3.split(' ').map((key) => [key, anything])),
});

/** What fx makes of a child record on resume. */
export type ControlVerdict =
  | { readonly ok: true; readonly mode: 'one_off' | 'persistent'; readonly parentId: string | null }
  | {
      readonly ok: false;
      readonly error: 'InvalidControlRecord' | 'UnsupportedControlSchema';
      readonly reason: string;
    };

/**
 * Judges a child record as far as its published shape goes: exact keys, ids, modes, counters. The cross-checks between its lists are fx's own
 * affair and are not repeated here.
 */
export function judgeControl(bytes: Uint8Array, id: string): ControlVerdict {
  const invalid = (reason: string): ControlVerdict => ({ ok: false, error: 'InvalidControlRecord', reason });
  try {
    const value = parseJson(bytes);
    openObject({ schema_version: u64() })(value, '');
    const record = value as unknown as {
      schema_version: number | bigint;
      child_id: string;
      parent_id: string | null;
      mode: 'one_off' | 'persistent';
      queue: readonly unknown[];
    };
    const { schema_version: version } = record;
    if (version < 2 || version > 7) {
      return { ok: false, error: 'UnsupportedControlSchema', reason: `the child record has schema ${version}` };
    }
    (version === 2 ? checkSchema2 : checkSchema3)(value, '');
    if (record.child_id !== id) return invalid(`the child record names the session ${record.child_id}`);
    if (record.mode === 'one_off' && record.queue.length !== 1)
      return invalid('a one-off child has exactly one queue entry');
    return { ok: true, mode: record.mode, parentId: record.parent_id };
  } catch (error) {
    if (error instanceof JsonError || error instanceof ShapeError) return invalid(error.message);
    throw error;
  }
}
