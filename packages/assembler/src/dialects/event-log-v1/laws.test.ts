import { readFileSync } from 'node:fs';
import { encodeState, type Finding } from '@fxlog/format';
import { decodeToken, encodeToken, LogError, readEvents, TokenError } from '@fxlog/reader';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#test/runs';
import { assembleTurns, reduceLog } from '../../index.js';
import { bodyOf, collect, nativeTurns, standingEntries } from '../../testing/collect.js';
import { LogBuilder, plainTurn, stateOf } from './testing/log-builder.js';

const EVERY_KIND = readFileSync(
  new URL('../../../../../test-fixtures/conformance/event-log-accepted.jsonl', import.meta.url),
);

/** Two chunks, one turn across their border. */
const LARGE = new LogBuilder()
  .start()
  .turn('before', { work_id: 'w-1', turn: plainTurn('before') })
  .replacement(stateOf([plainTurn('a', 'x'.repeat(2_200_000)), plainTurn('b', 'y'.repeat(2_200_000)), plainTurn('c')]))
  .turn('after');

function cut(bytes: Uint8Array, at: readonly number[]): Uint8Array[] {
  const places = [...new Set(at.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...places].map((from, index) => bytes.subarray(from, places[index] ?? bytes.length));
}

async function verdict(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof LogError) return { fxError: error.fxError, rule: error.rule, offset: error.frameOffset };
    throw error;
  }
}

describe('splitting the input', () => {
  it('changes nothing', async () => {
    const whole = await reduceLog(EVERY_KIND);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(EVERY_KIND.length), { maxLength: 40 }), async (at) => {
        expect(await reduceLog(cut(EVERY_KIND, at))).toEqual(whole);
      }),
      { numRuns: runs(30) },
    );
  });

  it('changes nothing where the log is cut off', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(EVERY_KIND.length), fc.array(fc.nat(EVERY_KIND.length)), async (length, at) => {
        const prefix = EVERY_KIND.subarray(0, length);
        expect(await verdict(reduceLog(cut(prefix, at)))).toEqual(await verdict(reduceLog(prefix)));
      }),
      { numRuns: runs(60) },
    );
  });
});

describe('turns of a replacement', () => {
  it.each([
    ['every kind', EVERY_KIND],
    ['two chunks', LARGE.bytes],
  ])('are the same from a pipe and from a second pass: %s', async (_name, bytes) => {
    const { state } = await reduceLog(bytes);
    const twice = await collect(assembleTurns(bytes));
    const once = await collect(assembleTurns([bytes]));
    expect(standingEntries(twice.items)).toEqual(standingEntries(once.items));
    expect(nativeTurns(standingEntries(twice.items))).toEqual(state.history);
    expect(standingEntries(twice.items).map((entry) => bodyOf(entry).index)).toEqual(
      state.history.map((_turn, index) => index),
    );
  });

  it('are the same wherever the log is cut off', async () => {
    for (let length = 0; length <= EVERY_KIND.length; length += 97) {
      const bytes = EVERY_KIND.subarray(0, length);
      const twice = await collect(assembleTurns(bytes));
      const once = await collect(assembleTurns([bytes]));
      expect(twice.fault?.message).toBe(once.fault?.message);
      expect(standingEntries(twice.items)).toEqual(standingEntries(once.items));
    }
  });
});

