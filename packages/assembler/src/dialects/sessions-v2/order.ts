/**
 * What the session manager would have written (newer-formats §7.3). No reader of fx checks it.
 */
import type { Uint64 } from '@fxlog/format';
import type { LineBody } from '@fxlog/format/internal';
import { isSame, type SessionFold } from './session-fold.js';

/** Why the manager would not have written a line here, in words of our own but for the second. */
export type OrderFault =
  | 'first-line-not-session_created'
  | 'session_created-not-first'
  | 'InvalidTransition'
  | 'turn-number'
  | 'snapshot-covers-seq';

/** What is wrong with a line whose predecessors fold to `before`; null when nothing is. */
export function findOrderFault(before: SessionFold, seq: Uint64, body: LineBody | null): OrderFault | null {
  if (seq === 1 && body?.kind !== 'session_created') return 'first-line-not-session_created';
  if (body === null) return null;
  const { openTurn, lastTurn } = before;
  switch (body.kind) {
    case 'session_created':
      return seq === 1 ? null : 'session_created-not-first';
    case 'turn_started':
      if (openTurn !== null) return 'InvalidTransition';
      return BigInt(body.turn) === BigInt(lastTurn) + 1n ? null : 'turn-number';
    case 'item':
    case 'turn_committed':
    case 'turn_interrupted':
      if (openTurn === null) return 'InvalidTransition';
      return body.turn === openTurn ? null : 'turn-number';
    case 'compacted':
      return body.turn === openTurn ? null : 'turn-number';
    case 'child_spawned':
      return before.openChild(body.child) === undefined ? null : 'InvalidTransition';
    case 'child_finished': {
      const child = before.openChild(body.child);
      return child !== undefined && isSame(child.work_id, body.work_id) ? null : 'InvalidTransition';
    }
    case 'snapshot':
      return body.covers_seq === before.lastSeq ? null : 'snapshot-covers-seq';
    default:
      return null;
  }
}
