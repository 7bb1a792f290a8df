import { eventLogLayout, GIVEN_FILES, isSegment, QUARANTINE_DIRECTORY } from '@fxlog/format/internal';
import { WriteError } from './write-error.js';

/**
 * The parts of a path inside a session directory, `/`-separated, that leads to one of its children.
 *
 * @throws WriteError with rule `write/path-escapes` for anything else: absolute, `..`, a name fx does not use, a file the writer makes.
 */
export function parseChildPath(path: string): readonly string[] {
  const parts = path.split('/');
  const [first = ''] = parts;
  const isManaged = eventLogLayout.directories.includes(first) || first === QUARANTINE_DIRECTORY;
  const isChild = parts.length > 1 && isManaged && parts.every(isSegment);
  if (!isChild && !GIVEN_FILES.includes(path)) {
    throw new WriteError({
      rule: 'write/path-escapes',
      message: `${JSON.stringify(path)} is not a place for a file of a session.`,
      fxError: 'SessionPathUnsafe',
      file: path,
    });
  }
  return parts;
}
