import { JsonError, type JsonValue, parseJson, stringifyJson } from '@fxlog/json';
import { isJsonObject } from '@fxlog/json/internal';
import type { UsageSidecar } from '../../internal.js';
import { readConversationSidecar } from '../conversation-log/sidecars.js';
import { toUsageSidecar } from '../conversation-log/usage-sidecar.js';

/** The cumulative usage that the setting `usage` holds (newer-formats §7.4): the snapshot is that of the file that older sessions have. */
export interface SessionUsage {
  /** The same as bytes of such a file. */
  readonly bytes: Uint8Array;
  readonly sidecar: UsageSidecar;
}

/** Reads the value of the setting `usage`; null where it is not what fx writes there. */
export function readSessionUsage(value: Uint8Array, sessionId: string): SessionUsage | null {
  const setting = parse(value);
  if (setting === null || !isJsonObject(setting) || setting.snapshot === undefined) return null;
  const document = { schema_version: 1, session_id: sessionId, snapshot: setting.snapshot };
  const bytes = Buffer.from(stringifyJson(document));
  const reading = readConversationSidecar('usage-v2', bytes, sessionId);
  return reading.value === null ? null : { bytes, sidecar: toUsageSidecar(reading.value) };
}

function parse(value: Uint8Array): JsonValue {
  try {
    return parseJson(value);
  } catch (error) {
    if (error instanceof JsonError) return null;
    throw error;
  }
}
