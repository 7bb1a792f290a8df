import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { runs } from '#test/runs';
import { useRecogniser } from '../../recogniser/recogniser.js';
import { checkFrame, decodeChecked, recogniseFrames } from './check-frame.js';
import { decodeFrame } from './decode-frame.js';
import { encodeFrame } from './encode-frame.js';
import { findDifference } from './testing/compare-paths.js';
import { appendTail, mutateFrame, seededRandom } from './testing/mutate-frame.js';
import { fixtureLogs, framesOf, sampleFrames } from './testing/sample-frames.js';

/** scripts/compare-paths.mjs asks for more than the suite has time for. */
const CHANGED_FRAMES = Number(process.env.FXLOG_CHANGED_FRAMES ?? runs(10_000));
const SEED = Number(process.env.FXLOG_CHANGED_FRAMES_SEED ?? 20_260_101);

afterEach(() => useRecogniser());

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** A chunk of a replacement whose data is two bytes. */
const chunkLine = (base64: string, digest: string) =>
  `{"schema_version":1,"log_generation":"${'a'.repeat(32)}","seq":2,"event_id":"${'b'.repeat(32)}","timestamp_ms":1,"kind":"state_replacement_chunk","payload":{"replacement_id":"${'c'.repeat(32)}","chunk_index":0,"raw_bytes":2,"chunk_sha256":"${digest}","base64":"${base64}"}}\n`;

// Whoever asks for more frames gives them the time.
describe('the fast way and the exact way', { timeout: 120_000 + CHANGED_FRAMES * 10 }, () => {
  const frames = sampleFrames();

  it('agree about every sample, whatever recognises it', () => {
    for (const frame of frames) expect(findDifference(frame), frame.toString()).toBeNull();
  });

  it(`agree about ${CHANGED_FRAMES} changed frames in verdict, error, offset and value`, () => {
    const random = seededRandom(SEED);
    // Many small frames find more than few large ones; that nothing recognised is the exact way was seen above.
    const small = frames.filter((frame) => frame.length < 2500);
    for (let run = 0; run < CHANGED_FRAMES; run++) {
      let frame = small[random(small.length)] as Buffer;
      for (let changes = random(3); changes > 0; changes--) frame = mutateFrame(frame, random);
      if (random(8) === 0) frame = appendTail(frame, random);
      const difference = findDifference(frame, ['wasm', 'javascript']);
      if (difference !== null) expect.fail(`${frame.toString()}\n${difference}`);
    }
  });
});

describe.each(['wasm', 'javascript'] as const)('the %s recogniser', (name) => {
  it('recognises nearly all that fx writes, so that the fast way is the usual one', () => {
    useRecogniser(name);
    for (const [log, bytes] of fixtureLogs()) {
      const lines = framesOf(bytes);
      const recognised = recogniseFrames(bytes, 0, bytes.length).filter((frame) => frame !== null);
      // Left to the exact way: changed preferences, rebound workspaces, cancelled commands, bytes that are not UTF-8.
      expect(lines.length - recognised.length, log).toBeLessThanOrEqual(2);
    }
  });

  it('takes the two parts of a chunk that a newline has torn for two lines', () => {
    useRecogniser(name);
    const [, log] = [...fixtureLogs()].find(([path]) => path.startsWith('recovered/')) as [string, Buffer];
    const chunk = log.indexOf('"base64":"') + 500;
    const torn = Buffer.concat([log.subarray(0, chunk), Buffer.from('\n'), log.subarray(chunk)]);
    expect(recogniseFrames(torn, 0, torn.length).map((frame) => frame?.seq ?? null)).toEqual([1, 2, null, null, 4]);
  });

  it('judges a chunk by its own bytes, also in a buffer that held a good one before', () => {
    useRecogniser(name);
    const good = chunkLine('eHg=', sha256('xx'));
    const buffer = Buffer.from(good);
    const before = checkFrame(buffer, 0, buffer.length);
    expect(Buffer.from(before.decodeChunk()?.bytes ?? [])).toEqual(Buffer.from('xx'));

    buffer.write(chunkLine('eXk=', '0'.repeat(64)));
    expect(recogniseFrames(buffer, 0, buffer.length)).toEqual([null]);
    expect(() => checkFrame(buffer, 0, buffer.length)).toThrow(
      expect.objectContaining({ rule: 'replacement/chunk-digest' }),
    );

    buffer.write(chunkLine('eXk=', sha256('yy')));
    const after = checkFrame(buffer, 0, buffer.length);
    expect(Buffer.from(after.decodeChunk()?.bytes ?? [])).toEqual(Buffer.from('yy'));
  });

  it('decodes the data of a chunk again when another chunk has been looked at in between', () => {
    useRecogniser(name);
    const lines = [chunkLine('eHg=', sha256('xx')), chunkLine('eXk=', sha256('yy'))].map((line) => Buffer.from(line));
    const frames = lines.map((line) => checkFrame(line, 0, line.length));
    for (const [index, text] of ['xx', 'yy', 'xx'].entries()) {
      expect(Buffer.from(frames[index % 2]?.decodeChunk()?.bytes ?? [])).toEqual(Buffer.from(text));
    }
  });

  it.each([
    ['as fx writes it', '/+8=', true],
    ['with stray bits in the last digit', '/+9=', false],
    ['in the URL alphabet', '_-8=', false],
    ['in the URL alphabet in one digit', '/-8=', false],
    ['without padding', '/+8', false],
    ['with padding in front', '=/+8', false],
    ['with a blank inside', '/+ 8', false],
  ])('takes the data of a chunk spelled %s only if it is canonical', (_how, base64, isCanonical) => {
    useRecogniser(name);
    const digest = createHash('sha256').update(Buffer.from('/+8=', 'base64')).digest('hex');
    const line = Buffer.from(chunkLine(base64, digest));
    expect(recogniseFrames(line, 0, line.length)[0] !== null).toBe(isCanonical);
    const judge = () => checkFrame(line, 0, line.length);
    if (isCanonical) expect(Buffer.from(judge().decodeChunk()?.bytes ?? [])).toEqual(Buffer.from([0xff, 0xef]));
    else expect(judge).toThrow(expect.objectContaining({ fxError: expect.any(String) }));
  });

  it('gives one entry a line, in order, and null for what it leaves', () => {
    useRecogniser(name);
    const [, log] = [...fixtureLogs()].find(([path]) => path.startsWith('multi-turn')) as [string, Buffer];
    const lines = framesOf(log);
    const damaged = Buffer.concat([...lines.slice(0, 3), Buffer.from('{"schema_version": 1}\n'), ...lines.slice(3)]);
    const result = recogniseFrames(damaged, 0, damaged.length);
    expect(result.map((frame) => frame?.seq ?? null)).toEqual([
      1,
      2,
      3,
      null,
      ...lines.slice(3).map((_, index) => index + 4),
    ]);
  });
});

