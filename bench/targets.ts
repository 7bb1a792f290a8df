import type { Measurement } from './measure.js';
import { megabytes, NEWER_FORMATS } from './suites.js';

/** A promise about speed or memory, checked against what was measured in the same run. */
export interface Verdict {
  text: string;
  value: string;
  holds: boolean;
  /** Why it does not hold, where that is known. */
  note?: string;
}

interface Bound {
  /** What the figure must reach, or stay below for `at-most`. */
  limit: number;
  sense: 'at-least' | 'at-most';
  format: (value: number) => string;
}

const RATIO: Pick<Bound, 'sense' | 'format'> = { sense: 'at-least', format: (value) => `${value.toFixed(2)}×` };
const MEMORY: Pick<Bound, 'sense' | 'format'> = { sense: 'at-most', format: megabytes };
/** However busy a machine is, memory hardly depends on it: a bound on it is never widened further than this. */
const MEMORY_SLACK = 0.8;
/** fx's own native loader, on a machine like the one the targets were set on. */
const FX_LOADER_THROUGHPUT = 38e6;

/** What converting a log has to reach, in throughputs of the bare loop. */
const CONVERSIONS = [
  { contestant: 'to-common', target: 'common JSON', limit: 1 },
  { contestant: 'to-claude-code', target: 'Claude Code', limit: 0.7 },
];

interface WorkTarget {
  contestant: string;
  text: string;
  against: 'floor' | 'verify';
  limit: number;
  note: string;
}

/** What commands have to reach, start-up included: throughputs of the bare loop or of `verify` on the same log. */
const WORK: readonly WorkTarget[] = [
  {
    contestant: 'work-fx',
    text: 'convert --to fx',
    against: 'floor',
    limit: 0.5,
    note: 'the log is read twice, checked before anything is written, and hashed and synced as it is written',
  },
  {
    contestant: 'work-common',
    text: 'convert --to common',
    against: 'floor',
    limit: 1.5,
    note: 'the strings of turns are decoded and written again, which costs more the more of a log are turns',
  },
  {
    contestant: 'work-redact',
    text: 'redact',
    against: 'floor',
    limit: 0.5,
    note: 'every new text is searched for about a hundred patterns of secrets',
  },
  {
    contestant: 'work-stats',
    text: 'stats',
    against: 'verify',
    limit: 0.5,
    note: 'every turn is decoded to be counted',
  },
  {
    contestant: 'work-tail',
    text: 'tail -n 1',
    against: 'verify',
    limit: 0.5,
    note: 'the log is read twice: to learn what stands, and from the last replacement of the history on',
  },
];
const WORK_MEMORY = 150e6;

/** What sessions of the newer formats have to reach, in throughputs of the bare loop over their log. */
const OF_NEWER = [
  { contestant: 'events', what: 'strict events', limit: 2 },
  { contestant: 'fold', what: 'all that verify checks of a log', limit: 1.5 },
  { contestant: 'verify-session', what: 'all that verify checks of the directory', limit: 1.5 },
];

/**
 * Judges the targets for which the run has figures. `slack` widens every bound by that factor (0.6: six tenths of the
 * ratio will do), for machines too busy for a fair race; `size` is the size of the logs in the race.
 */
