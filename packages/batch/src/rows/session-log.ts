import { basename } from 'node:path';
import type { Finding } from '@fxlog/format';
import { openSession, type Session } from '@fxlog/store';
import { blobsBeside, type SessionLog as Log, type ReadBlob } from '@fxlog/store/internal';
import { BatchError } from '../batch-error.js';
import type { TaskInput } from '../model/task.js';

/** The log of an input, and how much of it counts. */
export interface SessionLog {
  readonly path: string;
  /** What is read: that file, or the log in memory that its fx makes of it. */
  readonly source: string | Uint8Array;
  /** Name of the log in findings. */
  readonly file: string;
  /** Read no byte at or after this offset; undefined: to the end. */
  readonly end: number | undefined;
  /** The directory around it; null for a log alone. */
  readonly session: Session | null;
  /** What was noted while finding it. */
  readonly findings: readonly Finding[];
  /** Reads the bodies beside the log that its lines name; undefined where they name none. */
  readonly readBlob: ReadBlob | undefined;
  /** Reads what a file beside the log says of a turn that is under way. */
  readonly unfinished: Log['unfinished'];
  /** Whether there is such a file. */
  readonly mayBeUnderWay: boolean;
  /** The frame that the watermark names as the last; null where there is no watermark. */
  readonly committed: { readonly seq: number | bigint; readonly eventId: string } | null;
}

/**
 * Finds the log of an input: of a session directory up to what fx committed, else the file to its end.
 *
 * @throws BatchError when there is no readable log
 */
export async function findSessionLog(input: TaskInput): Promise<SessionLog> {
  if (input.kind === 'log') {
    return {
      path: input.path,
      source: input.path,
      file: basename(input.path),
      end: undefined,
      session: null,
      findings: [],
      readBlob: await blobsBeside(input.path),
      unfinished: undefined,
      mayBeUnderWay: false,
      committed: null,
    };
  }
  const session = await openSession(input.path);
  const log = session.read();
  if (!log.ok) throw new BatchError({ rule: log.finding.rule, message: log.finding.message });
  const { path, source, file, end, findings, last, readBlob, unfinished, mayBeUnderWay = false } = log;
  return { path, source, file, end, session, findings, readBlob, unfinished, mayBeUnderWay, committed: last };
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
