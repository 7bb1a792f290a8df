import type { Finding, RuleId } from '@fxlog/format';
import type { SessionFormat } from './summary.js';

interface Format {
  readonly name: string;
  /** The rule by which it is not read; null for a format that is. */
  readonly unread: RuleId | null;
  /** Whether a newer fx wrote it than the one whose rules repairs follow. */
  readonly isNewer?: true;
}

const FORMATS: Readonly<Record<SessionFormat, Format>> = {
  'event-log-v1': { name: 'an event log of fx 0.0.1 to 0.0.7', unread: null },
  'legacy-snapshot': { name: 'a legacy snapshot, written by an older fx', unread: 'store/legacy-format' },
  'conversation-log': {
    name: 'a conversation log, written by a newer fx (0.0.8 or later)',
    unread: null,
    isNewer: true,
  },
  'execution-journal': { name: 'an execution journal, written by a newer fx', unread: 'store/newer-format' },
  'sessions-v2': { name: 'a sessions-v2 log, written by a newer fx', unread: null, isNewer: true },
  'half-made': { name: 'a session whose creation never finished', unread: 'store/half-made' },
  unknown: { name: 'not a session that can be read', unread: 'store/unreadable' },
};

/** What a format is called, with who writes it: follows "This is". */
export function formatName(format: SessionFormat): string {
  return FORMATS[format].name;
}

/** Whether sessions of a format were written by a newer fx than the one whose rules repairs follow. */
export function isNewerFormat(format: SessionFormat): boolean {
  const { unread, isNewer } = FORMATS[format];
  return isNewer === true || unread === 'store/newer-format';
}

/**
 * Why the conversation of a session of this format cannot be read, as a finding; null for a format that is read. This is the one place that says
 * what a format is called.
 */
export function whyUnread(format: SessionFormat): Finding | null {
  const { name, unread } = FORMATS[format];
  if (unread === null) return null;
  const isWritten = unread === 'store/newer-format' || unread === 'store/legacy-format';
  return {
    rule: unread,
    severity: isWritten ? 'warning' : 'error',
    message: `This is ${name}${isWritten ? ', which is not read yet' : ''}.`,
    ...(unread === 'store/newer-format' && { fxError: 'UnsupportedSessionSchema' }),
  };
}
