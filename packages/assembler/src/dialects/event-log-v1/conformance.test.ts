import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { encodeState, FrameError } from '@fxlog/format';
import { LogError } from '@fxlog/reader';
import { describe, expect, it } from 'vitest';
import { assembleTurns, type ReduceResult, reduceLog } from '../../index.js';
import { collect, nativeTurns, standingEntries } from '../../testing/collect.js';

const FIXTURES = new URL('../../../../../test-fixtures/conformance/', import.meta.url);

function corpus<Line>(name: string): Line[] {
  const text = readFileSync(new URL(name, FIXTURES), 'utf8');
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]));
}

interface LogLine {
  readonly id: string;
  readonly why: string;
  readonly log_b64: string;
  readonly verdict: 'accept' | 'reject';
  readonly error?: string;
  readonly frame_offset?: number;
  readonly turns?: number;
  readonly bytes_consumed?: number;
  readonly through_seq?: number;
  readonly through_offset?: number;
  readonly through_event_id?: string;
  readonly log_generation?: string;
  readonly truncate_from?: number;
  readonly state_json?: string;
  readonly state_sha256?: string;
  readonly state_error?: string;
}

interface CaseLine {
  readonly id: string;
  readonly scope: 'frame' | 'log';
  readonly accept: boolean;
  readonly rule: string;
  readonly input_base64: string;
  readonly error?: string;
  readonly truncate_from?: number | null;
  readonly through_seq?: number;
  readonly bytes_consumed?: number;
  readonly final_state_sha256?: string | null;
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function refusal(bytes: Uint8Array): Promise<{ error: string; frameOffset: number } | null> {
  try {
    await reduceLog(bytes);
    return null;
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    return { error: error.fxError, frameOffset: error.frameOffset };
  }
}

function encoded(result: ReduceResult): Uint8Array | string {
  try {
    return encodeState(result.state);
  } catch (error) {
    if (!(error instanceof FrameError)) throw error;
    return error.fxError;
  }
}

describe("fx's verdicts about whole logs", () => {
  const lines = corpus<LogLine>('logs.jsonl');

  it('has all of them', () => expect(lines).toHaveLength(221));

  it.each(lines.filter((line) => line.verdict === 'reject'))('$id refuses: $why', async (line) => {
    const bytes = Buffer.from(line.log_b64, 'base64');
    expect(await refusal(bytes)).toEqual({ error: line.error, frameOffset: line.frame_offset });
  });

  it.each(lines.filter((line) => line.verdict === 'accept'))('$id accepts: $why', async (line) => {
    const result = await reduceLog(Buffer.from(line.log_b64, 'base64'));
    expect(result.turns).toBe(line.turns);
    expect(result.state.history).toHaveLength(line.turns ?? 0);
    expect(result.bytesConsumed).toBe(line.bytes_consumed);
    expect(result.truncateFrom).toBe(line.truncate_from);
    expect(result.boundary).toMatchObject({
      generation: line.log_generation,
      seq: line.through_seq,
      eventId: line.through_event_id,
      offset: line.through_offset,
    });
    const state = encoded(result);
    if (line.state_error !== undefined) expect(state).toBe(line.state_error);
    else {
      expect(Buffer.from(state).toString('utf8')).toBe(line.state_json);
      expect(sha256(state as Uint8Array)).toBe(line.state_sha256);
    }
  });

  it.each(lines.filter((line) => line.verdict === 'accept'))('$id gives the turns of its state', async (line) => {
    const bytes = Buffer.from(line.log_b64, 'base64');
    const { state } = await reduceLog(bytes);
    const dropped = await reduceLog(bytes, { keepHistory: false });
    expect({ ...dropped, state: { ...dropped.state, history: state.history } }).toEqual(await reduceLog(bytes));
    const { items, fault } = await collect(assembleTurns(bytes));
    expect(fault).toBeNull();
    expect(nativeTurns(standingEntries(items))).toEqual(state.history);
  });
});

describe('the single cases of the format', () => {
  const lines = corpus<CaseLine>('event-log-cases.jsonl').filter((line) => line.scope === 'log');

  it.each(lines.filter((line) => !line.accept))('$id refuses: $rule', async (line) => {
    expect((await refusal(Buffer.from(line.input_base64, 'base64')))?.error).toBe(line.error);
  });

  it.each(lines.filter((line) => line.accept))('$id accepts: $rule', async (line) => {
    const result = await reduceLog(Buffer.from(line.input_base64, 'base64'));
    expect(result.truncateFrom ?? null).toBe(line.truncate_from);
    expect(result.boundary.seq).toBe(line.through_seq);
    expect(result.bytesConsumed).toBe(line.bytes_consumed);
    const state = encoded(result);
    expect(typeof state === 'string' ? null : sha256(state)).toBe(line.final_state_sha256);
  });

  it('folds the log with every kind and turn to the state the format names', async () => {
    const result = await reduceLog(readFileSync(new URL('event-log-accepted.jsonl', FIXTURES)));
    expect(result.turns).toBe(8);
    const state = encodeState(result.state);
    expect(state).toHaveLength(6172);
    expect(sha256(state)).toBe('451cd0c00c958f5c882e268a000881e27f11d473fcde230af7d1c9ed25231a31');
  });
});
