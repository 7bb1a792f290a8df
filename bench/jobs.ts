/** What each contestant does with a log. A process loads its own contestant only. */

import { createReadStream } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { eventLogV1 } from '@fxlog/format';
import { frameOf } from '@fxlog/format/internal';
import { forEachLine } from './file-lines.js';
import { STAGES } from './stages.js';

export interface JobResult {
  /** What was counted: lines, events, turns, tokens, or bytes of a conversion. */
  items: number;
  /** Set when only a part of the job is to be timed, in milliseconds. */
  ms?: number;
  /** Bytes that went through the timed part, where they are not the file's. */
  bytes?: number;
}

export type Job = (path: string) => Promise<JobResult> | JobResult;

/** Imports what a job measures, and nothing else, before the clock starts. */
export type Loader = () => Promise<Job> | Job;

/** Counts what arrives at the end of a stream. */
class Counter extends Writable {
  items = 0;

  constructor(readonly count: (item: unknown) => number = () => 1) {
    super({ objectMode: true });
  }

  override _write(item: unknown, _encoding: BufferEncoding, done: () => void): void {
    this.items += this.count(item);
    done();
  }
}

const batchLength = (batch: unknown): number => (Array.isArray(batch) ? batch.length : 1);

async function countThrough(path: string, stage: NodeJS.ReadWriteStream, counter = new Counter()): Promise<JobResult> {
  await pipeline(createReadStream(path), stage, counter);
  return { items: counter.items };
}

async function countBatches(batches: AsyncIterable<readonly unknown[]>): Promise<JobResult> {
  let items = 0;
  for await (const batch of batches) items += batch.length;
  return { items };
}

/** Logs are read into memory before encoding is timed; more than this would measure the collector. */
const ENCODE_BYTES = 64_000_000;
/** As many bytes as readEvents reads at a time; Node's own default is a quarter. */
const STREAM_CHUNK_BYTES = 262_144;

const floors: Record<string, Loader> = {
  floor: () => (path) => ({
    items: forEachLine(path, (buffer, start, end) => JSON.parse(buffer.toString('utf8', start, end))),
  }),
  'floor-latin1': () => (path) => ({
    items: forEachLine(path, (buffer, start, end) => JSON.parse(buffer.toString('latin1', start, end))),
  }),
  'newline-scan': () => (path) => ({ items: forEachLine(path, () => undefined) }),
};

const peers: Record<string, Loader> = {
  readline: () => async (path) => {
    let items = 0;
    for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
      JSON.parse(line);
      items++;
    }
    return { items };
  },
  split2: async () => {
    const { default: split2 } = await import('split2');
    return (path) => countThrough(path, split2(JSON.parse));
  },
  ndjson: async () => {
    const { default: ndjson } = await import('ndjson');
    return (path) => countThrough(path, ndjson.parse());
  },
  'stream-json-jsonl': async () => {
    const { default: parser } = await import('stream-json/jsonl/parser.js');
    return (path) => countThrough(path, parser.asStream());
  },
  'stream-json-tokens': async () => {
    const { default: parser } = await import('stream-json/parser.js');
    return (path) => {
      const isRootEnd = lineEndDetector();
      // Tokens are counted down to lines, so that the figure can be checked against the others.
      const counter = new Counter((token) => (isRootEnd((token as { name: string }).name) ? 1 : 0));
      return countThrough(path, parser.asStream({ jsonStreaming: true, streamValues: false }), counter);
    };
  },
  'json-ext': async () => {
    const { parseChunked } = await import('@discoveryjs/json-ext');
    return async (path) => {
      let items = 0;
      const onRootValue = (): void => {
        items++;
      };
      await parseChunked(createReadStream(path), { mode: 'jsonl', onRootValue });
      return { items };
    };
  },
  streamparser: async () => {
    const { JSONParser } = await import('@streamparser/json-node');
    return (path) => {
      const parser = new JSONParser({ separator: '\n', paths: ['$'] });
      return countThrough(path, parser);
    };
  },
  'json-stringify': () => (path) => {
    const events: unknown[] = [];
    let taken = 0;
    forEachLine(path, (buffer, start, end) => {
      if (taken < ENCODE_BYTES) events.push(JSON.parse(buffer.toString('utf8', start, end)));
      taken += end - start;
    });
    return timeEncoding(events, (event) => Buffer.from(`${JSON.stringify(event)}\n`));
  },
};

