import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { encodeState, type StateDocument } from '@fxlog/format';
import { FILE_LIMITS, type LogPosition } from '@fxlog/format/internal';
import { EventEncoder, type LogItem, WriteError } from '@fxlog/writer';
import {
  createDirectory,
  createFile,
  durableReplace,
  type FileSystem,
  type LogBoundary,
  orUndo,
  syncDirectory,
  toPosition,
  withFlock,
} from '@fxlog/writer/internal';
import { readBelow } from '../../../paths/read-below.js';
import { withPointOfNoReturn } from '../../../point-of-no-return.js';
import { rootOf } from '../../../root/outdated-caches.js';
import { freeName, openTrash, trashOf } from '../../../trash/trash-place.js';
import { removeIntent, standsAt, writeIntent, writeWatermark } from '../change/commit.js';
import { assertUnchanged, type CommittedSession, foldLog } from '../change/open-committed.js';
import { withWritableSession } from '../change/open-for-writing.js';
import { writeProjections } from '../change/projections.js';
import { renumberedFindings } from '../change/renumber-images.js';
import { publishAround } from '../change/root-caches.js';
import { copyEventLog } from '../copy/copy-event-log.js';
import { planLog, type RewriteChange, type RewrittenLog } from './rewritten-log.js';
import { newGeneration, type RewriteContext, type RewrittenSession, sizeOf } from './rewritten-session.js';

const BATCH_BYTES = 1 << 20;

/** The new log, beside the old one, checked. */
interface Prepared {
  /** Path of `events.compact.<generation>.tmp`. */
  readonly path: string;
  readonly boundary: LogBoundary;
  readonly state: StateDocument;
}

/** Puts a new log in the place of the old one as fx does when it compacts (session-directory §3.6). */
export async function replaceLog(
  dir: string,
  change: RewriteChange,
  context: RewriteContext,
): Promise<RewrittenSession> {
  const { fileSystem, timeoutMs } = context;
  return withPointOfNoReturn(dir, 'The new log was put in place', (passed) =>
    withWritableSession(fileSystem, dir, { recover: false, timeoutMs }, async ({ session, state: before }) => {
      const plan = await planLog(session, change, fileSystem, context.timeMs, true);
      if (change.dropCheckpoints && plan.droppedCheckpoints === 0) {
        throw new WriteError({
          rule: 'change/nothing-to-do',
          message: `${dir} has no superseded recovery checkpoints.`,
          file: dir,
        });
      }
      const keptCopy = context.keepCopy ? await keepCopy(session, context) : null;
      const { result: boundary } = await publishAround(
        fileSystem,
        {
          root: rootOf(dir),
          id: session.id,
          workspaces: { before: before.workspace_root, after: plan.state.workspace_root },
          updatedAtMs: plan.state.updated_at_ms,
          timeoutMs,
          mayDefer: false,
        },
        async () => {
          await copyImages(session, plan.renamedImages, fileSystem);
          const prepared = await prepare(session, plan.items, plan.state, context);
          await swap(session, prepared, context, passed);
          return prepared.boundary;
        },
      );
      return {
        id: session.id,
        dir,
        boundary,
        historyLength: plan.state.history.length,
        updatedAtMs: plan.state.updated_at_ms,
        before: sizeOf(session.boundary),
        after: sizeOf(boundary),
        droppedCheckpoints: plan.droppedCheckpoints,
        keptCopy,
        findings: renumberedFindings(plan.renamedImages),
      };
    }),
  );
}

/** Copies the session into the trash, in a folder of its own, since a session directory must have the name of its session. */
async function keepCopy({ dir, id }: CommittedSession, { fileSystem, timeMs }: RewriteContext): Promise<string> {
  const trash = trashOf(dir);
  await openTrash(fileSystem, trash);
  const folder = await freeName(fileSystem, join(trash, `before-rewrite+${timeMs}`));
  await createDirectory(fileSystem, folder);
  await syncDirectory(fileSystem, trash);
  return (await copyEventLog(dir, { dir: join(folder, id) }, { fileSystem })).dir;
}

/** Copies images to the names that they have in the new log. In the old one nothing names them, should it stay. */
async function copyImages(
  { dir }: CommittedSession,
  renamed: RewrittenLog['renamedImages'],
  fileSystem: FileSystem,
): Promise<void> {
  for (const [to, from] of renamed) {
    const read = readBelow(dir, from, FILE_LIMITS.image);
    if (read.state === 'read') await durableReplace(fileSystem, join(dir, to), read.bytes);
  }
}

