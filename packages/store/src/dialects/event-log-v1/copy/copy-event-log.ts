import { eventLogRecord } from '@fxlog/assembler/internal';
import type { Finding } from '@fxlog/format';
import { readEvents } from '@fxlog/reader';
import { type SessionTarget, writeSession } from '@fxlog/writer';
import { nodeFileSystem, type RawFrame, rawFrameOf } from '@fxlog/writer/internal';
import type { CopiedSession, CopyOptions } from '../../../copy/copied-session.js';
import { carriedFiles } from '../change/carried-files.js';
import { keptGrowthBase, keptSidecars } from '../change/kept-sidecars.js';
import { assertUnchanged, type CommittedSession, openCommitted } from '../change/open-committed.js';

/** Copies a session that keeps an event log: what was committed of it, and a manifest with the fingerprint of the new file. @throws WriteError */
export async function copyEventLog(
  source: string,
  target: SessionTarget,
  options: CopyOptions = {},
): Promise<CopiedSession> {
  return copyCommitted(await openCommitted(source, options.fileSystem ?? nodeFileSystem), target, options);
}

/** The same of a session that was opened before. @throws WriteError */
export async function copyCommitted(
  session: CommittedSession,
  target: SessionTarget,
  options: CopyOptions = {},
): Promise<CopiedSession> {
  const fileSystem = options.fileSystem ?? nodeFileSystem;
  const left: Finding[] = [];
  const written = await writeSession({ events: rawFrames(session), id: session.id }, target, {
    ...options,
    keepHistory: 'checkpoint',
    ...keptSidecars(session),
    ...keptGrowthBase(session),
    generation: session.boundary.generation,
    files: carriedFiles(session.dir, left),
  });
  return {
    id: written.id,
    dir: written.dir,
    logBytes: written.boundary.offset,
    tailBytes: Math.max(0, Number(session.stat.size) - session.boundary.offset),
    findings: [...left, ...written.findings],
  };

  async function* rawFrames({ log, boundary }: CommittedSession): AsyncGenerator<RawFrame[]> {
    for await (const records of readEvents(log, { end: boundary.offset, reuseChunks: true })) {
      yield records.map((record) => rawFrameOf(eventLogRecord(record)));
    }
    await assertUnchanged(session, fileSystem, 'commits');
  }
}
