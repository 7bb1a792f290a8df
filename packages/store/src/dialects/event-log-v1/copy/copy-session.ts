import type { Finding } from '@fxlog/format';
import { readEvents } from '@fxlog/reader';
import { type SessionTarget, type WriteSessionOptions, writeSession } from '@fxlog/writer';
import { nodeFileSystem, type RawFrame } from '@fxlog/writer/internal';
import { carriedFiles } from '../change/carried-files.js';
import { keptGrowthBase, keptSidecars } from '../change/kept-sidecars.js';
import { assertUnchanged, type CommittedSession, foldCommitted, openCommitted } from '../change/open-committed.js';

/** How a session is copied. */
export type CopyOptions = Pick<WriteSessionOptions, 'latest' | 'timeoutMs' | 'fileSystem'>;

/** A copy that now stands. */
export interface CopiedSession {
  readonly id: string;
  readonly dir: string;
  /** Committed bytes of the log; what lay behind the watermark stays behind. */
  readonly logBytes: number;
  /** Bytes behind the watermark that were not copied. */
  readonly tailBytes: number;
  /** What was left behind, and what fx will miss in the copy. */
  readonly findings: readonly Finding[];
}

/**
 * Copies a session to another root (or to a directory of its own) so that fx lists and resumes it there: the committed log byte for byte, everything
 * that belongs to it, a manifest with the fingerprint of the new file. Locks, caches, leftovers and an uncommitted tail stay behind. The source is only
 * read, without a lock, and may be in use: when it changes under the copy's feet, nothing is made.
 *
 * @throws WriteError for a source that fx could not read, and what `writeSession` throws.
 */
export async function copySession(
  source: string,
  target: SessionTarget,
  options: CopyOptions = {},
): Promise<CopiedSession> {
  const fileSystem = options.fileSystem ?? nodeFileSystem;
  const session = await openCommitted(source, fileSystem);
  const state = await foldCommitted(session);
  const left: Finding[] = [];
  const written = await writeSession({ events: rawFrames(session), state }, target, {
    ...options,
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
    for await (const records of readEvents(log, { end: boundary.offset })) {
      yield records.map(({ bytes }) => ({ rawFrame: bytes }));
    }
    await assertUnchanged(session, fileSystem, 'commits');
  }
}
