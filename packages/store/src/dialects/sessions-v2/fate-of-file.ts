import { isBlobName } from '@fxlog/format/internal';
import { type Fate, isChild } from '../../repair/survey-files.js';
import { BLOBS, type BlobStore } from './blobs.js';

/** What becomes of a file beside the log in a copy of its session (newer-formats §7.1). */
export function fateOf(blobs: BlobStore, file: string): Fate {
  if (file === 'lock') return { fate: 'regenerated', why: 'fx makes it anew' };
  const name = file.startsWith(`${BLOBS}/`) ? file.slice(BLOBS.length + 1) : null;
  if (name === null)
    return isChild(file) ? { fate: 'carried' } : { fate: 'quarantined', why: 'fx has no such file in a session' };
  if (!isBlobName(name)) return { fate: 'quarantined', why: 'it is not the name of a blob' };
  const fault = blobs.fault(name, true);
  return fault === null ? { fate: 'carried' } : { fate: 'quarantined', why: 'its bytes are not those of its name' };
}

/** The mode of a file of a session. */
export function modeOf(file: string): 0o600 | 0o400 {
  return file.startsWith(`${BLOBS}/`) ? 0o400 : 0o600;
}
