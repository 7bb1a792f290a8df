import { readdirSync } from 'node:fs';
import { WriteError } from '@fxlog/writer';
import { parseChildPath } from '@fxlog/writer/internal';
import { unsafeWords } from '../paths/control-file.js';
import { errorCode, lookAtFile, statsOf } from '../paths/safe-file.js';
import { StoreError } from '../store-error.js';

/** What becomes of a file of the damaged session. */
export type FileFate =
  /** Taken over byte for byte, under the same name. */
  | 'carried'
  /** Written anew from the log; the old one goes into quarantine. */
  | 'regenerated'
  | 'quarantined'
  /** No bytes of its own: a link, a pipe, a device; or it may not be read. */
  | 'not-copied';

/** What becomes of a file, and why in words for all but `carried`. */
export type Fate = Pick<SurveyedFile, 'fate' | 'why'>;

/** One entry of a session directory besides the log. */
export interface SurveyedFile {
  /** Relative to the session directory, `/`-separated. */
  readonly file: string;
  /** In bytes. */
  readonly bytes: number;
  readonly fate: FileFate;
  /** In words, for all but `carried`. */
  readonly why?: string;
}

/** A session may well have a hundred thousand blobs; the names of more than twice as many are still few enough to be held in memory. */
const MAX_ENTRIES = 250_000;
const MAX_DEPTH = 16;

/**
 * Every entry below a session directory and what becomes of it; directories alone are not listed. Nothing is opened, no link followed.
 *
 * @param log name of the file that the log is salvaged from; it is left out
 * @param fateOf what becomes of a file that can be read
 * @throws StoreError for more entries or deeper ones than any session has, and for more bytes than `maxBytes`
 */
export function surveyFiles(
  dir: string,
  log: string,
  fateOf: (file: string) => Fate,
  maxBytes: number,
): SurveyedFile[] {
  const found: SurveyedFile[] = [];
  let total = 0;
  const walk = (directory: string, depth: number): void => {
    if (depth > MAX_DEPTH)
      throw new StoreError({
        rule: 'repair/too-large',
        message: `${directory} lies deeper than any file of fx.`,
        file: directory,
      });
    for (const name of namesIn(dir, directory)) {
      const file = directory === '' ? name : `${directory}/${name}`;
      const look = lookAtFile(`${dir}/${file}`);
      if (look.state === 'unsafe' && look.kind === 'directory') {
        walk(file, depth + 1);
        continue;
      }
      if (file === log) continue;
      const surveyed = survey(file, look, fateOf);
      total += surveyed.bytes;
      found.push(surveyed);
      if (found.length > MAX_ENTRIES) {
        throw new StoreError({
          rule: 'repair/too-large',
          message: `${dir} has more than ${MAX_ENTRIES} files; no session has.`,
          file: dir,
        });
      }
    }
  };
  walk('', 0);
  if (total > maxBytes) {
    throw new StoreError({
      rule: 'repair/too-large',
      message: `The files of ${dir} have ${total} bytes together, more than ${maxBytes}.`,
      file: dir,
    });
  }
  return found.sort((a, b) => (a.file < b.file ? -1 : 1));
}

function namesIn(dir: string, directory: string): string[] {
  const path = directory === '' ? dir : `${dir}/${directory}`;
  try {
    return readdirSync(path);
  } catch (error) {
    throw new StoreError(
      { rule: 'repair/unreadable', message: `${path} cannot be listed (${errorCode(error)}).`, file: path },
      {
        cause: error,
      },
    );
  }
}

function survey(file: string, look: ReturnType<typeof lookAtFile>, fateOf: (file: string) => Fate): SurveyedFile {
  if (look.state === 'absent')
    return { file, bytes: 0, fate: 'not-copied', why: 'its name is not UTF-8, or it is gone' };
  if (look.state === 'refused')
    return { file, bytes: 0, fate: 'not-copied', why: `it cannot be looked at (${look.code})` };
  if (look.state === 'unsafe' && look.kind !== 'hard-link') {
    return { file, bytes: 0, fate: 'not-copied', why: `it is ${unsafeWords(look.kind)}` };
  }
  return { file, bytes: look.stats.size, ...fateOf(file) };
}

/** Whether a file lies where fx keeps what belongs to a session. */
export function isChild(file: string): boolean {
  try {
    parseChildPath(file);
    return true;
  } catch (error) {
    if (error instanceof WriteError) return false;
    throw error;
  }
}

/** Number for the next folder in `quarantine/`, one more than the highest there. */
export function nextQuarantine(dir: string): string {
  const names = statsOf(`${dir}/quarantine`)?.isDirectory() ? readdirSync(`${dir}/quarantine`) : [];
  const highest = names.reduce((max, name) => (/^\d{4,9}$/.test(name) ? Math.max(max, Number(name)) : max), 0);
  return String(highest + 1).padStart(4, '0');
}
