import { eventLogFingerprint } from '@fxlog/writer/internal';
import { bigStatsOf } from '../../../paths/safe-file.js';

/**
 * The fingerprint that a fresh manifest has for this log (session-directory §2.2), not following a link; null when there is no such regular
 * file with one link.
 */
export function fingerprintOf(path: string): string | null {
  const stats = bigStatsOf(path);
  return stats?.isFile() && stats.nlink === 1n ? eventLogFingerprint(stats) : null;
}
