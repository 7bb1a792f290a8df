import { FxlogError, type RuleId } from '@fxlog/format';
import type { FxlogErrorInit } from '@fxlog/format/internal';

/** What a {@link SourceError} says. */
export interface SourceErrorInit extends FxlogErrorInit {
  readonly rule: Extract<RuleId, `source/${string}`>;
  /** What was to be read, as the caller named it; absent when it has no name. */
  readonly file?: string | undefined;
  /** What a person can do about it. */
  readonly hint: string;
}

/**
 * Thrown when the bytes cannot be read at all: a missing file, a directory, a FIFO, a device, no permission, an I/O error. The error of the
 * operating system is its `cause`. It says nothing about what the bytes would have meant; that is {@link LogError}.
 */
export class SourceError extends FxlogError {
  override readonly name = 'SourceError';
  declare readonly rule: SourceErrorInit['rule'];
  /** What a person can do about it. */
  readonly hint: string;

  constructor(init: SourceErrorInit, options?: ErrorOptions) {
    super(init, options);
    this.hint = init.hint;
  }
}

type SystemFault = readonly [rule: SourceErrorInit['rule'], message: string, hint: string];

const SYSTEM_FAULTS: Readonly<Record<string, SystemFault>> = {
  ENOENT: ['source/not-found', 'There is no such file', 'Check the spelling of the path.'],
  ENOTDIR: ['source/not-found', 'A part of this path is a file, not a directory', 'Check the spelling of the path.'],
  EACCES: [
    'source/no-permission',
    'No permission to read this',
    'Read it as the user who owns it, or change its mode.',
  ],
  EPERM: ['source/no-permission', 'No permission to read this', 'Read it as the user who owns it, or change its mode.'],
  EISDIR: ['source/not-a-regular-file', 'This is a directory, not a file', 'Name the log inside it: events.jsonl.'],
  ELOOP: ['source/unreadable', 'Too many symbolic links on the way to this file', 'Name the file itself.'],
  ENAMETOOLONG: ['source/unreadable', 'The path is longer than the system allows', 'Name the file by a shorter path.'],
  EMFILE: [
    'source/unreadable',
    'Too many files are open',
    'Read fewer files at once, or raise the limit of open files.',
  ],
};

/** Wraps an error of the file system. Anything else comes back as it is. */
export function toSourceError(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string' || !('syscall' in error)) {
    return error;
  }
  const [rule, reason, hint] = SYSTEM_FAULTS[error.code] ?? [
    'source/unreadable',
    `It cannot be read (${error.code})`,
    'Check the file system.',
  ];
  const message = path === '' ? `${reason}.` : `${reason}: ${path}`;
  return new SourceError({ rule, message, file: path === '' ? undefined : path, hint }, { cause: error });
}
