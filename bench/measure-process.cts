/**
 * Loaded with `--require` into every measured process, whatever it runs: on exit it writes what the process has used to the file named by
 * FXLOG_BENCH_REPORT. It stays out of the way otherwise, and is CommonJS since that costs a program the least of its start-up.
 */
import fs = require('node:fs');

export interface ProcessReport {
  /** User and system time of all threads, start-up included, in milliseconds. */
  cpuMs: number;
  /** Peak resident set size in bytes. */
  peakRss: number;
}

const reportPath = process.env.FXLOG_BENCH_REPORT;
if (reportPath !== undefined) {
  process.on('exit', () => {
    const usage = process.resourceUsage();
    // Worker threads load the hook, too, but it is the exit of the main thread that ends the process. Asked only now, since to load what tells costs
    // several milliseconds.
    if (!(require('node:worker_threads') as typeof import('node:worker_threads')).isMainThread) return;
    const report: ProcessReport = {
      cpuMs: (usage.userCPUTime + usage.systemCPUTime) / 1000,
      peakRss: peakRss(usage.maxRSS * 1024),
    };
    fs.writeFileSync(reportPath, JSON.stringify(report));
  });
}

function peakRss(fallback: number): number {
  // On Linux ru_maxrss starts from the size of the parent that forked the process; VmHWM counts this program alone.
  if (process.platform !== 'linux') return fallback;
  const match = /^VmHWM:\s+(\d+) kB$/m.exec(fs.readFileSync('/proc/self/status', 'latin1'));
  return match?.[1] === undefined ? fallback : Number(match[1]) * 1024;
}
