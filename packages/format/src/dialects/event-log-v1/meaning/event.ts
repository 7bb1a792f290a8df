/**
 * What an event must mean beyond the shape of its payload: first what fx finds while it parses the payload, then what it calls frame
 * validation (event-log §2.1).
 */

import { createHash } from 'node:crypto';
import { decodeCanonicalBase64 } from '@fxlog/json/internal';
import type { Fault } from '../../../frame-error.js';
import type { FxErrorName } from '../../../fx-error-name.js';
import type { LogEvent, RecoveryCheckpoint, StateReplacementChunkPayload, UsageSnapshot } from '../generated/types.js';
import { settleExecution, settleHistoryTurn, settleUser } from './history-turn.js';
import { findUsageFault } from './usage.js';

/**
 * Judges a payload that has passed its schema, as far as fx does while parsing, and repairs malformed tool arguments in place.
 *
 * @returns the first fault, its path starting with `/payload`, or null.
 */
export function settlePayload(event: LogEvent): Fault | null {
  switch (event.kind) {
    case 'session_started':
      return event.payload.usage === undefined
        ? null
        : judgeUsage(event.payload.usage, '/payload/usage', 'InvalidEventFrame');
    case 'usage_checkpointed':
      return judgeUsage(event.payload.usage, '/payload/usage', 'InvalidEventFrame');
    case 'history_turn_committed':
      return settleHistoryTurn(event.payload.turn, '/payload/turn');
    case 'recovery_checkpoint_set': {
      const { checkpoint } = event.payload;
      // §9: every fault inside a checkpoint at parse time has the frame's own error name.
      const found =
        settleUser(checkpoint.user, '/payload/checkpoint/user') ??
        settleExecution(checkpoint.execution, '/payload/checkpoint/execution');
      return found === null ? null : { ...found, fxError: 'InvalidEventFrame' };
    }
    default:
      return null;
  }
}

/** Judges a usage snapshot at `path`. */
export function judgeUsage(usage: UsageSnapshot, path: string, fxError: FxErrorName): Fault | null {
  const found = findUsageFault(usage);
  return found === null ? null : { rule: found.rule, path: path + found.path, fxError };
}

/** The cross-field rules of frame validation; the bounds of single fields stand in the schemas. */
export function validatePayload(event: LogEvent): Fault | null {
  switch (event.kind) {
    case 'history_turn_committed': {
      const { turn, work_id: workId } = event.payload;
      const turnWorkId = turn.kind === 'compacted_summary' ? undefined : turn.user.work_id;
      // §3.7.2: the event may lend its id to the turn, never the other way round.
      const agrees =
        turnWorkId === undefined ? workId === undefined || turn.kind !== 'compacted_summary' : turnWorkId === workId;
      return agrees ? null : { rule: 'turn/work-id', path: '/payload/work_id', fxError: 'InvalidEventFrame' };
    }
    case 'recovery_checkpoint_set':
      return judgeAttempts(event.payload.checkpoint, '/payload/checkpoint');
    case 'state_replacement_chunk':
      return judgeChunk(event.payload);
    default:
      return null;
  }
}

/** Judges the attempt counters of a recovery checkpoint at `path` (event-log §3.11). */
export function judgeAttempts(checkpoint: RecoveryCheckpoint, path: string): Fault | null {
  const {
    max_provider_attempts: max,
    consumed_provider_attempts: consumed,
    outstanding_reservation: isReserved,
  } = checkpoint;
  if (consumed < max || (consumed === max && !isReserved)) return null;
  return { rule: 'checkpoint/attempts', path: `${path}/consumed_provider_attempts`, fxError: 'InvalidDurableField' };
}

/** The size and digest of a chunk against its decoded bytes (event-log §3.12). */
function judgeChunk(payload: StateReplacementChunkPayload): Fault | null {
  const bytes = decodeCanonicalBase64(payload.base64);
  if (bytes === null || bytes.length !== payload.raw_bytes) {
    return { rule: 'replacement/chunk-size', path: '/payload/raw_bytes', fxError: 'InvalidReplacement' };
  }
  if (createHash('sha256').update(bytes).digest('hex') !== payload.chunk_sha256) {
    return { rule: 'replacement/chunk-digest', path: '/payload/chunk_sha256', fxError: 'InvalidReplacement' };
  }
  return null;
}
