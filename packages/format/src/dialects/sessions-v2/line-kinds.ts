/**
 * The kinds of lines and what each says (newer-formats §7.3).
 */
import type { StructShape } from '../../loose/shape.js';
import * as shapes from './generated/shapes.js';
import type * as types from './generated/types.js';

/** The fields of each kind of line. */
interface LineFields {
  readonly session_created: types.SessionCreatedLine;
  readonly turn_started: types.TurnStartedLine;
  readonly item: types.ItemLine;
  readonly compacted: types.CompactedLine;
  readonly turn_committed: types.TurnCommittedLine;
  readonly turn_interrupted: types.TurnInterruptedLine;
  readonly set: types.SetLine;
  readonly child_spawned: types.ChildSpawnedLine;
  readonly child_finished: types.ChildFinishedLine;
  readonly snapshot: types.SnapshotLine;
  readonly closed: types.ClosedLine;
}

/** The kinds of lines that fx knows (newer-formats §7.3). */
export type LineKind = keyof LineFields;

/** What a line of a known kind says, under fx's own keys. */
export type LineBody = { [Kind in LineKind]: { readonly kind: Kind } & Readonly<LineFields[Kind]> }[LineKind];

/** The fields of each kind, in the order in which they are written. */
export const LINE_SHAPES: Readonly<Record<LineKind, StructShape>> = {
  session_created: shapes.SessionCreatedLine,
  turn_started: shapes.TurnStartedLine,
  item: shapes.ItemLine,
  compacted: shapes.CompactedLine,
  turn_committed: shapes.TurnCommittedLine,
  turn_interrupted: shapes.TurnInterruptedLine,
  set: shapes.SetLine,
  child_spawned: shapes.ChildSpawnedLine,
  child_finished: shapes.ChildFinishedLine,
  snapshot: shapes.SnapshotLine,
  closed: shapes.ClosedLine,
};

/** The kinds of lines that fx knows, in the order of newer-formats §7.3. */
export const LINE_KINDS = Object.keys(LINE_SHAPES) as readonly LineKind[];
