import { describe, expect, it } from 'vitest';
import { expand } from '../inputs/expand.js';
import { DEFAULT_LIMITS } from '../inputs/input-limits.js';
import { readTar } from '../inputs/read-tar.js';
import { type ArchiveFile, tarOfFiles, type ZstdEncoder } from './write-archive.js';

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk.slice());
  return Buffer.concat(all);
}

const fileOf = (path: string, bytes: Uint8Array): ArchiveFile => ({
  path,
  size: bytes.length,
  chunks: function* () {
    for (let start = 0; start < bytes.length; start += 70_000) yield bytes.subarray(start, start + 70_000);
  },
});

const LONG = Buffer.from(Array.from({ length: 400_000 }, (_, index) => (index * 7919) % 251));
const FILES = [
  fileOf('trace/empty', Buffer.alloc(0)),
  fileOf('sessions/a/events.jsonl', LONG),
  fileOf(`sessions/a/tool-results/${'n'.repeat(150)}.txt`, Buffer.from('é\n')),
];

describe('an archive that is written', () => {
  it.each<ZstdEncoder>(['zlib', 'program', 'plain'])('is read back (%s)', async (encoder) => {
    const archive = await bytesOf(tarOfFiles(FILES, encoder));
    const source = (async function* () {
      yield archive;
    })();
    const meter = { compressed: 0, expanded: 0 };
    const found: [string, number | null, Buffer][] = [];
    for await (const { name, mode, chunks } of readTar(expand(source, 'tar.zst', meter, DEFAULT_LIMITS))) {
      found.push([name, mode, await bytesOf(chunks)]);
    }
    const expected = await Promise.all(
      FILES.map(async ({ path, chunks }) => [path, 0o600, Buffer.concat([...(chunks() as Iterable<Uint8Array>)])]),
    );
    expect(found).toEqual(expected);
  });

  it.each<ZstdEncoder>(['zlib', 'program', 'plain'])('is the same whenever it is written (%s)', async (encoder) => {
    const [first, second] = [await bytesOf(tarOfFiles(FILES, encoder)), await bytesOf(tarOfFiles(FILES, encoder))];
    expect(first.equals(second)).toBe(true);
  });

  it('breaks off where a file cannot be read', async () => {
    const broken: ArchiveFile = {
      path: 'x',
      size: 5,
      // biome-ignore lint/correctness/useYield: it fails before anything comes
      chunks: function* () {
        throw new Error('gone');
      },
    };
    await expect(bytesOf(tarOfFiles([broken], 'plain'))).rejects.toThrow('gone');
  });
});
