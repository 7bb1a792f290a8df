import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { reduceLog } from '@fxlog/assembler';
import type { HistoryTurn, LogEvent, StateDocument } from '@fxlog/format';
import { encodeState } from '@fxlog/format';
import { parseJson } from '@fxlog/json';
import { decodeCanonicalBase64 } from '@fxlog/json/internal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../content-names.js';
import { fixtureSessions } from '../../testing/fixtures.js';
import { eventsOf } from '../../testing/frames.js';
import { encodeLog } from './encode-log.js';
import { type EncodedFrame, type EncodeOptions, EventEncoder } from './event-encoder.js';
import { LogEncoderStream } from './log-encoder-stream.js';
import type { LogItem } from './log-item.js';
import { stateItems } from './state-items.js';

const conformance = new URL('../../../../../test-fixtures/conformance/', import.meta.url);
const session = { id: 'demo', workspace_root: '/w', preferences: { model: 'acme/m1' } };
const fixed: EncodeOptions = { session, seed: 's', clock: () => 1000 };

function turn(text: string): HistoryTurn {
  return {
    kind: 'assistant',
    user: { text, images: [] },
    assistant: 'hello',
    execution: { schema_version: 3, tool_steps: [], files: [] },
  };
}

function encodeAll(items: readonly LogItem[], options: EncodeOptions): EncodedFrame[] {
  const encoder = new EventEncoder(options);
  return [...items.flatMap((item) => [...encoder.encode(item)]), ...encoder.end()];
}

const bytesOf = (frames: readonly EncodedFrame[]): Buffer => Buffer.concat(frames.map(({ bytes }) => bytes));

async function collect(items: readonly LogItem[], options: EncodeOptions): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const bytes of encodeLog(items, options)) chunks.push(bytes);
  return Buffer.concat(chunks);
}

describe('EventEncoder', () => {
  it.each(fixtureSessions().map((fixture) => [`${fixture.shape}/${fixture.id}`, fixture] as const))(
    're-encodes %s byte for byte',
    (_name, fixture) => {
      const log = fixture.read('events.jsonl') ?? Buffer.alloc(0);
      const frames = encodeAll(eventsOf(log), {});
      expect(bytesOf(frames).equals(log)).toBe(true);
    },
  );

  it('re-encodes the accepted log with every kind and both forms of bytes', () => {
    const log = readFileSync(new URL('event-log-accepted.jsonl', conformance));
    expect(bytesOf(encodeAll(eventsOf(log), {})).equals(log)).toBe(true);
  });

  it('numbers frames from 1 and tiles the log with their offsets', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 8 }), (texts) => {
        const frames = encodeAll(texts.map(turn), fixed);
        let offset = 0;
        for (const [index, frame] of frames.entries()) {
          expect(frame.event.seq).toBe(index + 1);
          expect(frame.offset).toBe(offset);
          expect(frame.length).toBe(frame.bytes.length);
          offset += frame.length;
        }
        expect(frames).toHaveLength(texts.length + 1);
      }),
    );
  });

  it('gives the same bytes for the same items, seed and clock, and others for another seed', () => {
    const items = [turn('one'), turn('two')];
    const once = bytesOf(encodeAll(items, fixed));
    expect(bytesOf(encodeAll(items, fixed))).toEqual(once);
    expect(bytesOf(encodeAll(items, { ...fixed, seed: 't' }))).not.toEqual(once);
    expect(bytesOf(encodeAll(items, { session }))).not.toEqual(bytesOf(encodeAll(items, { session })));
  });

  it('starts a session with what fx itself takes where nothing is stated', () => {
    const [start] = encodeAll([], fixed);
    expect(start?.event).toMatchObject({
      kind: 'session_started',
      timestamp_ms: 1000,
      payload: {
        id: 'demo',
        created_at_ms: 1000,
        origin_workspace_root: '/w',
        conversation_language: 'und',
        preferences: { model: 'acme/m1', effort: 'auto', fast_mode: false, provider: 'gateway' },
      },
    });
  });

  it('repeats a work id of the turn in its event, without which fx refuses it', () => {
    const worked = turn('hi');
    if (worked.kind === 'assistant') worked.user.work_id = 'w1';
    expect(encodeAll([worked], fixed)[1]?.event).toMatchObject({ payload: { work_id: 'w1' } });
  });

  it('keeps language and totals until a turn states others', () => {
    const drafts = [{ turn: turn('a'), total_input_tokens: 5, conversation_language: 'en' }, { turn: turn('b') }];
    const [, , last] = encodeAll(drafts, fixed);
    expect(last?.event.payload).toMatchObject({ total_input_tokens: 5, conversation_language: 'en' });
  });

  it('gives new ids and one generation to events that had others', () => {
    const events = eventsOf(readFileSync(new URL('event-log-minimal.jsonl', conformance)));
    const generation = 'ab'.repeat(16);
    const frames = encodeAll(events, { generation, eventIds: 'new', seed: 's' });
    const old = new Set(events.map(({ event_id }) => event_id));
    expect(frames.every(({ event }) => event.log_generation === generation && !old.has(event.event_id))).toBe(true);
  });

  it('goes on behind a position', () => {
    const start = { generation: 'cd'.repeat(16), seq: 7, eventId: '', offset: 900 };
    const [frame] = encodeAll([turn('next')], { start, seed: 's', clock: () => 1 });
    expect(frame).toMatchObject({ offset: 900, event: { seq: 8, log_generation: start.generation } });
  });
});

