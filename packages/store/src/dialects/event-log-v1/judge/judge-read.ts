import type { FxErrorName } from '@fxlog/format';
import { isSessionId } from '@fxlog/format/internal';
import { fxErrorOf, unsafeWords } from '../../../paths/control-file.js';
import { isCanonicalLocator } from '../sidecars/image-locator.js';
import { readLegacySnapshot } from '../sidecars/legacy-snapshot.js';
import { authorityFence } from './classify.js';
import { type Committed, judgeCommitted, type NotCommitted } from './committed.js';
import { judgeLock } from './lock-file.js';
import type { References } from './references.js';
import { type Refusal, refusal } from './refusal.js';
import type { SessionFiles } from './session-files.js';

/** Why the directory cannot even be opened as a session; null when it can. */
export function judgeDirectory(files: SessionFiles): Refusal | null {
  if (!isSessionId(files.id)) return refusal('InvalidSessionId', undefined, `"${files.id}" is not a session id`);
  const look = files.directory;
  if (look.state === 'absent') return refusal('SessionNotFound', undefined, 'there is no such directory');
  if (look.state === 'refused')
    return refusal('AccessDenied', undefined, `the directory cannot be looked at (${look.code})`);
  if (look.state === 'file') return refusal('SessionPathUnsafe', undefined, 'it is a file, not a directory');
  if (look.kind !== 'directory')
    return refusal('SessionPathUnsafe', undefined, `it is ${unsafeWords(look.kind)}, not a directory`);
  if ((files.mode & 0o500) !== 0o500)
    return refusal('AccessDenied', undefined, 'its owner may not enter the directory');
  return null;
}

/** The first image of a history that fx does not take (session-directory §4.4); null when all are well. */
export function findBadLocator(references: References): Refusal | null {
  for (const image of references.images) {
    if (!image.hasSnapshot || image.turn < 0) continue;
    const { locator, sha256, id } = image;
    if (locator !== null && sha256 !== null && isCanonicalLocator(locator, id, sha256)) continue;
    const reason = `turn ${image.turn + 1} has an image (id ${id}) whose locator is not the canonical one of its digest`;
    return refusal('InvalidSessionFormat', undefined, reason);
  }
  return null;
}

/** What `fx session --id` comes to. */
export interface ReadJudgement {
  readonly refusal: Refusal | null;
  readonly turns?: number;
  /** The state of the log, whether or not other files stood in the way. Absent for legacy and unclassified directories. */
  readonly committed?: Committed | NotCommitted;
  readonly references?: References;
}

/** Judges reading by id, step by step as fx takes them (session-directory §6.3). */
export async function judgeRead(files: SessionFiles): Promise<ReadJudgement> {
  const unusable = judgeDirectory(files);
  if (unusable !== null) return { refusal: unusable };
  const kind = files.classification;
  if (kind.kind === 'legacy') {
    const legacy = readLegacySnapshot(files.dir, files.id, true);
    if (!legacy.ok) return { refusal: refusal(legacy.error, undefined, legacy.reason) };
    return { refusal: null, turns: Number(legacy.summary.historyLen) };
  }
  // The log is judged in any case: a pending intent or a lost lock says nothing about it.
  const committed = await judgeCommitted(files);
  const references = committed.ok ? committed.result.references : undefined;
  const refused =
    (kind.kind === 'refused' ? refusal(kind.error, kind.file, kind.reason) : judgeFences(files)) ??
    (committed.ok ? null : committed) ??
    (references === undefined ? null : findBadLocator(references));
  return {
    refusal: refused,
    committed,
    ...(references !== undefined && { references }),
    ...(committed.ok && { turns: committed.result.turns }),
  };
}

/** Fences, lock and marker, in fx's order. */
function judgeFences(files: SessionFiles): Refusal | null {
  const fence = authorityFence(files.authorityIntent, files.id);
  if (fence !== null) return refusal(fence.error, fence.file, fence.reason);
  const lock = judgeLock(files, 'commit.lock', true);
  if (lock !== null) return lock;
  return judgeMarker(files) ?? judgeCommitFence(files, 'InvalidSessionFormat');
}

/** `authority.json` with exactly its five keys. */
export function judgeMarker(files: SessionFiles): Refusal | null {
  const fault = fxErrorOf(files.authority, 'SessionNotFound');
  return fault === null ? null : refusal(fault.error, 'authority.json', fault.reason);
}

/** `commit.pending.json` stops every reader; `whenMalformed` names the error for one that does not parse. */
export function judgeCommitFence(files: SessionFiles, whenMalformed: FxErrorName): Refusal | null {
  const intent = files.commitIntent;
  const file = 'commit.pending.json';
  if (intent.state === 'absent') return null;
  if (intent.state === 'ok') {
    return refusal('SessionCommitBoundaryUnavailable', file, 'a commit is under way, or was cut short');
  }
  const fault = fxErrorOf(intent, 'FileNotFound');
  return refusal(
    intent.state === 'invalid' ? whenMalformed : (fault?.error ?? whenMalformed),
    file,
    fault?.reason ?? '',
  );
}
