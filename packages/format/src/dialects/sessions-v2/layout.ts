import type { SessionLayout } from '../../session-layout.js';

/** The directory of a session of the store `v2/` (newer-formats §7.1). */
export const sessionsV2Layout: SessionLayout = {
  log: 'log.jsonl',
  marks: ['log.jsonl'],
  directories: ['blobs'],
  isOwnFile: (name) => name === 'log.jsonl',
  isManagedPath: (path) => /^blobs\/[0-9a-f]{64}$/.test(path),
};
