import type { DialectDescription, DialectPart, FileHead } from '../../dialect.js';
import { manifestVersion, namesFormat } from '../manifest-version.js';

/** A session.json that holds the whole session (session-directory §7). */
export const legacySnapshotDescription = {
  id: 'legacy-snapshot',
  title: 'a legacy snapshot',
  writtenBy: 'an older fx',
  age: 'older',
  isRead: false,
  parts: {
    log: 'A legacy session.json that holds the whole session, written by an older fx (before event logs).',
  },
  detect(head: FileHead): DialectPart | null {
    const { values } = head.keys;
    const version = Number(values.get('schema_version'));
    const holdsHistory = (version === 1 || version === 2) && (values.has('history') || values.has('history_len'));
    const manifest = manifestVersion(head);
    return (holdsHistory && !namesFormat(head)) || manifest === 1 || manifest === 2 ? 'log' : null;
  },
} as const satisfies DialectDescription;
