import { describe, expect, it } from 'vitest';
import type { Measurement } from './measure.js';
import { judgeTargets } from './targets.js';

const SIZE = 200e6;

function measurement(contestant: string, seconds: number, cpuSeconds = seconds, peakRss = 80e6): Measurement {
  return {
    suite: 'race',
    contestant,
    label: 'natural 200 MB',
    bytes: SIZE,
    ms: seconds * 1000,
    cpuMs: cpuSeconds * 1000,
    jobCpuMs: cpuSeconds * 1000,
    peakRss,
    items: null,
    throughput: SIZE / seconds,
    runs: [],
  };
}

function verdictOn(text: string, measurements: Measurement[], slack?: number) {
  const found = judgeTargets(measurements, SIZE, slack).filter((verdict) => verdict.text.includes(text));
  expect(found).toHaveLength(1);
  return found[0];
}

describe('the targets', () => {
  it('are judged only where there are figures', () => {
    expect(judgeTargets([measurement('floor', 1)], SIZE)).toEqual([]);
  });

  it('compare throughputs by the clock', () => {
    const even = [measurement('floor', 1), measurement('events', 0.5)];
    expect(verdictOn('against the bare loop', even)).toMatchObject({ holds: true, value: '2.00×' });
    const slower = [measurement('floor', 1), measurement('events', 0.625)];
    expect(verdictOn('against the bare loop', slower)).toMatchObject({ holds: false, value: '1.60×' });
  });

  it('are widened by the slack, and a busy machine may be judged by CPU time', () => {
    const slower = [measurement('floor', 1), measurement('events', 0.8)];
    expect(verdictOn('against the bare loop', slower, 0.6)?.holds).toBe(true);
    const disturbed = [measurement('floor', 1, 1), measurement('events', 4, 0.5)];
    expect(verdictOn('against the bare loop', disturbed, 0.6)?.holds).toBe(true);
    const regressed = [measurement('floor', 1, 1), measurement('events', 4, 4)];
    expect(verdictOn('against the bare loop', regressed, 0.6)?.holds).toBe(false);
  });

  it('hold conversions to a share of the bare loop', () => {
    const measured = [measurement('floor', 1), measurement('to-common', 0.9), measurement('to-claude-code', 2)];
    expect(verdictOn('conversion to common JSON against', measured)?.holds).toBe(true);
    expect(verdictOn('conversion to Claude Code against', measured)).toMatchObject({ holds: false, value: '0.50×' });
  });

  it('hold commands to the bare loop and to verify on the same log, and say why where they do not', () => {
    const work = (contestant: string, seconds: number) => ({ ...measurement(contestant, seconds), suite: 'work' });
    const measured = [work('floor', 1), work('verify', 0.5), work('work-fx', 2), work('work-stats', 1.25)];
    expect(verdictOn('convert --to fx against', measured)).toMatchObject({ holds: true, value: '0.50×' });
    expect(verdictOn('convert --to fx against', measured)).not.toHaveProperty('note');
    expect(verdictOn('stats against verify', measured)).toMatchObject({
      holds: false,
      value: '0.40×',
      note: expect.stringContaining('decoded'),
    });
  });

  it('bound memory from above', () => {
    expect(verdictOn('peak memory', [measurement('events', 1, 1, 101e6)])).toMatchObject({
      holds: false,
      value: '101 MB',
    });
    expect(verdictOn('peak memory', [measurement('events', 1, 1, 99e6)])?.holds).toBe(true);
  });
});
