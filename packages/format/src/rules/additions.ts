import type { Finding } from '../finding.js';
import type { RuleId } from './index.js';

/** Rules that are broken by what another version of fx writes of a format that it shares with the fx which strict rules follow. */
const ADDITIONS: ReadonlySet<RuleId> = new Set([
  'envelope/unknown-kind',
  'frame/too-large',
  'shape/later-key',
  'shape/unknown-key',
  'usage/other-shape',
]);

/** Whether a finding of lenient reading tells of nothing but what another version of fx writes, all of which but usage is kept. */
export function isAddition({ rule, severity }: Pick<Finding, 'rule' | 'severity'>): boolean {
  return severity === 'warning' && ADDITIONS.has(rule);
}
