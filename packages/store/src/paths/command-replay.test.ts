import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSession } from '../session.js';
import { StoreError } from '../store-error.js';
import { FX, sessionIdOf } from '../testing/fixtures.js';
import { decodeCommandReplay } from './command-replay.js';

const frame = (stream: number, length: bigint, payload: string): Buffer => {
  const header = Buffer.alloc(9);
  header[0] = stream;
  header.writeBigUInt64LE(length, 1);
  return Buffer.concat([header, Buffer.from(payload)]);
};
const replay = (...frames: readonly Buffer[]): Buffer => Buffer.concat([Buffer.from('FXRPLY01'), ...frames]);

describe('decodeCommandReplay', () => {
  it('tells the two streams apart, in order', () => {
    const frames = decodeCommandReplay(replay(frame(0, 3n, 'out'), frame(1, 3n, 'err'), frame(0, 1n, '!')));
    expect(frames.map(({ stream, bytes }) => `${stream} ${Buffer.from(bytes)}`)).toEqual([
      'stdout out',
      'stderr err',
      'stdout !',
    ]);
  });

  it('takes a replay of a command that wrote nothing', () => {
    expect(decodeCommandReplay(replay())).toEqual([]);
  });

  it('says at which byte a replay goes wrong, and allocates nothing that a frame declares', () => {
    const offsetOf = (file: Buffer): number => {
      try {
        decodeCommandReplay(file);
      } catch (error) {
        if (error instanceof StoreError) return error.offset ?? -1;
      }
      return -1;
    };
    expect(offsetOf(Buffer.from('FXRPLY02'))).toBe(0);
    expect(offsetOf(replay(Buffer.from('abc')))).toBe(8);
    expect(offsetOf(replay(frame(2, 1n, 'x')))).toBe(8);
    expect(offsetOf(replay(frame(0, 0n, '')))).toBe(9);
    expect(offsetOf(replay(frame(0, 1_048_577n, 'x')))).toBe(9);
    expect(offsetOf(replay(frame(0, 2n ** 64n - 1n, 'x')))).toBe(9);
    expect(offsetOf(replay(frame(0, 2n, 'x')))).toBe(8);
  });

  it('decodes a replay that fx wrote', async () => {
    const dir = join(FX, 'tui-mixed', sessionIdOf('tui-mixed'));
    const handle = 'fx-command-replay-17406-1796033830357168237-0-fb4377761e0e519b.bin';
    const size = readFileSync(join(dir, 'logs/commands', handle)).length;
    const decoded = (await openSession(dir)).commandReplay(handle);
    if (!decoded.ok) throw new Error(decoded.finding.message);
    const payload = decoded.frames.reduce((sum, { bytes }) => sum + bytes.length, 0);
    expect(8 + 9 * decoded.frames.length + payload).toBe(size);
  });
});