describe('checkFrame', () => {
  const [started] = sampleFrames() as [Buffer, ...Buffer[]];

  it('has the header before the payload is built', () => {
    const frame = checkFrame(started, 0, started.length);
    const event = decodeFrame(started);
    expect(frame.isRecognised).toBe(true);
    expect(frame).toMatchObject({ kind: 'session_started', seq: 1, timestampMs: event.timestamp_ms });
    expect(frame.generation).toBe(event.log_generation);
    expect(frame.eventId).toBe(event.event_id);
    expect(frame.event).toStrictEqual(event);
    expect(frame.event).toBe(frame.event);
  });

  it.each(['x', ' ', '\t ', '}', '{"schema_version":1', '\n', 'x\n', `${started}`, `${started}`.slice(0, -1)])(
    'refuses a frame that is followed by %j before it is said to end',
    (tail) => {
      const bytes = Buffer.from(`${started}${tail}`);
      for (const name of ['wasm', 'javascript', 'none'] as const) {
        useRecogniser(name);
        const fault = { fxError: 'InvalidEventFrame', offset: tail.endsWith('\n') ? started.length - 1 : bytes.length };
        expect(() => checkFrame(bytes, 0, bytes.length), name).toThrow(expect.objectContaining(fault));
        expect(checkFrame(bytes, 0, started.length).seq).toBe(1);
      }
    },
  );

  it('gives the same header for a frame that is not canonical', () => {
    const spaced = Buffer.from(started.toString().replace('{"schema_version":1', '{ "schema_version":1'));
    const frame = checkFrame(spaced, 0, spaced.length);
    expect(frame.isRecognised).toBe(false);
    expect(frame.generation).toBe(decodeFrame(started).log_generation);
    expect(encodeFrame(frame.event)).toEqual(started);
    expect(decodeChecked(spaced, 0, spaced.length).eventId).toBe(frame.eventId);
  });

  it('knows of nearly every frame that fx wrote that encoding it gives the same bytes', () => {
    let unknown = 0;
    let all = 0;
    for (const [, log] of fixtureLogs()) {
      for (const line of framesOf(log)) {
        const { canonicalBytes } = checkFrame(line, 0, line.length);
        all++;
        if (canonicalBytes === null) unknown++;
        else expect(line.equals(canonicalBytes)).toBe(true);
      }
    }
    // Turns with several images and the like are left to the encoder.
    expect(unknown).toBeLessThan(all / 100);
  });

  it.each([
    ['an escape that fx writes', String.raw`"/w\\\"\n\u001f"`, true],
    ['a slash that need not be escaped', String.raw`"\/w"`, false],
    ['a letter that need not be escaped', String.raw`"/w\u0061"`, false],
    ['a line feed by its code', String.raw`"/w\u000a"`, false],
    ['a code in capital digits', String.raw`"/w\u001F"`, false],
  ])('knows whether encoding a frame gives the same bytes: %s', (_what, quoted, isCanonical) => {
    const [, log] = [...fixtureLogs()].find(([path]) => path.startsWith('multi-turn')) as [string, Buffer];
    const turn = framesOf(log).find((line) => line.includes('"history_turn_committed"')) as Buffer;
    const text = turn.toString().replace(/"text":"[^"]*"/, () => `"text":${quoted}`);
    const line = Buffer.from(text);
    const frame = checkFrame(line, 0, line.length);
    expect(frame.canonicalBytes !== null).toBe(isCanonical);
    expect(Buffer.from(encodeFrame(frame.event)).equals(line)).toBe(isCanonical);
  });

  it('never says so of a changed frame that is written otherwise', () => {
    const random = seededRandom(SEED);
    const samples = sampleFrames();
    let canonical = 0;
    for (let round = 0; round < CHANGED_FRAMES; round++) {
      const sample = samples[random(samples.length)] as Buffer;
      const line = Buffer.from(mutateFrame(sample, random));
      const [frame] = recogniseFrames(line, 0, line.length);
      if (frame?.canonicalBytes == null || frame.length !== line.length) continue;
      canonical++;
      expect(Buffer.from(encodeFrame(frame.event)).equals(line), line.toString()).toBe(true);
    }
    expect(canonical).toBeGreaterThan(0);
  });
});
