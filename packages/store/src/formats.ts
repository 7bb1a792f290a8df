import type { DialectId, Finding, RuleId } from '@fxlog/format';
import { describeDialect } from '@fxlog/format/internal';
import type { SessionFormat } from './summary.js';

interface Format {
  /** What it is called, with who writes it. */
  readonly name: string;
  /** The rule by which it is not read; null for a format that is. */
  readonly unread: RuleId | null;
  /** Whether a newer fx wrote it than the one whose rules repairs follow. */
  readonly isNewer: boolean;
}

const FORMATS: Readonly<Record<SessionFormat, Format>> = {
  'event-log-v1': dialect('event-log-v1', null),
  'legacy-snapshot': dialect('legacy-snapshot', null),
  'conversation-log': dialect('conversation-log', null),
  'sessions-v2': dialect('sessions-v2', null),
  'execution-journal': {
    name: 'an execution journal, written by a newer fx',
    unread: 'store/newer-format',
    isNewer: true,
  },
  'half-made': { name: 'a session whose creation never finished', unread: 'store/half-made', isNewer: false },
  unknown: { name: 'not a session that can be read', unread: 'store/unreadable', isNewer: false },
};

/** A format that is a dialect: what it is called stands there. */
function dialect(id: DialectId, unread: RuleId | null): Format {
  const { title, writtenBy, age } = describeDialect(id);
  return { name: `${title}, written by ${writtenBy}`, unread, isNewer: age === 'newer' };
}

/** What a format is called, with who writes it: follows "This is". */
export function formatName(format: SessionFormat): string {
  return FORMATS[format].name;
}

/** Whether sessions of a format were written by a newer fx than the one whose rules repairs follow. */
export function isNewerFormat(format: SessionFormat): boolean {
  return FORMATS[format].isNewer;
}

/**
 * Why the conversation of a session of this format cannot be read, as a finding; null for a format that is read.
 */
export function whyUnread(format: SessionFormat): Finding | null {
  const { name, unread } = FORMATS[format];
  if (unread === null) return null;
  const isWritten = unread === 'store/newer-format';
  return {
    rule: unread,
    severity: isWritten ? 'warning' : 'error',
    message: `This is ${name}${isWritten ? ', which is not read yet' : ''}.`,
    ...(isWritten && { fxError: 'UnsupportedSessionSchema' }),
  };
}