export function judgeTargets(measurements: readonly Measurement[], bytes: number, slack = 1): Verdict[] {
  const find = (contestant: string, label: string, suite?: string) =>
    measurements.find(
      (one) => one.contestant === contestant && one.label === label && (suite === undefined || one.suite === suite),
    );
  const verdicts: Verdict[] = [];
  const judge = (text: string, value: number | undefined, bound: Bound, note?: string) => {
    if (value === undefined) return;
    const holds =
      bound.sense === 'at-least' ? value >= bound.limit * slack : value <= bound.limit / Math.max(slack, MEMORY_SLACK);
    const sign = bound.sense === 'at-least' ? '≥' : '≤';
    verdicts.push({
      text: `${text} ${sign} ${bound.format(bound.limit)}`,
      value: bound.format(value),
      holds,
      ...(!holds && note !== undefined && { note }),
    });
  };
  /** How many times faster by the clock. */
  const faster = (one: Measurement | undefined, other: Measurement | undefined): number | undefined => {
    if (one === undefined || other === undefined) return undefined;
    const byClock = one.throughput / other.throughput;
    // With slack the machine is taken to be busy: then CPU time counts as well, and the kinder of the two decides.
    const byCpu = one.bytes / one.jobCpuMs / (other.bytes / other.jobCpuMs);
    return slack < 1 ? Math.max(byClock, byCpu) : byClock;
  };
  const ratio = (contestant: string, against: string, label: string) =>
    faster(find(contestant, label), find(against, label));

  const size = megabytes(bytes);
  for (const variant of ['natural', 'ascii', 'cjk', 'rewritten']) {
    const label = `${variant} ${size}`;
    for (const name of ['events', 'reduce']) {
      const what = name === 'events' ? 'strict events' : 'all that verify checks';
      judge(`${variant}: ${what} against the bare loop`, ratio(name, 'floor', label), { limit: 2, ...RATIO });
      judge(`${variant}: ${what} against readline`, ratio(name, 'readline', label), { limit: 8, ...RATIO });
      judge(`${variant}: peak memory of ${what}`, find(name, label)?.peakRss, { limit: 100e6, ...MEMORY });
    }
    // The turns of a replacement are inside its document, which events alone do not open.
    const basis = variant === 'rewritten' ? 'reduce' : 'events';
    judge(
      `${variant}: strict turns against ${basis === 'events' ? 'strict events' : 'all that verify checks'}`,
      ratio('turns', basis, label),
      {
        limit: 0.8,
        ...RATIO,
      },
    );
    judge(`${variant}: peak memory of strict turns`, find('turns', label)?.peakRss, {
      limit: 100e6,
      ...MEMORY,
    });
  }
  const fivefold = megabytes(bytes * 5);
  for (const format of NEWER_FORMATS) {
    for (const { contestant, what, limit } of OF_NEWER) {
      const label = `${format} ${size}`;
      judge(`${format}: ${what} against the bare loop`, ratio(contestant, 'floor', label), { limit, ...RATIO });
      judge(`${format}: peak memory of ${what}`, find(contestant, label)?.peakRss, { limit: 100e6, ...MEMORY });
      const large = find(contestant, `${format} ${fivefold}`);
      judge(`${format}: peak memory of ${what} on ${fivefold}`, large?.peakRss, { limit: 100e6, ...MEMORY });
      judge(
        `${format}: ${what} on the fivefold session, MB/s against the single`,
        faster(large, find(contestant, label)),
        { limit: 0.9, ...RATIO },
      );
    }
  }
  const natural = `natural ${size}`;
  judge('frames against a native newline scan', ratio('frames', 'newline-scan', natural), { limit: 0.5, ...RATIO });
  judge('Node streams against iterators', ratio('pipeline', 'events-kept', natural), { limit: 0.9, ...RATIO });
  judge('encoding against JSON.stringify', ratio('encode', 'json-stringify', natural), { limit: 1, ...RATIO });
  const large = `natural ${megabytes(bytes * 5)}`;
  for (const { contestant, target, limit } of CONVERSIONS) {
    judge(`conversion to ${target} against the bare loop`, ratio(contestant, 'floor', natural), { limit, ...RATIO });
    judge(
      `the same on ${megabytes(bytes * 5)}`,
      faster(find(contestant, large, 'conversions'), find('floor', large, 'conversions')),
      { limit, ...RATIO },
    );
    judge(`peak memory of the conversion to ${target}`, find(contestant, natural)?.peakRss, {
      limit: 200e6,
      ...MEMORY,
    });
  }
  for (const label of [natural, `text ${size}`]) {
    for (const { contestant, text, against, limit, note } of WORK) {
      const figures = find(contestant, label, 'work');
      const peer = against === 'floor' ? 'the bare loop' : 'verify';
      const value = faster(figures, find(against, label, 'work'));
      judge(`${label}: fxlog ${text} against ${peer}`, value, { limit, ...RATIO }, note);
      judge(`${label}: peak memory of fxlog ${text}`, figures?.peakRss, { limit: WORK_MEMORY, ...MEMORY });
    }
  }
  const verify = find('verify', natural);
  judge(
    'fxlog verify, start-up included, against 38 MB/s of fx itself',
    verify && verify.throughput / FX_LOADER_THROUGHPUT,
    {
      limit: 5,
      ...RATIO,
    },
  );

  judge(`peak memory of strict events on ${megabytes(bytes * 5)}`, find('events', large)?.peakRss, {
    limit: 100e6,
    ...MEMORY,
  });
  judge(
    'strict events on the fivefold file, MB/s against the single',
    faster(find('events', large, 'size'), find('events', natural, 'size')),
    {
      limit: 0.9,
      ...RATIO,
    },
  );
  for (const target of ['markdown', 'claude-code']) {
    const text = `peak memory of fxlog convert --to ${target} on ${megabytes(bytes * 5)}`;
    judge(text, find(`convert-${target}`, large)?.peakRss, { limit: 200e6, ...MEMORY });
  }
  for (const name of ['events', 'turns']) {
    judge(
      `${name}: a turn of 4,000 calls, MB/s against 1,000`,
      faster(find(name, '4000 calls'), find(name, '1000 calls')),
      {
        limit: 0.8,
        ...RATIO,
      },
    );
  }

  const program = (name: string) => measurements.find((one) => one.contestant === name);
  const milliseconds = { sense: 'at-most' as const, format: (value: number) => `${Math.round(value)} ms` };
  judge('start-up of the command line, CPU', program('start-up')?.cpuMs, { limit: 120, ...milliseconds });
  judge('fxlog verify of 1,000 small logs, CPU', program('verify-many')?.cpuMs, { limit: 500, ...milliseconds });
  judge('fxlog list of 1,000 sessions, CPU', program('list-many')?.cpuMs, { limit: 300, ...milliseconds });
  return verdicts;
}
