import { mkdtempSync, rmSync } from 'node:fs';
import { type FileHandle, open, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeLog, type TurnDraft } from '@fxlog/writer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ItemBatches } from '../codec.js';
import { convert, readItems } from '../convert.js';
import { codecs } from '../known-codecs.js';
import { LossReport } from '../loss.js';
import { timeFromMs } from '../model/timestamp.js';

const LOG_BYTES = 16_000_000;
/** More than a chunk of the reader and the longest turn. */
const MAX_LAG_BYTES = 1_500_000;

const folder = mkdtempSync(join(tmpdir(), 'fxlog-streaming-'));
const log = join(folder, 'events.jsonl');

function* turns(): Generator<TurnDraft> {
  for (let index = 0; ; index++) {
    const call = { id: `c${index}`, name: 'grep_files', arguments_json: '{"pattern":"x"}', provider_result: null };
    const output = `${index} `.repeat(4000);
    const result = {
      tool_call_id: call.id,
      tool_name: call.name,
      status: 'success' as const,
      output,
      output_handle: null,
      preview: null,
      output_bytes: output.length,
      stored_output_bytes: output.length,
      truncated: false,
      provider_native: false,
      created_at_ms: index,
      permission_feedback: [],
      committed_file_presentation: null,
      command_output_replay: null,
      command_process_presentation: null,
    };
    const tool_steps = [{ assistant: null, tool_calls: [call], tool_results: [result] }];
    const user = { text: `question ${index}`, images: [] };
    const execution = { schema_version: 3 as const, tool_steps, files: [] };
    yield { turn: { kind: 'assistant', user, assistant: 'answer', execution }, timestamp_ms: index };
  }
}

beforeAll(async () => {
  async function* bytes() {
    let size = 0;
    const session = { id: 's', workspace_root: '/w', created_at_ms: 0, preferences: { model: 'm' } };
    for await (const frame of encodeLog(turns(), { session, seed: 's' })) {
      yield frame;
      size += frame.length;
      if (size > LOG_BYTES) return;
    }
  }
  await writeFile(log, bytes());
});
afterAll(() => rmSync(folder, { recursive: true }));

/** An open file that notes how far it was read. */
function watched(handle: FileHandle): { readonly source: FileHandle; readonly position: () => number } {
  let position = 0;
  const source = new Proxy(handle, {
    get(target, key) {
      if (key !== 'read') {
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === 'function' ? value.bind(target) : value;
      }
      return async (buffer: Uint8Array, offset: number, length: number, from: number) => {
        const result = await target.read(buffer, offset, length, from);
        position = from + result.bytesRead;
        return result;
      };
    },
  });
  return { source, position: () => position };
}

describe('a long log', () => {
  it('is read no further ahead than a chunk and a turn', async () => {
    const handle = await open(log);
    const { source, position } = watched(handle);
    let lag = 0;
    let last = 0;
    for await (const batch of readItems(source, { from: 'fx' })) {
      for (const item of batch) if (item.type === 'message') last = item.source?.offset ?? last;
      lag = Math.max(lag, position() - last);
    }
    await handle.close();
    expect(last).toBeGreaterThan(LOG_BYTES * 0.9);
    expect(lag).toBeLessThan(MAX_LAG_BYTES);
  });

  it.each(['common', 'simple', 'jsonl', 'fx'])('comes out as %s as it goes in', async (to) => {
    const handle = await open(log);
    const { source, position } = watched(handle);
    const report = new LossReport({ maxSamples: 3 });
    let lag = 0;
    let written = 0;
    // From fx to fx the bytes are copied, unless something happens in between.
    for await (const { bytes } of convert(source, { from: 'fx', to, onLoss: report.add, stages: [(items) => items] })) {
      // What is written is a little shorter or longer than what was read; only the beginning can be compared.
      if (written < LOG_BYTES / 4) lag = Math.max(lag, position() - written);
      written += bytes.length;
    }
    await handle.close();
    expect(written).toBeGreaterThan(LOG_BYTES * 0.7);
    expect(lag).toBeLessThan(LOG_BYTES / 4);
    expect(report.kinds().every(({ samples }) => samples.length <= 3)).toBe(true);
  });
});

describe.each(['common', 'simple', 'jsonl', 'fx'])('the encoder of %s', (name) => {
  it('takes items only as its output is taken', async () => {
    let given = 0;
    const timestamp = timeFromMs(0);
    async function* items(): ItemBatches {
      yield [{ type: 'meta', meta: { id: 's', timestamp, cwd: '/w', model: 'm' } }];
      for (;;) {
        given++;
        yield [{ type: 'message', message: { role: 'user', content: [{ type: 'text', text: 'x' }], timestamp } }];
      }
    }
    let taken = 0;
    const pieces = codecs.require(name).encode?.(items(), { report: () => undefined });
    for await (const _ of pieces ?? []) if (++taken === 100) break;
    expect(given).toBeLessThan(110);
  });
});
