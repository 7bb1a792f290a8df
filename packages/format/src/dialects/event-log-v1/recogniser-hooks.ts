/**
 * What the recogniser checks across the fields of an event. In the common subset of TypeScript and AssemblyScript, as the interpreter, which
 * calls these functions. Truth values are 0 and 1 throughout.
 */
import { cell, type i32, sameInput, setCell, setSlot, slot } from '../../recogniser/platform.js';
import { hexAt, lastEnd, lastStart } from '../../recogniser/scan.js';
import { COST_TOLERANCE, MAX_USAGE_IDENTIFIER_BYTES } from './limits.js';
import {
  BILLING,
  CONSUMED,
  FIRST,
  HOOK_CHECKPOINT,
  HOOK_EVENT_ID,
  HOOK_EVENT_WORK_ID,
  HOOK_IDENTIFIER,
  HOOK_MODEL,
  HOOK_MODEL_NAME,
  HOOK_PENDING,
  HOOK_PENDING_ID,
  HOOK_TURN,
  HOOK_USAGE,
  HOOK_USER,
  HOOK_USER_WORK_ID,
  LAST_FIRST,
  MAX_ATTEMPTS,
  MODEL_NAMES,
  NEXT,
  PART,
  PART_COST,
  PENDING_IDS,
  PENDING_SEQUENCES,
  RESERVED,
  SEQUENCE,
  SETTLED,
  SUM,
  SUM_COST,
  TOTAL,
  TOTAL_COST,
} from './recogniser-codes.js';

let modelCount: i32 = 0;
let pendingCount: i32 = 0;
let identifierBytes: i32 = 0;
let hasUser: i32 = 0;
let userWorkStart: i32 = 0;
let userWorkEnd: i32 = 0;
let eventIdAt: i32 = 0;
let workIdAt: i32 = 0;

export function beginValue(): void {
  userWorkStart = -1;
  workIdAt = -1;
}

/** A work id of the turn that its event has not confirmed is left to the exact way (event-log §3.7.2). */
export function acceptsLine(): i32 {
  return userWorkStart < 0 ? 1 : 0;
}

/** Where the event id stands. */
export function firstMark(): i32 {
  return eventIdAt;
}

/** Where the work id stands, or -1. */
export function secondMark(): i32 {
  return workIdAt;
}

export function beforeHook(hook: i32): void {
  if (hook === HOOK_USAGE) {
    modelCount = 0;
    pendingCount = 0;
    identifierBytes = 0;
    for (let index: i32 = 0; index < 5; index++) setSlot(SUM + index, 0);
    setSlot(SUM_COST, 0);
    setSlot(LAST_FIRST, 0);
  } else if (hook === HOOK_TURN) hasUser = 0;
  else if (hook === HOOK_USER) userWorkStart = -1;
}

export function afterHook(hook: i32): i32 {
  switch (hook) {
    case HOOK_USAGE:
      return usageAddsUp();
    case HOOK_MODEL:
      return addModel();
    case HOOK_PENDING:
      return addPending();
    case HOOK_CHECKPOINT: {
      // §3.11: the work id of a checkpoint's user is compared with nothing.
      userWorkStart = -1;
      const spare = slot(MAX_ATTEMPTS) - slot(CONSUMED);
      return spare > 0 || (spare === 0 && slot(RESERVED) === 0) ? 1 : 0;
    }
    case HOOK_EVENT_ID:
      eventIdAt = hexAt;
      return 1;
    case HOOK_USER:
      hasUser = 1;
      return 1;
    case HOOK_USER_WORK_ID:
      userWorkStart = lastStart;
      userWorkEnd = lastEnd;
      return 1;
    case HOOK_EVENT_WORK_ID: {
      workIdAt = lastStart;
      // A compacted summary can take no work id; a turn without one takes the event's.
      if (hasUser === 0) return 0;
      if (userWorkStart < 0) return 1;
      const length = lastEnd - lastStart;
      const same = length === userWorkEnd - userWorkStart && sameInput(userWorkStart, lastStart, length) !== 0;
      userWorkStart = -1;
      return same ? 1 : 0;
    }
    case HOOK_MODEL_NAME:
      return addName(MODEL_NAMES, modelCount);
    case HOOK_PENDING_ID:
      return addName(PENDING_IDS, pendingCount);
    case HOOK_IDENTIFIER:
      identifierBytes += lastEnd - lastStart;
      return 1;
    default:
      return 1;
  }
}

/** Remembers the text matched last under an index of a table, unless it is there already. */
function addName(table: i32, count: i32): i32 {
  const length = lastEnd - lastStart;
  identifierBytes += length;
  for (let index: i32 = 0; index < count; index++) {
    if (cell(table + 2 * index + 1) === length && sameInput(cell(table + 2 * index), lastStart, length) !== 0) return 0;
  }
  setCell(table + 2 * count, lastStart);
  setCell(table + 2 * count + 1, length);
  return 1;
}

/** event-log §3.5.3 */
function addModel(): i32 {
  if (slot(FIRST) <= slot(LAST_FIRST) || slot(FIRST) >= slot(NEXT)) return 0;
  setSlot(LAST_FIRST, slot(FIRST));
  if (slot(PART + 2) > slot(PART) || slot(PART + 3) > slot(PART)) return 0;
  for (let index: i32 = 0; index < 5; index++) setSlot(SUM + index, slot(SUM + index) + slot(PART + index));
  setSlot(SUM_COST, slot(SUM_COST) + slot(PART_COST));
  modelCount++;
  return 1;
}

/** event-log §3.5.4 */
function addPending(): i32 {
  const sequence = slot(SEQUENCE);
  if (sequence >= slot(NEXT)) return 0;
  for (let index: i32 = 0; index < pendingCount; index++) if (slot(PENDING_SEQUENCES + index) === sequence) return 0;
  setSlot(PENDING_SEQUENCES + pendingCount, sequence);
  pendingCount++;
  return 1;
}

/** event-log §3.5.1, §3.5.2, §3.5.8 */
function usageAddsUp(): i32 {
  if (slot(SETTLED) >= slot(NEXT) || identifierBytes > MAX_USAGE_IDENTIFIER_BYTES) return 0;
  // The words of billing, in the order of the schema: complete has nothing pending, pending has something.
  if ((slot(BILLING) === 0 && pendingCount > 0) || (slot(BILLING) === 1 && pendingCount === 0)) return 0;
  for (let index: i32 = 0; index < 5; index++) if (slot(SUM + index) !== slot(TOTAL + index)) return 0;
  // Half the tolerance: the values here may be off in the last place, and what is near the edge goes the exact way.
  const difference = slot(SUM_COST) - slot(TOTAL_COST);
  const relative = slot(TOTAL_COST) * COST_TOLERANCE;
  const limit = relative > COST_TOLERANCE ? relative / 2 : COST_TOLERANCE / 2;
  return difference <= limit && -difference <= limit ? 1 : 0;
}
