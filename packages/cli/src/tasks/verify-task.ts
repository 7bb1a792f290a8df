import { basename } from 'node:path';
import type { Task } from '@fxlog/batch';
import type { Reason } from '@fxlog/batch/internal';
import type { ByteWindow } from '../input/byte-window.js';
import type { LogSource } from '../input/log-source.js';
import { sessionWindow } from '../render/verify-report.js';
import { windowOf } from '../report/fault-report.js';
import { judgeLog } from '../report/judge-log.js';
import { judgeSession } from '../report/judge-session.js';
import { type VerifyReport, verdictOf } from '../report/verify-report.js';
import type { VerifyRow } from './verify-row.js';

/** Options of {@link verifyTask}. */
export interface VerifyTaskOptions {
  readonly lenient: boolean;
  readonly maxFindings: number;
  /** Inputs by the names that the person gave them; a session found in one of them goes by its id. */
  readonly named: readonly string[];
}

/** What a copy out of an archive cannot say: the fingerprint is that of a file in another place. */
const NOT_OF_A_COPY: ReadonlySet<string> = new Set(['store/fingerprint-stale']);

/** Judges one session or log, like `fxlog verify`. */
export const verifyTask: Task<VerifyTaskOptions, VerifyRow> = {
  name: 'verify',
  async *run({ key, kind, path, copied, origin }, { lenient, maxFindings, named }, { signal }) {
    const name = origin.type === 'archive' || named.includes(key) ? key : basename(key);
    const options = { lenient, maxFindings, signal };
    let report: VerifyReport;
    let windows: (ByteWindow | null)[];
    if (kind === 'session') {
      report = await judgeSession(path, name, options);
      if (copied) report = withoutCopyFindings(report);
      windows = await Promise.all(report.findings.map((finding) => sessionWindow(path, finding)));
    } else {
      const log: LogSource = { kind: 'file', name, path, source: path, end: undefined, sessionDir: null };
      report = await judgeLog(log, name, options);
      windows = await Promise.all(report.findings.map((finding) => windowOf(finding, log)));
    }
    if (copied) report = { ...report, path: key, findings: report.findings.map((f) => withoutPrefix(f, path)) };
    yield [{ report, windows }];
    const reason = reasonOf(report);
    return { counts: report.counts, bytes: report.bytes ?? 0, ...(reason !== null && { failure: reason }) };
  },
};

function reasonOf(report: VerifyReport): Reason | null {
  if (report.unreadable !== null) return { reason: report.unreadable, rule: 'batch/input-unreadable' };
  if (verdictOf(report) !== 'errors') return null;
  const error = report.findings.find(({ severity }) => severity === 'error');
  return { reason: error?.message ?? 'It has errors.', rule: error?.rule ?? 'batch/task-failed' };
}

function withoutCopyFindings(report: VerifyReport): VerifyReport {
  const findings = report.findings.filter(({ rule }) => !NOT_OF_A_COPY.has(rule));
  const removed = report.findings.length - findings.length;
  return { ...report, findings, counts: { ...report.counts, warning: report.counts.warning - removed } };
}

/** Where the copy lay is nobody's business. */
function withoutPrefix(finding: VerifyReport['findings'][number], directory: string) {
  if (finding.file === undefined || !finding.file.startsWith(`${directory}/`)) return finding;
  return { ...finding, file: finding.file.slice(directory.length + 1) };
}
