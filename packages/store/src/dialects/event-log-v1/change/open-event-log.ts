import { resolve } from 'node:path';
import { WriteError } from '@fxlog/writer';
import type { FileSystem } from '@fxlog/writer/internal';
import { formatName } from '../../../formats.js';
import { openSession } from '../../../session.js';
import { judgeDirectory } from '../judge/judge-read.js';
import { SessionFiles } from '../judge/session-files.js';
import { type CommittedSession, openCommitted, refuseWith } from './open-committed.js';

/**
 * Reads a session of any format up to its watermark, where it keeps an event log.
 *
 * @throws WriteError with rule `change/format` for another format, and what `openCommitted` throws.
 */
export async function openEventLog(path: string, fileSystem: FileSystem): Promise<CommittedSession> {
  const dir = resolve(path);
  refuseWith(dir, 'change/unreadable', judgeDirectory(new SessionFiles(dir, false)));
  const { format } = await openSession(dir);
  if (format === 'event-log-v1') return openCommitted(dir, fileSystem);
  const message = `${dir} is ${formatName(format)}; this can be done with a session that keeps an event log only.`;
  throw new WriteError({ rule: 'change/format', message, file: dir });
}
