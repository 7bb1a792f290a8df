import type { StateDocument } from '@fxlog/format';
import { WriteError } from '@fxlog/writer';
import { type FileSystem, withFlock } from '@fxlog/writer/internal';
import { isManifestBound, judgeCheckpoint } from '../judge/bound-checkpoint.js';
import { openLog } from '../judge/committed.js';
import { judgeResume, settleIntent } from '../judge/judge-resume.js';
import { samePosition } from '../judge/log-position.js';
import { manifestDifferences } from '../judge/manifest-state.js';
import { SessionFiles } from '../judge/session-files.js';
import { removeIntent, truncateLog, writeWatermark } from './commit.js';
import { type CommittedSession, fenceOf, foldCommitted, refuseWith } from './open-committed.js';
import { openEventLog } from './open-event-log.js';

/** A session that may be changed; `session.lock` is held. */
export interface WritableSession {
  readonly session: CommittedSession;
  /** What its log folds to, history included. */
  readonly state: StateDocument;
  /** Bytes behind the watermark, to be cut off by the next commit. */
  readonly tailBytes: number;
  /** What the manifest says that outlives a commit, as far as fx would believe it (session-directory §2.3). */
  readonly kept: KeptFacts;
}

/** Parts of a manifest that are not in the log. */
export interface KeptFacts {
  readonly growthBase: { readonly seq: number | bigint; readonly bytes: number | bigint };
  readonly checkpoint: { readonly seq: number | bigint; readonly sha256: string } | null;
}

/**
 * Runs `work` while holding `session.lock`, on a session that fx would open for writing in just this state: whole, committed, with the modes
 * it asks for.
 *
 * @param recover what an interrupted writer left is dealt with as fx does when it opens a session (§3.5): its commit is finished or taken
 *   back, and bytes that were never committed may be cut off. Without it both are refused.
 * @throws WriteError `lock/busy` when somebody has it open, `change/pending`, `change/tail`, `change/not-resumable`, and what `openEventLog` throws.
 */
export async function withWritableSession<T>(
  fileSystem: FileSystem,
  dir: string,
  options: { readonly recover: boolean; readonly timeoutMs: number },
  work: (writable: WritableSession) => Promise<T>,
): Promise<T> {
  // Before a lock file is made in it: is it a session at all?
  const before = new SessionFiles(dir, false);
  if (before.classification.kind !== 'current') await openEventLog(dir, fileSystem);
  const timeoutMs = options.timeoutMs;
  return withFlock(`${dir}/session.lock`, { timeoutMs, fileSystem, busyError: 'SessionBusy' }, async () => {
    if (options.recover) await settleInterrupted(fileSystem, dir, timeoutMs);
    const session = await openEventLog(dir, fileSystem);
    const { files, boundary } = session;
    refuseWith(dir, 'change/not-resumable', (await judgeResume(files)).refusal);
    const tailBytes = Number(session.stat.size) - boundary.offset;
    if (tailBytes > 0 && !options.recover) {
      throw new WriteError({
        rule: 'change/tail',
        message: `${session.log} has ${tailBytes} bytes behind its watermark that were never committed; fx would cut them off.`,
        file: session.log,
      });
    }
    const state = await foldCommitted(session, true);
    return work({ session, state, tailBytes, kept: await keptFacts(session, state) });
  });
}

/** Deals with `commit.pending.json` as the next writable open would (session-directory §3.5). */
async function settleInterrupted(fileSystem: FileSystem, dir: string, timeoutMs: number): Promise<void> {
  if (new SessionFiles(dir, false).commitIntent.state !== 'ok') return;
  await withFlock(`${dir}/commit.lock`, { timeoutMs, fileSystem }, async () => {
    const files = new SessionFiles(dir, false);
    if (files.commitIntent.state !== 'ok') return;
    // A creation or migration that was cut short is fx's to finish; nothing is cut off before it has.
    if (files.authorityIntent.state !== 'absent') refuseWith(dir, 'change/pending', fenceOf(files));
    const opened = openLog(files);
    if (!opened.ok) return refuseWith(dir, 'change/pending', opened);
    const settled = await settleIntent(files, opened.log, opened.first.generation);
    if ('refusal' in settled) return refuseWith(dir, 'change/pending', settled.refusal);
    const { position } = settled;
    const watermark = files.watermark(opened.first.generation);
    if (opened.log.size > Number(position.through_event_log_bytes)) {
      await truncateLog(fileSystem, opened.log.path, Number(position.through_event_log_bytes));
    }
    if (watermark.state !== 'ok' || !samePosition(watermark.value, position)) {
      await writeWatermark(fileSystem, { dir, id: files.id }, position);
    }
    await removeIntent(fileSystem, dir);
  });
}

/** session-directory §2.3, steps 1 to 3: what of the manifest survives. */
async function keptFacts(
  { files, manifest, position, boundary }: CommittedSession,
  state: StateDocument,
): Promise<KeptFacts> {
  const here = { seq: boundary.seq, bytes: boundary.offset };
  const isAtPosition =
    manifest !== null &&
    manifest.log_generation === position.log_generation &&
    BigInt(manifest.last_event_seq) === BigInt(position.through_seq) &&
    BigInt(manifest.event_log_bytes) === BigInt(position.through_event_log_bytes);
  if (!isAtPosition || manifestDifferences(manifest, state, state.history.length).length > 0) {
    return { growthBase: here, checkpoint: null };
  }
  const growthBase = { seq: manifest.generation_base_seq, bytes: manifest.generation_base_bytes };
  const { log } = files;
  const { checkpoint_seq: seq, checkpoint_sha256: sha256 } = manifest;
  if (log === null || seq === null || sha256 === null || isManifestBound(files, log, position) !== null) {
    return { growthBase, checkpoint: null };
  }
  const isUsable = (await judgeCheckpoint(files, log, position)).usable;
  return { growthBase, checkpoint: isUsable ? { seq, sha256 } : null };
}