/** Writes the new log beside the old one and reads it back. */
async function prepare(
  session: CommittedSession,
  items: AsyncIterable<LogItem | readonly LogItem[]>,
  state: StateDocument,
  { fileSystem, identifiers }: RewriteContext,
): Promise<Prepared> {
  const generation = newGeneration(identifiers, session.boundary);
  const path = `${session.dir}/events.compact.${generation}.tmp`;
  const encoder = new EventEncoder({ identifiers, generation });
  return orUndo(
    async () => {
      await createFile(fileSystem, path, encodeAll(items, encoder));
      const { boundary } = encoder;
      const read = await foldLog(path, boundary.offset);
      if (read.bytesConsumed !== boundary.offset || !sameState(read.state, state)) {
        throw new WriteError({
          rule: 'write/indeterminate',
          message: `${path} does not fold to the state of the session.`,
          file: path,
        });
      }
      return { path, boundary, state };
    },
    () => discard(fileSystem, session.dir, path),
  );
}

/** As bytes, since that is how fx compares them; where the permission rules are too old to be written, as values. */
function sameState(read: StateDocument, state: StateDocument): boolean {
  if (isDeepStrictEqual(read, state)) return true;
  if (state.permission_state?.schema_version === 1) return false;
  return Buffer.compare(encodeState(read), encodeState(state)) === 0;
}

async function* encodeAll(
  items: AsyncIterable<LogItem | readonly LogItem[]>,
  encoder: EventEncoder,
): AsyncGenerator<Uint8Array> {
  let batch: Uint8Array[] = [];
  let size = 0;
  for await (const entry of items) {
    for (const item of isBatch(entry) ? entry : [entry]) {
      for (const { bytes } of encoder.encode(item)) {
        batch.push(bytes);
        size += bytes.length;
        if (size < BATCH_BYTES) continue;
        yield Buffer.concat(batch);
        batch = [];
        size = 0;
      }
    }
  }
  for (const { bytes } of encoder.end()) batch.push(bytes);
  if (batch.length > 0) yield Buffer.concat(batch);
}

function isBatch(entry: LogItem | readonly LogItem[]): entry is readonly LogItem[] {
  return Array.isArray(entry);
}

/** Watermark of the new generation, intent, rename, check, and the files made from the log. */
async function swap(
  session: CommittedSession,
  { path, boundary, state }: Prepared,
  { fileSystem, identifiers, timeoutMs }: RewriteContext,
  passed: () => void,
): Promise<void> {
  const { dir } = session;
  const proposed = toPosition(boundary);
  const watermark = `${dir}/commit.${boundary.generation}.json`;
  try {
    await writeWatermark(fileSystem, session, proposed);
    await withFlock(`${dir}/commit.lock`, { timeoutMs, fileSystem }, async () => {
      await assertUnchanged(session, fileSystem, 'nothing');
      await orUndo(
        async () => {
          await writeIntent(fileSystem, session, 'log_generation_replace', proposed, identifiers);
          await fileSystem.rename(path, session.log);
          passed();
          await syncDirectory(fileSystem, dir);
        },
        async () => {
          if (await isStillBeside(fileSystem, path)) await removeIntent(fileSystem, dir);
        },
      );
      await finish(fileSystem, session, proposed, { path, boundary, state });
    });
  } catch (error) {
    return await orUndo(
      async () => {
        throw error;
      },
      async () => {
        if (await isStillBeside(fileSystem, path)) await discard(fileSystem, dir, path, watermark);
      },
    );
  }
}

/** One rename makes the new log the log: as long as it lies beside it, the old one stands. */
async function isStillBeside(fileSystem: FileSystem, path: string): Promise<boolean> {
  return (await fileSystem.lstat(path)) !== null;
}

async function finish(
  fileSystem: FileSystem,
  session: CommittedSession,
  proposed: LogPosition,
  { boundary, state }: Prepared,
): Promise<void> {
  const { dir, log } = session;
  if (!standsAt(dir, proposed)) {
    throw new WriteError({ rule: 'write/indeterminate', message: 'What stands there is not the new log.', file: log });
  }
  await removeIntent(fileSystem, dir);
  // The growth of a new generation is counted from its end, and a checkpoint of the old one is of no use.
  const kept = { growthBase: { seq: boundary.seq, bytes: boundary.offset }, checkpoint: null };
  await writeProjections(fileSystem, { dir, authorityId: session.authority.authority_id, boundary, state, kept });
}

/** Takes files away again that were only begun. */
async function discard(fileSystem: FileSystem, dir: string, ...paths: string[]): Promise<void> {
  for (const path of paths) {
    if ((await fileSystem.lstat(path)) !== null) await fileSystem.removeFile(path);
  }
  await syncDirectory(fileSystem, dir);
}
