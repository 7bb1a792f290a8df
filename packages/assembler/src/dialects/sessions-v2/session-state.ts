import type { DurableBytes, Int64 } from '@fxlog/format';
import { encodeSessionState, type LineBody, readSessionUsage, type SessionV2State } from '@fxlog/format/internal';
import { JsonError, type JsonValue, parseJson } from '@fxlog/json';
import type { SessionState } from '../../session-state.js';

/** What the first line says of a session. */
export type CreatedLine = Extract<LineBody, { kind: 'session_created' }>;

/** What a state is made of. */
export interface StateParts {
  readonly created: CreatedLine | null;
  readonly createdAtMs: Int64;
  readonly updatedAtMs: Int64;
  readonly state: SessionV2State;
  readonly endedTurns: number;
  readonly compactions: number;
}

/** The state of a session as one that belongs to no format. */
export function toSessionState(parts: StateParts): SessionState {
  const { created, createdAtMs, updatedAtMs, state, endedTurns, compactions } = parts;
  const fork = created?.forked_from ?? null;
  return {
    id: textOf(created?.id),
    createdAtMs,
    updatedAtMs,
    originWorkspaceRoot: textOf(created?.workspace),
    workspaceRoot: readText(state.workspace) ?? textOf(created?.workspace),
    language: readText(state.language),
    preferences: readPreferences(state.prefs),
    totals: null,
    contextHistoryStart: 0,
    usage: readUsage(state.usage),
    permissionRules: countRules(state.permissions),
    pending: null,
    native: {
      dialect: 'sessions-v2',
      state: Buffer.from(encodeSessionState(state)).toString(),
      role: created?.role ?? null,
      parent: textOf(created?.parent),
      forkedFrom: fork === null ? null : { id: textOf(fork.id) ?? '', seq: fork.seq },
      endedTurns,
      compactions,
    },
  };
}

/** What the setting `prefs` says; null where it is not what fx writes there. */
export function readPreferences(value: Uint8Array | null): SessionState['preferences'] {
  const { provider, model, effort, fast_mode: fastMode } = membersOf(settingOf(value));
  // A configured provider is an object with its name.
  const name = typeof provider === 'string' ? provider : membersOf(provider).name;
  if (typeof name !== 'string' || typeof model !== 'string' || typeof effort !== 'string') return null;
  return { provider: name, model, effort, fastMode: fastMode === true };
}

/** The totals that the setting `usage` holds; null where it holds something else. */
export function readUsage(value: Uint8Array | null): SessionState['usage'] {
  // Whose totals they are is said by the log that they stand in.
  return value === null ? null : (readSessionUsage(value, 'usage')?.sidecar.snapshot ?? null);
}

/** The text that a setting holds; null where it holds something else. */
export function readText(value: Uint8Array | null): string | null {
  const text = settingOf(value);
  return typeof text === 'string' ? text : null;
}

function countRules(value: Uint8Array | null): number | null {
  const { rules } = membersOf(settingOf(value));
  return Array.isArray(rules) ? rules.length : null;
}

/** The value of a setting; undefined where it has none, or is not JSON. */
function settingOf(value: Uint8Array | null): JsonValue | undefined {
  if (value === null) return undefined;
  try {
    return parseJson(value);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

function membersOf(value: JsonValue | undefined): Readonly<Record<string, JsonValue>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, JsonValue>)
    : {};
}

/** A name as text; bytes that are not UTF-8 are shown as well as they can be. */
function textOf(name: DurableBytes | null | undefined): string | null {
  if (name === null || name === undefined) return null;
  return typeof name === 'string' ? name : Buffer.from(name).toString();
}
