import { BatchError } from '../batch-error.js';

/** Turns what the system says into a {@link BatchError}; for `catch`. */
export function unwritable(path: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new BatchError(
      { rule: 'batch/table-unwritable', message: `${path} cannot be written: ${error.message}.` },
      { cause: error },
    );
  };
}

/** Did the system say that there is no such file? */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
