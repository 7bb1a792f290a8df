/** The files that are made from the log after it has changed (session-directory §2, §4). */

import { join } from 'node:path';
import { encodeState, type StateDocument } from '@fxlog/format';
import { FILE_LIMITS } from '@fxlog/format/internal';
import {
  deriveDisplay,
  durableReplace,
  encodeCheckpoint,
  encodeDisplay,
  eventLogFingerprint,
  type FileSystem,
  type LogBoundary,
  manifestBytes,
  sha256Hex,
} from '@fxlog/writer/internal';
import { readDisplay } from '../sidecars/display.js';
import { movedOn } from './open-committed.js';
import type { KeptFacts } from './open-for-writing.js';

/** fx writes a new checkpoint when the last one is so many events behind. */
const CHECKPOINT_INTERVAL = 32n;

/** What the projections are made from. */
export interface Projected {
  readonly dir: string;
  readonly authorityId: string;
  /** The new end of the log. */
  readonly boundary: LogBoundary;
  /** What it folds to, history included. */
  readonly state: StateDocument;
  readonly kept: KeptFacts;
}

/** Writes checkpoint (when one is due), manifest and title (when there is none), in fx's order. Under `commit.lock`. */
export async function writeProjections(fileSystem: FileSystem, projected: Projected): Promise<void> {
  const { dir, authorityId, boundary, state, kept } = projected;
  const checkpoint = await refreshCheckpoint(fileSystem, projected);
  const stat = await fileSystem.lstat(join(dir, 'events.jsonl'));
  if (stat === null || stat.size !== BigInt(boundary.offset)) throw movedOn(dir, 'its log has another size');
  const manifest = manifestBytes({
    authorityId,
    boundary,
    state,
    historyLength: state.history.length,
    fingerprint: eventLogFingerprint(stat),
    growthBase: kept.growthBase,
    checkpoint,
  });
  await durableReplace(fileSystem, join(dir, 'session.json'), manifest);
  // A title that is there is frozen: only a person changes it.
  if (readDisplay(dir) !== null) return;
  const display = deriveDisplay(state.history, state.origin_workspace_root);
  const bytes = display === null ? null : encodeDisplay(display);
  if (bytes !== null && bytes.length <= FILE_LIMITS.display) {
    await durableReplace(fileSystem, join(dir, 'display.json'), bytes);
  }
}

/** The checkpoint that the manifest is to name: the old one, a new one, or none. */
async function refreshCheckpoint(
  fileSystem: FileSystem,
  { dir, boundary, state, kept: { checkpoint } }: Projected,
): Promise<KeptFacts['checkpoint']> {
  const isDue = checkpoint === null || BigInt(boundary.seq) - BigInt(checkpoint.seq) >= CHECKPOINT_INTERVAL;
  if (!isDue) return checkpoint;
  // Permission rules of the first schema pass in a log, not in a checkpoint (session-directory §4.1).
  if (state.permission_state?.schema_version === 1) return null;
  const bytes = Buffer.concat(encodeCheckpoint(state.id, boundary, [encodeState(state)]));
  if (bytes.length > FILE_LIMITS.checkpoint) return null;
  await durableReplace(fileSystem, join(dir, 'checkpoint.json'), bytes);
  return { seq: boundary.seq, sha256: sha256Hex(bytes) };
}
