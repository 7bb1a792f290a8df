import { resolve } from 'node:path';
import { type ReduceResult, reduceLog } from '@fxlog/assembler';
import type { RuleId, StateDocument } from '@fxlog/format';
import type { LogPosition, SessionAuthority, SessionManifest } from '@fxlog/format/internal';
import { LogError } from '@fxlog/reader';
import { WriteError } from '@fxlog/writer';
import { eventLogFingerprint, type FileStat, type FileSystem, type LogBoundary } from '@fxlog/writer/internal';
import { migrationOf } from '../../../migration.js';
import { SessionDirectory } from '../../../session-directory.js';
import { judgeCommitted } from '../judge/committed.js';
import { findBadLocator, judgeCommitFence, judgeDirectory, judgeMarker } from '../judge/judge-read.js';
import { samePosition } from '../judge/log-position.js';
import type { Refusal } from '../judge/refusal.js';
import { SessionFiles } from '../judge/session-files.js';
import { checkImageIds } from '../sidecars/check-children.js';

/** A session whose committed part was read and found good, before it is copied or changed. */
export interface CommittedSession {
  readonly dir: string;
  readonly id: string;
  readonly files: SessionFiles;
  /** Path of `events.jsonl`. */
  readonly log: string;
  /** The log as it lay there when it was read. */
  readonly stat: FileStat;
  readonly authority: SessionAuthority;
  /** The manifest, where it is one of this session. */
  readonly manifest: SessionManifest | null;
  /** The watermark. */
  readonly position: LogPosition;
  /** The same in the writer's words. */
  readonly boundary: LogBoundary;
  /** Whether images of its history have the numbers of others. */
  readonly sharesImageIds: boolean;
}

/**
 * Reads a session up to its watermark, as fx does (session-directory §3.2, §6.3).
 *
 * @throws WriteError with rule `change/pending` or `change/unreadable`; `fxError` is what fx would say.
 */
export async function openCommitted(path: string, fileSystem: FileSystem): Promise<CommittedSession> {
  const dir = resolve(path);
  const files = new SessionFiles(dir, false);
  refuseWith(dir, 'change/unreadable', judgeDirectory(files));
  if (migrationOf(new SessionDirectory(dir)) !== null) {
    const message = `${dir} is in the middle of its change to a newer format; fx finishes it when it opens the session.`;
    throw new WriteError({ rule: 'change/pending', message, file: dir });
  }
  refuseWith(dir, 'change/pending', fenceOf(files));
  refuseWith(dir, 'change/unreadable', judgeMarker(files));
  // Before anything is read of it: what is read is compared with this look later.
  const log = `${dir}/events.jsonl`;
  const stat = await fileSystem.lstat(log);
  const committed = await judgeCommitted(files);
  if (!committed.ok) throw refused(dir, 'change/unreadable', committed);
  refuseWith(dir, 'change/unreadable', findBadLocator(committed.result.references));
  const { authority, manifest } = files;
  if (stat === null || authority.state !== 'ok') throw new TypeError('a committed session has a log and a marker');
  if (committed.first.sessionId !== files.id) {
    const reason = `the log belongs to the session ${committed.first.sessionId}`;
    throw refused(dir, 'change/unreadable', { ok: false, error: 'InvalidSessionFormat', reason });
  }
  const { watermark } = committed;
  const isOwn = manifest.state === 'ok' && manifest.value.id === files.id;
  return {
    dir,
    id: files.id,
    files,
    log,
    stat,
    authority: authority.value,
    manifest: isOwn && manifest.value.authority_id === authority.value.authority_id ? manifest.value : null,
    position: watermark,
    boundary: toBoundary(watermark),
    sharesImageIds: checkImageIds(committed.result.references).length > 0,
  };
}

/** A watermark in the words of the writer. */
function toBoundary(position: LogPosition): LogBoundary {
  return {
    generation: position.log_generation,
    seq: Number(position.through_seq),
    eventId: position.through_event_id,
    offset: Number(position.through_event_log_bytes),
  };
}

/** The state of the committed part, with or without its history. */
export async function foldCommitted({ log, boundary }: CommittedSession, keepHistory: boolean): Promise<StateDocument> {
  return (await foldLog(log, boundary.offset, keepHistory)).state;
}

/** Folds the first `end` bytes of a log that was judged before. @throws WriteError `change/moved-on` when it no longer folds. */
export async function foldLog(log: string, end: number, keepHistory = true): Promise<ReduceResult> {
  try {
    return await reduceLog(log, { end, keepHistory, requireNoTorn: true });
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    throw movedOn(log, error.message, error);
  }
}

/** How much may have happened to a session since it was read. */
export type Since = 'nothing' | 'commits';

/**
 * Makes sure that a session is still what was read: for `nothing` to the last byte, for `commits` as far as it was read. Readers without a
 * lock ask this at the end (session-directory §8.1), writers before each step.
 *
 * @throws WriteError with rule `change/moved-on`, or `change/pending` when somebody is committing.
 */
export async function assertUnchanged(
  session: CommittedSession,
  fileSystem: FileSystem,
  since: Since,
  log: FileStat | null = session.stat,
): Promise<void> {
  const { dir, boundary } = session;
  const now = new SessionFiles(dir, false);
  refuseWith(dir, 'change/pending', fenceOf(now));
  const first = now.log?.firstFrame();
  if (first?.ok !== true || first.generation !== boundary.generation) throw movedOn(dir, 'its log was replaced');
  const watermark = now.watermark(boundary.generation);
  if (watermark.state !== 'ok') throw movedOn(dir, 'its watermark is gone');
  const { through_event_log_bytes: bytes } = watermark.value;
  const holds = since === 'nothing' ? samePosition(watermark.value, session.position) : bytes >= boundary.offset;
  if (!holds) throw movedOn(dir, `its watermark is now at byte ${bytes}, and was at ${boundary.offset}`);
  if (since === 'commits' || log === null) return;
  const stat = await fileSystem.lstat(session.log);
  if (stat === null || eventLogFingerprint(stat) !== eventLogFingerprint(log))
    throw movedOn(dir, 'its log was touched');
}

/** The error for a session that is no longer what was read. */
export function movedOn(file: string, reason: string, cause?: unknown): WriteError {
  return new WriteError(
    { rule: 'change/moved-on', message: `${file} is no longer what was read: ${reason}.`, file },
    { cause },
  );
}

/** A commit, creation or migration that is under way or was cut short; null when there is none. */
export function fenceOf(files: SessionFiles): Refusal | null {
  const file = 'authority.pending.json';
  if (files.authorityIntent.state !== 'absent') {
    const reason = `${file}: a creation or migration is under way, or was cut short`;
    return { ok: false, error: 'SessionAuthorityBoundaryUnavailable', file, reason };
  }
  return judgeCommitFence(files, 'InvalidSessionFormat');
}

/** Throws a refusal of fx's as an error of ours. */
export function refuseWith(dir: string, rule: RuleId, refusal: Refusal | null): void {
  if (refusal !== null) throw refused(dir, rule, refusal);
}

function refused(dir: string, rule: RuleId, { error, reason, file }: Refusal): WriteError {
  return new WriteError({
    rule,
    message: `${dir}: ${reason}.`,
    fxError: error,
    file: file === undefined ? dir : `${dir}/${file}`,
  });
}

/** @throws WriteError `change/pending` for a session in the midst of a commit, a creation or a migration. */
export function refuseFenced(dir: string): void {
  refuseWith(dir, 'change/pending', fenceOf(new SessionFiles(dir, false)));
}
