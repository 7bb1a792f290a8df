import { getSystemErrorMap } from 'node:util';
import type { SourceError } from '@fxlog/reader';

const PHRASES: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EISDIR: 'is a directory',
  ENOTDIR: 'a part of the path is not a directory',
  ELOOP: 'too many symbolic links',
  ENAMETOOLONG: 'the name is too long',
  EIO: 'the device reports an input/output error',
  ENXIO: 'nothing answers on it',
  EMFILE: 'too many open files',
};

/** True for what the operating system raises, with a `code` such as `ENOENT`. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException & { code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && 'syscall' in error;
}

/** Why something failed, as a short phrase without a path: "permission denied". */
export function reasonOf(error: unknown): string {
  if (!isSystemError(error)) return error instanceof Error ? error.message : String(error);
  const phrase = PHRASES[error.code];
  if (phrase !== undefined) return phrase;
  for (const [name, description] of getSystemErrorMap().values()) {
    if (name === error.code) return description;
  }
  return error.message;
}

/** Why a source could not be read, in the words of {@link reasonOf} where the operating system said no. */
export function sourceReason(error: SourceError): string {
  return isSystemError(error.cause) ? reasonOf(error.cause) : error.message.replace(/\.$/, '');
}
