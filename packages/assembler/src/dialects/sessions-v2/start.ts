/**
 * Taking up the fold of a session at a place in the middle: what goes into a token, and what comes out of one.
 */
import { FrameError, type Int64, type Uint64 } from '@fxlog/format';
import { readSessionState } from '@fxlog/format/internal';
import { exactInteger } from '@fxlog/json/internal';
import { type LogPosition, TokenError } from '@fxlog/reader';
import type { PlainJson } from '@fxlog/reader/internal';
import type { FoldPoint } from '../../fold.js';
import type { FoldStart } from './session-fold.js';
import { type CreatedLine, toSessionState } from './session-state.js';

/** What there was before a place. */
export interface SessionStart extends FoldStart {
  readonly created: CreatedLine | null;
  readonly endedTurns: number;
  readonly compactions: number;
}

/** What there was before a place; null at the beginning of a log. */
export function startOf(point: FoldPoint | undefined): SessionStart | null {
  if (point === undefined) return null;
  const { native, id, originWorkspaceRoot } = point.state;
  if (native.dialect !== 'sessions-v2') throw new TypeError('The place to begin at is in a log of another dialect.');
  const { role, parent, forkedFrom, endedTurns, compactions } = native;
  const created: CreatedLine | null =
    role === null
      ? null
      : {
          kind: 'session_created',
          id: id ?? '',
          workspace: originWorkspaceRoot ?? '',
          role,
          host: 'app',
          parent,
          forked_from: forkedFrom,
        };
  return {
    state: readSessionState(Buffer.from(native.state)),
    forkSeq: forkedFrom?.seq ?? 0,
    lastSeq: point.position.seq ?? 0,
    created,
    endedTurns,
    compactions,
  };
}

/** What goes into a token besides its place. */
export function encodePoint({ turns, state }: FoldPoint): PlainJson {
  const { native, id, originWorkspaceRoot, createdAtMs, updatedAtMs } = state;
  if (native.dialect !== 'sessions-v2') throw new TypeError('The place is in a log of another dialect.');
  const { forkedFrom } = native;
  return {
    turns,
    endedTurns: native.endedTurns,
    compactions: native.compactions,
    createdAtMs: String(createdAtMs),
    updatedAtMs: String(updatedAtMs),
    id,
    workspace: originWorkspaceRoot,
    role: native.role,
    parent: native.parent,
    forkedFrom: forkedFrom === null ? null : { id: forkedFrom.id, seq: String(forkedFrom.seq) },
    state: native.state,
  };
}

/**
 * Reads that back.
 *
 * @throws TokenError for anything else.
 */
export function decodePoint(json: PlainJson, position: LogPosition): FoldPoint {
  const members = membersOf(json);
  const [endedTurns, compactions] = [readCount(members.endedTurns), readCount(members.compactions)];
  const role =
    members.role === null
      ? null
      : members.role === 'root' || members.role === 'child'
        ? members.role
        : refuse('has a role that is none');
  const fork = members.forkedFrom === null ? null : membersOf(members.forkedFrom);
  const created: CreatedLine | null =
    role === null
      ? null
      : {
          kind: 'session_created',
          id: readText(members.id),
          workspace: readText(members.workspace),
          role,
          host: 'app',
          parent: members.parent === null ? null : readText(members.parent),
          forked_from: fork === null ? null : { id: readText(fork.id), seq: readTime(fork.seq) },
        };
  const state = toSessionState({
    created,
    createdAtMs: readTime(members.createdAtMs),
    updatedAtMs: readTime(members.updatedAtMs),
    state: readState(readText(members.state)),
    endedTurns,
    compactions,
  });
  return { position, turns: readCount(members.turns), eventId: '', state };
}

function readState(text: string): ReturnType<typeof readSessionState> {
  try {
    return readSessionState(Buffer.from(text));
  } catch (error) {
    if (error instanceof FrameError) refuse('holds no state');
    throw error;
  }
}

function membersOf(json: PlainJson | undefined): Readonly<Record<string, PlainJson>> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) refuse('is not an object');
  return json as Readonly<Record<string, PlainJson>>;
}

function readCount(value: PlainJson | undefined): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) refuse('has a count that is none');
  return value;
}

function readText(value: PlainJson | undefined): string {
  if (typeof value !== 'string') refuse('lacks a text');
  return value;
}

function readTime(value: PlainJson | undefined): Int64 & Uint64 {
  if (typeof value !== 'string' || !/^(?:0|[1-9][0-9]{0,19})$/.test(value)) refuse('has a number that is none');
  return exactInteger(BigInt(value));
}

function refuse(why: string): never {
  throw new TokenError({ rule: 'token/invalid', message: `The folded state in this resume token ${why}.` });
}
