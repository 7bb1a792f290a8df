import { WriteError } from '../../write-error.js';

const SEGMENT = /^[A-Za-z0-9._-]{1,255}$/;
const HANDLE = /^[A-Za-z0-9_.-]{1,160}$/;

/**
 * Directories of a session that hold what the log refers to (session-directory §1.2, §4.5), and `quarantine`, which fx passes over and a
 * repair fills.
 */
const CHILD_DIRECTORIES = [
  'images',
  'tool-results',
  'logs',
  'artifacts',
  'background',
  'subagent',
  'terminal',
  'quarantine',
];

/** Files beside the log that belong to a session and that the writer does not make itself. */
const OWN_FILES = ['session.legacy.json', 'txcript-meta.json'];

/** Whether a name can be a session id: 1 to 255 of `A–Z a–z 0–9 . _ -`, not `.` or `..` (session-directory §1.3). */
export function isSessionId(name: string): boolean {
  return isSegment(name);
}

/** Whether a tool result handle can be a file name of fx's (session-directory §4.5). */
export function isHandle(name: string): boolean {
  return HANDLE.test(name) && !name.includes('..');
}

/** Whether a name can stand for a file in a managed child directory. */
export function isSegment(name: string): boolean {
  return SEGMENT.test(name) && name !== '.' && name !== '..';
}

/**
 * The parts of a path inside a session directory, `/`-separated, that leads to one of its children.
 *
 * @throws WriteError with rule `write/path-escapes` for anything else: absolute, `..`, a name fx does not use, a file the writer makes.
 */
export function parseChildPath(path: string): readonly string[] {
  const parts = path.split('/');
  const [first = ''] = parts;
  const isChild = parts.length > 1 && CHILD_DIRECTORIES.includes(first) && parts.every(isSegment);
  if (!isChild && !OWN_FILES.includes(path)) {
    throw new WriteError(`${JSON.stringify(path)} is no place for a file of a session.`, 'write/path-escapes', {
      fxError: 'SessionPathUnsafe',
      file: path,
    });
  }
  return parts;
}
