/** The files that a session takes along: everything beside its log that fx reads back and that nothing can make again. */

import { closeSync, readSync } from 'node:fs';
import type { Finding } from '@fxlog/format';
import { isSegment } from '@fxlog/format/internal';
import { type SessionFile, WriteError } from '@fxlog/writer';
import { parseChildPath } from '@fxlog/writer/internal';
import { unsafeWords } from '../../../paths/control-file.js';
import { entriesOf, lookAtFile, openFile } from '../../../paths/safe-file.js';
import { movedOn } from './open-committed.js';

/** What the writer makes itself, and what is left behind on purpose: caches, locks, fences (session-directory §1.2). */
const OWN =
  /^(events\.jsonl|authority\.json|session\.json|checkpoint\.json|display\.json|usage-v2\.json|resume-view\.bin|commit\.[0-9a-f]{32}\.json|(commit|authority)\.pending\.json|events\.compact\.[0-9a-f]{32}\.tmp)$/;
const LEFT_ON_PURPOSE = /\.lock$|^\..+\.tmp\.[0-9a-f]{32}$/;
/** fx goes two levels deep; a directory inside itself (a mount can do that) must end somewhere. */
const MAX_DEPTH = 8;
const CHUNK_BYTES = 1 << 20;
/** Larger than anything fx keeps; a sparse file that claims terabytes would be written out in full. */
const MAX_FILE_BYTES = 2 ** 31;

/**
 * Every file below the child directories of a session, for `writeSession`. No link is followed and nothing but plain files with one name
 * is read; what cannot be taken along is reported in `findings`, with one finding for all files of a directory that have the same fault.
 */
export async function* carriedFiles(dir: string, findings: Finding[]): AsyncGenerator<SessionFile> {
  const left = new LeftBehind();
  for (const path of walk(dir, '', 0, left)) yield { path, bytes: chunksOf(`${dir}/${path}`) };
  findings.push(...left.findings());
}

function* walk(dir: string, below: string, depth: number, left: LeftBehind): Generator<string> {
  for (const entry of entriesOf(below === '' ? dir : `${dir}/${below}`)) {
    const file = below === '' ? entry.name : `${below}/${entry.name}`;
    if (LEFT_ON_PURPOSE.test(entry.name) || (depth === 0 && OWN.test(entry.name))) continue;
    if (!isSegment(entry.name)) {
      left.note(file, 'fx gives no such names');
      continue;
    }
    const look = lookAtFile(`${dir}/${file}`);
    if (look.state === 'unsafe' && look.kind === 'directory') {
      if (!isPlaceForFiles(`${file}/any`)) left.note(file, 'fx knows no such directory');
      else if (depth >= MAX_DEPTH) left.note(file, 'it lies deeper than fx goes');
      else yield* walk(dir, file, depth + 1, left);
    } else if (look.state === 'unsafe') left.note(file, `it is ${unsafeWords(look.kind)}`);
    else if (look.state === 'refused') left.note(file, `it cannot be looked at (${look.code})`);
    else if (look.state === 'file') {
      const { size } = look.stats;
      if (!isPlaceForFiles(file)) left.note(file, 'fx knows no such file');
      else if (size > MAX_FILE_BYTES) left.note(file, `it has ${size} bytes, more than anything fx keeps`);
      else yield file;
    }
  }
}

function isPlaceForFiles(path: string): boolean {
  try {
    parseChildPath(path);
    return true;
  } catch (error) {
    if (error instanceof WriteError) return false;
    throw error;
  }
}

/** The bytes of a file, which is opened when the first of them is asked for. */
async function* chunksOf(path: string): AsyncGenerator<Uint8Array> {
  const opened = openFile(path);
  if (opened.state !== 'open') throw movedOn(path, 'it vanished or was replaced while it was copied');
  try {
    for (let position = 0; ; ) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const length = readSync(opened.fd, chunk, 0, chunk.length, position);
      if (length === 0) return;
      yield chunk.subarray(0, length);
      position += length;
    }
  } finally {
    closeSync(opened.fd);
  }
}

/** Counts what is left behind, so that a crowd of links is one finding. */
class LeftBehind {
  readonly #groups = new Map<string, { file: string; reason: string; count: number }>();

  note(file: string, reason: string): void {
    const key = `${file.slice(0, file.lastIndexOf('/') + 1)} ${reason}`;
    const group = this.#groups.get(key);
    if (group === undefined) this.#groups.set(key, { file, reason, count: 1 });
    else group.count++;
  }

  findings(): Finding[] {
    return [...this.#groups.values()].map(({ file, reason, count }) => {
      const others = count === 1 ? '' : `; so it is with ${count - 1} more beside it`;
      const message = `${JSON.stringify(file)} was not taken along: ${reason}${others}.`;
      return { rule: 'change/left-behind', severity: 'warning', message, file };
    });
  }
}
