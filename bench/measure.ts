import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Contestant, contestantNamed } from './contestants.js';
import { type InputFile, inputFile } from './input-cache.js';
import type { JobResult } from './jobs.js';
import type { ProcessReport } from './measure-process.cjs';
import { median } from './median.js';
import type { Suite } from './suites.js';

const HOOK = fileURLToPath(new URL('measure-process.cjs', import.meta.url));
/** For programs that bring their own input. */
const NO_FILE: InputFile = { path: '', bytes: 0 };
const RUNNER = fileURLToPath(new URL('contestant.js', import.meta.url));

/** One process, once. Times in milliseconds, sizes in bytes. */
export interface Run {
  /** The job alone for a library, the whole process for a program. */
  ms: number;
  /** The whole process, start-up included, all threads. */
  cpuMs: number;
  /** As `ms`, in CPU time. */
  jobCpuMs: number;
  peakRss: number;
  items: number | null;
}

/** The medians of an entry's runs. */
export interface Measurement extends Run {
  suite: string;
  contestant: string;
  label: string;
  bytes: number;
  /** Bytes per second over `ms`. */
  throughput: number;
  runs: Run[];
}

/** Runs a contestant once, in a process of its own. `nodeArguments` go to `node`, for profiling. */
export function measureOnce(
  contestant: Contestant,
  input: InputFile,
  nodeArguments: readonly string[] = [],
): Run & { bytes: number } {
  const directory = mkdtempSync(join(tmpdir(), 'fxlog-bench-run-'));
  try {
    const reportPath = join(directory, 'report.json');
    const target = contestant.program?.(input.path, directory) ?? [RUNNER, contestant.name, input.path];
    const started = performance.now();
    const child = spawnSync(process.execPath, [...nodeArguments, '--require', HOOK, ...target], {
      encoding: 'utf8',
      env: { ...process.env, FXLOG_BENCH_REPORT: reportPath },
      maxBuffer: 64 * 1024 * 1024,
    });
    const wallMs = performance.now() - started;
    if (child.error !== undefined) throw child.error;
    if (child.status !== 0) {
      throw new Error(
        `${contestant.name} failed (exit ${child.status ?? child.signal}):\n${child.stderr.slice(-4000)}`,
      );
    }
    const report = JSON.parse(readFileSync(reportPath, 'utf8')) as ProcessReport;
    if (contestant.program !== undefined)
      return { ...report, ms: wallMs, jobCpuMs: report.cpuMs, items: null, bytes: input.bytes };
    const result = JSON.parse(child.stdout) as JobResult & { ms: number; jobCpuMs: number };
    return {
      ...report,
      ms: result.ms,
      jobCpuMs: result.jobCpuMs,
      items: result.items,
      bytes: result.bytes ?? input.bytes,
    };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/**
 * Runs every entry `rounds` times, interleaved (A B C A B C …), so that a slow spell of the machine falls on all alike,
 * and takes the median of each figure.
 */
export function measureSuite(suite: Suite, runs: number, onProgress: (text: string) => void): Measurement[] {
  const rounds = Math.min(runs, suite.maxRounds);
  const jobs = suite.entries.map((entry) => {
    const contestant = contestantNamed(entry.contestant);
    const input = { ...entry.input, bytes: Math.round(entry.input.bytes * (contestant.share ?? 1)) };
    onProgress(`input for ${entry.contestant}: ${entry.label}`);
    // Generating and the building of argument lists belong to no contestant's time.
    return {
      entry,
      contestant,
      file: contestant.fixedInput === undefined ? inputFile(input) : NO_FILE,
      runs: [] as Run[],
      bytes: 0,
    };
  });
  for (let round = 1; round <= rounds; round++) {
    for (const job of jobs) {
      onProgress(`round ${round}/${rounds}: ${job.contestant.name}, ${job.entry.label}`);
      const { bytes, ...run } = measureOnce(job.contestant, job.file);
      job.runs.push(run);
      job.bytes = bytes;
    }
  }
  checkCounts(jobs);
  return jobs.map(({ entry, runs, bytes }) => {
    const ms = median(runs.map((run) => run.ms));
    return {
      suite: suite.name,
      contestant: entry.contestant,
      label: entry.label,
      bytes,
      ms,
      cpuMs: median(runs.map((run) => run.cpuMs)),
      jobCpuMs: median(runs.map((run) => run.jobCpuMs)),
      peakRss: median(runs.map((run) => run.peakRss)),
      items: runs[0]?.items ?? null,
      throughput: bytes / (ms / 1000),
      runs,
    };
  });
}

/** A contestant that saw fewer lines than another did less work, and its time would mean nothing. */
function checkCounts(jobs: readonly { contestant: Contestant; file: InputFile; runs: Run[] }[]): void {
  const expected = new Map<string, { items: number; by: string }>();
  for (const { contestant, file, runs } of jobs) {
    for (const { items } of runs) {
      if (contestant.counts !== 'lines' || items === null) continue;
      const known = expected.get(file.path);
      if (known === undefined) expected.set(file.path, { items, by: contestant.name });
      else if (known.items !== items) {
        throw new Error(`${contestant.name} counted ${items} lines in ${file.path}, ${known.by} ${known.items}`);
      }
    }
  }
}
