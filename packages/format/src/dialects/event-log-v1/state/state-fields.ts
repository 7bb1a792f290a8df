/**
 * The keys of a state document in the order in which they must come (event-log §3.13).
 */

/** How the value of a key is read. */
export type FieldType = 'string' | 'i64' | 'u64' | 'bool' | 'preferences' | 'history' | 'piece';

export interface StateField {
  readonly key: string;
  readonly type: FieldType;
  /** Longest string, in UTF-8 bytes; what is longer is refused before the string has ended (event-log §5.4). */
  readonly maxBytes: number;
}

function field(key: string, type: FieldType, maxBytes = 0): StateField {
  return { key, type, maxBytes };
}

export interface FieldList {
  readonly fields: readonly StateField[];
  /** So many of them, the first ones, must be there. */
  readonly required: number;
}

export const STATE_FIELDS: FieldList = {
  fields: [
    field('id', 'string', 255),
    field('origin_workspace_root', 'string', 4096),
    field('workspace_root', 'string', 4096),
    field('created_at_ms', 'i64'),
    field('updated_at_ms', 'i64'),
    field('conversation_language', 'string', 24),
    field('preferences', 'preferences'),
    field('history', 'history'),
    field('total_input_tokens', 'u64'),
    field('total_output_tokens', 'u64'),
    field('context_history_start', 'u64'),
    field('permission_state', 'piece'),
    field('usage', 'piece'),
    field('last_subagent_work_id', 'string', 128),
    field('recovery_checkpoint', 'piece'),
  ],
  required: 10,
};

export const PREFERENCE_FIELDS: FieldList = {
  fields: [
    field('model', 'string', 1024),
    field('effort', 'string', 64),
    field('fast_mode', 'bool'),
    field('provider', 'string', 16),
  ],
  required: 3,
};

/** Longest key that is read at all. */
export const MAX_STATE_KEY_BYTES = 64;