describe('replacement transactions (event-log §4.4)', () => {
  const state = (history: HistoryTurn[]): StateDocument => ({
    id: 'demo',
    origin_workspace_root: '/w',
    workspace_root: '/w',
    created_at_ms: 1000,
    updated_at_ms: 2000,
    conversation_language: 'en',
    preferences: { model: 'acme/m1', effort: 'auto', fast_mode: false, provider: 'gateway' },
    history,
    total_input_tokens: 0,
    total_output_tokens: 0,
  });

  it('carries the document of event-log §6.1 in the bytes printed there', () => {
    const log = readFileSync(new URL('event-log-minimal.jsonl', conformance));
    const events = eventsOf(log);
    const chunk = events.find((event) => event.kind === 'state_replacement_chunk');
    const document = decodeCanonicalBase64(chunk?.payload.base64 ?? '') ?? new Uint8Array(0);
    const replacement = parseJson(document) as unknown as StateDocument;
    const ids = events.slice(7).map(({ event_id }) => event_id);
    const encoder = new EventEncoder({
      identifiers: { next: (use) => (use === 'replacement' ? `${'0'.repeat(31)}1` : (ids.shift() ?? '')) },
    });
    const before = events.slice(0, 7).flatMap((event) => [...encoder.encode(event)]);
    const frames = [...encoder.encode({ replacement, reason: 'compaction' })];
    expect(bytesOf([...before, ...frames]).equals(log)).toBe(true);
  });

  it('cuts the document into pieces of 4 MiB that share one id and one time', () => {
    const items: LogItem[] = [{ replacement: state([turn('x'.repeat(9_000_000))]), reason: 'migration' }];
    const frames = encodeAll(items, fixed).slice(1);
    const payloads = frames.map(({ event }) => event.payload as unknown as Record<string, unknown>);
    expect(frames.map(({ event }) => event.kind.replace('state_replacement_', ''))).toEqual([
      'started',
      'chunk',
      'chunk',
      'chunk',
      'committed',
    ]);
    expect(payloads.slice(1, 4).map(({ raw_bytes }) => raw_bytes)).toEqual([
      4_194_304,
      4_194_304,
      Number(payloads[0]?.encoded_bytes) - 2 * 4_194_304,
    ]);
    expect(new Set(payloads.map(({ replacement_id }) => replacement_id)).size).toBe(1);
    expect(new Set(frames.map(({ event }) => event.timestamp_ms))).toEqual(new Set([2000]));
  });

  it('takes the place of a turn too long for a frame, if the turns were kept', () => {
    const items = [turn('small'), turn('x'.repeat(8_400_000)), turn('after')];
    const frames = encodeAll(items, { ...fixed, keepHistory: true });
    const kinds = frames.map(({ event }) => event.kind);
    expect(kinds.filter((kind) => kind === 'state_replacement_chunk')).toHaveLength(3);
    expect(kinds.at(-1)).toBe('history_turn_committed');
    const encoder = new EventEncoder({ ...fixed, keepHistory: true });
    for (const item of items) for (const _ of encoder.encode(item));
    expect(encoder.state?.history).toHaveLength(3);
    expect(() => encodeAll(items, fixed)).toThrowError(
      expect.objectContaining({ fxError: 'EventFrameTooLarge', item: 1 }),
    );
  });

  it('may not change who the session is', () => {
    const other = { ...state([]), workspace_root: '/v' };
    expect(() => encodeAll([{ replacement: other, reason: 'recovery' }], fixed)).toThrowError(
      expect.objectContaining({ rule: 'replacement/identity', fxError: 'ImmutableSessionIdentity' }),
    );
  });
});

