import { isSessionId } from '@fxlog/writer';

/** Below a session directory fx keeps these directories (session-directory §1.2); everything in them belongs to the session. */
const MANAGED: ReadonlySet<string> = new Set([
  'images',
  'tool-results',
  'logs',
  'artifacts',
  'background',
  'subagent',
  'terminal',
]);

/** Files that lie directly in a session directory. */
const OWN_FILES =
  /^(?:events\.jsonl|log\.jsonl|authority\.json|authority\.pending\.json|session\.json|session\.legacy\.json|checkpoint\.json|display\.json|usage-v2\.json|resume-view\.bin|session\.lock|commit\.lock|commit\.[^/]+\.json|events\.compact\.[^/]+\.tmp)$/;

/** Is this the name of a directory that fx keeps inside a session? */
export const isManagedDirectory = (name: string): boolean => MANAGED.has(name);

const MANAGED_PATHS =
  /^(?:images\/image-[^/]+\.bin|tool-results\/[^/]+|logs\/commands\/[^/]+|artifacts\/(?:browser|web-fetch)\/.+|background\/(?:[^/]+\.json|logs\/.+)|subagent\/.+|terminal\/(?:state|proofs)\/.+)$/;

/** Is this a path, below a session directory, at which fx keeps something? */
export const isManagedPath = (path: string): boolean => MANAGED_PATHS.test(path);

/** Is this the name of a file that lies directly in a session directory? */
export const isSessionFile = (name: string): boolean => OWN_FILES.test(name);

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

/** Bytes that {@link DirectoryLook.manifestPrefix} should give. */
export const MANIFEST_PREFIX_BYTES = 512;

const isFxManifest = (prefix: Uint8Array): boolean =>
  /"(?:schema_version|storage_format|history|workspace_root)"/.test(Buffer.from(prefix).toString('latin1'));
