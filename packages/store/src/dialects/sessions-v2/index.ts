import { basename, dirname } from 'node:path';
import { entriesOf, statsOf } from '../../paths/safe-file.js';
import { unreadDialect } from '../unread-dialect.js';

const LOG = 'log.jsonl';

function isFile(path: string): boolean {
  return statsOf(path)?.isFile() === true;
}

/** Sessions of the store that a newer fx keeps in `sessions/v2/` (newer-formats §2, §7). */
export const sessionsV2 = unreadDialect({
  id: 'sessions-v2',
  claims: (directory) => (basename(dirname(directory.dir)) === 'v2' && directory.has(LOG) ? 'certain' : 'no'),
  log: LOG,
  nested: (dir, name) => {
    // To an older fx, `v2` may be the id of a session.
    if (name.toLowerCase() !== 'v2' || isFile(`${dir}/session.json`) || isFile(`${dir}/authority.json`)) return null;
    return entriesOf(dir)
      .filter((entry) => entry.isDirectory() && isFile(`${dir}/${entry.name}/${LOG}`))
      .map((entry) => ({ id: entry.name, dir: `${dir}/${entry.name}` }));
  },
});
