/** When fx takes a state from `checkpoint.json` instead of the log, and whether it tells the truth (session-directory §4.1). */
import type { StateDocument } from '@fxlog/format';
import type { LogPosition } from '@fxlog/format/internal';
import { fxErrorOf } from '../../../paths/control-file.js';
import type { CheckpointContent } from '../sidecars/checkpoint.js';
import { fingerprintOf } from '../sidecars/fingerprint.js';
import type { LogReplayer } from './log-replayer.js';
import { matchesState } from './manifest-state.js';
import { ReferenceCollector, type References } from './references.js';
import type { SessionFiles } from './session-files.js';

/** Would a writable open take its state from the checkpoint? */
export type BoundCheckpoint =
  | {
      readonly usable: true;
      readonly turns: number;
      readonly references: References;
      readonly content: CheckpointContent;
    }
  | { readonly usable: false; readonly reason: string };

function equal(a: number | bigint, b: number | bigint): boolean {
  return BigInt(a) === BigInt(b);
}

/** Is the manifest one that a writable open believes, for a log that ends at this position (session-directory §2.3, steps 1 and 2)? */
export function isManifestBound(files: SessionFiles, log: LogReplayer, position: LogPosition): string | null {
  const { manifest, authority } = files;
  if (manifest.state !== 'ok') return fxErrorOf(manifest, 'FileNotFound')?.reason ?? 'there is no manifest';
  const m = manifest.value;
  if (m.id !== files.id) return 'the manifest names another session';
  if (authority.state !== 'ok' || m.authority_id !== authority.value.authority_id)
    return 'the manifest names another authority';
  if (m.log_generation !== position.log_generation) return 'the manifest describes another generation';
  if (!equal(m.last_event_seq, position.through_seq) || !equal(m.event_log_bytes, position.through_event_log_bytes)) {
    return 'the manifest and the watermark are at different positions';
  }
  if (!equal(m.event_log_bytes, log.size)) return 'there are bytes behind the watermark';
  if (m.event_log_stat_fingerprint !== fingerprintOf(log.path)) return 'the fingerprint is stale';
  return null;
}

/** Judges whether fx would believe the checkpoint instead of replaying the whole log. */
export async function judgeCheckpoint(
  files: SessionFiles,
  log: LogReplayer,
  position: LogPosition,
): Promise<BoundCheckpoint> {
  const no = (reason: string): BoundCheckpoint => ({ usable: false, reason });
  const unbound = isManifestBound(files, log, position);
  if (unbound !== null || files.manifest.state !== 'ok') return no(unbound ?? 'there is no manifest');
  const manifest = files.manifest.value;
  if (manifest.checkpoint_seq === null) return no('the manifest refers to none');
  const read = files.checkpoint;
  if (read.state !== 'ok') return no(fxErrorOf(read, 'FileNotFound')?.reason ?? 'it is missing');
  const content = read.value;
  if (content.sha256 !== manifest.checkpoint_sha256) return no('its digest is not the one in the manifest');
  if (!equal(content.through_seq, manifest.checkpoint_seq)) return no('its seq is not the one in the manifest');
  if (content.session_id !== files.id || content.log_generation !== position.log_generation) {
    return no('it belongs to another session or generation');
  }
  if (
    content.through_seq > position.through_seq ||
    content.through_event_log_bytes > position.through_event_log_bytes
  ) {
    return no('it lies beyond the watermark');
  }
  if (equal(content.through_seq, position.through_seq)) {
    const ends = equal(content.through_event_log_bytes, position.through_event_log_bytes);
    if (!ends || content.through_event_id !== position.through_event_id)
      return no('it ends elsewhere than the watermark');
    if (!matchesState(manifest, content.state, content.turns.length))
      return no('its state is not the one in the manifest');
    const references = new ReferenceCollector();
    content.turns.forEach((turn, index) => {
      references.add(turn, index);
    });
    return { usable: true, turns: content.turns.length, references, content };
  }
  return continueFrom(content, log, position, (state, turns) => matchesState(manifest, state, turns));
}

/** Replays the frames behind the checkpoint on top of its state. */
async function continueFrom(
  content: CheckpointContent,
  log: LogReplayer,
  position: LogPosition,
  matches: (state: StateDocument, turns: number) => boolean,
): Promise<BoundCheckpoint> {
  const replay = await log.replayFrom(content, Number(position.through_event_log_bytes));
  if (!replay.ok) return { usable: false, reason: replay.reason };
  const { state, turns, boundary, truncateFrom, references } = replay;
  const arrives =
    truncateFrom === null &&
    equal(boundary.offset, position.through_event_log_bytes) &&
    equal(boundary.seq, position.through_seq) &&
    boundary.eventId === position.through_event_id;
  if (!arrives) return { usable: false, reason: 'the frames behind it do not lead to the watermark' };
  if (!matches(state, turns)) return { usable: false, reason: 'the state it leads to is not the one in the manifest' };
  return { usable: true, turns, references, content };
}
