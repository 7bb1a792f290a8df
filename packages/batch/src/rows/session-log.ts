import { basename } from 'node:path';
import type { Finding, RuleId } from '@fxlog/format';
import { openSession, type Session } from '@fxlog/store';
import { BatchError } from '../batch-error.js';
import type { TaskInput } from '../model/task.js';

/** The log of an input, and how much of it counts. */
export interface SessionLog {
  readonly path: string;
  /** Name of the log in findings. */
  readonly file: string;
  /** Read no byte at or after this offset; undefined: to the end. */
  readonly end: number | undefined;
  /** The directory around it; null for a log alone. */
  readonly session: Session | null;
  /** What was noted while finding it. */
  readonly findings: readonly Finding[];
  /** The frame that the watermark names as the last; null where there is no watermark. */
  readonly committed: { readonly seq: number | bigint; readonly eventId: string } | null;
}

const FORMATS: Readonly<Record<string, string>> = {
  'legacy-snapshot': 'It is a snapshot from before event logs, which is not read yet.',
  'conversation-log': 'It is a conversation log of fx 0.0.8 or later, which is not read yet.',
  'execution-journal': 'It is an execution journal of a newer fx, which is not read.',
  'sessions-v2': 'It is a sessions-v2 log of a newer fx, which is not read yet.',
  'half-made': 'Its creation never finished.',
};

const RULES: Readonly<Record<string, RuleId>> = {
  'legacy-snapshot': 'store/legacy-format',
  'half-made': 'store/half-made',
  unknown: 'store/unreadable',
};

/**
 * Finds the log of an input: of a session directory up to what fx committed, else the file to its end.
 *
 * @throws BatchError when there is none that can be read
 */
export async function findSessionLog(input: TaskInput): Promise<SessionLog> {
  if (input.kind === 'log') {
    return {
      path: input.path,
      file: basename(input.path),
      end: undefined,
      session: null,
      findings: [],
      committed: null,
    };
  }
  const session = await openSession(input.path);
  if (session.format !== 'event-log-v1') {
    const message = FORMATS[session.format] ?? 'It is no session that can be read.';
    throw new BatchError(RULES[session.format] ?? 'store/newer-format', message);
  }
  const log = session.log();
  if (log === null) throw new BatchError('store/file-missing', 'There is no log that can be read.');
  const file = 'events.jsonl';
  const watermark = session.watermark();
  if (watermark.state === 'present') {
    const { through_seq: seq, through_event_id: eventId, through_event_log_bytes: bytes } = watermark.value;
    if (log.committedBytes === null) {
      const message = `fx committed ${bytes} bytes, but the log has only ${log.size}: its end is lost.`;
      const finding: Finding = { rule: 'store/watermark-beyond-log', severity: 'error', message, file };
      return { path: log.path, file, end: undefined, session, findings: [finding], committed: null };
    }
    return { path: log.path, file, end: log.committedBytes, session, findings: [], committed: { seq, eventId } };
  }
  const message = 'Nothing says how much of the log is committed; all of it is read.';
  const missing: Finding = { rule: 'store/watermark-missing', severity: 'warning', message, file: watermark.file };
  const invalid = watermark.state === 'invalid' ? { ...watermark.finding, severity: 'warning' as const } : missing;
  return { path: log.path, file, end: undefined, session, findings: [invalid], committed: null };
}

/** The finding for a log whose last committed frame is not the one that the watermark names; null when it is. */
export function watermarkMismatch(
  { committed, file }: SessionLog,
  boundary: { readonly seq: number | bigint; readonly eventId: string } | null,
): Finding | null {
  if (committed === null || boundary === null) return null;
  if (BigInt(committed.seq) === BigInt(boundary.seq) && committed.eventId === boundary.eventId) return null;
  const message = `The last committed event is seq ${boundary.seq}, but the watermark names seq ${committed.seq}.`;
  return { rule: 'store/watermark-mismatch', severity: 'error', message, file };
}