const fxlog: Record<string, Loader> = {
  frames: async () => {
    const { readFrames } = await import('@fxlog/reader');
    return (path) => countBatches(readFrames(path, { reuseChunks: true }));
  },
  events: async () => {
    const { readEvents } = await import('@fxlog/reader');
    return (path) => countBatches(readEvents(path, { mode: 'strict', reuseChunks: true }));
  },
  'events-kept': async () => {
    const { readEvents } = await import('@fxlog/reader');
    return (path) => countBatches(readEvents(path, { mode: 'strict' }));
  },
  turns: async () => {
    const { assembleTurns } = await import('@fxlog/assembler');
    return (path) => countBatches(assembleTurns(path));
  },
  reduce: async () => {
    const { reduceLog } = await import('@fxlog/assembler');
    return async (path) => ({ items: (await reduceLog(path, { keepHistory: false })).turns });
  },
  fold: async () => {
    const { foldLog } = await import('@fxlog/assembler/internal');
    return async (path) => ({ items: (await foldLog(path, { mode: 'strict', reuseChunks: true })).turns });
  },
  'verify-session': async () => {
    const { verifySession } = await import('@fxlog/store');
    return async (path) => {
      const { readable, findings } = await verifySession(dirname(path));
      // Of a directory with more files than fxlog looks at there is something to say as well.
      const error = findings.find(({ severity }) => severity === 'error');
      if (!readable.ok || error !== undefined) throw new Error(error?.message ?? 'the session is not readable');
      return { items: Number(readable.turns) };
    };
  },
  'to-common': () => convertTo('common'),
  'to-claude-code': () => convertTo('claude-code'),
  'to-markdown': () => convertTo('markdown'),
  pipeline: async () => {
    const { EventStream } = await import('@fxlog/reader');
    return async (path) => {
      const counter = new Counter(batchLength);
      const bytes = createReadStream(path, { highWaterMark: STREAM_CHUNK_BYTES });
      await pipeline(bytes, new EventStream({ mode: 'strict' }), counter);
      return { items: counter.items };
    };
  },
  encode: async () => {
    const { readEvents } = await import('@fxlog/reader');
    const { encodeFrame } = await import('@fxlog/format');
    return async (path) => {
      const events = [];
      let taken = 0;
      for await (const batch of readEvents(path, { mode: 'strict' })) {
        for (const record of batch) {
          events.push(frameOf(eventLogV1, record.checked).event);
          taken += record.length;
        }
        if (taken >= ENCODE_BYTES) break;
      }
      return timeEncoding(events, encodeFrame);
    };
  },
};

/** Converts a log and throws the bytes away as they come, as they would go to a file. */
async function convertTo(to: string): Promise<Job> {
  const { convert, LossReport } = await import('@fxlog/codecs');
  return async (path) => {
    const losses = new LossReport();
    let items = 0;
    for await (const { bytes } of convert(path, { to, onLoss: losses.add })) items += bytes.length;
    return { items };
  };
}

export const JOBS: Readonly<Record<string, Loader>> = { ...floors, ...peers, ...fxlog, ...STAGES };

function timeEncoding<T>(events: readonly T[], encode: (event: T) => Uint8Array): JobResult {
  const started = performance.now();
  let bytes = 0;
  for (const event of events) bytes += encode(event).length;
  return { items: events.length, bytes, ms: performance.now() - started };
}

function lineEndDetector(): (tokenName: string) => boolean {
  let depth = 0;
  return (name) => {
    if (name === 'startObject' || name === 'startArray') depth++;
    else if (name === 'endObject' || name === 'endArray') return --depth === 0;
    return false;
  };
}
