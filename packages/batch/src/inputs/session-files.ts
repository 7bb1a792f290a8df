import { isSessionId } from '@fxlog/format/internal';

/** What is known about a directory that may be a session. */
export interface DirectoryLook {
  readonly name: string;
  /** Name of the directory that it lies in; empty at the top. */
  readonly parent: string;
  /** Names of the files in it. */
  readonly files: ReadonlySet<string>;
  /** The first bytes of the session.json in it. */
  manifestPrefix(): Uint8Array;
}

/**
 * What a directory is. `certain`: a session, and nothing in it is another. `session`: one, but sessions may lie below. `container`: none.
 */
export function lookAtDirectory(look: DirectoryLook): 'certain' | 'session' | 'container' {
  const { files, name, parent } = look;
  if (files.has('events.jsonl') || files.has('authority.json') || files.has('authority.pending.json')) return 'certain';
  if (files.has('log.jsonl') && parent === 'v2') return 'certain';
  // Other programs have files of this name too.
  if (files.has('session.json') && isFxManifest(look.manifestPrefix())) return 'session';
  // In a sessions root fx takes every directory for a session (session-directory §1.4), `v2` is the store of a newer one.
  const isCandidate = parent === 'sessions' && isSessionId(name) && name !== 'latest' && name.toLowerCase() !== 'v2';
  return isCandidate ? 'session' : 'container';
}

/** Why a session that has neither a log nor a manifest is not processed. */
export const HALF_MADE = {
  status: 'skipped',
  rule: 'store/half-made',
  reason: 'This is a session whose creation never finished, and nothing of a conversation is in it.',
} as const;

/** Bytes that {@link DirectoryLook.manifestPrefix} should give. */
export const MANIFEST_PREFIX_BYTES = 512;

function isFxManifest(prefix: Uint8Array): boolean {
  return /"(?:schema_version|storage_format|history|workspace_root)"/.test(Buffer.from(prefix).toString('latin1'));
}
