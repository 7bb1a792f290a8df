import { lstatSync } from 'node:fs';
import { eventLogFingerprint } from '@fxlog/writer';

/**
 * The fingerprint that a fresh manifest has for this log (session-directory §2.2), not following a link; null when there is no such regular
 * file with one link.
 */
export function fingerprintOf(path: string): string | null {
  const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return stats?.isFile() && stats.nlink === 1n ? eventLogFingerprint(stats) : null;
}
