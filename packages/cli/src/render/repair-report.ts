import type { RepairReport } from '@fxlog/store';
import type { LogRepair, SurveyedFile } from '@fxlog/store/internal';
import { countOf, formatBytes } from '../output/measures.js';
import type { Paint } from '../output/output.js';
import { terminalText } from '../output/terminal-text.js';
import { renderPlaceless } from './finding.js';

/** Longer lists of findings are cut; `--json` has them all. */
const MAX_FINDINGS = 12;
const LABEL = 12;

/** What a repair did, or would do, as a few lines. */
export function renderRepair(report: RepairReport, paint: Paint, columns: number): string[] {
  const id = paint.bold(terminalText(report.id));
  if (report.status === 'nothing-to-do') return [`${paint.green('✓ nothing to repair')}  ${id}`];
  const isDone = report.status === 'repaired';
  const lines = [`${isDone ? paint.green('✓ repaired') : paint.yellow('! would be repaired')}  ${id}`];
  const fact = (label: string, text: string): void => {
    lines.push(`  ${paint.dim(label.padEnd(LABEL))}${text}`);
  };
  if (report.log !== null) fact('log', describeLog(report.log));
  fact('files', describeFiles(report.files));
  if (report.dir !== null) fact('written to', terminalText(report.dir));
  if (report.quarantine !== null) {
    const where = report.dir === null ? report.quarantine : `${report.dir}/${report.quarantine}`;
    fact('set aside', `${terminalText(where)} (index.json says what and why)`);
  }
  if (report.backup !== null) fact('as it was', terminalText(report.backup));
  for (const finding of report.findings.slice(0, MAX_FINDINGS)) lines.push(renderPlaceless(finding, paint, columns));
  const rest = report.findings.length - MAX_FINDINGS;
  if (rest > 0) lines.push(paint.dim(`  … ${countOf(rest, 'more finding')} (--json lists them)`));
  return lines;
}

function describeLog({ bytes, keptBytes, quarantinedBytes, isUnchanged, turns, lostFrames }: LogRepair): string {
  if (isUnchanged) return `kept byte for byte (${formatBytes(bytes)}, ${countOf(turns, 'turn')})`;
  const lost = lostFrames === 0 ? '' : `, ${countOf(lostFrames, 'event')} lost`;
  return `${formatBytes(keptBytes)} of ${formatBytes(bytes)} kept, ${formatBytes(quarantinedBytes)} set aside; ${countOf(turns, 'turn')}${lost}`;
}

function describeFiles(files: readonly SurveyedFile[]): string {
  const count = (fate: SurveyedFile['fate']): number => files.filter((file) => file.fate === fate).length;
  const parts = [
    `${count('carried')} taken over`,
    `${count('regenerated')} written anew`,
    `${count('quarantined')} set aside`,
    ...(count('not-copied') === 0 ? [] : [`${count('not-copied')} not copied`]),
  ];
  return parts.join(', ');
}
