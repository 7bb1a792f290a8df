import { opendirSync, type Stats } from 'node:fs';
import type { Finding } from '@fxlog/format';
import { isBlobName } from '@fxlog/format/internal';
import { octal } from '../../paths/mode.js';
import { errorCode, statsOf } from '../../paths/safe-file.js';
import { BLOBS } from './blobs.js';
import { LOG } from './place.js';

/** What is wrong with the kinds and the modes of what lies in a session (newer-formats §7.1): 0700, 0600, blobs 0400. */
export function modeFindings(dir: string, max: number): Finding[] {
  const notes = new Notes();
  notes.mode('.', statsOf(dir), 0o700);
  for (const file of [LOG, 'lock']) notes.mode(file, statsOf(`${dir}/${file}`), 0o600);
  const blobs = statsOf(`${dir}/${BLOBS}`);
  if (blobs === undefined) return notes.findings;
  if (!blobs.isDirectory()) {
    notes.unsafe(BLOBS, 'is not a directory; no blob in it is read');
    return notes.findings;
  }
  notes.mode(BLOBS, blobs, 0o700);
  try {
    const entries = opendirSync(`${dir}/${BLOBS}`);
    try {
      for (let entry = entries.readSync(); entry !== null && notes.findings.length < max; entry = entries.readSync()) {
        const file = `${BLOBS}/${entry.name}`;
        if (!entry.isFile()) notes.unsafe(file, 'is not a file and is not read');
        // Beside blobs lie those that are being written.
        else if (isBlobName(entry.name)) notes.mode(file, statsOf(`${dir}/${file}`), 0o400);
      }
    } finally {
      entries.closeSync();
    }
  } catch (error) {
    const message = `${BLOBS} cannot be listed (${errorCode(error)}).`;
    notes.findings.push({ rule: 'store/unreadable-file', severity: 'warning', message, file: BLOBS });
  }
  return notes.findings;
}

class Notes {
  readonly findings: Finding[] = [];
  /** A copy that lost its modes lost them all: the first of each kind is named. */
  readonly #named = new Set<string>();

  mode(file: string, stats: Stats | undefined, wanted: number): void {
    if (stats === undefined || (stats.mode & 0o777) === wanted) return;
    const mode = octal(stats.mode & 0o777);
    const kind = `${mode} ${octal(wanted)}`;
    if (this.#named.has(kind)) return;
    this.#named.add(kind);
    const message = `${JSON.stringify(file)} has mode ${mode} instead of ${octal(wanted)}.`;
    this.findings.push({ rule: 'store/mode', severity: 'warning', message, file });
  }

  unsafe(file: string, what: string): void {
    this.findings.push({
      rule: 'store/path-unsafe',
      severity: 'warning',
      message: `${JSON.stringify(file)} ${what}.`,
      file,
    });
  }
}
