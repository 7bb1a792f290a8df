import { createReadStream, lstatSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import type { ArchiveFile } from '@fxlog/batch/internal';
import type { TraceRedactor } from './trace-redactor.js';

/** How many places of a file are placeholders. */
export interface Replaced {
  readonly secrets: number;
  readonly users: number;
  readonly emails: number;
}

/** A file of a bundle, with what a last look at it has found. */
export interface TraceFile extends ArchiveFile {
  readonly replaced: Replaced;
  /** The placeholders of users in it. */
  readonly users: ReadonlySet<string>;
  /** Whether it still holds something secret: then it must not be given away. */
  readonly holdsSecret: boolean;
}

/** A file whose bytes are in memory. */
export function fileOfBytes(path: string, bytes: Uint8Array): ArchiveFile {
  return { path, size: bytes.length, chunks: () => [bytes] };
}

/** Large against what of each chunk is looked at twice. */
const CHUNK_BYTES = 1 << 20;

/** The regular files below a directory, by their paths in the bundle, in the order of these. */
export async function filesBelow(directory: string, prefix: string): Promise<ArchiveFile[]> {
  const names = await readdir(directory, { recursive: true });
  const files = names.flatMap((name): ArchiveFile[] => {
    const file = join(directory, name);
    const look = lstatSync(file);
    const chunks = () => createReadStream(file, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Uint8Array>;
    return look.isFile() ? [{ path: `${prefix}/${name.replaceAll(sep, '/')}`, size: look.size, chunks }] : [];
  });
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

const PLACEHOLDERS = /\[secret(?:-\d+)?\]|\[email(?:-\d+)?\]|(?<![A-Za-z0-9])user-\d+(?![A-Za-z0-9])/g;
/** So much of a file is looked at again with what follows, in characters: no secret is cut in two unnoticed. */
const OVERLAP = 32_768;

/**
 * Looks at a file as it is to go out.
 *
 * @param own what names the session itself and so is no secret, whatever called it one
 */
export async function inspectFile(file: ArchiveFile, redactor: TraceRedactor, own: string): Promise<TraceFile> {
  const replaced = { secrets: 0, users: 0, emails: 0 };
  const users = new Set<string>();
  const decoder = new StringDecoder('utf8');
  let before = '';
  let holdsSecret = redactor.holdsSecret(file.path.replaceAll(own, ''));
  const look = (piece: string): void => {
    const text = before + piece;
    for (const { 0: found, index } of text.matchAll(PLACEHOLDERS)) {
      if (index + found.length <= before.length) continue;
      replaced[found.startsWith('[s') ? 'secrets' : found.startsWith('[e') ? 'emails' : 'users']++;
      if (found.startsWith('u')) users.add(found);
    }
    holdsSecret ||= redactor.holdsSecret(text.replaceAll(own, ''));
    before = text.slice(-OVERLAP);
  };
  for await (const chunk of file.chunks()) look(decoder.write(Buffer.from(chunk)));
  look(decoder.end());
  return { ...file, replaced, users, holdsSecret };
}