describe('what fx would refuse', () => {
  const events = (): LogEvent[] => eventsOf(readFileSync(new URL('event-log-minimal.jsonl', conformance)));
  const refuses = (items: readonly LogItem[], rule: string, options: EncodeOptions = {}): void => {
    expect(() => encodeAll(items, options)).toThrowError(expect.objectContaining({ name: 'WriteError', rule }));
  };

  it('is a log without a start, or with two', () => {
    refuses(events().slice(1), 'log/no-start');
    refuses([], 'log/no-start');
    refuses([...events().slice(0, 1), ...events().slice(0, 1)], 'log/second-start');
    refuses(events(), 'log/second-start', fixed);
  });

  it('is a rebound from elsewhere', () => {
    refuses([...events().slice(0, 2), ...events().slice(2, 3), ...events().slice(2, 3)], 'log/rebind');
  });

  it('is a replacement out of order, or without its commit', () => {
    refuses([...events().slice(0, 7), ...events().slice(8)], 'replacement/outside');
    refuses([...events().slice(0, 8), ...events().slice(9)], 'replacement/interrupted');
    refuses([...events().slice(0, 9), ...events().slice(8)], 'replacement/interrupted');
    refuses(events().slice(0, 9), 'replacement/torn');
  });

  it('is an invalid turn; the error names its index and place', () => {
    const bad = { ...turn('x'), assistant: null } as unknown as HistoryTurn;
    expect(() => encodeAll([turn('ok'), bad], fixed)).toThrowError(
      expect.objectContaining({ name: 'WriteError', item: 1, fxError: 'InvalidDurableBytes' }),
    );
  });

  it('is an invalid id, workspace or generation', () => {
    for (const wrong of [{ id: '..' }, { id: 'a/b' }, { workspace_root: 'relative' }]) {
      expect(() => encodeAll([], { ...fixed, session: { ...session, ...wrong } })).toThrowError(
        expect.objectContaining({ fxError: 'InvalidDurableField' }),
      );
    }
    expect(() => encodeAll([], { ...fixed, generation: 'short' })).toThrowError(
      expect.objectContaining({ name: 'WriteError' }),
    );
  });
});

