/** Sessions from before event logs: one `session.json` that holds everything (session-directory §7). */

import { closeSync, readSync } from 'node:fs';
import type { FxErrorName } from '@fxlog/format';
import { FILE_LIMITS } from '@fxlog/format/internal';
import { JsonError, type JsonObject, type JsonValue } from '@fxlog/json';
import { isJsonObject, jsonMembers } from '@fxlog/json/internal';
import { unsafeWords } from '../../../paths/control-file.js';
import { openFile } from '../../../paths/safe-file.js';
import {
  anything,
  type Check,
  flag,
  i64,
  isU64,
  listOf,
  nullable,
  oneOf,
  openObject,
  ShapeError,
  satisfying,
  text,
  u64,
} from '../../../paths/shape.js';
import { isCanonicalLocator } from './image-locator.js';

/** The scalars of a legacy snapshot. */
export interface LegacySummary {
  readonly schemaVersion: number | bigint;
  readonly id: string;
  readonly createdAtMs: number | bigint;
  readonly updatedAtMs: number | bigint;
  readonly conversationLanguage: string;
  readonly historyLen: number | bigint;
  readonly workspaceRoot: string | null;
  /** Tokens sent and received; 0 where the file does not count them. */
  readonly totalInputTokens: number | bigint;
  readonly totalOutputTokens: number | bigint;
}

/** Told a turn of a legacy snapshot, in fx's own order; what it holds beyond what fx knows is in it, too. */
export type OnLegacyTurn = (turn: JsonObject) => void;

/** A legacy snapshot that was read, or the error that fx raises for it. */
export type LegacyRead =
  | { readonly ok: true; readonly summary: LegacySummary; readonly bytes: number }
  | {
      readonly ok: false;
      readonly error: FxErrorName;
      readonly reason: string;
      /** The schema that the file states, when that is what fx refuses. */
      readonly schema?: number | bigint;
    };

const string: Check = text();
const image: Check = (value, path) => {
  openObject({
    path: string,
    media_type: string,
    'id?': u64(),
    'snapshot_path?': nullable(string),
    'snapshot_sha256?': nullable(string),
  })(value, path);
  const { id = 0, snapshot_path: locator = null, snapshot_sha256: digest = null } = value as Record<string, JsonValue>;
  if ((locator === null) !== (digest === null))
    throw new ShapeError(path, `${path} has one snapshot key without the other`);
  if (typeof locator === 'string' && !isCanonicalLocator(locator, id as number | bigint, digest as string)) {
    throw new ShapeError(`${path}/snapshot_path`, `${path}/snapshot_path is not the canonical locator of its digest`);
  }
};
const user = openObject({ text: string, images: listOf(image) });
const result: Check = openObject({
  tool_call_id: string,
  tool_name: string,
  status: oneOf('success', 'failure'),
  output: string,
  'output_handle?': nullable(string),
  'preview?': nullable(string),
  output_bytes: u64(),
  stored_output_bytes: u64(),
  truncated: flag,
  provider_native: flag,
  created_at_ms: i64,
  'permission_feedback?': anything,
});
const execution = openObject({
  'schema_version?': oneOf(1, 2),
  'tool_steps?': listOf(
    openObject({
      'assistant?': nullable(string),
      'tool_calls?': listOf(
        openObject({ id: string, name: string, arguments_json: string, 'provider_result?': anything }),
      ),
      'tool_results?': listOf(result),
    }),
  ),
  'files?': anything,
});
const executed = { 'execution?': nullable(execution) };
const TURNS: Readonly<Record<string, Check>> = {
  assistant: openObject({ user, assistant: string, ...executed }),
  background_command: openObject({
    user,
    log_path: string,
    expect_url: flag,
    'assistant?': nullable(string),
    ...executed,
  }),
  interrupted: openObject({
    user,
    'assistant?': nullable(string),
    'terminal_reason?': nullable(oneOf('cancelled', 'failed')),
    ...executed,
  }),
  compacted_summary: openObject({ summary: string, removed_turn_count: u64(), compaction_count: u64() }),
};

const turn: Check = (value, path) => {
  const kind = isJsonObject(value) ? value.kind : undefined;
  const check = typeof kind === 'string' && Object.hasOwn(TURNS, kind) ? TURNS[kind] : undefined;
  if (check === undefined) throw new ShapeError(`${path}/kind`, `${path}/kind is not a kind of turn`);
  check(value, path);
};

const SCALARS: Readonly<Record<string, Check>> = {
  schema_version: satisfying('an unsigned integer', isU64),
  id: text(1, 255),
  created_at_ms: i64,
  updated_at_ms: i64,
  conversation_language: string,
  history_len: u64(),
};

