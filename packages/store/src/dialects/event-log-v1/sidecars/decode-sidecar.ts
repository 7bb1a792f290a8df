/**
 * Decoders of the documents of a session directory and its root, strict as fx reads them: shapes come from the schemas, what holds between
 * the members of a document is here (session-directory §2 to §5).
 */
import {
  type AuthorityIntent,
  type CommitIntent,
  type CommitWatermark,
  type ControlFileValidatorName,
  controlFileValidators,
  type DisplayMetadata,
  readCanonicalDocument,
  type SessionAuthority,
  type SessionIndexRow,
  type SessionManifest,
} from '@fxlog/format/internal';
import { type JsonValue, parseJson } from '@fxlog/json';
import { isJsonObject } from '@fxlog/json/internal';
import { checkDocument } from '../../../paths/check-document.js';
import { ShapeError } from '../../../paths/shape.js';

function checked<T>(name: ControlFileValidatorName, value: JsonValue): T {
  return checkDocument(controlFileValidators[name], value);
}

/** Decodes `session.json`, cross-field rules included (session-directory §2). Throws `JsonError` or `ShapeError`, as all of these. */
export function decodeManifest(bytes: Uint8Array): SessionManifest {
  return decodeCanonicalManifest(bytes) ?? checkManifest(parseJson(bytes));
}

/** The manifest where it is sound and spelled as fx spells it; null for any other document. */
export function decodeCanonicalManifest(bytes: Uint8Array): SessionManifest | null {
  const manifest = readCanonicalDocument('manifest', bytes);
  return manifest === null || findMemberFault(manifest) !== null ? null : manifest;
}

/** Judges an already parsed manifest. */
export function checkManifest(value: JsonValue): SessionManifest {
  const manifest = checked<SessionManifest>('manifest', value);
  const fault = findMemberFault(manifest);
  if (fault !== null) throw fault;
  return manifest;
}

/** What is wrong between the members of a manifest. */
function findMemberFault(manifest: SessionManifest): ShapeError | null {
  const { last_event_seq: seq, event_log_bytes: bytes } = manifest;
  const excess = (key: 'generation_base_seq' | 'generation_base_bytes' | 'checkpoint_seq', bound: number | bigint) => {
    const found = manifest[key];
    return found !== null && found > bound ? new ShapeError(`/${key}`, `${key} is ${found}, more than ${bound}`) : null;
  };
  const fault =
    excess('generation_base_seq', seq) ?? excess('generation_base_bytes', bytes) ?? excess('checkpoint_seq', seq);
  if (fault !== null || (manifest.checkpoint_seq === null) === (manifest.checkpoint_sha256 === null)) return fault;
  return new ShapeError('/checkpoint_sha256', 'checkpoint_seq and checkpoint_sha256 are not null together');
}

/** Decodes `authority.json` as the log reader does: exactly five keys. */
export function decodeAuthority(bytes: Uint8Array): SessionAuthority {
  return readCanonicalDocument('authority', bytes) ?? checked('authority', parseJson(bytes));
}

const AUTHORITY_KEYS = ['schema_version', 'session_id', 'authority_id', 'storage_format', 'source'];

/** Decodes `authority.json` as the discovery reader does: further keys are ignored (session-directory §3.1). */
export function decodeOpenAuthority(bytes: Uint8Array): SessionAuthority {
  const canonical = readCanonicalDocument('authority', bytes);
  if (canonical !== null) return canonical;
  const value = parseJson(bytes);
  if (!isJsonObject(value)) return checked('authority', value);
  return checked(
    'authority',
    Object.fromEntries(Object.entries(value).filter(([key]) => AUTHORITY_KEYS.includes(key))),
  );
}

/** Decodes `commit.<generation>.json`. */
export function decodeWatermark(bytes: Uint8Array): CommitWatermark {
  return readCanonicalDocument('watermark', bytes) ?? checked('watermark', parseJson(bytes));
}

/** Decodes `commit.pending.json`; naming another session is left to the caller. */
export function decodeCommitIntent(bytes: Uint8Array): CommitIntent {
  return checked('commit_intent', parseJson(bytes));
}

/** Decodes `authority.pending.json`; naming another session is left to the caller. */
export function decodeAuthorityIntent(bytes: Uint8Array): AuthorityIntent {
  return checked('authority_intent', parseJson(bytes));
}

/** Decodes `display.json`; further keys are ignored. */
export function decodeDisplay(bytes: Uint8Array): DisplayMetadata {
  return checked('display', parseJson(bytes));
}

/** Decodes `index.json`; one bad row invalidates the file (session-directory §5.1). */
export function decodeIndex(bytes: Uint8Array): readonly SessionIndexRow[] {
  return checked<{ sessions: SessionIndexRow[] }>('index', parseJson(bytes)).sessions;
}
