import type { InputLimits } from './input-limits.js';

/** The components of a path inside an archive, or why it is refused. */
export type CheckedPath =
  | { readonly ok: true; readonly parts: readonly string[] }
  | { readonly ok: false; readonly reason: string };

/**
 * Takes the name of an archive entry apart. Refused is whatever could lead out of the place it is unpacked to, on any system.
 */
export function checkArchivePath(name: string, limits: InputLimits): CheckedPath {
  if (Buffer.byteLength(name) > limits.maxPathBytes)
    return refuse(`the path is longer than ${limits.maxPathBytes} bytes`);
  if (name.includes('\0')) return refuse('the path has a NUL in it');
  if (name.startsWith('/') || name.startsWith('\\') || /^[A-Za-z]:/.test(name)) return refuse('the path is absolute');
  const parts = name.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) return refuse('the path leads out of the archive');
  // A separator on Windows; nothing that fx writes has one.
  if (name.includes('\\')) return refuse('the path has a backslash in it');
  if (parts.length > limits.maxDepth) return refuse(`the path is deeper than ${limits.maxDepth} directories`);
  if (parts.some((part) => Buffer.byteLength(part) > 255)) return refuse('a name in the path is longer than 255 bytes');
  return { ok: true, parts };
}

function refuse(reason: string): CheckedPath {
  return { ok: false, reason };
}
