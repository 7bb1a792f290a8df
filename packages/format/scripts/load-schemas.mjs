/**
 * Reads `schemas/`: the only place where a shape is written down.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Event kinds in the order of event-log §2. */
export const EVENT_KINDS = [
  'session_started',
  'preferences_changed',
  'workspace_rebound',
  'history_turn_committed',
  'usage_checkpointed',
  'recovery_checkpoint_set',
  'recovery_checkpoint_cleared',
  'state_replacement_started',
  'state_replacement_chunk',
  'state_replacement_committed',
];

const SIDECARS = [
  'manifest',
  'authority',
  'watermark',
  'commit-intent',
  'authority-intent',
  'checkpoint',
  'display',
  'usage-v2',
  'index',
  'latest-pointer',
];

/** Schema names, which are their paths below `schemas/event-log-v1/` without the ending, in the order in which they are generated. */
export const SCHEMA_NAMES = [
  'definitions',
  'event/envelope',
  ...EVENT_KINDS.map((kind) => `event/${kind}`),
  'state-document',
  ...SIDECARS.map((name) => `sidecar/${name}`),
];

const directory = new URL('../../../schemas/event-log-v1/', import.meta.url);

/** The path of a schema's file. */
export function schemaPath(name) {
  return fileURLToPath(new URL(`${name}.schema.json`, directory));
}

/** All schemas as written: name → JSON. */
export function loadSchemas() {
  return new Map(SCHEMA_NAMES.map((name) => [name, JSON.parse(readFileSync(schemaPath(name), 'utf8'))]));
}

/** The name under which a schema is validated: `event/session_started` → `session_started`, `sidecar/usage-v2` → `usage_v2`. */
export function validatorName(name) {
  return name.slice(name.lastIndexOf('/') + 1).replaceAll('-', '_');
}

/** The same for a definition: `historyTurn` → `history_turn`. */
export function definitionName(key) {
  return key.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}