describe('taking up a fold', () => {
  it.each([
    ['every kind', EVERY_KIND],
    ['two chunks', LARGE.bytes],
  ])('gives what folding at once gives, from every frame on: %s', async (_name, bytes) => {
    const whole = await reduceLog(bytes, { keepHistory: false });
    for (let end = bytes.indexOf(0x0a) + 1; end > 0; end = bytes.indexOf(0x0a, end) + 1) {
      const { token, turns } = await reduceLog(bytes, { keepHistory: false, end });
      const start = decodeToken(encodeToken(token));
      expect(start).toEqual(token);
      const rest = await reduceLog(bytes, { keepHistory: false, start });
      expect(rest).toEqual(whole);
      const { items } = await collect(assembleTurns(bytes, { start }));
      const [first] = items;
      if (first?.type === 'turn') expect(first.turn.index).toBe(turns);
    }
  });

  it('stands at the first frame of a replacement that is open', async () => {
    const log = new LogBuilder()
      .start()
      .turn('one')
      .replacement(stateOf([plainTurn('new')]), { frames: 2 });
    const { token, truncateFrom } = await reduceLog(log.bytes);
    expect(token.offset).toBe(log.boundaries[2]);
    expect(truncateFrom).toBe(log.boundaries[2]);
    expect(token.seq).toBe(2);
  });

  it('keeps integers beyond 2^53, minus zero costs and bytes that are not UTF-8', async () => {
    const usage = {
      billing: 'complete' as const,
      api_duration_complete: true,
      wall_duration_complete: true,
      code_complete: true,
      next_sequence: 18446744073709551615n,
      settled_through_sequence: 0,
      api_duration_ms: 0,
      wall_duration_ms: 0,
      total_cost: -0,
      input_tokens: 0,
      output_tokens: 0,
      cache_read_tokens: 0,
      cache_write_tokens: 0,
      billable_web_search_calls: 0,
      lines_added: 0,
      lines_removed: 0,
      models: [],
      pending: [],
    };
    const bytes = Uint8Array.of(0xff, 0xfe);
    const log = new LogBuilder()
      .start()
      .event('usage_checkpointed', { usage })
      .event('recovery_checkpoint_set', {
        checkpoint: {
          version: 1,
          turn_id: 1,
          user: { text: bytes, images: [] },
          assistant_source: '',
          execution: { schema_version: 3, tool_steps: [], files: [] },
          cause: 'network_interrupted',
          action: 'paused',
          tool_state: 'none',
          route_model: 'acme/m1',
          requested_fast_mode: false,
          fast_mode: false,
          max_provider_attempts: 1,
          consumed_provider_attempts: 0,
          outstanding_reservation: false,
        },
      });
    const { token, state } = await reduceLog(log.bytes);
    const again = await reduceLog(log.bytes, { start: decodeToken(encodeToken(token)) });
    expect(again.state).toEqual(state);
    expect(Object.is(again.state.usage?.total_cost, -0)).toBe(true);
    expect(encodeState(again.state)).toEqual(encodeState(state));
  });

  it.each([
    ['no folded state', null],
    ['a state that is none', { state: '' }],
    ['a context behind the history', { contextHistoryStart: 99 }],
    ['fewer turns than none', { turns: -1 }],
    ['no event', { eventId: 7 }],
  ])('refuses a token with %s', async (_name, change) => {
    const bytes = new LogBuilder().start().turn('one').bytes;
    const { token } = await reduceLog(bytes);
    const folded = { ...(token.state as object), ...change };
    await expect(reduceLog(bytes, { start: { ...token, state: change === null ? null : folded } })).rejects.toThrow(
      TokenError,
    );
    for (const [dialect, why] of [
      ['legacy-snapshot', /dialect/],
      ['sessions-v2', /folded state in this resume token/],
      ['conversation-log', /folded state in this resume token/],
    ] as const) {
      await expect(reduceLog(bytes, { start: { ...token, dialect } })).rejects.toThrow(why);
    }
  });

  it('refuses the token of a reader, which folded nothing, but at the first byte', async () => {
    const bytes = new LogBuilder().start().turn('one').bytes;
    const reading = readEvents(bytes);
    const start = reading.exportToken();
    for await (const _ of reading);
    expect(await reduceLog(bytes, { start })).toEqual(await reduceLog(bytes));
    await expect(reduceLog(bytes, { start: reading.exportToken() })).rejects.toMatchObject({
      fxError: 'InvalidReductionStart',
      rule: 'log/reduction-start',
    });
  });
});

describe('lenient folding', () => {
  it('accepts what strict folding accepts, to the same state, without an error', async () => {
    for (let end = EVERY_KIND.indexOf(0x0a) + 1; end > 0; end = EVERY_KIND.indexOf(0x0a, end) + 1) {
      const findings: Finding[] = [];
      const onFinding = (finding: Finding): void => void findings.push(finding);
      const lenient = await reduceLog(EVERY_KIND, { end, mode: 'lenient', onFinding });
      expect(lenient).toEqual(await reduceLog(EVERY_KIND, { end }));
      expect(findings.filter((finding) => finding.severity === 'error')).toEqual([]);
    }
  });

  it('never throws, whatever byte is altered', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(EVERY_KIND.length - 1), fc.integer({ min: 0, max: 255 }), async (at, byte) => {
        const bytes = Buffer.from(EVERY_KIND);
        bytes[at] = byte;
        const findings: Finding[] = [];
        const onFinding = (finding: Finding): void => void findings.push(finding);
        const lenient = await reduceLog(bytes, { mode: 'lenient', onFinding });
        const strict = await verdict(reduceLog(bytes));
        if (typeof strict === 'object' && strict !== null && 'fxError' in strict) expect(findings).not.toEqual([]);
        else expect(lenient).toEqual(strict);
        const { fault } = await collect(assembleTurns([bytes], { mode: 'lenient' }));
        expect(fault).toBeNull();
      }),
      { numRuns: runs(150) },
    );
  });
});
