import { openSession, type SessionVerdict, StoreError, verifySession } from '@fxlog/store';
import type { FileLog } from '../input/log-source.js';
import { type JudgeOptions, judgeLog } from './judge-log.js';
import { blankReport, FindingCollector, type VerifyReport } from './verify-report.js';

/**
 * Judges a session directory as fx reads it; leniently also every line of its log, not only the first that is wrong.
 *
 * @param input what to call the session in the report
 */
export async function judgeSession(dir: string, input: string, options: JudgeOptions): Promise<VerifyReport> {
  const collector = new FindingCollector(options.maxFindings);
  let verdict: SessionVerdict;
  try {
    verdict = await verifySession(dir, { signal: options.signal });
  } catch (error) {
    if (error instanceof StoreError) return { ...blankReport(input, 'session', dir), unreadable: error.message };
    throw error;
  }
  for (const finding of verdict.findings) collector.add(finding);
  if (options.lenient) await addLogFindings(dir, verdict, collector, options);
  return {
    ...blankReport(input, 'session', dir),
    format: verdict.format,
    bytes: verdict.committed?.bytes ?? verdict.logBytes ?? null,
    events: verdict.committed?.seq ?? null,
    turns: verdict.readable.turns ?? verdict.laterTurns ?? null,
    counts: collector.counts,
    findings: collector.findings,
    fx: {
      readable: verdict.readable,
      listed: verdict.listed,
      resumable: verdict.resumable,
      recoverable: verdict.recoverable,
    },
  };
}

async function addLogFindings(
  dir: string,
  verdict: SessionVerdict,
  collector: FindingCollector,
  options: JudgeOptions,
): Promise<void> {
  const log = (await openSession(dir)).read();
  if (!log.ok) return;
  const known = new Set(verdict.findings.map(({ rule, offset }) => `${rule} ${offset}`));
  const source: FileLog = {
    kind: 'file',
    name: log.file,
    path: log.path,
    source: log.source,
    end: log.end,
    sessionDir: dir,
  };
  const report = await judgeLog(source, log.file, options);
  for (const finding of report.findings) {
    if (!known.has(`${finding.rule} ${finding.offset}`)) collector.add(finding);
  }
}
