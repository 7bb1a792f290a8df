/** What a rewritten log is made of. */
import type { StateDocument, Uint64 } from '@fxlog/format';
import { findStateFault } from '@fxlog/format/internal';
import { readEvents } from '@fxlog/reader';
import { type EventDraft, type LogItem, WriteError } from '@fxlog/writer';
import { type FileSystem, stateItems } from '@fxlog/writer/internal';
import { assertUnchanged, type CommittedSession, foldCommitted } from '../change/open-committed.js';
import { type RenumberedImages, renumberImages } from '../change/renumber-images.js';

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
  /** What it folds to; its history is there where it was to be kept. */
  readonly state: StateDocument;
  /** Recovery checkpoints that were left out. */
  readonly droppedCheckpoints: number;
  /** For each copy of an image that comes to lie under another name, since its number was that of another, the name that it had. */
  readonly renamedImages: RenumberedImages['renamed'];
}

/**
 * Plans a log. The state stays the same down to its time, except that a rebound session has its new workspace and the time of the move.
 *
 * @param timeMs time of the move
 * @param keepHistory whether the state is to hold the history
 */
export async function planLog(
  session: CommittedSession,
  change: RewriteChange,
  fileSystem: FileSystem,
  timeMs: number,
  keepHistory: boolean,
): Promise<RewrittenLog> {
  const folded = await foldCommitted(session, keepHistory || session.sharesImageIds);
  const renumbered = renumberImages(folded);
  const state = renumbered?.state ?? folded;
  const renamedImages = renumbered?.renamed ?? new Map<string, string>();
  // As fx does when it mends images (event-log §3.12).
  const mended = renumbered === null ? [] : [[{ replacement: state, reason: 'migration' as const }]];
  if (change.compact) {
    return { items: closing([stateItems(state, 'log_compaction')]), state, droppedCheckpoints: 0, renamedImages };
  }
  if (change.rebind !== undefined) {
    const { event, state: moved } = rebind(session.dir, state, change.rebind, timeMs);
    return { items: closing(keptEvents(), mended, [[event]]), state: moved, droppedCheckpoints: 0, renamedImages };
  }
  const dropped = change.dropCheckpoints ? await supersededCheckpoints(session) : new Set<Uint64>();
  return { items: closing(keptEvents(dropped), mended), state, droppedCheckpoints: dropped.size, renamedImages };

  async function* keptEvents(dropped: ReadonlySet<Uint64> = new Set()): AsyncGenerator<LogItem[]> {
    for await (const records of readEvents(session.log, { end: session.boundary.offset })) {
      yield records.filter(({ seq }) => !dropped.has(seq));
    }
  }

  /** Before the last item is taken for good: is the session still what was read? */
  async function* closing(
    ...parts: readonly (Iterable<LogItem[]> | AsyncIterable<LogItem[]>)[]
  ): RewrittenLog['items'] {
    for (const part of parts) yield* part;
    await assertUnchanged(session, fileSystem, 'commits');
  }
}

/** One more event, and the state behind it. fx would refuse the whole log for a path it does not take, so that is looked at first. */
function rebind(
  dir: string,
  state: StateDocument,
  to: string,
  timeMs: number,
): { readonly event: EventDraft; readonly state: StateDocument } {
  const { workspace_root: from } = state;
  if (to === from) {
    throw new WriteError({ rule: 'change/nothing-to-do', message: `${dir} is in ${from} already.`, file: dir });
  }
  const moved = { ...state, workspace_root: to, updated_at_ms: timeMs };
  const fault = findStateFault(moved);
  if (fault !== null) {
    throw new WriteError({
      rule: fault.rule,
      message: `fx would not move ${dir} to ${JSON.stringify(to)}.`,
      fxError: fault.fxError,
      path: fault.path,
      file: dir,
    });
  }
  const payload = { previous_workspace_root: from, workspace_root: to };
  return { event: { kind: 'workspace_rebound', timestamp_ms: timeMs, payload }, state: moved };
}

/**
 * Which `recovery_checkpoint_set` events no longer matter (event-log §5.3). The last event of a log is never one of them, so that the state keeps
 * its time.
 */
async function supersededCheckpoints({ log, boundary }: CommittedSession): Promise<ReadonlySet<Uint64>> {
  const superseded = new Set<Uint64>();
  let standing: Uint64 | null = null;
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
