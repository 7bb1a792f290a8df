import type { DialectDescription, DialectPart, FileHead } from '../../dialect.js';
import { manifestVersion } from '../manifest-version.js';

const ENVELOPE_KEYS = ['schema_version', 'log_generation', 'seq', 'event_id', 'timestamp_ms', 'kind', 'payload'];

/** The event log of fx 0.0.1 to 0.0.7. */
export const eventLogV1Description = {
  id: 'event-log-v1',
  title: 'an event log',
  writtenBy: 'fx 0.0.1 to 0.0.7',
  age: 'current',
  isRead: true,
  parts: {
    log: 'An event log as fx 0.0.1 to 0.0.7 write it.',
    manifest: 'The manifest of a session of fx 0.0.1 to 0.0.7; its conversation is in events.jsonl beside it.',
  },
  detect(head: FileHead): DialectPart | null {
    const { values } = head.keys;
    const seen = ENVELOPE_KEYS.filter((key) => values.has(key)).length;
    // One key missing or mistyped is damage to a line of this dialect, not another dialect.
    if (values.has('log_generation') ? seen >= 2 : seen >= ENVELOPE_KEYS.length - 1) return 'log';
    if (values.has('schema_version') && values.get('storage_format') === '"event_log_v1"') return 'manifest';
    return manifestVersion(head) === 3 ? 'manifest' : null;
  },
} as const satisfies DialectDescription;
