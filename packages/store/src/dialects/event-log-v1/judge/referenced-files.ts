/** Files below a session directory that a log refers to: reading them, and checking them against what the log says. */

import type { RuleId } from '@fxlog/format';
import { FILE_LIMITS, isHandle } from '@fxlog/format/internal';
import { detectMediaType, sha256Hex } from '@fxlog/writer/internal';
import { explainRead, readBelow } from '../../../paths/read-below.js';
import { isCanonicalLocator } from '../sidecars/image-locator.js';
import type { FileReference, ImageReference } from './references.js';

/** A file that was read and is what the log says, or why not. */
export type Referenced =
  | {
      readonly ok: true;
      readonly file: string;
      readonly bytes: Uint8Array;
      readonly mode: number;
      readonly digestMatches: boolean;
    }
  | { readonly ok: false; readonly file: string; readonly rule: RuleId; readonly reason: string };

/** How large a file of each store may be. */
const STORE_LIMITS: Readonly<Record<FileReference['store'], number>> = {
  'tool-results': FILE_LIMITS.toolResult,
  'logs/commands': FILE_LIMITS.commandOutput,
};

/** The 16 hex digits before the extension, when a name carries a digest of its content; null otherwise. */
export function digestInName(name: string): string | null {
  return /-([0-9a-f]{16})\.[a-z]+$/.exec(name)?.[1] ?? null;
}

/** A name from a log, fit for a message: at most 200 characters, quoted. */
function shown(name: string | null): string {
  return name === null ? '(not UTF-8)' : JSON.stringify(name.slice(0, 200));
}

/** Reads what a reference names and checks size and digest. */
export function readReferenced(dir: string, reference: ImageReference | FileReference): Referenced {
  return 'store' in reference ? readChild(dir, reference) : readImage(dir, reference);
}

function readImage(dir: string, image: ImageReference): Referenced {
  const { locator, sha256: digest, id } = image;
  if (!image.hasSnapshot) {
    const reason = `image ${id} of turn ${image.turn + 1} has no snapshot; fx drops it on resume when its source is gone`;
    return { ok: false, file: 'images', rule: 'store/image-without-snapshot', reason };
  }
  if (locator === null || digest === null || !isCanonicalLocator(locator, id, digest)) {
    const reason = `the locator ${shown(locator)} of image ${id} is not the canonical one of its digest`;
    return { ok: false, file: 'images', rule: 'store/image-locator', reason };
  }
  const read = readBelow(dir, locator, FILE_LIMITS.image);
  if (read.state !== 'read') return { ok: false, file: locator, ...explainRead(read) };
  if (sha256Hex(read.bytes) !== digest) {
    return { ok: false, file: locator, rule: 'store/image-digest', reason: 'its digest is not the one in the log' };
  }
  const type = detectMediaType(read.bytes);
  if (type !== image.mediaType) {
    const reason = `its content is ${type ?? 'no picture that fx knows'}, the log says ${shown(image.mediaType)}`;
    return { ok: false, file: locator, rule: 'store/image-type', reason };
  }
  return { ok: true, file: locator, bytes: read.bytes, mode: read.mode, digestMatches: true };
}

function readChild(dir: string, reference: FileReference): Referenced {
  const { store, handle, bytes: stated } = reference;
  if (handle === null || !isHandle(handle)) {
    const reason = `the handle ${shown(handle)} in turn ${reference.turn + 1} cannot be a file name`;
    return { ok: false, file: store, rule: 'store/handle-invalid', reason };
  }
  const file = `${store}/${handle}`;
  const read = readBelow(dir, file, STORE_LIMITS[store]);
  if (read.state !== 'read') return { ok: false, file, ...explainRead(read) };
  if (stated !== null && BigInt(stated) !== BigInt(read.bytes.length)) {
    const reason = `it has ${read.bytes.length} bytes, the log says ${stated}`;
    return { ok: false, file, rule: 'store/artifact-size', reason };
  }
  const named = digestInName(handle);
  const digestMatches = named === null ? store !== 'tool-results' : sha256Hex(read.bytes).startsWith(named);
  return { ok: true, file, bytes: read.bytes, mode: read.mode, digestMatches };
}
