/** What a rewritten log is made of. */
import type { StateDocument } from '@fxlog/format';
import { readEvents } from '@fxlog/reader';
import { type EventDraft, type FileSystem, type LogItem, stateItems, WriteError } from '@fxlog/writer';
import { assertUnchanged, type CommittedSession, foldCommitted } from '../change/open-committed.js';

/** One change to a log; nothing at all keeps every event and every identifier. */
export interface RewriteChange {
  /** The log becomes one `session_started` and one replacement with the whole state, as fx compacts it (session-directory §3.6). */
  readonly compact?: boolean;
  /** Recovery checkpoints are left out that a later event supersedes: another one, a turn, a replacement, a clearing. */
  readonly dropCheckpoints?: boolean;
  /** The session moves to this workspace, by one more event. Absolute path without a trailing slash, the real one. */
  readonly rebind?: string;
}

/** A log that is to be written. */
export interface RewrittenLog {
  readonly items: AsyncIterable<LogItem | readonly LogItem[]>;
  /** What it folds to, history included. */
  readonly state: StateDocument;
  /** Recovery checkpoints that were left out. */
  readonly droppedCheckpoints: number;
}

/**
 * Plans a log. The state stays the same down to its time, except that a rebound session has its new workspace and the time of the move.
 *
 * @param timeMs time of the move
 */
export async function planLog(
  session: CommittedSession,
  change: RewriteChange,
  fileSystem: FileSystem,
  timeMs: number,
): Promise<RewrittenLog> {
  const state = await foldCommitted(session);
  if (change.rebind === state.workspace_root) {
    throw new WriteError(`${session.dir} is in ${change.rebind} already.`, 'change/nothing-to-do', {
      file: session.dir,
    });
  }
  if (change.compact) {
    const items = async function* (): AsyncGenerator<LogItem[]> {
      yield stateItems(state, 'log_compaction');
      await assertUnchanged(session, fileSystem, 'commits');
    };
    return { items: items(), state, droppedCheckpoints: 0 };
  }
  const dropped = change.dropCheckpoints ? await supersededCheckpoints(session) : new Set<number | bigint>();
  const move = change.rebind === undefined ? null : rebound(state, change.rebind, timeMs);
  const items = async function* (): AsyncGenerator<LogItem[]> {
    for await (const records of readEvents(session.log, { end: session.boundary.offset })) {
      yield records.filter(({ seq }) => !dropped.has(seq));
    }
    if (move !== null) yield [move];
    await assertUnchanged(session, fileSystem, 'commits');
  };
  const moved =
    change.rebind === undefined ? state : { ...state, workspace_root: change.rebind, updated_at_ms: timeMs };
  return { items: items(), state: moved, droppedCheckpoints: dropped.size };
}

function rebound({ workspace_root }: StateDocument, to: string, timeMs: number): EventDraft {
  return {
    kind: 'workspace_rebound',
    timestamp_ms: timeMs,
    payload: { previous_workspace_root: workspace_root, workspace_root: to },
  };
}

/**
 * Which `recovery_checkpoint_set` events no longer matter (event-log §5.3). The last event of a log is never one of them, so that the state keeps
 * its time.
 */
async function supersededCheckpoints({ log, boundary }: CommittedSession): Promise<ReadonlySet<number | bigint>> {
  const superseded = new Set<number | bigint>();
  let standing: number | bigint | null = null;
  for await (const records of readEvents(log, { end: boundary.offset, reuseChunks: true })) {
    for (const { kind, seq } of records) {
      if (!SUPERSEDING.has(kind)) continue;
      if (standing !== null) superseded.add(standing);
      standing = kind === 'recovery_checkpoint_set' ? seq : null;
    }
  }
  return superseded;
}

const SUPERSEDING: ReadonlySet<string> = new Set([
  'recovery_checkpoint_set',
  'recovery_checkpoint_cleared',
  'history_turn_committed',
  'state_replacement_committed',
]);
