import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import { Decompress } from 'fzstd';
import { BatchError } from '../batch-error.js';
import type { ArchiveMeter } from './archive-entry.js';
import type { ArchiveFormat } from './archive-format.js';
import type { InputLimits } from './input-limits.js';
import { seenElsewhere, throughZstd, zstdProgram } from './zstd-program.js';

/** A block of 4 bytes can become 128 KiB, so a piece this small can become no more than 32 MiB at once. */
const ZSTD_PIECE_BYTES = 1024;
const OUTPUT_CHUNK_BYTES = 256 * 1024;
/** Larger windows than zstd itself takes without being told to. */
const ZSTD_WINDOW_LOG_MAX = 27;

/** Ways to expand zstd, the fastest first; which there are depends on Node and on the machine. */
export type ZstdDecoder = 'zlib' | 'program' | 'fzstd';

/**
 * Expands the bytes of an archive and watches the ratio.
 *
 * @param meter counts what goes in and what comes out
 * @throws BatchError `batch/archive-bomb`, `batch/archive-damaged`
 */
export async function* expand(
  bytes: AsyncIterable<Uint8Array>,
  format: Exclude<ArchiveFormat, 'zip'>,
  meter: ArchiveMeter,
  limits: InputLimits,
  zstd: ZstdDecoder = bestZstdDecoder(),
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of expanded(counted(bytes, meter), format, zstd)) {
    meter.expanded += chunk.length;
    checkRatio(meter, limits);
    yield chunk;
  }
}

/** Throws when more came out of an archive than can be in good faith. */
export function checkRatio(meter: ArchiveMeter, limits: InputLimits): void {
  if (meter.expanded <= limits.ratioFloor || meter.expanded <= meter.compressed * limits.maxRatio) return;
  throw new BatchError({
    rule: 'batch/archive-bomb',
    message: `${meter.expanded} bytes came out of ${meter.compressed}: more than ${limits.maxRatio} for each.`,
  });
}

/** The fastest decoder for zstd that is there. */
function bestZstdDecoder(): ZstdDecoder {
  if (zlibZstd() !== null) return 'zlib';
  return zstdProgram() === null ? 'fzstd' : 'program';
}

async function* counted(bytes: AsyncIterable<Uint8Array>, meter: ArchiveMeter): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    meter.compressed += chunk.length;
    yield chunk;
  }
}

function expanded(
  bytes: AsyncIterable<Uint8Array>,
  format: Exclude<ArchiveFormat, 'zip'>,
  zstd: ZstdDecoder,
): AsyncIterable<Uint8Array> {
  if (format === 'tar') return bytes;
  if (format === 'tar.gz') return through(bytes, zlib.createGunzip({ chunkSize: OUTPUT_CHUNK_BYTES }));
  if (zstd === 'program') return throughProgram(bytes);
  const native = zstd === 'zlib' ? zlibZstd() : null;
  return native === null ? throughFzstd(bytes) : through(bytes, native());
}

async function* through(bytes: AsyncIterable<Uint8Array>, transform: Transform): AsyncGenerator<Uint8Array> {
  const done = pipeline(Readable.from(bytes, { objectMode: false }), transform).catch(seenElsewhere);
  try {
    yield* transform as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw damaged(error);
  } finally {
    transform.destroy();
    await done;
  }
}

async function* throughFzstd(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  let ended = false;
  const decoder = new Decompress((chunk, final) => {
    if (chunk.length > 0) ready.push(chunk);
    ended = final === true;
  });
  try {
    for await (const chunk of bytes) {
      for (let start = 0; start < chunk.length; start += ZSTD_PIECE_BYTES) {
        decoder.push(chunk.subarray(start, start + ZSTD_PIECE_BYTES));
        if (ready.length === 0) continue;
        const pieces = ready;
        ready = [];
        yield* pieces;
      }
    }
    decoder.push(new Uint8Array(0), true);
    yield* ready;
  } catch (error) {
    throw damaged(error);
  }
  if (!ended) throw damaged(new Error('it is cut short'));
}

/** Node has zstd from 22.15 on; its types come with those of that version. */
function zlibZstd(): (() => Transform) | null {
  const create: unknown = Reflect.get(zlib, 'createZstdDecompress');
  if (typeof create !== 'function') return null;
  const windowLogMax: unknown = Reflect.get(zlib.constants, 'ZSTD_d_windowLogMax');
  const params = typeof windowLogMax === 'number' ? { [windowLogMax]: ZSTD_WINDOW_LOG_MAX } : {};
  return () => create({ chunkSize: OUTPUT_CHUNK_BYTES, params }) as Transform;
}

async function* throughProgram(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const program = zstdProgram();
  if (program === null) {
    yield* throughFzstd(bytes);
    return;
  }
  try {
    yield* throughZstd(program, ['-d', '-c', '-q', '-q'], bytes, 'it is not valid zstd, or is cut short');
  } catch (error) {
    throw damaged(error);
  }
}

function damaged(error: unknown): Error {
  if (error instanceof BatchError) return error;
  const reason = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
  return new BatchError(
    { rule: 'batch/archive-damaged', message: `The archive cannot be expanded: ${reason}.` },
    { cause: error },
  );
}
