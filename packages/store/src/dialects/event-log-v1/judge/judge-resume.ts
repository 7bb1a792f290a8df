import { createHash } from 'node:crypto';
import { FILE_LIMITS, type LogPosition } from '@fxlog/format/internal';
import { fxErrorOf, unsafeWords } from '../../../paths/control-file.js';
import { octal } from '../../../paths/mode.js';
import { readFileWithin } from '../../../paths/safe-file.js';
import { checkChildRecord } from '../sidecars/child-record.js';
import { fingerprintOf } from '../sidecars/fingerprint.js';
import { readLegacySnapshot } from '../sidecars/legacy-snapshot.js';
import { type BoundCheckpoint, judgeCheckpoint } from './bound-checkpoint.js';
import { authorityFence } from './classify.js';
import { openLog, readLiveWatermark } from './committed.js';
import { findBadLocator, judgeDirectory, judgeMarker } from './judge-read.js';
import { judgeLock } from './lock-file.js';
import { samePosition } from './log-position.js';
import type { LogReplayer } from './log-replayer.js';
import { matchesState } from './manifest-state.js';
import type { Refusal } from './refusal.js';
import { refusal } from './refusal.js';
import type { SessionFiles } from './session-files.js';

/** What resuming by id comes to. */
export interface ResumeJudgement {
  readonly refusal: Refusal | null;
  readonly turns?: number;
  /** Bytes of the log behind the position that fx would resume at; it cuts them off. */
  readonly discardsBytes?: number;
  readonly fromCheckpoint?: boolean;
}

function refused(why: Refusal): ResumeJudgement {
  return { refusal: why };
}

/**
 * Judges resuming by id from the session's own workspace, as the surfaces do that do not chmod the directory first (`fx ask --resume`,
 * ACP, the picker; session-directory §6.3).
 */
export async function judgeResume(files: SessionFiles): Promise<ResumeJudgement> {
  const unusable = judgeDirectory(files);
  if (unusable !== null) return refused(unusable);
  const kind = files.classification;
  if (kind.kind !== 'refused') {
    // The first child check passes over what cannot be classified.
    const child = judgeChild(files);
    if (child !== null) return refused(child);
  }
  const intent = files.authorityIntent;
  if (intent.state !== 'absent') return resumeFenced(files);
  if (kind.kind === 'refused') return refused(refusal(kind.error, kind.file, kind.reason));
  if (kind.kind === 'legacy') return resumeLegacy(files);
  return resumeCurrent(files);
}

function judgeChild(files: SessionFiles): Refusal | null {
  if (files.mode !== 0o700) {
    const reason = `the directory has mode ${octal(files.mode)} instead of 0700`;
    return refusal('PrivateStatePermissionsUnsupported', undefined, reason);
  }
  const { refusal: child } = checkChildRecord(files.dir, files.id);
  return child === null ? null : refusal(child.error, child.file, child.reason);
}

/** `authority.pending.json` is there (session-directory §3.5). */
async function resumeFenced(files: SessionFiles): Promise<ResumeJudgement> {
  const fence = authorityFence(files.authorityIntent, files.id);
  const intent = files.authorityIntent;
  if (intent.state !== 'ok' || intent.value.session_id !== files.id) {
    return refused(
      refusal(fence?.error ?? 'InvalidSessionFormat', fence?.file, fence?.reason ?? 'the intent does not decode'),
    );
  }
  const lock = judgeLocks(files);
  if (lock !== null) return refused(lock);
  const { value } = intent;
  if (value.kind === 'legacy_to_v3') return resumeMigration(files, value.prior, value.proposed, value.authority_id);
  if (files.authority.state === 'absent') {
    return refused(refusal('SessionNotFound', 'authority.json', 'the creation never got as far as its marker'));
  }
  const misfit = (reason: string): ResumeJudgement =>
    refused(refusal('InvalidSessionFormat', 'authority.pending.json', reason));
  const marker = judgeMarker(files);
  if (marker !== null) return refused(marker);
  if (files.authority.state !== 'ok') return misfit('the marker does not decode');
  const authority = files.authority.value;
  if (
    authority.session_id !== files.id ||
    authority.authority_id !== value.authority_id ||
    authority.source !== 'native_create'
  ) {
    return misfit('the marker is not the one that the intent announces');
  }
  const fit = await reaches(files, value.proposed);
  return fit === null ? resumeCurrent(files) : misfit(fit);
}

