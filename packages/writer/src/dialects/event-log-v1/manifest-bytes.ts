import type { StateDocument, Uint64 } from '@fxlog/format';
import { FILE_LIMITS } from '@fxlog/format/internal';
import { WriteError } from '../../write-error.js';
import { encodeManifest } from './encode-sidecars.js';
import { fillPreferences, type LogBoundary } from './event-encoder.js';

/** What a manifest says besides the state of the log. */
export interface ManifestFacts {
  readonly authorityId: string;
  /** The end of the log. */
  readonly boundary: LogBoundary;
  /** What the log folds to; its history may be left out. */
  readonly state: StateDocument;
  readonly historyLength: Uint64;
  /** Of the finished log, see `eventLogFingerprint`. */
  readonly fingerprint: string;
  /** Where the growth of this generation is counted from. */
  readonly growthBase: { readonly seq: Uint64; readonly bytes: Uint64 };
  /** The checkpoint beside the manifest: its place, and the SHA-256 of its file. */
  readonly checkpoint: { readonly seq: Uint64; readonly sha256: string } | null;
}

/**
 * The manifest of a log, all 21 keys (session-directory §2).
 *
 * @throws WriteError with rule `write/manifest-size` when fx would not read it back.
 */
export function manifestBytes(facts: ManifestFacts): Uint8Array {
  const { state, boundary, growthBase, checkpoint } = facts;
  const manifest = encodeManifest({
    schema_version: 3,
    storage_format: 'event_log_v1',
    id: state.id,
    authority_id: facts.authorityId,
    log_generation: boundary.generation,
    created_at_ms: state.created_at_ms,
    updated_at_ms: state.updated_at_ms,
    origin_workspace_root: state.origin_workspace_root,
    workspace_root: state.workspace_root,
    conversation_language: state.conversation_language,
    history_len: facts.historyLength,
    total_input_tokens: state.total_input_tokens,
    total_output_tokens: state.total_output_tokens,
    last_event_seq: boundary.seq,
    event_log_bytes: boundary.offset,
    event_log_stat_fingerprint: facts.fingerprint,
    generation_base_seq: growthBase.seq,
    generation_base_bytes: growthBase.bytes,
    checkpoint_seq: checkpoint?.seq ?? null,
    checkpoint_sha256: checkpoint?.sha256 ?? null,
    preferences: fillPreferences(state.preferences),
  });
  if (manifest.length <= FILE_LIMITS.manifest - 1) return manifest;
  throw new WriteError({
    rule: 'write/manifest-size',
    message: `The manifest would have ${manifest.length} bytes, too many for fx.`,
    fxError: 'SessionStoreUnavailable',
    file: 'session.json',
  });
}
