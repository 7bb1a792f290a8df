import { createHash } from 'node:crypto';
import type { FileStat } from '../../fs/file-system.js';

const DOMAIN = 'fx:event-file-stat:v1\0';

/**
 * The `event_log_stat_fingerprint` of a manifest (session-directory §2.2): SHA-256, as 64 lower-case hex digits, over where and how
 * `events.jsonl` lies on the disk. Any write, chmod, link, rename or copy of the file changes it; renaming its directory does not.
 */
export function eventLogFingerprint(stat: Omit<FileStat, 'kind'>): string {
  const fields = Buffer.alloc(73);
  fields.writeUInt8(1, 0); // a regular file
  fields.writeBigUInt64BE(BigInt.asUintN(64, stat.dev), 1);
  fields.writeBigUInt64BE(BigInt.asUintN(64, stat.ino), 9);
  fields.writeBigUInt64BE(BigInt.asUintN(64, stat.mode), 17);
  fields.writeBigUInt64BE(BigInt.asUintN(64, stat.nlink), 25);
  fields.writeBigUInt64BE(BigInt.asUintN(64, stat.size), 33);
  writeInt128(fields, stat.mtimeNs, 41);
  writeInt128(fields, stat.ctimeNs, 57);
  return createHash('sha256').update(DOMAIN, 'latin1').update(fields).digest('hex');
}

function writeInt128(into: Buffer, value: bigint, offset: number): void {
  into.writeBigInt64BE(BigInt.asIntN(64, value >> 64n), offset);
  into.writeBigUInt64BE(BigInt.asUintN(64, value), offset + 8);
}
