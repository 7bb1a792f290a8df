import { resolve } from 'node:path';
import { dialectOf } from './dialects/index.js';
import { SessionDirectory } from './session-directory.js';
import type { SessionVerdict, VerifyOptions } from './verdict.js';

/**
 * Judges a session directory as fx sees it, and beyond. The four verdicts are fx's own: each says whether fx would, and if not with which error. The
 * findings are graded for people: what makes the session unreadable is an error, what fx works around (a stale fingerprint, bytes behind the
 * watermark) a warning; so is a format that is not read yet, which is named.
 *
 * Nothing is written, no lock is taken, no link is followed, nothing outside the directory is touched.
 *
 * @example
 * const { readable, findings } = await verifySession('/home/dev/.fx/sessions/…');
 * if (!readable.ok) console.error(readable.error, readable.reason);
 */
export async function verifySession(dir: string, options: VerifyOptions = {}): Promise<SessionVerdict> {
  const directory = new SessionDirectory(resolve(dir));
  return dialectOf(directory).verify(directory, options);
}
