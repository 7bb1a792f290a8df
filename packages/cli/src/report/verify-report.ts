import type { Finding, Severity, Uint64 } from '@fxlog/format';
import type { JsonObject } from '@fxlog/json';
import type { SessionVerdict, Verdict } from '@fxlog/store';
import { ExitCode } from '../exit-code.js';
import { findingToJson } from './finding-json.js';
import { RuleTally } from './rule-tally.js';

/** What `verify` found out about one input. */
export interface VerifyReport {
  /** The input as the person named it; for a session of a root its id. */
  readonly input: string;
  /** Judged as a log alone, or as fx reads a session directory. */
  readonly kind: 'log' | 'session';
  /** Path of the file or directory; null for a pipe. */
  readonly path: string | null;
  /** Name of the format; null when it is not known. */
  readonly format: string | null;
  /** What the bytes are instead, where they are not a format of fx: "This is binary data, not a log." */
  readonly formatReason: string | null;
  /** Bytes of the log that were judged. */
  readonly bytes: number | null;
  readonly events: Uint64 | null;
  /** Turns in the history that the log folds to. */
  readonly turns: number | null;
  readonly counts: Readonly<Record<Severity, number>>;
  /** The first of them, worst first for a session, in file order for a log. */
  readonly findings: readonly Finding[];
  /** Set for a session: what fx 0.0.5 would do with it. */
  readonly fx: FxVerdicts | null;
  /** Why it could not be read at all; null when it could. */
  readonly unreadable: string | null;
}

/** A report about which nothing is known yet. */
export function blankReport(input: string, kind: VerifyReport['kind'], path: string | null): VerifyReport {
  return {
    input,
    kind,
    path,
    format: null,
    formatReason: null,
    bytes: null,
    events: null,
    turns: null,
    counts: { error: 0, warning: 0, info: 0 },
    findings: [],
    fx: null,
    unreadable: null,
  };
}

/** fx's answers about a session directory. */
export type FxVerdicts = Pick<SessionVerdict, 'readable' | 'listed' | 'resumable' | 'recoverable'>;

/** The one word for an input. */
export type VerifyVerdict = 'ok' | 'warnings' | 'errors' | 'unreadable';

/** The one word for a report. */
export function verdictOf(report: VerifyReport): VerifyVerdict {
  if (report.unreadable !== null) return 'unreadable';
  if (report.counts.error > 0) return 'errors';
  return report.counts.warning > 0 ? 'warnings' : 'ok';
}

/** What a report means for the exit code. */
export function exitCodeOf(report: VerifyReport): ExitCode {
  switch (verdictOf(report)) {
    case 'unreadable':
      return ExitCode.io;
    case 'errors':
      return ExitCode.badData;
    default:
      return ExitCode.ok;
  }
}

/** Collects findings: all are counted, only the first are kept. */
export class FindingCollector {
  readonly counts = { error: 0, warning: 0, info: 0 };
  readonly findings: Finding[] = [];

  constructor(readonly limit: number) {}

  readonly add = (finding: Finding): void => {
    this.counts[finding.severity] += 1;
    if (this.findings.length < this.limit) this.findings.push(finding);
  };
}

/** The documented JSON shape of one input's report. */
export function reportToJson(report: VerifyReport): JsonObject {
  const { counts } = report;
  return {
    kind: 'verify',
    input: report.input,
    judgedAs: report.kind,
    path: report.path,
    verdict: verdictOf(report),
    format: report.format,
    formatReason: report.formatReason,
    bytes: report.bytes,
    events: report.events,
    turns: report.turns,
    counts: { ...counts },
    findings: report.findings.map(findingToJson),
    omittedFindings: counts.error + counts.warning + counts.info - report.findings.length,
    fx:
      report.fx === null
        ? null
        : {
            readable: fxVerdictToJson(report.fx.readable),
            listed: fxVerdictToJson(report.fx.listed),
            resumable: fxVerdictToJson(report.fx.resumable),
            recoverable: fxVerdictToJson(report.fx.recoverable),
          },
    unreadable: report.unreadable,
  };
}

function fxVerdictToJson(verdict: Verdict): JsonObject {
  return { ok: verdict.ok, error: verdict.error ?? null, reason: verdict.reason };
}

/** Numbers over all inputs. */
export class VerifyTotals {
  readonly inputs = { ok: 0, warnings: 0, errors: 0, unreadable: 0 };
  readonly findings = { error: 0, warning: 0, info: 0 };
  readonly rules = new RuleTally();
  exitCode: ExitCode = ExitCode.ok;

  add(report: VerifyReport): void {
    this.inputs[verdictOf(report)] += 1;
    this.rules.add(report);
    for (const severity of ['error', 'warning', 'info'] as const) this.findings[severity] += report.counts[severity];
    const code = exitCodeOf(report);
    if (code > this.exitCode) this.exitCode = code;
  }

  get count(): number {
    return this.inputs.ok + this.inputs.warnings + this.inputs.errors + this.inputs.unreadable;
  }

  toJson(): JsonObject {
    return {
      kind: 'verify-summary',
      inputs: { total: this.count, ...this.inputs },
      findings: { ...this.findings },
      rules: this.rules.toJson(),
    };
  }
}
