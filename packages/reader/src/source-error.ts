/** Why a source cannot be read; the names of the operating system where it has one. */
export type SourceErrorCode =
  | 'ENOENT'
  | 'EACCES'
  | 'EISDIR'
  | 'not-a-regular-file'
  | 'not-bytes'
  | 'not-seekable'
  | (string & {});

/**
 * Thrown when the bytes cannot be had at all: a missing file, a directory, a FIFO, a device, no permission, an I/O error.
 * It says nothing about what the bytes would have meant; that is {@link LogError}.
 */
export class SourceError extends Error {
  override readonly name = 'SourceError';

  constructor(
    readonly code: SourceErrorCode,
    /** What was to be read, as the caller named it; empty when it has no name. */
    readonly path: string,
    /** What a person can do about it. */
    readonly hint: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const SYSTEM_MESSAGES: Readonly<Record<string, readonly [message: string, hint: string]>> = {
  ENOENT: ['There is no such file', 'Check the spelling of the path.'],
  ENOTDIR: ['A part of this path is a file, not a directory', 'Check the spelling of the path.'],
  EACCES: ['No permission to read this', 'Read it as the user who owns it, or change its mode.'],
  EPERM: ['No permission to read this', 'Read it as the user who owns it, or change its mode.'],
  EISDIR: ['This is a directory, not a file', 'Name the log inside it: events.jsonl.'],
  ELOOP: ['Too many symbolic links on the way to this file', 'Name the file itself.'],
  ENAMETOOLONG: ['The path is longer than the system allows', 'Name the file by a shorter path.'],
  EMFILE: ['Too many files are open', 'Read fewer files at once, or raise the limit of open files.'],
};

/** Wraps an error of the file system. Anything else comes back as it is. */
export function toSourceError(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string' || !('syscall' in error)) {
    return error;
  }
  const [message, hint] = SYSTEM_MESSAGES[error.code] ?? [
    `It cannot be read (${error.code})`,
    'Check the file system.',
  ];
  return new SourceError(error.code, path, hint, path === '' ? `${message}.` : `${message}: ${path}`, { cause: error });
}
