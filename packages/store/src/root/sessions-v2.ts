/** The store that a newer fx keeps in `sessions/v2/` (newer-formats §2, §7): named, not read. */

import { newerFormatName } from '../dialects/event-log-v1/listing/summarize-session.js';
import { entriesOf, statsOf } from '../paths/safe-file.js';
import type { SessionSummary } from '../summary.js';

const size = (path: string): number | null => {
  const stats = statsOf(path);
  return stats?.isFile() === true ? stats.size : null;
};

/** Is this directory the store of a newer fx rather than a session called "v2"? */
export function looksLikeSessionsV2(dir: string, id: string): boolean {
  if (id.toLowerCase() !== 'v2') return false;
  return size(`${dir}/session.json`) === null && size(`${dir}/authority.json`) === null;
}

/** The sessions in it. */
export function listSessionsV2(store: string): SessionSummary[] {
  return entriesOf(store)
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, logBytes: size(`${store}/${name}/log.jsonl`) }))
    .filter(({ logBytes }) => logBytes !== null)
    .map(({ name, logBytes }) => ({
      id: name,
      dir: `${store}/${name}`,
      format: 'sessions-v2',
      health: 'warning',
      title: null,
      preview: null,
      workspaceRoot: null,
      originWorkspaceRoot: null,
      conversationLanguage: null,
      model: null,
      effort: null,
      provider: null,
      createdAtMs: null,
      updatedAtMs: null,
      turns: null,
      totalInputTokens: null,
      totalOutputTokens: null,
      logBytes,
      logFile: 'log.jsonl',
      listedByFx: false,
      stale: false,
      pending: null,
      child: null,
      findings: [
        {
          rule: 'store/newer-format',
          severity: 'warning',
          message: `This is in ${newerFormatName('sessions-v2')}, which is not read yet.`,
          file: 'log.jsonl',
        },
      ],
    }));
}
