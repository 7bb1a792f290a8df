import { resolve } from 'node:path';
import { type SessionTarget, WriteError } from '@fxlog/writer';
import { dialectOf } from '../dialects/index.js';
import { SessionDirectory } from '../session-directory.js';
import type { CopiedSession, CopyOptions } from './copied-session.js';

/**
 * Copies a session to another root (or to a directory of its own) so that fx lists and resumes it there: the committed log byte for byte, and everything
 * that belongs to it. Locks, caches, leftovers and an uncommitted tail stay behind. The source is only
 * read, without a lock, and may be in use: when it changes under the copy's feet, nothing is made.
 *
 * @throws WriteError for a source that fx could not read, and what `writeSession` throws.
 */
export async function copySession(
  source: string,
  target: SessionTarget,
  options: CopyOptions = {},
): Promise<CopiedSession> {
  const dir = resolve(source);
  const { id, copy } = dialectOf(new SessionDirectory(dir));
  if (copy !== undefined) return copy(dir, target, options);
  const message = `${dir} has the format ${id}, which is not copied.`;
  throw new WriteError({ rule: 'change/format', message, file: dir });
}
