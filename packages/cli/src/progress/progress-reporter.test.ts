import { Writable } from 'node:stream';
import type { Progress } from '@fxlog/batch';
import { describe, expect, it } from 'vitest';
import type { CommandContext } from '../command-context.js';
import { Interrupt } from '../output/interrupt.js';
import { Output } from '../output/output.js';
import { terminalOf } from '../testing/run-in-process.js';
import { startProgress } from './progress-reporter.js';

const progress: Progress = {
  elapsedMs: 1000,
  sessions: 1,
  done: 1,
  failed: 0,
  skipped: 0,
  resumed: 0,
  totalSessions: 2,
  bytes: 1000,
  inputBytes: 1000,
  totalInputBytes: 2000,
  bytesPerSecond: 1000,
  etaMs: 1000,
  counts: { error: 0, warning: 0, info: 0 },
  current: null,
  finished: false,
};

/** A screen that both streams write to; results arrive late, as from a pipe that is written in pieces. */
function screen() {
  const shown: string[] = [];
  const stream = (turns: number) =>
    new Writable({
      async write(chunk: Buffer, _, done) {
        for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
        shown.push(chunk.toString());
        done();
      },
    });
  return { shown, stdout: stream(20), stderr: stream(1) };
}

describe('progress on a terminal', () => {
  it('is drawn again below a result, once that has arrived', async () => {
    const { shown, stdout, stderr } = screen();
    const context: CommandContext = {
      output: new Output(stdout, stderr, terminalOf(80)),
      stdin: () => {
        throw new TypeError('there is no standard input');
      },
      stderr,
      env: {},
      cwd: '.',
      now: () => 0,
      interrupt: new Interrupt(),
    };
    const reporter = await startProgress(context, 'terminal', stderr);
    reporter.show(progress);
    await reporter.above(() => context.output.line('a result'));
    reporter.end();
    await new Promise((resolve) => stderr.end(resolve));
    const text = shown.join('');
    const displays = [...text.matchAll(/1 of 2 sessions/g)].map(({ index }) => index);
    expect(displays).toHaveLength(2);
    expect(text.indexOf('a result')).toBeGreaterThan(displays[0] ?? 0);
    expect(text.indexOf('a result')).toBeLessThan(displays[1] ?? 0);
  });
});
