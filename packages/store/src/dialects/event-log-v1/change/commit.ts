/** The steps that every commit to an existing session has (session-directory §3.3 to §3.6). Each is called under `commit.lock`. */

import { join } from 'node:path';
import type { CommitIntent, LogPosition } from '@fxlog/format/internal';
import type { IdentifierSource } from '@fxlog/writer';
import {
  durableReplace,
  encodeCommitIntent,
  encodeWatermark,
  type FileSystem,
  syncDirectory,
} from '@fxlog/writer/internal';
import { samePosition } from '../judge/log-position.js';
import { SessionFiles } from '../judge/session-files.js';
import type { CommittedSession } from './open-committed.js';

const INTENT = 'commit.pending.json';

/** Says what is about to happen, so that whoever finds it half done can finish it or take it back. */
export function writeIntent(
  fileSystem: FileSystem,
  session: CommittedSession,
  kind: CommitIntent['kind'],
  proposed: LogPosition,
  identifiers: IdentifierSource,
): Promise<void> {
  const intent = {
    schema_version: 1,
    session_id: session.id,
    operation_id: identifiers.next('operation'),
    kind,
    prior: session.position,
    proposed,
  } as const;
  return durableReplace(fileSystem, join(session.dir, INTENT), encodeCommitIntent(intent));
}

/** Takes the intent away. */
export async function removeIntent(fileSystem: FileSystem, dir: string): Promise<void> {
  const path = join(dir, INTENT);
  if ((await fileSystem.lstat(path)) === null) return;
  await fileSystem.removeFile(path);
  await syncDirectory(fileSystem, dir);
}

/** Moves the watermark of a generation, or makes it. */
export function writeWatermark(
  fileSystem: FileSystem,
  { dir, id }: { readonly dir: string; readonly id: string },
  position: LogPosition,
): Promise<void> {
  const { log_generation, through_seq, through_event_id, through_event_log_bytes } = position;
  const place = { log_generation, through_seq, through_event_id, through_event_log_bytes };
  const bytes = encodeWatermark({ schema_version: 1, session_id: id, ...place });
  return durableReplace(fileSystem, join(dir, `commit.${log_generation}.json`), bytes);
}

/** Is this where the session stands on the disk: the generation of its log, and its watermark? */
export function standsAt(dir: string, position: LogPosition): boolean {
  const files = new SessionFiles(dir, false);
  const first = files.log?.firstFrame();
  if (first?.ok !== true || first.generation !== position.log_generation) return false;
  const watermark = files.watermark(first.generation);
  return watermark.state === 'ok' && samePosition(watermark.value, position);
}

/** Cuts the log off behind a position and forces that to the disk. */
export async function truncateLog(fileSystem: FileSystem, log: string, bytes: number): Promise<void> {
  const file = await fileSystem.open(log, 'update');
  try {
    await file.truncate(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}
