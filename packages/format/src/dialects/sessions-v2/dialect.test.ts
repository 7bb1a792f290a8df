import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { generateScanner } from '../../../scripts/generate-scanner.mjs';
import { FrameError } from '../../frame-error.js';
import { mutateFrame, seededRandom } from '../event-log-v1/testing/mutate-frame.js';
import { matchLines, sessionsV2 } from './dialect.js';
import { encodeLine } from './encode-line.js';
import type { SessionLine } from './line.js';
import { seal } from './line-frame.js';
import type { LineBody } from './line-kinds.js';
import { findLineScanner } from './scanner.js';

const count = Number(process.env.FXLOG_CHANGED_FRAMES ?? 10_000);
const seed = Number(process.env.FXLOG_CHANGED_FRAMES_SEED ?? 20261201);

const corpus = new URL('../../../../../test-fixtures/conformance/v2-logs.jsonl', import.meta.url);
const logs = readFileSync(corpus, 'utf8')
  .trim()
  .split('\n')
  .map((row) => Buffer.from(JSON.parse(row).log_b64, 'base64'));
const lines = logs.flatMap((log) => log.toString('latin1').match(/[^\n]*\n/g) ?? []);

const tell = (line: SessionLine | null) => line && [line.seq, line.timestampMs, line.kind, line.version, line.event];

/** Rare lines, which the scanner leaves to the exact way: of another version or kind, with long numbers, forks. */
function isLeftOut(line: SessionLine | null): boolean {
  if (line === null) return false;
  const body = (line.body() ?? {}) as Record<string, unknown>;
  const numbers = [line.seq, line.timestampMs, body.turn, body.covers_seq, body.compaction_offset];
  const isLong = numbers.some((value) => (value as number) > 999_999_999_999_999);
  return line.version !== 1 || line.knownKind === null || isLong || (body.forked_from ?? null) !== null;
}

/** A line with one to three faults, and a seal that is true of them most of the time. */
function changedLine(random: (bound: number) => number): Buffer {
  const line = Buffer.from(lines[random(lines.length)] as string, 'latin1');
  const sealAt = line.lastIndexOf(',"crc":"');
  if (sealAt < 0 || random(8) === 0) return mutateFrame(line, random);
  const mutated = mutateFrame(Buffer.concat([line.subarray(0, sealAt), Buffer.from('\n')]), random);
  return Buffer.from(seal(mutated.subarray(0, mutated.length - 1)));
}

describe('recognising lines', () => {
  it('is compiled from what stands in assembly/ (npm run generate -w @fxlog/format)', async () => {
    const file = new URL('generated/scanner-wasm.ts', import.meta.url);
    expect(readFileSync(file, 'utf8') === (await generateScanner())).toBe(true);
  });

  it('is done by WebAssembly here', () => {
    expect(findLineScanner()).not.toBeNull();
  });

  it('says of every line of the corpus the same in WebAssembly and in JavaScript', () => {
    for (const log of logs) {
      const [fast, slow] = [sessionsV2.recognise(log, 0, log.length), matchLines(log, 0, log.length)];
      expect(fast.map(tell)).toEqual(slow.map((line) => (isLeftOut(line) ? null : tell(line))));
    }
  });

  it(`takes no line that is not good, and none for another, out of ${count} changed ones`, () => {
    const random = seededRandom(seed);
    let recognised = 0;
    for (let index = 0; index < count; index++) {
      const line = changedLine(random);
      const padding = random(40);
      const bytes = Buffer.concat([Buffer.alloc(padding, '"'), line, Buffer.from('{"v":1,"seq":2"}\n')]);
      const end = padding + line.length;
      const [fast = null] = sessionsV2.recognise(bytes, padding, end);
      const [slow = null] = matchLines(bytes, padding, end);
      // What the scanner takes, JavaScript takes as well.
      if (!isDeepStrictEqual(tell(fast), isLeftOut(slow) ? null : tell(slow))) throw new Error(`${line}`);
      if (fast !== null) recognised += 1;
      if (slow === null) continue;
      const exact = sessionsV2.check(bytes, padding, end);
      if (!isDeepStrictEqual(tell(exact), tell(slow))) throw new Error(`${line}`);
    }
    expect(recognised).toBeGreaterThan(count / 20);
  });

  it('goes through more lines than one call records, and finds each', () => {
    const line = (seq: number) => encodeLine({ seq, timestampMs: 1, body: { kind: 'turn_started', turn: seq } });
    const log = Buffer.concat(Array.from({ length: 9000 }, (_, index) => line(index + 1)));
    const found = sessionsV2.recognise(log, 0, log.length);
    expect(found.map((frame) => frame?.seq)).toEqual(Array.from({ length: 9000 }, (_, index) => index + 1));
  });

  it('leaves a line of more than 4 MiB to the exact way, which refuses it', () => {
    const data = Buffer.alloc(4_194_304, 0x20);
    data[0] = 0x22;
    data[data.length - 1] = 0x22;
    const body = Buffer.concat([
      Buffer.from('{"v":1,"seq":1,"ts":1,"kind":"item","turn":1,"type":"user","data":'),
      data,
    ]);
    const line = seal(body);
    expect(sessionsV2.recognise(line, 0, line.length)).toEqual([null]);
    expect(() => sessionsV2.check(line, 0, line.length)).toThrow(FrameError);
    expect(sessionsV2.check(line, 0, line.length, { maxFrameBytes: line.length }).kind).toBe('item');
  });
});

describe('a line of a kind that is not known', () => {
  const line = seal(Buffer.from('{"v":1,"seq":7,"ts":1,"kind":"weather","rain":[1, 2]'));

  it('counts, and is written as it was', () => {
    const frame = sessionsV2.check(line, 0, line.length);
    expect([frame.kind, frame.seq]).toEqual(['weather', 7]);
    expect(Buffer.from(sessionsV2.encode(frame.event)).equals(line)).toBe(true);
  });
});

describe('the event of a line', () => {
  it('keeps raw JSON byte for byte, and reads as its value', () => {
    const text = '{ "b": 1.50, "a": [1e3, "\\u00e9"] }';
    const body: LineBody = { kind: 'set', key: 'prefs', value: Buffer.from(text), blobs: [] };
    const bytes = Buffer.from(encodeLine({ seq: 1, timestampMs: 2, body }));
    const { event } = sessionsV2.check(bytes, 0, bytes.length);
    bytes.fill(0);
    expect(JSON.parse(JSON.stringify(event))).toEqual({
      v: 1,
      seq: 1,
      ts: 2,
      kind: 'set',
      key: 'prefs',
      value: { b: 1.5, a: [1000, 'é'] },
      blobs: [],
    });
    expect(Buffer.from(sessionsV2.encode(event)).includes(text)).toBe(true);
  });
});
