import { TableError } from './table-target.js';

/** Turns what the system says into a {@link TableError}; for `catch`. */
export function unwritable(path: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new TableError('unwritable', `${path} cannot be written: ${error.message}.`, { cause: error });
  };
}

/** Did the system say that there is no such file? */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';
