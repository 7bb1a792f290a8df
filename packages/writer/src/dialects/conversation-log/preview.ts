/** Longest preview of an output that a line holds, in bytes (newer-formats §4.3). */
export const MAX_PREVIEW_BYTES = 4096;

/** The beginning of a text in UTF-8, at most so many bytes, cut between characters. Bytes that are no character become U+FFFD. */
export function cutText(text: Uint8Array | string, maxBytes: number): string {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  if (bytes.length <= maxBytes) return typeof text === 'string' ? text : decode(bytes);
  let end = maxBytes;
  // A byte that goes on a character cannot begin what is left out.
  while (end > maxBytes - 4 && ((bytes[end] as number) & 0xc0) === 0x80) end--;
  const cut = decode(bytes.subarray(0, end));
  // A byte that is no character takes three as U+FFFD.
  return Buffer.byteLength(cut) <= maxBytes ? cut : cutText(cut, maxBytes);
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