function* chunksOf(fd: number): Generator<Uint8Array> {
  for (;;) {
    const chunk = new Uint8Array(65_536);
    const length = readSync(fd, chunk, 0, chunk.length, null);
    if (length === 0) return;
    yield chunk.subarray(0, length);
  }
}

/**
 * Reads a legacy snapshot: with `wholeHistory` every turn is judged, as opening it does; without it reading stops at the history, as
 * listing does (session-directory §7.1).
 */
export function readLegacySnapshot(dir: string, id: string, wholeHistory: boolean, onTurn?: OnLegacyTurn): LegacyRead {
  const opened = openFile(`${dir}/session.json`);
  switch (opened.state) {
    case 'absent':
      return { ok: false, error: 'SessionNotFound', reason: 'there is no session.json' };
    case 'unsafe':
      return { ok: false, error: 'SessionPathUnsafe', reason: `session.json is ${unsafeWords(opened.kind)}` };
    case 'refused':
      return {
        ok: false,
        error: opened.code === 'EACCES' ? 'AccessDenied' : opened.code,
        reason: 'session.json cannot be read',
      };
    case 'open':
  }
  try {
    if (opened.stats.size > FILE_LIMITS.legacySnapshot) {
      return { ok: false, error: 'LegacySessionTooLarge', reason: `session.json has ${opened.stats.size} bytes` };
    }
    const summary = readMembers(chunksOf(opened.fd), wholeHistory, onTurn);
    if (summary.id !== id) {
      return { ok: false, error: 'InvalidSessionFormat', reason: `session.json names the session ${summary.id}` };
    }
    return { ok: true, summary, bytes: opened.stats.size };
  } catch (error) {
    if (error instanceof SchemaVersion) {
      return {
        ok: false,
        error: 'UnsupportedSessionSchema',
        reason: `session.json has schema ${error.version}`,
        schema: error.version,
      };
    }
    if (error instanceof JsonError || error instanceof ShapeError) {
      return { ok: false, error: 'InvalidSessionFormat', reason: `session.json: ${error.message}` };
    }
    throw error;
  } finally {
    closeSync(opened.fd);
  }
}

/** A schema of another age; the rest of the document means something else. */
class SchemaVersion extends Error {
  constructor(readonly version: number | bigint) {
    super(`schema ${version}`);
  }
}

/** Optional: anything but a count is 0 to fx. */
const TOTALS: ReadonlySet<string> = new Set(['total_input_tokens', 'total_output_tokens']);

function readMembers(
  chunks: Iterable<Uint8Array>,
  wholeHistory: boolean,
  onTurn: OnLegacyTurn | undefined,
): LegacySummary {
  const found: Record<string, JsonValue> = {};
  let turns: number | null = null;
  const complete = (): boolean => Object.keys(SCALARS).every((key) => Object.hasOwn(found, key));
  for (const piece of jsonMembers(chunks, 'history')) {
    if (piece.kind === 'array-start') {
      turns = 0;
      if (!wholeHistory && complete()) break;
    } else if (piece.kind === 'element') {
      if (wholeHistory) turn(piece.value, `/history/${turns}`);
      onTurn?.(piece.value as JsonObject);
      turns = (turns ?? 0) + 1;
    } else {
      SCALARS[piece.key]?.(piece.value, `/${piece.key}`);
      if (piece.key === 'schema_version' && piece.value !== 1 && piece.value !== 2) {
        throw new SchemaVersion(piece.value as number | bigint);
      }
      if (piece.key === 'workspace_root') nullable(string)(piece.value, '/workspace_root');
      // Only what is wanted is kept, so that unknown members cost no memory.
      const isWanted = Object.hasOwn(SCALARS, piece.key) || TOTALS.has(piece.key) || piece.key === 'workspace_root';
      if (isWanted) found[piece.key] = piece.value;
    }
  }
  for (const key of Object.keys(SCALARS))
    if (!Object.hasOwn(found, key)) throw new ShapeError(`/${key}`, `${key} is missing`);
  if (wholeHistory) {
    if (turns === null) throw new ShapeError('/history', 'history is missing');
    if (found.history_len !== turns)
      throw new ShapeError('/history_len', `history_len is not ${turns}, the number of turns`);
  }
  return {
    schemaVersion: found.schema_version as number | bigint,
    id: found.id as string,
    createdAtMs: found.created_at_ms as number | bigint,
    updatedAtMs: found.updated_at_ms as number | bigint,
    conversationLanguage: found.conversation_language as string,
    historyLen: found.history_len as number | bigint,
    workspaceRoot: (found.workspace_root as string | null | undefined) ?? null,
    totalInputTokens: countOf(found.total_input_tokens),
    totalOutputTokens: countOf(found.total_output_tokens),
  };
}

function countOf(value: JsonValue | undefined): number | bigint {
  return isU64(value) ? value : 0;
}
