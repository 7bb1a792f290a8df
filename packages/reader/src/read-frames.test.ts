import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrameReader } from './frame-reader.js';
import { framesOf, readFrames } from './read-frames.js';
import type { ReadOptions, SkippedRange } from './read-options.js';
import { bytesOf, clearedLine } from './testing/logs.js';

const LIMIT = 8_388_608;

function places(bytes: Uint8Array, options: ReadOptions = {}): string[] {
  return framesOf(bytes, options).map(({ offset, length, line }) => `${line}@${offset}+${length}`);
}

function faultOf(bytes: Uint8Array, options: ReadOptions = {}) {
  const reader = new FrameReader(options);
  const frames = [...reader.push(bytes), ...reader.end()];
  return { frames: frames.length, fault: reader.fault };
}

describe('framesOf', () => {
  it('counts bytes, not characters', () => {
    expect(places(bytesOf('é\nx\n'))).toEqual(['1@0+3', '2@3+2']);
  });

  it('ends a line at LF alone', () => {
    expect(places(bytesOf('a\r\u2028\u0085\r\nb\n'))).toEqual(['1@0+9', '2@9+2']);
  });

  it('keeps blank lines as frames', () => {
    expect(places(bytesOf('\n\n'))).toEqual(['1@0+1', '2@1+1']);
  });

  it('gives nothing for no bytes', () => {
    expect(framesOf(new Uint8Array(0))).toEqual([]);
  });

  it('begins and stops where it is told', () => {
    expect(places(bytesOf('aa\nbb\ncc\n'), { start: { offset: 3, line: 2 }, end: 6 })).toEqual(['2@3+3']);
  });

  it('refuses a line without LF at the end, after the lines before it', () => {
    const { frames, fault } = faultOf(bytesOf('aa\nbb'));
    expect(frames).toBe(1);
    expect(fault).toMatchObject({ fxError: 'TruncatedEventFrame', rule: 'line/torn', offset: 3, length: 2, line: 2 });
  });

  it('refuses options that make no sense', () => {
    expect(() => framesOf(new Uint8Array(1), { maxFrameBytes: LIMIT * 8 + 1 })).toThrow(RangeError);
    expect(() => framesOf(new Uint8Array(1), { start: { offset: -1, line: 1 } })).toThrow(RangeError);
  });
});

describe('the size limit', () => {
  const full = Buffer.alloc(LIMIT, 0x20);
  full[LIMIT - 1] = 0x0a;

  it('lets a frame of exactly 8 MiB pass, LF included', () => {
    expect(places(full)).toEqual([`1@0+${LIMIT}`]);
  });

  it('refuses one byte more', () => {
    const { fault } = faultOf(Buffer.concat([Buffer.from(' '), full]));
    expect(fault).toMatchObject({ fxError: 'EventFrameTooLarge', rule: 'frame/too-large', offset: 0, line: 1 });
  });

  it('fails at once when 8 MiB have come without LF', () => {
    const reader = new FrameReader();
    reader.push(Buffer.alloc(LIMIT - 1, 0x20));
    expect(reader.fault).toBeNull();
    reader.push(Buffer.from(' '));
    expect(reader.fault?.fxError).toBe('EventFrameTooLarge');
  });

  it('can be raised to 64 MiB', () => {
    expect(framesOf(Buffer.concat([Buffer.from(' '), full]), { maxFrameBytes: 67_108_864 })).toHaveLength(1);
  });

  it('holds no more of a long line than the limit, and in lenient mode goes on behind it', () => {
    const skipped: SkippedRange[] = [];
    const reader = new FrameReader({ mode: 'lenient', maxFrameBytes: 100, onSkip: (range) => skipped.push(range) });
    const long = bytesOf('x'.repeat(64));
    for (let i = 0; i < 100; i++) expect(reader.push(long)).toEqual([]);
    const frames = [...reader.push(bytesOf('\nab\n')), ...reader.end()];
    expect(frames.map(({ offset, line }) => [offset, line])).toEqual([[6401, 2]]);
    expect(skipped).toEqual([{ offset: 0, length: 6401, line: 1, rule: 'frame/too-large' }]);
  });

  it('puts a line of 8 MiB in single bytes together', () => {
    const reader = new FrameReader({ maxFrameBytes: 300_000 });
    for (let i = 0; i < 299_999; i++) reader.push(Uint8Array.of(0x61 + (i % 7)));
    const [frame] = reader.push(Uint8Array.of(0x0a));
    const expected = Buffer.from(Array.from({ length: 299_999 }, (_, i) => 0x61 + (i % 7)));
    const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
    expect(digest(frame?.bytes ?? new Uint8Array(0))).toBe(digest(Buffer.concat([expected, Buffer.from('\n')])));
  });
});

