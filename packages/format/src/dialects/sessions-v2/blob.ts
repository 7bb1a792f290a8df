/**
 * Blobs: bodies that lie beside the log, each named by the SHA-256 of its bytes (newer-formats §7.1, §7.4).
 */
import { createHash } from 'node:crypto';
import { JsonError, parseJson } from '@fxlog/json';
import { FrameError } from '../../frame-error.js';
import type { StructShape } from '../../loose/shape.js';
import { ruleById } from '../../rules/index.js';
import type { DurableBytes } from '../../scalars.js';
import { FieldError, locateFields, readFields } from './fields.js';
import { MAX_BLOB_BYTES } from './limits.js';

/** Reads the file of a blob, of which only the name is known to be sound; null when it is not there. */
export type BlobReader = (name: string) => Uint8Array | null;

/** What may be wrong with a blob that a line names. */
export type BlobFault = 'name' | 'missing' | 'altered';

const NAME = /^[0-9a-f]{64}$/;

/** Begins and ends the `data` of an item whose payload lies in a blob; nothing else may stand there. */
const REFERENCE = ['{"$blob":"', '"}'] as const;
const REFERENCE_BYTES = REFERENCE[0].length + 64 + REFERENCE[1].length;

/** Whether a text can name a blob. */
export function isBlobName(name: DurableBytes): name is string {
  return typeof name === 'string' && NAME.test(name);
}

/** The blob that the `data` of an item refers to; null for a payload of its own. */
export function referencedBlob(data: Uint8Array): string | null {
  if (data.length !== REFERENCE_BYTES) return null;
  const text = Buffer.from(data.buffer, data.byteOffset, data.length).toString('latin1');
  const name = text.slice(REFERENCE[0].length, -REFERENCE[1].length);
  return text.startsWith(REFERENCE[0]) && text.endsWith(REFERENCE[1]) && isBlobName(name) ? name : null;
}

/** The `data` of an item whose payload lies in a blob. */
export function blobReference(name: string): Uint8Array {
  return Buffer.from(REFERENCE[0] + name + REFERENCE[1]);
}

/** The name of a blob with these bytes. */
export function nameOfBlob(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Reads a blob and checks it. What is at fault is named by a word. */
export function readBlob(name: DurableBytes, read: BlobReader): Uint8Array | BlobFault {
  if (!isBlobName(name)) return 'name';
  const bytes = read(name);
  if (bytes === null) return 'missing';
  return bytes.length <= MAX_BLOB_BYTES && nameOfBlob(bytes) === name ? bytes : 'altered';
}

/** The fault of a blob in an error; it lies in the field of a line. */
export function blobError(fault: BlobFault, name: DurableBytes): FrameError {
  const rule = `sessions-v2/blob-${fault}` as const;
  return new FrameError({
    rule,
    fxError: 'InvalidSessionFormat',
    message: `${ruleById(rule).title}: ${String(name)}`,
    path: '/data',
    offset: 0,
  });
}

const MOVED_FILES: StructShape = {
  kind: 'struct',
  fields: [{ name: 'map', shape: { kind: 'text' } }],
  checks: [],
};

/** Names of files from before this store, relative to the directory of the session, and the blobs that hold them now. */
export type MovedFiles = ReadonlyMap<string, string>;

/**
 * Where the files of a session went that was moved into this store (newer-formats §7.4): `value` is that of the setting `moved_files`.
 * A fault is named by a word, as {@link readBlob} does; `altered` also stands for a map that is none.
 */
export function readMovedFiles(value: Uint8Array, read: BlobReader): MovedFiles | BlobFault {
  try {
    if (value[0] !== 0x7b) return 'altered';
    const slots = locateFields(value, 1, value.length, MOVED_FILES);
    const { map } = readFields(value, slots, value.length, MOVED_FILES) as { map: DurableBytes };
    const bytes = readBlob(map, read);
    if (typeof bytes === 'string') return bytes;
    const files = parseJson(bytes);
    if (typeof files !== 'object' || files === null) return 'altered';
    return new Map(Object.entries(files).filter((entry): entry is [string, string] => isBlobName(String(entry[1]))));
  } catch (error) {
    if (error instanceof FieldError || error instanceof JsonError) return 'altered';
    throw error;
  }
}

/** Where the handles of a payload point, by what they name. */
export type HandleFolder = 'tool-results' | 'logs/commands' | 'artifacts/web-fetch' | 'images';

const HASHED_HANDLE = /^([0-9a-f]{64})(?:\.[A-Za-z0-9]+)?$/;

/** The blob that a handle names, by its hash or by its old name; null when it names none. */
export function blobOfHandle(handle: DurableBytes, folder: HandleFolder, moved: MovedFiles): string | null {
  if (typeof handle !== 'string') return null;
  return HASHED_HANDLE.exec(handle)?.[1] ?? moved.get(`${folder}/${handle}`) ?? null;
}
