import type { FxErrorName } from '@fxlog/format';
import type { SystemErrorName } from '@fxlog/format/internal';
import { JsonError } from '@fxlog/json';
import { type FileRead, readFileWithin, type UnsafeKind } from './safe-file.js';
import { ShapeError } from './shape.js';

/** What reading and decoding a control file came to. */
export type ControlFile<T> =
  | { readonly state: 'ok'; readonly value: T; readonly bytes: Uint8Array; readonly mode: number }
  | { readonly state: 'absent' }
  | { readonly state: 'unsafe'; readonly kind: UnsafeKind }
  | {
      readonly state: 'invalid';
      readonly reason: string;
      /** The bytes, unless the file is too large to be read. */
      readonly bytes?: Uint8Array;
      /** Byte offset of a fault in the JSON text. */
      readonly offset?: number;
      /** JSON Pointer of a fault in the document. */
      readonly path?: string;
    }
  | { readonly state: 'refused'; readonly code: SystemErrorName };

const UNSAFE_WORDS: Record<UnsafeKind, string> = {
  symlink: 'a symbolic link',
  directory: 'a directory',
  special: 'neither a file nor a directory',
  'hard-link': 'a file with more than one hard link',
};

/** "a symbolic link", "a directory", …: what stands in the place of a file. */
export function unsafeWords(kind: UnsafeKind): string {
  return UNSAFE_WORDS[kind];
}

/** Applies a decoder to what was read. A decoder throws `JsonError` or `ShapeError` (or an error with `path`) for bytes it refuses. */
export function decodeRead<T>(read: FileRead, limit: number, decode: (bytes: Uint8Array) => T): ControlFile<T> {
  if (read.state === 'too-large')
    return { state: 'invalid', reason: `it has ${read.size} bytes, the limit is ${limit}` };
  if (read.state !== 'read') return read;
  // fx runs as the owner: without the owner's read bit it is refused, also where we, as root, are not.
  if ((read.mode & 0o400) === 0) return { state: 'refused', code: 'EACCES' };
  try {
    return { state: 'ok', value: decode(read.bytes), bytes: read.bytes, mode: read.mode };
  } catch (error) {
    const fault = { state: 'invalid' as const, bytes: read.bytes };
    if (error instanceof JsonError) return { ...fault, reason: error.message, offset: error.offset };
    if (error instanceof ShapeError) return { ...fault, reason: error.message, path: error.path };
    throw error;
  }
}

/** Reads a control file of at most `limit` bytes and decodes it. */
export function readControlFile<T>(path: string, limit: number, decode: (bytes: Uint8Array) => T): ControlFile<T> {
  return decodeRead(readFileWithin(path, limit), limit, decode);
}

/** The error that fx raises for a control file it insists on; null when the file is there and decodes. */
export function fxErrorOf(
  file: ControlFile<unknown>,
  whenAbsent: FxErrorName,
): { error: FxErrorName; reason: string } | null {
  switch (file.state) {
    case 'ok':
      return null;
    case 'absent':
      return { error: whenAbsent, reason: 'it is missing' };
    case 'unsafe':
      return { error: 'SessionPathUnsafe', reason: `it is ${unsafeWords(file.kind)}` };
    case 'refused':
      return { error: file.code === 'EACCES' ? 'AccessDenied' : file.code, reason: `it cannot be read (${file.code})` };
    case 'invalid':
      return { error: 'InvalidSessionFormat', reason: file.reason };
  }
}