describe('laws of framing', () => {
  const chunks = fc.array(
    fc.uint8Array({ maxLength: 12 }).map((bytes) => bytes.map((byte) => (byte % 4 === 0 ? 10 : byte))),
  );
  const limits = fc.integer({ min: 1, max: 20 });

  function run(parts: readonly Uint8Array[], options: ReadOptions) {
    const skipped: SkippedRange[] = [];
    const reader = new FrameReader({ ...options, onSkip: (range) => skipped.push(range) });
    const frames = parts.flatMap((part) => reader.push(part));
    frames.push(...reader.end());
    const { fault } = reader;
    return {
      frames: frames.map((frame) => [frame.offset, frame.line, Buffer.from(frame.bytes).toString('hex')]),
      fault: fault === null ? null : { ...fault.toFinding() },
      skipped,
    };
  }

  it('splitting the input anywhere changes nothing', () => {
    fc.assert(
      fc.property(chunks, limits, fc.constantFrom('strict', 'lenient'), (parts, maxFrameBytes, mode) => {
        expect(run(parts, { maxFrameBytes, mode })).toEqual(run([Buffer.concat(parts)], { maxFrameBytes, mode }));
      }),
    );
  });

  it('frames and skipped ranges tile the input', () => {
    fc.assert(
      fc.property(chunks, limits, (parts, maxFrameBytes) => {
        const { frames, skipped } = run(parts, { maxFrameBytes, mode: 'lenient' });
        const ranges = [
          ...frames.map(([offset, , hex]) => [Number(offset), String(hex).length / 2] as const),
          ...skipped.map(({ offset, length }) => [offset, length] as const),
        ].sort((a, b) => a[0] - b[0]);
        let position = 0;
        for (const [offset, length] of ranges) {
          expect(offset).toBe(position);
          position += length;
        }
        expect(position).toBe(Buffer.concat(parts).length);
      }),
    );
  });

  it('strict gives a prefix of what lenient gives', () => {
    fc.assert(
      fc.property(chunks, limits, (parts, maxFrameBytes) => {
        const strict = run(parts, { maxFrameBytes }).frames;
        expect(run(parts, { maxFrameBytes, mode: 'lenient' }).frames.slice(0, strict.length)).toEqual(strict);
      }),
    );
  });
});

describe('readFrames', () => {
  it('gives one batch per chunk and the summary at the end', async () => {
    const frames = readFrames([bytesOf('a\nb\nc'), bytesOf(''), bytesOf('c\n')]);
    expect((await frames.next()).value).toHaveLength(2);
    expect((await frames.next()).value).toHaveLength(1);
    expect(await frames.next()).toEqual({
      done: true,
      value: { delivered: 3, deliveredBytes: 7, skipped: 0, skippedBytes: 0, skippedByRule: {}, findings: 0 },
    });
  });

  it('keeps a last line that is a whole event but for its LF, in lenient mode only', async () => {
    const bytes = bytesOf(clearedLine(1).slice(0, -1));
    const rules: string[] = [];
    const frames = framesOf(bytes, { mode: 'lenient', onFinding: ({ rule }) => rules.push(rule) });
    expect(frames.map(({ offset, length }) => [offset, length])).toEqual([[0, bytes.length]]);
    expect(rules).toEqual(['line/torn']);
    expect(() => framesOf(bytes)).toThrow(/TruncatedEventFrame/);
  });
});
