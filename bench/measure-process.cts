/**
 * Loaded with `--require` into every measured process, whatever it runs: on exit it writes what the process has used to the file named by
 * FXLOG_BENCH_REPORT. It stays out of the way otherwise, and is CommonJS since that costs a program the least of its start-up.
 */
import fs = require('node:fs');
import workerThreads = require('node:worker_threads');

export interface ProcessReport {
  /** User and system time of all threads, start-up included, in milliseconds. */
  cpuMs: number;
  /** Peak resident set size in bytes. */
  peakRss: number;
}

const reportPath = process.env.FXLOG_BENCH_REPORT;
// Worker threads load the hook, too, but it is the exit of the main thread that ends the process.
if (reportPath !== undefined && workerThreads.isMainThread) {
  process.on('exit', () => {
    const usage = process.resourceUsage();
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
