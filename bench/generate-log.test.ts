import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reduceLog } from '@fxlog/assembler';
import { decodeFrame, encodeFrame } from '@fxlog/format';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateLog, type LogOptions, type Variant } from './generate-log.js';

const VARIANTS: readonly Variant[] = ['natural', 'ascii', 'cjk', 'text', 'rewritten', 'long-turn', 'long-lines'];

let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'fxlog-generate-'));
});

afterAll(() => rmSync(directory, { recursive: true }));

function generate(options: Partial<LogOptions> & { variant: Variant }): Buffer {
  const path = join(directory, `${options.variant}.jsonl`);
  generateLog(path, { bytes: 1_000_000, seed: 7, calls: 40, lineBytes: 100_000, ...options });
  return readFileSync(path);
}

function linesOf(log: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start < log.length; ) {
    const end = log.indexOf(10, start) + 1;
    lines.push(log.subarray(start, end));
    start = end;
  }
  return lines;
}

describe.each(VARIANTS)('a generated log, variant %s', (variant) => {
  it('is made of frames that decode strictly and encode to the same bytes', () => {
    for (const line of linesOf(generate({ variant }))) {
      expect(Buffer.from(encodeFrame(decodeFrame(line))).equals(line)).toBe(true);
    }
  });

  it('folds into a state without an error, every byte of it', async () => {
    const log = generate({ variant });
    const result = await reduceLog(log, {});
    expect(result.bytesConsumed).toBe(log.length);
    expect(result.truncateFrom).toBeUndefined();
    expect(result.turns).toBeGreaterThan(0);
  });

  it('is the same for the same seed and another for another', () => {
    const log = generate({ variant });
    expect(generate({ variant }).equals(log)).toBe(true);
    expect(generate({ variant, seed: 8 }).equals(log)).toBe(false);
  });
});

describe('the shape of a generated log', () => {
  it('has three usage snapshots to two checkpoints and frames of about 4 KB', () => {
    const lines = linesOf(generate({ variant: 'natural', bytes: 4_000_000 }));
    const kinds = lines.map((line) => (JSON.parse(line.toString()) as { kind: string }).kind);
    const count = (kind: string) => kinds.filter((other) => other === kind).length;
    // A file edit adds one more snapshot, as it does in fx.
    expect(count('usage_checkpointed') / count('recovery_checkpoint_set')).toBeCloseTo(1.6, 1);
    const average = lines.reduce((sum, line) => sum + line.length, 0) / lines.length;
    expect(average).toBeGreaterThan(3_200);
    expect(average).toBeLessThan(4_800);
  });

  it('keeps within its alphabet: none beyond ASCII in `ascii`, some in `natural`, much in `cjk`', () => {
    const beyondAscii = (variant: Variant) => {
      const log = generate({ variant });
      return log.filter((byte) => byte >= 0x80).length / log.length;
    };
    expect(beyondAscii('ascii')).toBe(0);
    expect(beyondAscii('natural')).toBeGreaterThan(0.0005);
    expect(beyondAscii('natural')).toBeLessThan(0.02);
    expect(beyondAscii('cjk')).toBeGreaterThan(0.05);
  });

  it('carries nearly all of a rewritten log in chunks of 4 MiB with their digests', () => {
    const lines = linesOf(generate({ variant: 'rewritten', bytes: 12_000_000 }));
    const frames = lines.map((line) => JSON.parse(line.toString()));
    const chunks = frames.filter((frame) => frame.kind === 'state_replacement_chunk').map((frame) => frame.payload);
    const raw = chunks.map((chunk) => Buffer.from(chunk.base64, 'base64'));
    const started = frames[1].payload;
    expect(frames[1].kind).toBe('state_replacement_started');
    expect(chunks.length).toBe(started.chunk_count);
    expect(raw.slice(0, -1).every((bytes) => bytes.length === 4_194_304)).toBe(true);
    expect(chunks.every((chunk, index) => chunk.chunk_sha256 === sha256(raw[index] as Buffer))).toBe(true);
    expect(sha256(Buffer.concat(raw))).toBe(started.sha256);
    const inChunks = lines.filter((line) => line.length > 1_000_000).reduce((sum, line) => sum + line.length, 0);
    expect(inChunks / 12_000_000).toBeGreaterThan(0.9);
  });

  it('puts all calls of a long turn into one turn', () => {
    const lines = linesOf(generate({ variant: 'long-turn', calls: 400 }));
    const turns = lines
      .map((line) => JSON.parse(line.toString()))
      .filter((frame) => frame.kind === 'history_turn_committed');
    expect(turns).toHaveLength(1);
    const steps = turns[0].payload.turn.execution.tool_steps as { tool_calls: unknown[] }[];
    expect(steps.reduce((sum, step) => sum + step.tool_calls.length, 0)).toBe(400);
  });
});

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
