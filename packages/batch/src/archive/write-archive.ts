import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import { pack } from 'tar-stream';
import { seenElsewhere, throughZstd, zstdProgram } from '../inputs/zstd-program.js';

/** A file on its way into an archive. */
export interface ArchiveFile {
  /** Its path in the archive, `/`-separated. */
  readonly path: string;
  /** In bytes; as many come. */
  readonly size: number;
  readonly chunks: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Ways to compress, the best first: `plain` frames hold the bytes as they are. */
export type ZstdEncoder = 'zlib' | 'program' | 'plain';

/**
 * A tar of files under zstd, in their order. The tar says nothing of where and when it was made: every file is of nobody, from 1970, for its owner
 * alone. What compresses it is what Node or the machine has.
 */
export async function* tarOfFiles(
  files: readonly ArchiveFile[],
  encoder: ZstdEncoder = bestZstdEncoder(),
): AsyncGenerator<Uint8Array, void, undefined> {
  const tar = pack();
  const filled = fill(tar, files).catch((error: unknown) => {
    tar.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  try {
    yield* compressed(tar as AsyncIterable<Uint8Array>, encoder);
  } finally {
    tar.destroy();
    await filled;
  }
}

async function fill(tar: ReturnType<typeof pack>, files: readonly ArchiveFile[]): Promise<void> {
  for (const { path, size, chunks } of files) {
    const header = { name: path, size, mode: 0o600, mtime: new Date(0), uid: 0, gid: 0, type: 'file' } as const;
    const entry = tar.entry(header);
    await pipeline(Readable.from(chunks(), { objectMode: false }), entry as unknown as NodeJS.WritableStream);
  }
  tar.finalize();
}

function bestZstdEncoder(): ZstdEncoder {
  if (zlibZstd() !== null) return 'zlib';
  return zstdProgram() === null ? 'plain' : 'program';
}

/** Node has zstd from 22.15 on; its types come with those of that version. */
function zlibZstd(): (() => Transform) | null {
  const create: unknown = Reflect.get(zlib, 'createZstdCompress');
  return typeof create === 'function' ? () => create() as Transform : null;
}

async function* compressed(bytes: AsyncIterable<Uint8Array>, encoder: ZstdEncoder): AsyncGenerator<Uint8Array> {
  const native = encoder === 'zlib' ? zlibZstd() : null;
  const program = encoder === 'program' ? zstdProgram() : null;
  if (program !== null) yield* throughZstd(program, ['-c', '-q'], bytes, 'zstd failed');
  else if (native === null) yield* plainFrame(bytes);
  else {
    const transform = native();
    const done = pipeline(Readable.from(bytes, { objectMode: false }), transform).catch(seenElsewhere);
    try {
      yield* transform as AsyncIterable<Uint8Array>;
    } finally {
      transform.destroy();
      await done;
    }
  }
}

/** Magic, no checksum, no content size, a window of 1 MiB (RFC 8878 §3.1.1). */
const FRAME_HEADER = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x50);
const MAX_BLOCK_BYTES = 128 * 1024;
const LAST_EMPTY_BLOCK = Uint8Array.of(1, 0, 0);

/** A frame of blocks that are not compressed. */
async function* plainFrame(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield FRAME_HEADER;
  for await (const chunk of bytes) {
    for (let start = 0; start < chunk.length; start += MAX_BLOCK_BYTES) {
      const block = chunk.subarray(start, start + MAX_BLOCK_BYTES);
      const header = Buffer.alloc(3);
      header.writeUIntLE(block.length << 3, 0, 3);
      yield header;
      yield block;
    }
  }
  yield LAST_EMPTY_BLOCK;
}
