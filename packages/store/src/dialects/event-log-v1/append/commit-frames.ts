import { join } from 'node:path';
import type { StateDocument } from '@fxlog/format';
import type { LogPosition } from '@fxlog/format/internal';
import { type IdentifierSource, WriteError } from '@fxlog/writer';
import {
  closing,
  eventLogFingerprint,
  type FileSystem,
  type LogBoundary,
  orUndo,
  toPosition,
  withFlock,
} from '@fxlog/writer/internal';
import type { AttachmentBuffer } from '../../../attachment-buffer.js';
import { removeIntent, standsAt, truncateLog, writeIntent, writeWatermark } from '../change/commit.js';
import { assertUnchanged, foldLog, movedOn } from '../change/open-committed.js';
import type { WritableSession } from '../change/open-for-writing.js';
import { writeProjections } from '../change/projections.js';

/** What is to be committed. */
export interface PreparedFrames {
  readonly frames: readonly Uint8Array[];
  /** The end of the log once they are in it, and what it folds to there. */
  readonly boundary: LogBoundary;
  readonly state: StateDocument;
  readonly isReplacement: boolean;
  readonly attachments: AttachmentBuffer;
  readonly identifiers: IdentifierSource;
  /** To be awaited before the watermark moves. */
  readonly announce: (proposed: LogPosition) => Promise<void>;
  /** To be called when the turn stands. */
  readonly passed: () => void;
  readonly timeoutMs: number;
}

/**
 * One commit (session-directory §3.4, steps 1 to 8): the frames behind the watermark, then intent, watermark, check, and the files made from the log.
 *
 * @returns the new end of the log
 */
export async function commitFrames(
  fileSystem: FileSystem,
  writable: WritableSession,
  prepared: PreparedFrames,
): Promise<LogBoundary> {
  const { session } = writable;
  await prepared.attachments.flush(fileSystem);
  await assertUnchanged(session, fileSystem, 'nothing');
  try {
    await writeTail(fileSystem, writable, prepared.frames);
    // From here on the log is what we have made of it, and nobody else may touch it.
    const stat = await fileSystem.lstat(session.log);
    const timeoutMs = prepared.timeoutMs;
    await withFlock(join(session.dir, 'commit.lock'), { timeoutMs, fileSystem }, async () => {
      await assertUnchanged(session, fileSystem, 'nothing', stat);
      await moveWatermark(fileSystem, writable, prepared);
      await check(fileSystem, writable, prepared);
      await removeIntent(fileSystem, session.dir);
      await writeProjections(fileSystem, {
        dir: session.dir,
        authorityId: session.authority.authority_id,
        boundary: prepared.boundary,
        state: prepared.state,
        kept: writable.kept,
      });
    });
  } catch (error) {
    return await orUndo(
      async () => {
        throw error;
      },
      () => takeBack(fileSystem, writable, error),
    );
  }
  return prepared.boundary;
}

/**
 * Takes the frames away again, provided that the old watermark is seen to stand and that nobody else has written in the meantime; in doubt
 * the intent tells the next fx what to do.
 */
async function takeBack(fileSystem: FileSystem, { session }: WritableSession, error: unknown): Promise<void> {
  const isForeign = error instanceof WriteError && error.rule === 'change/moved-on';
  if (isForeign || !standsAt(session.dir, session.position)) return;
  await truncateLog(fileSystem, session.log, session.boundary.offset);
  await removeIntent(fileSystem, session.dir);
}

async function writeTail(
  fileSystem: FileSystem,
  { session, tailBytes }: WritableSession,
  frames: readonly Uint8Array[],
): Promise<void> {
  const file = await fileSystem.open(session.log, 'update');
  await closing(file, async () => {
    // The name may have come to mean another file: what is written to is what was read.
    if (eventLogFingerprint(await file.stat()) !== eventLogFingerprint(session.stat)) {
      throw movedOn(session.log, 'it was touched');
    }
    let position = session.boundary.offset;
    if (tailBytes > 0) {
      await file.truncate(position);
      await file.sync();
    }
    for (const bytes of frames) {
      await file.write(bytes, position);
      position += bytes.length;
    }
    await file.sync();
  });
}

/** Steps 4 and 5. When they fail, the disk says whether the turn was committed. */
async function moveWatermark(
  fileSystem: FileSystem,
  { session }: WritableSession,
  { boundary, announce, identifiers, passed }: PreparedFrames,
): Promise<void> {
  const proposed = toPosition(boundary);
  try {
    await announce(proposed);
    await writeIntent(fileSystem, session, 'watermark_advance', proposed, identifiers);
    await writeWatermark(fileSystem, session, proposed);
    passed();
  } catch (error) {
    if (standsAt(session.dir, proposed)) passed();
    throw error;
  }
}

/** Step 6: the disk holds what was committed. */
async function check(
  fileSystem: FileSystem,
  { session: { dir, log, boundary: prior } }: WritableSession,
  { frames, boundary, isReplacement }: PreparedFrames,
): Promise<void> {
  const differs = (what: string): WriteError =>
    new WriteError({ rule: 'write/indeterminate', message: `${what} is not what was committed.`, file: log });
  if (!standsAt(dir, toPosition(boundary))) throw differs('The watermark');
  const tail = Buffer.concat(frames);
  const file = await fileSystem.open(log, 'read');
  await closing(file, async () => {
    if ((await file.stat()).size !== BigInt(boundary.offset)) throw differs('The size of the log');
    const found = Buffer.alloc(tail.length);
    let read = 0;
    while (read < found.length) {
      const length = await file.read(found.subarray(read), prior.offset + read);
      if (length === 0) break;
      read += length;
    }
    if (!found.equals(tail)) throw differs('The end of the log');
  });
  if (isReplacement) await foldLog(log, boundary.offset);
}