/** Null when the live watermark is at this position and the position replays; else why not. */
async function reaches(files: SessionFiles, position: LogPosition): Promise<string | null> {
  const opened = openLog(files);
  if (!opened.ok) return opened.reason;
  const live = readLiveWatermark(files, opened.first.generation);
  if (!live.ok) return live.reason;
  if (!samePosition(live.watermark, position)) return 'the watermark is not where the intent says';
  const verdict = await opened.log.judgePosition(position);
  return verdict.ok ? null : verdict.reason;
}

async function resumeMigration(
  files: SessionFiles,
  prior: { readonly primary_bytes: number | bigint; readonly primary_sha256: string } | null,
  proposed: LogPosition,
  authorityId: string,
): Promise<ResumeJudgement> {
  const { authority, manifest } = files;
  const finished =
    authority.state === 'ok' &&
    authority.value.authority_id === authorityId &&
    manifest.state === 'ok' &&
    manifest.value.event_log_stat_fingerprint === fingerprintOf(`${files.dir}/events.jsonl`) &&
    (await reaches(files, proposed)) === null;
  if (finished) return resumeCurrent(files);
  const original = (file: string): boolean => {
    const read = readFileWithin(`${files.dir}/${file}`, FILE_LIMITS.legacySnapshot);
    if (read.state !== 'read' || prior === null || BigInt(read.bytes.length) !== BigInt(prior.primary_bytes))
      return false;
    return createHash('sha256').update(read.bytes).digest('hex') === prior.primary_sha256;
  };
  // The interrupted migration is undone and begun again, from whichever copy of the original is left.
  if (original('session.json')) return resumeLegacy(files);
  if (original('session.legacy.json')) return { refusal: null };
  const reason = 'neither the migrated session nor its original is whole';
  return refused(refusal('LegacySessionMigrationIndeterminate', 'authority.pending.json', reason));
}

function resumeLegacy(files: SessionFiles): ResumeJudgement {
  const lock = judgeLocks(files);
  if (lock !== null) return refused(lock);
  const legacy = readLegacySnapshot(files.dir, files.id, true);
  if (!legacy.ok) {
    // Migration opens the file without asking whether there is a session first.
    const error = legacy.error === 'SessionNotFound' ? 'FileNotFound' : legacy.error;
    return refused(refusal(error, undefined, legacy.reason));
  }
  const kept = readFileWithin(`${files.dir}/session.legacy.json`, FILE_LIMITS.legacySnapshot);
  if (kept.state === 'read') {
    const current = readFileWithin(`${files.dir}/session.json`, FILE_LIMITS.legacySnapshot);
    if (current.state !== 'read' || Buffer.compare(kept.bytes, current.bytes) !== 0) {
      return refused(refusal('InvalidSessionFormat', 'session.legacy.json', 'it is not a copy of session.json'));
    }
  }
  return { refusal: null, turns: Number(legacy.summary.historyLen), discardsBytes: 0 };
}

function judgeLocks(files: SessionFiles): Refusal | null {
  return judgeLock(files, 'session.lock', false) ?? judgeLock(files, 'commit.lock', false);
}

async function resumeCurrent(files: SessionFiles): Promise<ResumeJudgement> {
  const before = judgeLocks(files) ?? judgeMarker(files);
  if (before !== null) return refused(before);
  const opened = openLog(files);
  if (!opened.ok) return refused(opened);
  const settled = await settleIntent(files, opened.log, opened.first.generation);
  if ('refusal' in settled) return refused(settled.refusal);
  const { position } = settled;
  const { stats } = opened.log.look;
  if ((stats.mode & 0o777) !== 0o600) {
    const reason = `it has mode ${octal(stats.mode & 0o777)} instead of 0600`;
    return refused(refusal('PrivateStatePermissionsUnsupported', 'events.jsonl', reason));
  }
  // Observed order (session-directory §2.3): a bound checkpoint is tried first and believed.
  const checkpoint = await judgeCheckpoint(files, opened.log, position);
  const replayed = await replayOrCheckpoint(opened.log, position, checkpoint);
  if ('refusal' in replayed) return refused(replayed.refusal);
  const after = judgeManifestAround(files, opened.log, position, replayed.matchesManifest) ?? judgeChild(files);
  if (after !== null) return refused(after);
  return {
    refusal: null,
    turns: replayed.turns,
    discardsBytes: opened.log.size - Number(position.through_event_log_bytes),
    fromCheckpoint: checkpoint.usable,
  };

  async function replayOrCheckpoint(
    log: LogReplayer,
    at: LogPosition,
    bound: BoundCheckpoint,
  ): Promise<{ refusal: Refusal } | { turns: number; matchesManifest: boolean }> {
    if (bound.usable) {
      const bad = findBadLocator(bound.references);
      return bad === null ? { turns: bound.turns, matchesManifest: true } : { refusal: bad };
    }
    const verdict = await log.judgePosition(at);
    if (!verdict.ok) {
      const error = verdict.unsupported ? 'UnsupportedSessionSchema' : 'InvalidSessionFormat';
      return { refusal: refusal(error, undefined, verdict.reason, verdict.finding) };
    }
    const bad = findBadLocator(verdict.references);
    if (bad !== null) return { refusal: bad };
    const { manifest } = files;
    const matches = manifest.state === 'ok' && matchesState(manifest.value, verdict.state, verdict.turns);
    return { turns: verdict.turns, matchesManifest: matches };
  }
}

