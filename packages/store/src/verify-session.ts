import { resolve } from 'node:path';
import { dialectOf } from './dialects/index.js';
import { isBeingWritten, MAX_LOOKS } from './paths/being-written.js';
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
  for (let count = 1; ; count++) {
    const directory = new SessionDirectory(resolve(dir));
    const verdict = await dialectOf(directory).verify(directory, options);
    if (count === MAX_LOOKS || !isOnlyBeingWritten(directory.dir, verdict)) return verdict;
  }
}

/** Whether the last line is not at its end because somebody is writing it. */
function isOnlyBeingWritten(dir: string, { findings, logBytes }: SessionVerdict): boolean {
  const torn = findings.find(({ rule }) => rule.endsWith('/torn'))?.file;
  return torn !== undefined && logBytes !== undefined && isBeingWritten(`${dir}/${torn}`, logBytes);
}
