import { unsafeWords } from '../../../paths/control-file.js';
import { octal } from '../../../paths/mode.js';
import { type Refusal, refusal } from './refusal.js';
import type { SessionFiles } from './session-files.js';

/**
 * Would fx take this lock file? Regular, one link, mode exactly 0600 (session-directory §0.3, §1.5). Readers need `commit.lock` to exist;
 * writers create what is missing. Whether somebody holds the lock at the moment is not looked at.
 */
export function judgeLock(
  files: SessionFiles,
  file: 'commit.lock' | 'session.lock',
  forReading: boolean,
): Refusal | null {
  const look = files.look(file);
  if (look.state === 'absent') {
    if (!forReading) return null;
    return refusal('SessionCommitBoundaryUnavailable', file, 'it is missing, and reading does not create it');
  }
  if (look.state === 'refused') return refusal('AccessDenied', file, `it cannot be looked at (${look.code})`);
  if (look.state === 'unsafe') {
    // Observed: the writing side reports the same fault under the name of the layer that makes lock files.
    const error = forReading ? 'SessionPathUnsafe' : 'DurablePathUnsafe';
    return refusal(error, file, `it is ${unsafeWords(look.kind)}`);
  }
  const mode = look.stats.mode & 0o777;
  if (mode === 0o600) return null;
  return refusal('PrivateStatePermissionsUnsupported', file, `it has mode ${octal(mode)} instead of 0600`);
}
