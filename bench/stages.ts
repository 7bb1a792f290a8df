/**
 * What the stages of reading cost by themselves: each gets the first megabytes of a log from memory, twice to warm up, then three times by the
 * clock. What a stage needs from the one before it is made beforehand.
 */

import { isUtf8 } from 'node:buffer';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { eventLogRecord } from '@fxlog/assembler/internal';
import type { LogEvent } from '@fxlog/format';
import type { EventLogFrame } from '@fxlog/format/internal';
import type { Job, JobResult, Loader } from './jobs.js';
import { median } from './median.js';

const DATA_BYTES = 32_000_000;
const CHUNK_BYTES = 1_048_576;
const WARM_UPS = 2;
const TIMED = 3;
const LF = 0x0a;

/** Does the whole stage once and says how many things came of it. */
type Pass = () => number;
type Stage = (data: Buffer) => Pass;

export const STAGES: Readonly<Record<string, Loader>> = {
  'stage-lines': () => staged((data) => () => linesOf(data).length),
  'stage-utf8': () => staged((data) => () => sum(chunksOf(data).map((chunk) => Number(isUtf8(chunk))))),
  'stage-frames': async () => {
    const { FrameReader } = await import('@fxlog/reader/internal');
    return staged((data) => () => {
      const reader = new FrameReader();
      return sum(chunksOf(data).map((chunk) => reader.push(chunk).length));
    });
  },
  'stage-recognise': () => recognising('wasm'),
  'stage-recognise-js': () => recognising('javascript'),
  'stage-exact': async () => {
    const { decodeFrame } = await import('@fxlog/format');
    return staged((data) => {
      const lines = linesOf(data);
      return () => sum(lines.map((line) => (decodeFrame(line) ? 1 : 0)));
    });
  },
  'stage-build': async () => {
    const { checkFrame } = await import('@fxlog/format/internal');
    return staged((data) => {
      const lines = linesOf(data);
      // A frame builds its event once, so there must be new frames in every pass; making them is the stage before.
      const passes = Array.from({ length: WARM_UPS + TIMED }, () =>
        lines.map((line) => checkFrame(line, 0, line.length)),
      );
      return () => {
        const frames: EventLogFrame[] = passes.pop() ?? [];
        let built = 0;
        // Each event is let go of at once, as when a log streams by.
        for (let frame = frames.pop(); frame !== undefined; frame = frames.pop()) built += frame.event ? 1 : 0;
        return built;
      };
    });
  },
  'stage-fold': async () => {
    const { eventsOf } = await import('@fxlog/reader');
    const { LogFold } = await import('@fxlog/assembler/internal');
    return staged((data) => {
      const records = eventsOf(data);
      for (const record of records) void record.event;
      return () => {
        const fold = new LogFold({ keepHistory: false });
        for (const record of records) fold.apply(eventLogRecord(record));
        return records.length;
      };
    });
  },
  'stage-encode': async () => {
    const { decodeFrame, encodeFrame } = await import('@fxlog/format');
    return staged((data) => {
      const events: LogEvent[] = linesOf(data).map((line) => decodeFrame(line));
      return () => sum(events.map((event) => (encodeFrame(event).length > 0 ? 1 : 0)));
    });
  },
};

async function recognising(name: 'wasm' | 'javascript'): Promise<Job> {
  const { useRecogniser } = await import('@fxlog/format/internal');
  const { recogniseFrames } = await import('@fxlog/format/internal');
  useRecogniser(name);
  return staged((data) => {
    const parts = wholeLinesOf(data);
    return () => sum(parts.map((part) => recogniseFrames(part, 0, part.length).length));
  });
}

function staged(stage: Stage): Job {
  return (path): JobResult => {
    const data = firstLinesOf(path);
    const pass = stage(data);
    let items = 0;
    const times: number[] = [];
    for (let round = -WARM_UPS; round < TIMED; round++) {
      const started = performance.now();
      items = pass();
      if (round >= 0) times.push(performance.now() - started);
    }
    return { items, bytes: data.length, ms: median(times) };
  };
}

/** The beginning of a file, up to the end of a line. */
function firstLinesOf(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const data = Buffer.alloc(Math.min(DATA_BYTES, fstatSync(file).size));
    const length = readSync(file, data);
    return data.subarray(0, data.lastIndexOf(LF, length - 1) + 1);
  } finally {
    closeSync(file);
  }
}

function chunksOf(data: Buffer): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0; at < data.length; at += CHUNK_BYTES) chunks.push(data.subarray(at, at + CHUNK_BYTES));
  return chunks;
}

/** Chunks that end where a line ends. */
function wholeLinesOf(data: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0; at < data.length; ) {
    const end = at + CHUNK_BYTES >= data.length ? data.length : data.lastIndexOf(LF, at + CHUNK_BYTES - 1) + 1;
    parts.push(data.subarray(at, Math.max(end, data.indexOf(LF, at) + 1)));
    at += parts.at(-1)?.length ?? 0;
  }
  return parts;
}

function linesOf(data: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let at = 0; at < data.length; ) {
    const end = data.indexOf(LF, at) + 1;
    lines.push(data.subarray(at, end));
    at = end;
  }
  return lines;
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
