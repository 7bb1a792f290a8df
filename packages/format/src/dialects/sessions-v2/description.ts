import { type DialectDescription, type DialectPart, type FileHead, startsWithText } from '../../dialect.js';

/** The log of the session manager (newer-formats §7). */
export const sessionsV2Description = {
  id: 'sessions-v2',
  title: 'a sessions-v2 log',
  writtenBy: 'a newer fx (October 2026 or later)',
  age: 'newer',
  isRead: true,
  parts: {
    log: 'A sessions-v2 log, written by a newer fx (October 2026 or later).',
    index:
      'The index of a sessions-v2 store, written by a newer fx (October 2026 or later); the logs are in its directories.',
  },
  detect({ keys: { values }, bytes, name }: FileHead): DialectPart | null {
    // The beginning of a line is fixed to the byte (newer-formats §7.2).
    const isLine = values.has('crc') || (values.has('seq') && values.has('ts') && values.has('kind'));
    if (startsWithText(bytes, '{"v":') && isLine) return 'log';
    return startsWithText(bytes, '{"op":') && (values.has('crc') || name === 'index.jsonl') ? 'index' : null;
  },
} as const satisfies DialectDescription;
