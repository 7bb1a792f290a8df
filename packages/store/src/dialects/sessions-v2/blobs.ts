import { createHash } from 'node:crypto';
import { closeSync } from 'node:fs';
import type { DurableBytes, Finding } from '@fxlog/format';
import { type BlobFault, isBlobName, MAX_BLOB_BYTES, readBlob } from '@fxlog/format/internal';
import { openFile, readFileWithin, resolveInside } from '../../paths/safe-file.js';
import { chunksOf } from './line-cutter.js';

/** The directory of a session in which its blobs lie. */
export const BLOBS = 'blobs';

/** The blobs of a session. A name is never a path: what is no SHA-256 in hex is not looked for. */
export class BlobStore {
  readonly #dir: string;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Reads a blob without a look at what is in it; null when there is none that may be read. Links are not followed. */
  readonly read = (name: string): Uint8Array | null => {
    const path = this.#pathOf(name);
    // A fork may share the bodies of its source.
    const file = path === null ? null : readFileWithin(path, MAX_BLOB_BYTES, true);
    return file?.state === 'read' ? file.bytes : null;
  };

  /** Reads a blob and compares it with its name. */
  readChecked(name: DurableBytes): Uint8Array | BlobFault {
    return readBlob(name, this.read);
  }

  /** What is wrong with a blob; null when nothing is. Its bytes are never in memory as a whole. */
  fault(name: DurableBytes, checkDigest: boolean): BlobFault | null {
    if (!isBlobName(name)) return 'name';
    const path = this.#pathOf(name);
    const opened = path === null ? null : openFile(path, true);
    if (opened?.state !== 'open') return 'missing';
    try {
      const { size } = opened.stats;
      if (size > MAX_BLOB_BYTES) return 'altered';
      if (!checkDigest) return null;
      const hash = createHash('sha256');
      for (const chunk of chunksOf(opened.fd, 0, size)) hash.update(chunk);
      return hash.digest('hex') === name ? null : 'altered';
    } finally {
      closeSync(opened.fd);
    }
  }

  #pathOf(name: string): string | null {
    if (!isBlobName(name)) return null;
    const place = resolveInside(this.#dir, `${BLOBS}/${name}`);
    return place.state === 'reached' ? place.path : null;
  }
}

/** The words for what is wrong with a blob. */
const FAULT_WORDS: Readonly<Record<BlobFault, string>> = {
  name: 'is not the name of a blob',
  missing: 'is not there, or is not a plain file',
  altered: 'has other bytes than its name says',
};

/** The finding about a blob that a line names. */
export function blobFinding(
  name: DurableBytes,
  fault: BlobFault,
  place: Pick<Finding, 'file' | 'offset' | 'seq'>,
): Finding {
  const text = typeof name === 'string' ? name : Buffer.from(name).toString('latin1');
  const shown = JSON.stringify(text.slice(0, 100));
  return {
    rule: `sessions-v2/blob-${fault}`,
    severity: 'error',
    message: `The blob ${shown} ${FAULT_WORDS[fault]}.`,
    ...place,
  };
}
