import type { FxErrorName } from '@fxlog/format';
import { type AuthorityIntent, FILE_LIMITS, type SessionAuthority } from '@fxlog/format/internal';
import { JsonError, parseJson } from '@fxlog/json';
import { type ControlFile, fxErrorOf, readControlFile } from '../../../paths/control-file.js';
import { readFileWithin } from '../../../paths/safe-file.js';
import { ShapeError } from '../../../paths/shape.js';
import { schemaVersionOf } from '../../../session-directory.js';
import { checkManifest, decodeAuthorityIntent, decodeOpenAuthority } from '../sidecars/decode-sidecar.js';

/** What fx takes a directory for (session-directory §6.1). */
export type Classification =
  | { readonly kind: 'current'; readonly authority: SessionAuthority }
  | { readonly kind: 'legacy' }
  | { readonly kind: 'refused'; readonly error: FxErrorName; readonly file: string; readonly reason: string };

/** `authority.pending.json` as the discovery reader sees it. */
export function readAuthorityIntent(dir: string): ControlFile<AuthorityIntent> {
  return readControlFile(`${dir}/authority.pending.json`, FILE_LIMITS.intent - 1, decodeAuthorityIntent);
}

/** Is there a fence? Null when `authority.pending.json` is absent, else the error that it causes. */
export function authorityFence(
  intent: ControlFile<AuthorityIntent>,
  id: string,
): { error: FxErrorName; file: string; reason: string } | null {
  const file = 'authority.pending.json';
  if (intent.state === 'absent') return null;
  const fault = fxErrorOf(intent, 'FileNotFound');
  if (fault !== null) return { ...fault, file };
  if (intent.state === 'ok' && intent.value.session_id !== id) {
    return { error: 'InvalidSessionFormat', file, reason: `the intent names the session ${intent.value.session_id}` };
  }
  return { error: 'SessionAuthorityBoundaryUnavailable', file, reason: 'a creation or migration is not finished' };
}

/** Classifies the session directory `dir` with the id `id`, by its control files alone. */
export function classify(dir: string, id: string): Classification {
  const fence = authorityFence(readAuthorityIntent(dir), id);
  if (fence !== null) return { kind: 'refused', ...fence };
  return classifyUnfenced(dir, id);
}

/** The same without a look at `authority.pending.json`. */
function classifyUnfenced(dir: string, id: string): Classification {
  const file = 'authority.json';
  const authority = readControlFile(`${dir}/${file}`, FILE_LIMITS.authority - 1, decodeOpenAuthority);
  if (authority.state === 'ok') {
    if (authority.value.session_id === id) return { kind: 'current', authority: authority.value };
    return { kind: 'refused', error: 'InvalidSessionFormat', file, reason: `it names ${authority.value.session_id}` };
  }
  const fault = authority.state === 'absent' ? null : fxErrorOf(authority, 'FileNotFound');
  if (fault !== null) return { kind: 'refused', file, ...fault };
  return classifyUnmarked(dir, id);
}

function classifyUnmarked(dir: string, id: string): Classification {
  const file = 'session.json';
  const read = readFileWithin(`${dir}/${file}`, FILE_LIMITS.manifest);
  if (read.state === 'absent' || read.state === 'too-large') return { kind: 'legacy' };
  if (read.state !== 'read')
    return {
      kind: 'refused',
      file,
      ...(fxErrorOf(read, 'FileNotFound') ?? { error: 'InvalidSessionFormat', reason: '' }),
    };
  let value: ReturnType<typeof parseJson>;
  try {
    value = parseJson(read.bytes);
  } catch (error) {
    if (error instanceof JsonError) return { kind: 'legacy' };
    throw error;
  }
  if (schemaVersionOf(value) !== 3) return { kind: 'legacy' };
  try {
    const manifest = checkManifest(value);
    if (manifest.id === id) {
      return {
        kind: 'refused',
        error: 'SessionNotFound',
        file: 'authority.json',
        reason: 'half-created: there is a manifest but no authority.json',
      };
    }
    return { kind: 'refused', error: 'InvalidSessionFormat', file, reason: `it names the session ${manifest.id}` };
  } catch (error) {
    if (error instanceof ShapeError)
      return { kind: 'refused', error: 'InvalidSessionFormat', file, reason: error.message };
    throw error;
  }
}
