/** Standard base64 with padding (event-log §0.5). */
export function encodeBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

/** The bytes of canonical base64 (standard alphabet, padded, spare bits zero, nothing else), or null if the text is anything else. */
export function decodeCanonicalBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0) return null;
  const bytes = Buffer.from(text, 'base64');
  // The native decoder skips what it does not know; only a text that comes out again was canonical.
  return bytes.toString('base64') === text ? bytes : null;
}
