import type { BatchSummary } from '@fxlog/batch';
import { formatCount } from '../output/measures.js';
import { terminalText } from '../output/terminal-text.js';

/** That everything found adds up, and by which rules something failed or was skipped, the most frequent first. */
export function summaryLines({ found, done, failed, skipped, reasons }: BatchSummary): string[] {
  const sum = `${formatCount(found)} found = ${formatCount(done)} done + ${formatCount(failed)} failed + ${formatCount(skipped)} skipped`;
  const byCount = Object.entries(reasons).sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return [sum, ...byCount.map(([rule, count]) => `  ${formatCount(count).padStart(8)}  ${terminalText(rule)}`)];
}