describe('the state that the encoder follows', () => {
  // Not Buffer.toEqual: a difference of megabytes would be printed.
  const sameState = async (frames: readonly EncodedFrame[], followed: StateDocument | null): Promise<void> => {
    const { state, truncateFrom } = await reduceLog(bytesOf(frames));
    expect(truncateFrom).toBeUndefined();
    if (followed === null) return;
    expect(sha256Hex(encodeState(followed))).toBe(sha256Hex(encodeState(state)));
  };

  it('is what the log folds to, for every fixture without a replacement', async () => {
    let followed = 0;
    for (const fixture of fixtureSessions()) {
      const encoder = new EventEncoder({ keepHistory: true });
      const events = eventsOf(fixture.read('events.jsonl') ?? Buffer.alloc(0));
      const frames = events.flatMap((event) => [...encoder.encode(event)]);
      await sameState(frames, encoder.state);
      expect(encoder.state === null || encoder.historyLength === encoder.state.history.length).toBe(true);
      if (encoder.state !== null) followed++;
    }
    expect(followed).toBeGreaterThan(40);
  });

  it('is what the log folds to behind a turn too long for a frame, and behind a whole state', async () => {
    const encoder = new EventEncoder({ ...fixed, keepHistory: true });
    const worked = { turn: turn('x'.repeat(8_400_000)), work_id: 'w1' };
    const items = [turn('small'), worked, { turn: turn('after'), work_id: 'w2', total_output_tokens: 3 }];
    const frames = items.flatMap((item) => [...encoder.encode(item)]);
    await sameState(frames, encoder.state);
    const state = encoder.state;
    expect(state?.history[1]).toMatchObject({ user: { work_id: 'w1' } });
    if (state === null) throw new Error('the encoder knows its own state');
    for (const reason of ['compaction', 'migration', 'recovery', 'log_compaction'] as const) {
      await sameState(encodeAll(stateItems(state, reason), { seed: 's' }), state);
    }
  });
});

describe('the three forms', () => {
  const items = [turn('one'), turn('two'), turn('three')];

  it('give the same bytes', async () => {
    const expected = bytesOf(encodeAll(items, fixed));
    expect(await collect(items, fixed)).toEqual(expected);
    const chunks: Buffer[] = [];
    await pipeline(Readable.from([[items[0], items[1]], items[2]]), new LogEncoderStream(fixed), async (source) => {
      for await (const chunk of source) chunks.push(chunk as Buffer);
    });
    expect(Buffer.concat(chunks)).toEqual(expected);
  });

  it('hand out a replacement chunk by chunk, however slow the reader', async () => {
    const stream = new LogEncoderStream({ ...fixed, keepHistory: true });
    stream.end([turn('x'.repeat(20_000_000))]);
    const received: Buffer[] = [];
    for await (const chunk of stream) {
      received.push(chunk as Buffer);
      await new Promise((resolve) => setImmediate(resolve));
      // Two chunks of 4 MiB in base64 at most: one that waits and one that is being read.
      expect(stream.readableLength).toBeLessThan(12_000_000);
    }
    const whole = bytesOf(encodeAll([turn('x'.repeat(20_000_000))], { ...fixed, keepHistory: true }));
    expect(Buffer.concat(received).equals(whole)).toBe(true);
  });

  it('fail with the same error', async () => {
    const bad = { ...turn('x'), assistant: null } as unknown as HistoryTurn;
    const expected = { name: 'WriteError', item: 0 };
    await expect(collect([bad], fixed)).rejects.toMatchObject(expected);
    const run = pipeline(Readable.from([bad]), new LogEncoderStream(fixed), async (source) => {
      for await (const _ of source);
    });
    await expect(run).rejects.toMatchObject(expected);
  });
});

describe('frames that are given as they are', () => {
  const spaced = (seq: number): Uint8Array => {
    const [first] = [...new EventEncoder({ ...fixed, seed: 'raw' }).end()];
    const text = Buffer.from(first?.bytes ?? []).toString();
    return Buffer.from(text.replace('"seq":1', ` "seq" : ${seq} `));
  };

  it('come out byte for byte, although encoding would spell them differently', () => {
    const frames = [...new EventEncoder().encode({ rawFrame: spaced(1) })];
    expect(frames.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual([Buffer.from(spaced(1)).toString()]);
  });

  it('are refused under another number than the one that is due', () => {
    expect(() => [...new EventEncoder().encode({ rawFrame: spaced(2) })]).toThrow(
      expect.objectContaining({ rule: 'log/sequence', fxError: 'NonContiguousSequence' }),
    );
  });
});
