import { describe, expect, it } from 'vitest';
import { FrameError } from '../../frame-error.js';
import { decodeFrame } from './decode-frame.js';
import { encodeFrame } from './encode-frame.js';
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

  it('refuses a chunk whose digest is not that of its data', () => {
    const frame = [...fixtureLogs()]
      .flatMap(([, log]) => framesOf(log))
      .find((line) => line.includes('replacement_chunk"'));
    const chunk = decodeFrame(frame as Buffer) as LogEvent & { kind: 'state_replacement_chunk' };
    const wrong = { ...chunk, payload: { ...chunk.payload, chunk_sha256: '0'.repeat(64) } };
    expect(() => encodeFrame(wrong)).toThrow(expect.objectContaining({ rule: 'replacement/chunk-digest' }));
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

describe('the native way of writing', () => {
  it('takes bytes in the form in which they stand in a frame as well', () => {
    const frame = sampleFrames()
      .find((sample) => sample.includes('{"encoding":"base64"'))
      ?.toString() as string;
    expect(Buffer.from(encodeFrame(JSON.parse(frame) as LogEvent)).toString()).toBe(frame);
  });

  /** Writes an event that lacks what fx always adds, or holds what fx drops: the native text of it is recognised, but not what fx writes. */
  function rewritten(change: (text: string) => string, index = 0): string {
    const frames = sampleFrames().map((frame) => frame.toString());
    const text = change(frames[index] as string);
    expect(text).not.toBe(frames[index]);
    return Buffer.from(encodeFrame(JSON.parse(text) as LogEvent)).toString();
  }

  it('adds the provider that older logs lack', () => {
    expect(rewritten((text) => text.replace(/,"provider":"[a-z]+"/, ''))).toContain('"provider":"gateway"');
  });

  it('keeps the sign of a cost of minus zero', () => {
    const usage = sampleFrames().findIndex((frame) => frame.includes('"total_cost":0,"input_tokens":0'));
    expect(rewritten((text) => text.replace('"total_cost":0,', '"total_cost":-0,'), usage)).toContain(
      '"total_cost":-0,',
    );
  });

  it('drops the empty execution of an interrupted turn', () => {
    const turn = sampleFrames().findIndex(
      (frame) => frame.includes('"terminal_reason":"cancelled"}') && frame.includes('"kind":"interrupted"'),
    );
    const text = rewritten(
      (before) =>
        before.replace(
          '"terminal_reason":"cancelled"}',
          '"terminal_reason":"cancelled","execution":{"schema_version":3,"tool_steps":[],"files":[]}}',
        ),
      turn,
    );
    expect(text).not.toContain('"execution"');
  });

  it('makes an absolute snapshot path relative', () => {
    const image = sampleFrames().findIndex(
      (frame) => frame.includes('"snapshot_path":"images/') && !frame.includes('"encoding"'),
    );
    expect(rewritten((text) => text.replace('"snapshot_path":"images/', '"snapshot_path":"/a/b/'), image)).toContain(
      '"snapshot_path":"images/',
    );
  });
});
