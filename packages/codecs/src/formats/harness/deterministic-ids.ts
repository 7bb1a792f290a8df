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
  return toUuid(createHash('sha1').update(namespace).update(name).digest('hex'), 5);
}

/** A UUID of the form of version 7: a time in milliseconds, and in place of the random bits those of a name. */
export function uuidV7(ms: number, name: string): string {
  const time = Math.min(Math.max(Math.trunc(ms), 0), 2 ** 48 - 1);
  const digest = createHash('sha1').update(name).digest('hex');
  return toUuid(time.toString(16).padStart(12, '0') + digest.slice(12), 7);
}

/** @param hex at least 32 digits, of which version and variant take the place of some bits. */
function toUuid(hex: string, version: number): string {
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) & 3];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${version}${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
