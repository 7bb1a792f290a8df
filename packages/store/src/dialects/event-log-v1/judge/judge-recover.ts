import type { FxErrorName } from '@fxlog/format';
import { parseJson } from '@fxlog/json';
import { fxErrorOf } from '../../../paths/control-file.js';
import { schemaVersionOf } from '../../../session-directory.js';
import { fingerprintOf } from '../sidecars/fingerprint.js';
import { openLog, readLiveWatermark } from './committed.js';
import { judgeCommitFence, judgeDirectory } from './judge-read.js';
import { judgeLock } from './lock-file.js';
import { manifestDifferences } from './manifest-state.js';
import { digestInName, readReferenced } from './referenced-files.js';
import { type Refusal, refusal } from './refusal.js';
import type { SessionFiles } from './session-files.js';

/** What `fx session recover` comes to. */
export interface RecoverJudgement {
  readonly refusal: Refusal | null;
  readonly turns?: number;
}

const INVALID = 'SessionRecoveryBoundaryInvalid';

function refused(error: FxErrorName, file: string | undefined, reason: string): RecoverJudgement {
  return {
    refusal: refusal(error, file, reason),
  };
}

/**
 * Judges `fx session recover` (session-directory §6.5): it makes a copy only of a session whose watermark is missing or wrong while the
 * manifest proves the log.
 */
export async function judgeRecover(files: SessionFiles): Promise<RecoverJudgement> {
  const unusable = judgeDirectory(files);
  if (unusable !== null) return { refusal: unusable };
  const kind = files.classification;
  if (kind.kind === 'refused') return refused(kind.error, kind.file, kind.reason);
  if (kind.kind === 'legacy') {
    return refused('SessionRecoveryRequiresCurrentSchema', undefined, 'a legacy snapshot is migrated, not recovered');
  }
  const lock = judgeLock(files, 'session.lock', false) ?? judgeLock(files, 'commit.lock', false);
  if (lock !== null) {
    // Observed: a lock file of the wrong kind is folded into the general failure, a wrong mode is not.
    return lock.error === 'DurablePathUnsafe' ? refused(INVALID, lock.file, lock.reason) : { refusal: lock };
  }
  const fence = judgeCommitFence(files, INVALID);
  if (fence !== null) return { refusal: fence };
  const marker = fxErrorOf(files.authority, 'SessionNotFound');
  if (marker !== null) return refused(INVALID, 'authority.json', marker.reason);
  return judgeManifestSchema(files) ?? judgeBoundary(files);
}

/** The manifest must be there and be JSON; another schema is told apart before the log is looked at. */
function judgeManifestSchema(files: SessionFiles): RecoverJudgement | null {
  const { manifest } = files;
  const file = 'session.json';
  if (manifest.state === 'ok') return null;
  if (manifest.state !== 'invalid' || manifest.bytes === undefined || manifest.offset !== undefined) {
    return refused(INVALID, file, fxErrorOf(manifest, INVALID)?.reason ?? 'it cannot be used');
  }
  const schema = schemaVersionOf(parseJson(manifest.bytes));
  if (schema === null) return refused(INVALID, file, 'it has no schema_version');
  return schema === 3 ? null : refused('SessionRecoveryUnsupportedSchema', file, `it has schema ${schema}`);
}

async function judgeBoundary(files: SessionFiles): Promise<RecoverJudgement> {
  const opened = openLog(files);
  if (!opened.ok) {
    if (opened.error === 'SessionPathUnsafe') return { refusal: opened };
    if (opened.error === 'UnsupportedSessionSchema') {
      return refused(
        'SessionRecoveryUnsupportedSchema',
        opened.file,
        'its frames have a version that fx does not know',
      );
    }
    return refused(INVALID, undefined, opened.reason);
  }
  const live = readLiveWatermark(files, opened.first.generation);
  if (live.ok) {
    const verdict = await opened.log.judgePosition(live.watermark);
    if (verdict.ok) return refused('SessionRecoveryNotNeeded', undefined, 'the watermark is valid');
    if (verdict.unsupported) return refused('SessionRecoveryUnsupportedSchema', undefined, verdict.reason);
  } else if (live.error === 'SessionPathUnsafe') return { refusal: live };
  return judgeProof(files);
}

/** Does the manifest prove the whole log, and is everything there that its history refers to? */
async function judgeProof(files: SessionFiles): Promise<RecoverJudgement> {
  const { manifest, authority, log } = files;
  const no = (reason: string, file?: string): RecoverJudgement => refused(INVALID, file, reason);
  if (manifest.state !== 'ok') return no(fxErrorOf(manifest, INVALID)?.reason ?? 'it cannot be used', 'session.json');
  if (authority.state !== 'ok' || log === null) return no('the marker or the log cannot be used');
  const claim = manifest.value;
  if (claim.id !== files.id || claim.authority_id !== authority.value.authority_id) {
    return no('it belongs to another session', 'session.json');
  }
  if (BigInt(claim.event_log_bytes) !== BigInt(log.size))
    return no('it describes a log of another length', 'session.json');
  if (claim.event_log_stat_fingerprint !== fingerprintOf(log.path))
    return no('its fingerprint is stale', 'session.json');
  const replay = await log.replay(log.size);
  if (!replay.ok) {
    return replay.unsupported
      ? refused('SessionRecoveryUnsupportedSchema', undefined, replay.reason)
      : no(replay.reason);
  }
  const { boundary, truncateFrom, state, turns, references } = replay;
  const arrives =
    truncateFrom === null &&
    boundary.generation === claim.log_generation &&
    BigInt(boundary.seq) === BigInt(claim.last_event_seq) &&
    BigInt(boundary.offset) === BigInt(claim.event_log_bytes);
  if (!arrives) return no('the log ends elsewhere than the manifest says');
  const differences = manifestDifferences(claim, state, turns);
  if (differences.length > 0) return no(`it differs from the log in ${differences.join(', ')}`, 'session.json');
  for (const image of references.images) {
    const read = readReferenced(files.dir, image);
    if (!read.ok) return no(read.reason, read.file);
  }
  for (const file of references.files) {
    const mustMatch = file.store === 'tool-results' || (file.handle !== null && digestInName(file.handle) !== null);
    const read = readReferenced(files.dir, file);
    if (!read.ok || (mustMatch && !read.digestMatches))
      return no(read.ok ? 'its digest is not the one in its name' : read.reason, read.file);
  }
  return { refusal: null, turns };
}
