import { close, open } from 'node:fs';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { Entry, fromFd, getFileNameLowLevel, type ZipFile } from 'yauzl';
import { BatchError } from '../batch-error.js';
import type { ArchiveEntry, ArchiveMeter } from './archive-entry.js';
import { checkRatio } from './expand.js';
import type { InputLimits } from './input-limits.js';

const openFile = promisify(open);
const closeFile = promisify(close);

/**
 * The entries of a zip, sorted by path so that a session lies together. Needs a file: the table of contents of a zip is at its end.
 *
 * @param isWanted by its name; of others nothing is read but what the table of contents says
 * @throws BatchError `batch/archive-damaged`, `batch/archive-bomb`
 */
export async function* readZip(
  path: string,
  meter: ArchiveMeter,
  limits: InputLimits,
  isWanted: (name: string) => boolean = () => true,
): AsyncGenerator<ArchiveEntry, void, undefined> {
  const fd = await openFile(path, 'r');
  try {
    const zip = await openZip(fd);
    const entries = await readContents(zip, limits);
    checkOverlap(entries);
    for (const entry of entries) {
      if (!isWanted(entry.fileName)) continue;
      meter.compressed += entry.compressedSize;
      yield { ...describe(entry), span: null, chunks: content(zip, entry, meter, limits) };
    }
  } catch (error) {
    throw damaged(error);
  } finally {
    await closeFile(fd);
  }
}

function openZip(fd: number): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    // Undecoded, since decoding gives up the whole zip for one bad name; names are checked with those of all other archives.
    fromFd(fd, { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: true }, (error, zip) =>
      error === null ? resolve(zip) : reject(error),
    );
  });
}

function readContents(zip: ZipFile, limits: InputLimits): Promise<Entry[]> {
  if (zip.entryCount > limits.maxEntries) {
    throw new BatchError({ rule: 'batch/archive-bomb', message: `The zip declares ${zip.entryCount} entries.` });
  }
  return new Promise((resolve, reject) => {
    const entries: Entry[] = [];
    zip.on('error', reject);
    zip.on('end', () => resolve(entries.sort(byName)));
    zip.on('entry', (entry: Entry) => {
      entries.push(slim(entry));
      zip.readEntry();
    });
    zip.readEntry();
  });
}

/** An entry without its buffers: a zip may have millions. */
function slim(entry: Entry): Entry {
  // Undecoded, the name is its bytes, whatever the type says.
  const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false);
  return Object.assign(new Entry(), {
    fileName: name,
    versionMadeBy: entry.versionMadeBy,
    generalPurposeBitFlag: entry.generalPurposeBitFlag,
    compressionMethod: entry.compressionMethod,
    crc32: entry.crc32,
    compressedSize: entry.compressedSize,
    uncompressedSize: entry.uncompressedSize,
    externalFileAttributes: entry.externalFileAttributes,
    relativeOffsetOfLocalHeader: entry.relativeOffsetOfLocalHeader,
  });
}

/** Component by component, so that everything below a directory lies together. */
function byName(a: Entry, b: Entry): number {
  const left = a.fileName.replaceAll('/', '\0');
  const right = b.fileName.replaceAll('/', '\0');
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Entries that share their bytes are how a small zip becomes petabytes without a high ratio in any one of them. */
function checkOverlap(entries: readonly Entry[]): void {
  const spans = entries
    .map(({ relativeOffsetOfLocalHeader: start, compressedSize }) => ({ start, end: start + compressedSize }))
    .sort((a, b) => a.start - b.start);
  let end = 0;
  for (const span of spans) {
    if (span.start < end)
      throw new BatchError({ rule: 'batch/archive-bomb', message: 'Entries of the zip share the same bytes.' });
    end = Math.max(end, span.end);
  }
}

async function* content(
  zip: ZipFile,
  entry: Entry,
  meter: ArchiveMeter,
  limits: InputLimits,
): AsyncGenerator<Uint8Array, void, undefined> {
  const stream = await new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(entry, (error, opened) => (error === null ? resolve(opened) : reject(error)));
  });
  let crc = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      meter.expanded += chunk.length;
      checkRatio(meter, limits);
      // Node has it from 20.15 on.
      if (zlib.crc32 !== undefined) crc = zlib.crc32(chunk, crc);
      yield chunk;
    }
    if (zlib.crc32 !== undefined && crc !== entry.crc32) throw new Error(`the checksum of ${entry.fileName} is wrong`);
  } catch (error) {
    throw damaged(error);
  } finally {
    stream.destroy();
  }
}

/** Made on a Unix, the upper half of the attributes is the mode. */
const MADE_ON_UNIX = 3;
const FILE_TYPE = 0o170000;

function describe(entry: Entry): Omit<ArchiveEntry, 'chunks' | 'span'> {
  const name = entry.fileName;
  const unix = entry.versionMadeBy >>> 8 === MADE_ON_UNIX ? entry.externalFileAttributes >>> 16 : 0;
  return {
    name,
    type: typeOf(name, unix & FILE_TYPE),
    size: entry.uncompressedSize,
    mode: unix === 0 ? null : unix & 0o777,
  };
}

function typeOf(name: string, fileType: number): ArchiveEntry['type'] {
  switch (fileType) {
    case 0o120000:
      return 'symbolic link';
    case 0o010000:
      return 'pipe';
    case 0o020000:
    case 0o060000:
      return 'device';
    case 0o140000:
      return 'sparse or unknown entry';
    default:
      return name.endsWith('/') ? 'directory' : 'file';
  }
}

function damaged(error: unknown): unknown {
  if (error instanceof BatchError || !(error instanceof Error)) return error;
  // From the system: the file cannot be read, which says nothing about its content.
  if ('syscall' in error) return error;
  return new BatchError(
    { rule: 'batch/archive-damaged', message: `The zip is damaged: ${error.message}.` },
    { cause: error },
  );
}
