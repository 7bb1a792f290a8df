import type { BatchSummary, SessionResult } from '@fxlog/batch';
import type { JsonObject } from '@fxlog/json';
import type { CommandContext, SharedOptions } from '../command-context.js';
import { ExitCode, UnreadableError } from '../exit-code.js';
import { countOf } from '../output/measures.js';
import { terminalText } from '../output/terminal-text.js';
import { renderPlaceless } from '../render/finding.js';
import { briefly, renderReport, renderRules, renderTotals } from '../render/verify-report.js';
import { findingToJson } from '../report/finding-json.js';
import { blankReport, reportToJson, type VerifyReport, VerifyTotals } from '../report/verify-report.js';
import type { VerifyRow } from '../tasks/verify-row.js';
import { summaryLines } from './summary-lines.js';

/** Rules by which a session could not be looked at, rather than looked at and found wanting. */
const UNREADABLE: ReadonlySet<string> = new Set(['batch/input-unreadable', 'batch/worker-died', 'batch/task-failed']);

/** Prints what `verify` found out about many sessions. */
export class VerifyOutput {
  readonly totals = new VerifyTotals();

  constructor(
    readonly context: CommandContext,
    readonly options: SharedOptions & { readonly everyFinding?: boolean },
  ) {}

  /** One session: what the task said, if it said anything, and what became of it. */
  async session(row: VerifyRow | undefined, result: SessionResult): Promise<void> {
    const { output } = this.context;
    if (result.status === 'skipped') {
      if (this.options.json === true) {
        const { key, rule, reason } = result;
        return output.json({ kind: 'verify-skipped', input: key, rule, reason });
      }
      return output.line(
        `${output.paint.dim('- skipped   ')} ${terminalText(result.key)}  ${terminalText(result.reason)}`,
      );
    }
    const report = withFindings(row?.report ?? reportWithout(result), result);
    const isBrief = this.options.everyFinding === true ? undefined : briefly(this.totals);
    this.totals.add(report);
    if (report.unreadable !== null) output.failure(new UnreadableError(report.input, report.unreadable));
    if (this.options.json === true) return output.json(reportToJson(report));
    const windows = new Map(row?.report.findings.map((finding, i) => [finding, row.windows[i] ?? null]));
    const windowOf = async (finding: VerifyReport['findings'][number]) => windows.get(finding) ?? null;
    for (const line of await renderReport(report, output.paint, output.columns, windowOf, isBrief))
      await output.line(line);
  }

  /** What is to be said about inputs as a whole, then the sums. */
  async end(summary: BatchSummary): Promise<ExitCode> {
    const { output } = this.context;
    const { found, done, failed, skipped, reasons, inputFindings, resumed, elsewhere } = summary;
    if (this.options.json === true) {
      const inputs = { found, done, failed, skipped, reasons: { ...reasons } };
      const findings = inputFindings.map(findingToJson);
      await output.json({ ...(this.totals.toJson() as JsonObject), ...inputs, inputFindings: findings });
    } else {
      for (const finding of inputFindings) {
        await output.line(renderPlaceless(finding, output.paint, output.columns));
      }
      for (const line of renderRules(this.totals, output.paint)) await output.line(line);
      if (this.totals.count > 0) await output.line(renderTotals(this.totals, output.paint));
      for (const line of summaryLines(summary)) await output.line(line);
    }
    if (resumed > 0) output.note(`${countOf(resumed, 'session')} had been settled by an earlier run of this job.`);
    if (elsewhere > 0) output.note(`${countOf(elsewhere, 'session belongs', 'sessions belong')} to other shards.`);
    return this.#exitCode(summary);
  }

  #exitCode({ inputFindings }: BatchSummary): ExitCode {
    const worst = inputFindings.some(({ rule }) => rule === 'batch/input-unreadable')
      ? ExitCode.io
      : inputFindings.some(({ severity }) => severity === 'error')
        ? ExitCode.badData
        : ExitCode.ok;
    const { exitCode } = this.totals;
    if (exitCode > worst) return exitCode;
    return worst;
  }
}

/** For a session that the task could say nothing about. */
function reportWithout(result: SessionResult & { readonly status: 'failed' | 'done' }): VerifyReport {
  const blank = blankReport(result.key, result.kind, null);
  if (result.status === 'done') return blank;
  if (UNREADABLE.has(result.rule)) return { ...blank, unreadable: result.reason.replace(/\.$/, '') };
  const { rule, reason } = result;
  return {
    ...blank,
    counts: { error: 1, warning: 0, info: 0 },
    findings: [{ rule, severity: 'error', message: reason }],
  };
}

/** What is to be said about the way the session lay there comes last. */
function withFindings(report: VerifyReport, { findings }: SessionResult): VerifyReport {
  if (findings.length === 0) return report;
  const counts = { ...report.counts };
  for (const { severity } of findings) counts[severity] += 1;
  return { ...report, counts, findings: [...report.findings, ...findings] };
}
