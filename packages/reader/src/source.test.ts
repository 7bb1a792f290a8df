import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  createReadStream,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { readEvents } from './read-events.js';
import { readFrames } from './read-frames.js';
import type { ReadOptions } from './read-options.js';
import type { Source } from './source.js';
import { bytesOf, logText } from './testing/logs.js';

const dir = mkdtempSync(join(tmpdir(), 'fxlog-source-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const text = logText(50);
const path = join(dir, 'events.jsonl');
writeFileSync(path, text);

async function offsets(source: Source, options: ReadOptions = {}): Promise<number[]> {
  const found: number[] = [];
  for await (const frames of readFrames(source, options)) found.push(...frames.map(({ offset }) => offset));
  return found;
}

async function refusal(source: Source): Promise<unknown> {
  try {
    await offsets(source);
  } catch (error) {
    return error;
  }
  return null;
}

/** How many descriptors of this process point to a file. */
function openCount(file: string): number {
  return readdirSync('/proc/self/fd').filter((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`) === file;
    } catch (error) {
      // Gone since the folder was read, as that of the folder itself.
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
      throw error;
    }
  }).length;
}

describe('sources', () => {
  const chunks = [bytesOf(text.slice(0, 700)), bytesOf(text.slice(700))];

  async function* generate(): AsyncGenerator<Uint8Array> {
    yield* chunks;
  }

  const sources: [string, () => Source | Promise<FileHandle>][] = [
    ['path', () => path],
    ['URL', () => pathToFileURL(path)],
    ['file handle', () => open(path)],
    ['Node stream', () => createReadStream(path, { highWaterMark: 100 })],
    ['web stream', () => Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>],
    ['async iterable', generate],
    ['iterable', () => chunks],
    ['bytes', () => bytesOf(text)],
  ];

  it.each(sources)('reads the same from a %s', async (_name, make) => {
    const expected = await offsets(bytesOf(text));
    expect(expected).toHaveLength(50);
    const source = await make();
    expect(await offsets(source)).toEqual(expected);
    if (typeof source === 'object' && 'fd' in source && 'close' in source) await (source as FileHandle).close();
  });

  it.each(sources)('reads the same part of a %s', async (_name, make) => {
    const all = await offsets(bytesOf(text));
    const start = { offset: all[3] ?? 0, line: 4 };
    const source = await make();
    expect(await offsets(source, { start, end: all[40] ?? 0 })).toEqual(all.slice(3, 40));
    if (typeof source === 'object' && 'fd' in source && 'close' in source) await (source as FileHandle).close();
  });

  it('leaves the file handle of the caller open', async () => {
    const handle = await open(path);
    await offsets(handle);
    expect((await handle.stat()).size).toBe(text.length);
    await handle.close();
  });

  it('closes the file when the loop is left early', async () => {
    for await (const _ of readFrames(path)) break;
    expect(openCount(path)).toBe(0);
  });

  it('closes the file when a fault is thrown', async () => {
    const torn = join(dir, 'torn.jsonl');
    writeFileSync(torn, 'x');
    expect(await refusal(torn)).toMatchObject({ fxError: 'TruncatedEventFrame', file: torn });
    expect(openCount(torn)).toBe(0);
  });

  it('destroys a stream when the loop is left early', async () => {
    const stream = createReadStream(path, { highWaterMark: 100 });
    for await (const _ of readFrames(stream)) break;
    expect(stream.destroyed).toBe(true);
  });

  it('passes on the errors of a stream', async () => {
    const failure = new Error('disk on fire');
    const stream = new PassThrough();
    stream.write(bytesOf(text));
    setImmediate(() => stream.destroy(failure));
    expect(await refusal(stream)).toBe(failure);
  });

  it('refuses decoded text', async () => {
    expect(await refusal(createReadStream(path, { encoding: 'utf8' }))).toMatchObject({ rule: 'source/not-bytes' });
  });

  it('stops on abort, also while a stream gives nothing', async () => {
    const controller = new AbortController();
    const stream = new PassThrough();
    const reading = offsets(stream, { signal: controller.signal });
    setImmediate(() => controller.abort(new Error('enough')));
    await expect(reading).rejects.toThrow('enough');
    expect(stream.destroyed).toBe(true);
  });

  it('stops a file on abort and closes it', async () => {
    const controller = new AbortController();
    const big = join(dir, 'big.jsonl');
    writeFileSync(big, text.repeat(600));
    const reading = readFrames(big, { signal: controller.signal });
    await reading.next();
    controller.abort(new Error('enough'));
    await expect(reading.next()).rejects.toThrow('enough');
    expect(openCount(big)).toBe(0);
  });
});

describe('what cannot be read', () => {
  it('says that nothing is there', async () => {
    expect(await refusal(join(dir, 'nowhere'))).toMatchObject({
      name: 'SourceError',
      rule: 'source/not-found',
      file: join(dir, 'nowhere'),
    });
  });

  it('says that it is a directory', async () => {
    expect(await refusal(dir)).toMatchObject({ name: 'SourceError', rule: 'source/not-a-regular-file' });
  });

  it('refuses a FIFO that nobody writes to, and does not hang', async () => {
    const fifo = join(dir, 'fifo');
    execFileSync('mkfifo', [fifo]);
    expect(await refusal(fifo)).toMatchObject({ name: 'SourceError', rule: 'source/not-a-regular-file' });
  });

  it('refuses a device and a socket', async () => {
    expect(await refusal('/dev/zero')).toMatchObject({ rule: 'source/not-a-regular-file' });
    const socket = join(dir, 'socket');
    const server = createServer().listen(socket);
    await new Promise((resolve) => server.once('listening', resolve));
    expect(await refusal(socket)).toMatchObject({ rule: 'source/not-a-regular-file' });
    await new Promise((resolve) => server.close(resolve));
  });

  it('says that there is no permission', async () => {
    const secret = join(dir, 'secret');
    writeFileSync(secret, text);
    chmodSync(secret, 0);
    if (process.getuid?.() === 0) {
      const unprivileged = 65_534;
      chmodSync(dir, 0o755);
      process.seteuid?.(unprivileged);
    }
    try {
      expect(await refusal(secret)).toMatchObject({ name: 'SourceError', rule: 'source/no-permission' });
    } finally {
      process.seteuid?.(process.getuid?.() ?? 0);
    }
  });

  it('gives up on a sparse file of 10 GB at the limit of a line', async () => {
    const sparse = join(dir, 'sparse');
    writeFileSync(sparse, '');
    truncateSync(sparse, 10_000_000_000);
    expect(await refusal(sparse)).toMatchObject({ fxError: 'EventFrameTooLarge', offset: 0 });
    expect(openCount(sparse)).toBe(0);
  });

  it('reads an empty file as no frames', async () => {
    const empty = join(dir, 'empty');
    writeFileSync(empty, '');
    expect(await offsets(empty)).toEqual([]);
    expect(readdirSync(dir)).toContain('empty');
    expect((await readEvents(empty).next()).done).toBe(true);
  });
});