/** Where a writable open ends up after it has dealt with `commit.pending.json` (session-directory §3.5). */
export async function settleIntent(
  files: SessionFiles,
  log: LogReplayer,
  generation: string,
): Promise<{ position: LogPosition } | { refusal: Refusal }> {
  const file = 'commit.pending.json';
  const intent = files.commitIntent;
  const fault = intent.state === 'absent' ? null : fxErrorOf(intent, 'FileNotFound');
  if (fault !== null) return { refusal: refusal(fault.error, file, fault.reason) };
  if (intent.state !== 'ok') {
    const live = readLiveWatermark(files, generation);
    return live.ok ? { position: live.watermark } : { refusal: live };
  }
  const { prior, proposed, kind, session_id: named } = intent.value;
  if (named !== files.id) return { refusal: refusal('InvalidSessionFormat', file, `it names the session ${named}`) };
  const indeterminate = (reason: string): { refusal: Refusal } => ({
    refusal: refusal('SessionCommitIndeterminate', file, reason),
  });
  const expected =
    kind === 'watermark_advance' ? [prior, proposed].every((p) => p.log_generation === generation) : true;
  if (!expected) return indeterminate('the intent is about another generation of the log');
  if (
    kind === 'log_generation_replace' &&
    generation !== prior.log_generation &&
    generation !== proposed.log_generation
  ) {
    return indeterminate('the log has neither of the two generations that the intent names');
  }
  const live = readLiveWatermark(files, generation);
  if (!live.ok) return { refusal: live };
  const watermark = live.watermark;
  const candidates =
    kind === 'watermark_advance'
      ? samePosition(watermark, proposed)
        ? [proposed, prior]
        : samePosition(watermark, prior)
          ? [prior]
          : []
      : [generation === proposed.log_generation ? proposed : prior].filter((position) =>
          samePosition(watermark, position),
        );
  if (candidates.length === 0) return indeterminate('the watermark is at neither of the two positions of the intent');
  for (const position of candidates) {
    const verdict = await log.judgePosition(position);
    if (verdict.ok) return { position };
    if (verdict.unsupported)
      return { refusal: refusal('UnsupportedSessionSchema', undefined, verdict.reason, verdict.finding) };
  }
  return { refusal: refusal('InvalidSessionFormat', file, 'neither position of the intent replays') };
}

/** The two ways in which `session.json` stops a resume (session-directory §2.3). */
function judgeManifestAround(
  files: SessionFiles,
  log: LogReplayer,
  position: LogPosition,
  matchesManifest: boolean,
): Refusal | null {
  const look = files.look('session.json');
  if (look.state === 'unsafe') return refusal('SessionPathUnsafe', 'session.json', `it is ${unsafeWords(look.kind)}`);
  const { manifest } = files;
  if (manifest.state !== 'ok' || manifest.bytes.length !== FILE_LIMITS.manifest) return null;
  // A manifest that says what fx would write is left as it is; at exactly the limit the discovery reader then refuses it.
  const kept =
    matchesManifest &&
    manifest.value.event_log_stat_fingerprint === fingerprintOf(log.path) &&
    BigInt(log.size) === BigInt(position.through_event_log_bytes) &&
    BigInt(manifest.value.event_log_bytes) === BigInt(log.size);
  if (!kept) return null;
  return refusal('SessionStoreUnavailable', 'session.json', `it has exactly ${FILE_LIMITS.manifest} bytes`);
}
