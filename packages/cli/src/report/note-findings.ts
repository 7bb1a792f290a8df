import type { Finding, RuleId } from '@fxlog/format';
import type { CommandContext } from '../command-context.js';
import { countOf } from '../output/measures.js';
import { renderPlaceless } from '../render/finding.js';

/** Findings of one rule that are shown; JSON has all. */
const SHOWN = 5;

/** Says on stderr what was found beside what was printed, rule by rule. */
export async function noteFindings({ output }: CommandContext, findings: readonly Finding[]): Promise<void> {
  if (findings.length === 0) return;
  await output.flush();
  const byRule = new Map<RuleId, Finding[]>();
  for (const finding of findings) byRule.set(finding.rule, [...(byRule.get(finding.rule) ?? []), finding]);
  const columns = output.terminal.stderrIsTerminal ? output.columns : Number.POSITIVE_INFINITY;
  for (const same of byRule.values()) {
    for (const finding of same.slice(0, SHOWN)) output.note(renderPlaceless(finding, output.stderrPaint, columns));
    if (same.length > SHOWN)
      output.note(`    and ${countOf(same.length - SHOWN, 'more of this kind', 'more of this kind')} (--json)`);
  }
}
