/** Length of a string in UTF-8, in bytes. */
export function utf8ByteLength(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}

// `isWellFormed` is in Node 20, but not yet in the type library of ES2023.
const wellFormed = (String.prototype as unknown as { isWellFormed(this: string): boolean }).isWellFormed;

/** Whether every surrogate in the string has its other half, that is, whether UTF-8 can carry the string. */
export function isWellFormed(text: string): boolean {
  return wellFormed.call(text);
}
