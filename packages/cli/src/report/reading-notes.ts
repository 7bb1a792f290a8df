import type { Finding, RuleId } from '@fxlog/format';
import type { CommandContext } from '../command-context.js';
import { ExitCode } from '../exit-code.js';
import type { LogSource } from '../input/log-source.js';
import { countOf } from '../output/measures.js';
import { terminalText } from '../output/terminal-text.js';
import { placeOf, renderFinding } from '../render/finding.js';
import { windowOf } from './fault-report.js';

/**
 * What is found in a log that is read leniently, which every command does that does not judge it: all that can be read is printed, and what cannot
 * be, or is there of a later fx, is said afterwards, once for each kind.
 */
export class ReadingNotes {
  readonly #kinds = new Map<RuleId, { readonly first: Finding; count: number }>();

  readonly add = (finding: Finding): void => {
    const known = this.#kinds.get(finding.rule);
    if (known !== undefined) known.count++;
    else if (finding.severity !== 'info') this.#kinds.set(finding.rule, { first: finding, count: 1 });
  };

  /** Whether there is anything to say. */
  get isEmpty(): boolean {
    return this.#kinds.size === 0;
  }

  /** Says it on stderr, behind what was printed so far. */
  async say({ output }: CommandContext, log: LogSource): Promise<ExitCode> {
    if (this.isEmpty) return ExitCode.ok;
    await output.flush();
    const kinds = [...this.#kinds.values()];
    const isDamaged = kinds.some(({ first }) => first.severity === 'error');
    if (isDamaged) output.problem(`${log.name}: not all of it can be read`);
    else output.note(terminalText(`${log.name}: it can be read, but:`));
    const columns = output.terminal.stderrIsTerminal ? output.columns : Number.POSITIVE_INFINITY;
    for (const { first, count } of kinds) {
      for (const line of renderFinding(first, await windowOf(first, log), output.stderrPaint, columns))
        output.note(line);
      if (count > 1) output.note(`    and ${countOf(count - 1, 'more of this kind', 'more of this kind')}`);
    }
    if (isDamaged) output.note(terminalText(`fxlog verify --lenient ${log.name} names every place.`));
    return isDamaged ? ExitCode.badData : ExitCode.ok;
  }
}

/** One finding on one line, for a log that is followed. */
export function noteLive({ output }: CommandContext, finding: Finding): void {
  if (finding.severity === 'info') return;
  const { severity, message, rule } = finding;
  output.note(terminalText(`${severity}: ${message} (${placeOf(finding)}) [${rule}]`));
}
