import { isUtf8 } from 'node:buffer';
import { ROOTS } from './generated/program.js';
import type { CommitWatermark, SessionAuthority, SessionManifest } from './generated/types.js';
import { recogniser } from './recogniser.js';

interface Documents {
  /** `session.json` (session-directory §2). What holds between its members is not looked at. */
  readonly manifest: SessionManifest;
  /** `authority.json` (session-directory §3.1) */
  readonly authority: SessionAuthority;
  /** `commit.<generation>.json` (session-directory §3.2) */
  readonly watermark: CommitWatermark;
}

const LF = 0x0a;

/**
 * Reads a control file that is spelled as fx spells it, with or without a final LF, the fast way: what the recogniser accepts satisfies the schema,
 * and the native parser is exact for it.
 *
 * @returns null for every other document, good or bad: `parseJson` and the validator of that name say which.
 */
export function readCanonicalDocument<Name extends keyof Documents>(
  name: Name,
  bytes: Uint8Array,
): Documents[Name] | null {
  const end = bytes.length - Number(bytes[bytes.length - 1] === LF);
  const matcher = isUtf8(bytes) ? recogniser.matcherOf(bytes) : null;
  if (matcher === null || matcher.matchList(ROOTS[name], 0) !== 1 || matcher.end(0) !== end) return null;
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, end).toString('utf8'));
}
