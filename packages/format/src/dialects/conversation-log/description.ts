import type { DialectDescription, DialectPart, FileHead } from '../../dialect.js';
import { manifestVersion } from '../manifest-version.js';

/** The conversation log of fx 0.0.8 and later (newer-formats §4). */
export const conversationLogDescription = {
  id: 'conversation-log',
  title: 'a conversation log',
  writtenBy: 'a newer fx (0.0.8 or later)',
  age: 'newer',
  isRead: true,
  parts: {
    log: 'A conversation log, written by a newer fx (0.0.8 or later).',
    manifest:
      'The manifest of a conversation-log session, written by a newer fx (0.0.8 or later); its conversation is in events.jsonl beside it.',
  },
  detect(head: FileHead): DialectPart | null {
    const { values, eventKeys } = head.keys;
    if (values.get('event') === '{' && !values.has('kind') && eventKeys.length === 1) return 'log';
    return manifestVersion(head) === 4 ? 'manifest' : null;
  },
} as const satisfies DialectDescription;
