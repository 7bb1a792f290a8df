import { isAbsolute, join } from 'node:path';
import type { Finding } from '@fxlog/format';
import type { ByteWindow } from '../input/byte-window.js';
import { readWindow } from '../input/byte-window.js';
import { countOf, formatBytes, formatCount } from '../output/measures.js';
import type { Paint } from '../output/output.js';
import { terminalText } from '../output/terminal-text.js';
import { textWidth } from '../output/text-width.js';
import { wrapText } from '../output/wrap-text.js';
import { type VerifyReport, type VerifyTotals, verdictOf } from '../report/verify-report.js';
import { renderFinding, renderPlaceless } from './finding.js';

/** Of the word in front of a name. */
const MARK_WIDTH = 13;

/** A copy of a session may have lost the modes of all its files: so many lines are enough to see that. */
const MAX_ALIKE = 2;

/**
 * The report about one input: a line that says how it is, then each finding in full.
 *
 * @param isBrief whether findings of a rule are only named, since others were shown before
 */
export async function renderReport(
  report: VerifyReport,
  paint: Paint,
  columns: number,
  windowOf: (finding: Finding) => Promise<ByteWindow | null>,
  isBrief: (rule: string) => boolean = () => false,
): Promise<string[]> {
  const name = terminalText(report.input);
  const about = facts(report);
  const fits = MARK_WIDTH + textWidth(name) + 2 + textWidth(about) <= columns;
  const lines = [`${mark(report, paint)} ${paint.bold(name)}${fits && about !== '' ? `  ${paint.dim(about)}` : ''}`];
  if (!fits) lines.push(paint.dim(`  ${about}`));
  const alike = new Map<string, number>();
  const counted = new Map<string, number>();
  for (const finding of report.findings) {
    if (isBrief(finding.rule)) {
      counted.set(finding.rule, (counted.get(finding.rule) ?? 0) + 1);
      continue;
    }
    if (finding.offset !== undefined || finding.severity === 'error') {
      lines.push(...renderFinding(finding, await windowOf(finding), paint, columns));
      continue;
    }
    const count = (alike.get(finding.rule) ?? 0) + 1;
    alike.set(finding.rule, count);
    if (count <= MAX_ALIKE) lines.push(renderPlaceless(finding, paint, columns));
  }
  for (const [rule, count] of alike) {
    if (count > MAX_ALIKE)
      lines.push(
        paint.dim(`  … ${formatCount(count - MAX_ALIKE)} more like this [${terminalText(rule)}] (--json lists them)`),
      );
  }
  if (counted.size > 0) {
    const rules = [...counted].map(
      ([rule, count]) => `${terminalText(rule)}${count === 1 ? '' : ` (${formatCount(count)})`}`,
    );
    lines.push(wrapText(paint.dim(`  as above: ${rules.join(', ')}`), columns, '    '));
  }
  const omitted = report.counts.error + report.counts.warning + report.counts.info - report.findings.length;
  if (omitted > 0) lines.push(`  … ${countOf(omitted, 'more finding')} (--max-findings N shows more)`);
  if (report.fx !== null && verdictOf(report) !== 'ok') lines.push(wrapText(fxLine(report.fx), columns, '    '));
  return lines;
}

/** Reads the bytes around a finding in a session: its file is relative to the directory. */
export async function sessionWindow(dir: string, finding: Finding): Promise<ByteWindow | null> {
  if (finding.offset === undefined) return null;
  const file = finding.file ?? 'events.jsonl';
  return readWindow(isAbsolute(file) ? file : join(dir, file), finding.offset);
}

/** One line over all inputs. */
export function renderTotals(totals: VerifyTotals, paint: Paint): string {
  const { inputs, findings } = totals;
  const parts = [
    inputs.ok > 0 ? paint.green(`${formatCount(inputs.ok)} ok`) : null,
    inputs.warnings > 0 ? paint.yellow(`${formatCount(inputs.warnings)} with warnings`) : null,
    inputs.errors > 0 ? paint.red(`${formatCount(inputs.errors)} with errors`) : null,
    inputs.unreadable > 0 ? paint.red(`${formatCount(inputs.unreadable)} unreadable`) : null,
  ].filter((part) => part !== null);
  const count = findings.error + findings.warning;
  const detail = count === 0 ? '' : ` (${countOf(findings.error, 'error')}, ${countOf(findings.warning, 'warning')})`;
  return `${countOf(totals.count, 'input')}: ${parts.join(', ')}${detail}`;
}

/** What was found by which rule, over all inputs; nothing where there is one. */
export function renderRules({ count, rules }: VerifyTotals, paint: Paint): string[] {
  const sums = rules.sums();
  if (count < 2 || sums.length === 0) return [];
  const paints = { error: paint.red, warning: paint.yellow, info: paint.dim };
  return sums.map(({ rule, severity, findings, inputs, first }) => {
    const where = `in ${countOf(inputs, 'input')}, first in ${terminalText(first)}`;
    return `  ${paints[severity](formatCount(findings).padStart(8))}  ${terminalText(rule)}  ${paint.dim(where)}`;
  });
}

/** Whether the findings of a rule need no more be shown, as it stands now. */
export function briefly(totals: VerifyTotals): (rule: string) => boolean {
  const shown = new Set(
    totals.rules
      .sums()
      .filter(({ rule }) => totals.rules.isShown(rule))
      .map(({ rule }) => rule),
  );
  return (rule) => shown.has(rule);
}

function mark(report: VerifyReport, paint: Paint): string {
  switch (verdictOf(report)) {
    case 'ok':
      return paint.green('✓ ok        ');
    case 'warnings':
      return paint.yellow('! warnings  ');
    case 'errors':
      return paint.red('✗ errors    ');
    case 'unreadable':
      return paint.red('✗ unreadable');
  }
}

function facts(report: VerifyReport): string {
  if (report.unreadable !== null) return terminalText(report.unreadable);
  const parts: string[] = [];
  if (report.formatReason !== null) parts.push(report.formatReason);
  if (report.format !== null) parts.push(report.format);
  if (report.events !== null) parts.push(countOf(report.events, 'event'));
  if (report.turns !== null) parts.push(countOf(report.turns, 'turn'));
  if (report.bytes !== null) parts.push(formatBytes(report.bytes));
  return parts.join(', ');
}

function fxLine(fx: NonNullable<VerifyReport['fx']>): string {
  const answer = (verdict: { readonly ok: boolean; readonly error?: string }) =>
    verdict.ok ? 'yes' : `no${verdict.error === undefined ? '' : ` (${terminalText(verdict.error)})`}`;
  return `  in fx: reads it: ${answer(fx.readable)}, lists it: ${answer(fx.listed)}, resumes it: ${answer(fx.resumable)}`;
}
