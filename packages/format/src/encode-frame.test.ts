import { describe, expect, it } from 'vitest';
import { decodeFrame } from './decode-frame.js';
import { encodeFrame } from './encode-frame.js';
import { FrameError } from './frame-error.js';
import type { LogEvent } from './generated/types.js';
import { fixtureLogs, framesOf, sampleFrames } from './testing/sample-frames.js';

const [started] = sampleFrames().map((frame) => frame.toString()) as [string];

function refusalOf(change: (event: Record<string, unknown>) => void): FrameError {
  const event = JSON.parse(started) as Record<string, unknown>;
  change(event);
  try {
    encodeFrame(event as unknown as LogEvent);
  } catch (error) {
    if (error instanceof FrameError) return error;
    throw error;
  }
  throw new Error('The event was encoded.');
}

describe('encodeFrame', () => {
  it.each([...fixtureLogs()])('writes %s byte for byte as fx did', (_name, log) => {
    for (const frame of framesOf(log)) expect(Buffer.from(encodeFrame(decodeFrame(frame))).equals(frame)).toBe(true);
  });

  it('refuses a number that fx cannot write', () => {
    expect(refusalOf((event) => Object.assign(event, { seq: 0 }))).toMatchObject({
      rule: 'envelope/seq-zero',
      path: '/seq',
    });
    expect(refusalOf((event) => Object.assign(event, { seq: 1.5 }))).toMatchObject({
      rule: 'shape/integer',
      path: '/seq',
    });
    expect(refusalOf((event) => Object.assign(event, { seq: Number.NaN }))).toBeInstanceOf(FrameError);
  });

  it('refuses text that is not Unicode', () => {
    const fault = refusalOf((event) => Object.assign(event.payload as object, { workspace_root: '/w\ud800' }));
    expect(fault).toMatchObject({ rule: 'frame/lone-surrogate', fxError: 'InvalidEventFrame' });
  });

  it('refuses a value that breaks a bound, with the error that fx raises', () => {
    expect(refusalOf((event) => Object.assign(event.payload as object, { id: 'a/b' }))).toMatchObject({
      fxError: 'InvalidDurableField',
      path: '/payload/id',
    });
  });

  it('refuses an event without its parts instead of failing on them', () => {
    expect(refusalOf((event) => delete event.payload)).toMatchObject({ rule: 'shape/missing-key', path: '' });
    expect(refusalOf((event) => Object.assign(event, { payload: null }))).toMatchObject({ path: '/payload' });
    expect(refusalOf((event) => delete (event.payload as Record<string, unknown>).preferences)).toMatchObject({
      rule: 'shape/missing-key',
      path: '/payload',
    });
  });

  it('refuses a frame of more than 8 MiB', () => {
    const turn = {
      kind: 'compacted_summary',
      summary: 'x'.repeat(8_388_608),
      removed_turn_count: 1,
      compaction_count: 1,
    };
    const payload = { conversation_language: 'en', total_input_tokens: 0, total_output_tokens: 0, turn };
    expect(refusalOf((event) => Object.assign(event, { kind: 'history_turn_committed', payload }))).toMatchObject({
      fxError: 'EventFrameTooLarge',
    });
  });

  it('writes 64-bit integers exactly', () => {
    const event = {
      ...(JSON.parse(started) as LogEvent),
      seq: 18446744073709551615n,
      timestamp_ms: 9223372036854775807n,
    };
    const frame = Buffer.from(encodeFrame(event as LogEvent));
    expect(frame.toString()).toContain('"seq":18446744073709551615,');
    expect(decodeFrame(frame)).toMatchObject({ seq: 18446744073709551615n, timestamp_ms: 9223372036854775807n });
  });
});
