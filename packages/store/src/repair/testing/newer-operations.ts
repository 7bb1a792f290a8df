/** What the crash tests of the newer formats break; apart from the fixtures, so that a child process can be one bundle. */
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { FileSystem } from '@fxlog/writer/internal';
import { copySession } from '../../copy/copy-session.js';
import { removeSession } from '../../trash/remove-session.js';
import { repairSession } from '../repair-session.js';

/** Name of the file that says what is to be done with which session: the operation, a blank, and the place of the session in `sessions/`. */
export const ASKED = 'asked';

const OPTIONS = { clock: () => 1_800_000_000_000 };

/** Does to the session in `<dir>/sessions` what the file {@link ASKED} in `dir` says. */
export async function changeAsAsked(fileSystem: FileSystem, dir: string): Promise<unknown> {
  const [operation, place = ''] = readFileSync(join(dir, ASKED), 'utf8').split(' ');
  const source = join(dir, 'sessions', place);
  switch (operation) {
    case 'repair-beside':
      return repairSession(source, { folder: join(dir, 'repaired') }, { ...OPTIONS, fileSystem });
    case 'repair-in-place':
      return repairSession(source, null, { ...OPTIONS, inPlace: true, fileSystem });
    case 'copy':
      return copySession(source, { root: join(dir, 'other', 'sessions') }, { fileSystem });
    default:
      return removeSession(dirname(source), basename(source), { fileSystem });
  }
}
