import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, describe, expect, it } from 'vitest';
import type { EventRecord } from './event-record.js';
import { EventStream } from './event-stream.js';
import type { Frame } from './frame.js';
import { FrameStream } from './frame-stream.js';
import { eventsOf } from './read-events.js';
import { bytesOf, logText } from './testing/logs.js';

const dir = mkdtempSync(join(tmpdir(), 'fxlog-streams-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const text = logText(200);
const path = join(dir, 'events.jsonl');
writeFileSync(path, text);

function collector(into: number[]): (batches: AsyncIterable<EventRecord[]>) => Promise<void> {
  return async (batches) => {
    for await (const events of batches) into.push(...events.map(({ offset }) => offset));
  };
}

describe('streams', () => {
  const expected = eventsOf(bytesOf(text)).map(({ offset }) => offset);

  it('turn bytes into events through frames', async () => {
    const offsets: number[] = [];
    const bytes = createReadStream(path, { highWaterMark: 333 });
    await pipeline(bytes, new FrameStream(), new EventStream(), collector(offsets));
    expect(offsets).toEqual(expected);
  });

  it('turn bytes into events at once', async () => {
    const offsets: number[] = [];
    await pipeline(createReadStream(path, { highWaterMark: 333 }), new EventStream(), collector(offsets));
    expect(offsets).toEqual(expected);
  });

  it('deliver everything before a fault, to a slow reader too', async () => {
    const offsets: number[] = [];
    const slow = new Writable({
      objectMode: true,
      highWaterMark: 1,
      write(events: EventRecord[], _encoding, callback) {
        offsets.push(...events.map(({ offset }) => offset));
        setImmediate(callback);
      },
    });
    const chunks = Readable.from([bytesOf(text.slice(0, 5000)), bytesOf(text.slice(5000)), bytesOf('{}\n')]);
    await expect(pipeline(chunks, new EventStream(), slow)).rejects.toMatchObject({
      fxError: 'InvalidEventFrame',
      line: 201,
    });
    expect(offsets).toEqual(expected);
  });

  it('deliver everything before a fault when both lie in one chunk', async () => {
    const offsets: number[] = [];
    const run = pipeline(Readable.from([bytesOf(`${text}{}\n`)]), new EventStream(), collector(offsets));
    await expect(run).rejects.toMatchObject({ fxError: 'InvalidEventFrame' });
    expect(offsets).toEqual(expected);
  });

  it('deliver everything before a torn tail', async () => {
    const seen: number[] = [];
    const run = pipeline(
      Readable.from([bytesOf('a\nb\nc')]),
      new FrameStream(),
      async (batches: AsyncIterable<Frame[]>) => {
        for await (const frames of batches) seen.push(...frames.map(({ line }) => line));
      },
    );
    await expect(run).rejects.toMatchObject({ fxError: 'TruncatedEventFrame', offset: 4 });
    expect(seen).toEqual([1, 2]);
  });

  it('hold back their source when nobody reads', async () => {
    let given = 0;
    const source = new Readable({
      read() {
        given++;
        this.push(bytesOf(text));
      },
    });
    const events = source.pipe(new FrameStream()).pipe(new EventStream({ mode: 'lenient' }));
    for (let turn = 0; turn < 1000; turn++) await new Promise((resolve) => setImmediate(resolve));
    // What fits into the queues of the three streams; a source that is not held back gives once in every turn.
    expect(given).toBeLessThan(50);
    source.destroy();
    events.destroy();
  });

  it('say where the first byte stands that they are given', async () => {
    const first = expected[100] ?? 0;
    const offsets: number[] = [];
    const start = { offset: first, line: 101, seq: 101 };
    await pipeline(createReadStream(path, { start: first }), new EventStream({ start }), collector(offsets));
    expect(offsets).toEqual(expected.slice(100));
  });

  it('are destroyed by a signal', async () => {
    const controller = new AbortController();
    const stream = new EventStream({ signal: controller.signal });
    const closed = new Promise((resolve) => stream.on('error', resolve));
    controller.abort();
    expect(await closed).toMatchObject({ name: 'AbortError' });
  });

  it('give the same through frames as at once when the last newline is missing', async () => {
    const [apart, together]: [number[], number[]] = [[], []];
    const bytes = bytesOf(text.slice(0, -1));
    const mode = 'lenient';
    await pipeline(Readable.from([bytes]), new FrameStream({ mode }), new EventStream({ mode }), collector(apart));
    await pipeline(Readable.from([bytes]), new EventStream({ mode }), collector(together));
    expect(apart).toEqual(expected);
    expect(together).toEqual(expected);
  });

  it('sum up in lenient mode', async () => {
    const stream = new EventStream({ mode: 'lenient' });
    await pipeline(Readable.from([bytesOf(`${text}{}\n`)]), stream, collector([]));
    expect(stream.summary).toMatchObject({ delivered: 200, skipped: 1, skippedBytes: 3 });
  });
});
