/** Ids that follow from what they stand for: the same transcript gives the same file (common-model §C11). */
import { createHash } from 'node:crypto';

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** Whether a text is a UUID in lower case, as the programs write it. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** The 16 bytes of a UUID. */
export function uuidBytes(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}

/** UUID version 5 of a name in a namespace of 16 bytes. */
export function uuidV5(namespace: Uint8Array, name: string): string {
  const bytes = createHash('sha1').update(namespace).update(name).digest().subarray(0, 16);
  return toUuid(bytes, 5);
}

/** A UUID of the form of version 7: a time in milliseconds, and in place of the random bits those of a name. */
export function uuidV7(ms: number, name: string): string {
  const bytes = createHash('sha1').update(name).digest().subarray(0, 16);
  bytes.writeUIntBE(Math.min(Math.max(Math.trunc(ms), 0), 2 ** 48 - 1), 0, 6);
  return toUuid(bytes, 7);
}

function toUuid(bytes: Buffer, version: number): string {
  bytes[6] = ((bytes[6] as number) & 0x0f) | (version << 4);
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
