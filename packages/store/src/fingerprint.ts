import { createHash } from 'node:crypto';
import { type BigIntStats, lstatSync } from 'node:fs';

const DOMAIN = Buffer.from('fx:event-file-stat:v1\0', 'latin1');

/** The members of a `stat` result that the fingerprint covers. */
export type FingerprintStats = Pick<BigIntStats, 'dev' | 'ino' | 'mode' | 'nlink' | 'size' | 'mtimeNs' | 'ctimeNs'>;

/**
 * The `event_log_stat_fingerprint` of a manifest (session-directory §2.2): SHA-256 over device, inode, mode with type bits, link count,
 * size and both times in nanoseconds. Any write, chmod, touch or copy of the log changes it; renaming its directory does not.
 *
 * @returns 64 lower-case hex digits.
 */
export function statFingerprint(stats: FingerprintStats): string {
  const bytes = Buffer.alloc(73);
  bytes[0] = 1;
  const words = [stats.dev, stats.ino, stats.mode, stats.nlink, stats.size];
  words.forEach((word, index) => {
    bytes.writeBigUInt64BE(BigInt.asUintN(64, word), 1 + 8 * index);
  });
  writeInt128(bytes, 41, stats.mtimeNs);
  writeInt128(bytes, 57, stats.ctimeNs);
  return createHash('sha256').update(DOMAIN).update(bytes).digest('hex');
}

function writeInt128(bytes: Buffer, offset: number, value: bigint): void {
  bytes.writeBigUInt64BE(BigInt.asUintN(64, value >> 64n), offset);
  bytes.writeBigUInt64BE(BigInt.asUintN(64, value), offset + 8);
}

/** Fingerprint of the file at `path`, not following a link; null when there is no such regular file with one link. */
export function fingerprintOf(path: string): string | null {
  const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return stats?.isFile() && stats.nlink === 1n ? statFingerprint(stats) : null;
}
