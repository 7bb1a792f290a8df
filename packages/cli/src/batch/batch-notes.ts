import type { BatchSummary } from '@fxlog/batch';
import type { CommandContext } from '../command-context.js';
import { ExitCode } from '../exit-code.js';
import { countOf } from '../output/measures.js';
import { terminalText } from '../output/terminal-text.js';

/** Rules by which something could not be read or written, rather than read and found wanting. */
const UNREADABLE = ['batch/input-unreadable', 'write/failed'];

/** Says on stderr what a result that adds sessions up does not say: what is wrong with inputs, and what was left to others. */
export function noteBatch({ output }: CommandContext, summary: BatchSummary, job: string | undefined): void {
  const { inputFindings, resumed, elsewhere, failed } = summary;
  let notCounted = 0;
  for (const { severity, message, rule, file } of inputFindings) {
    if (rule === 'batch/not-counted' && ++notCounted > 1) continue;
    const place = file === undefined || message.startsWith(file) ? '' : `${file}: `;
    output.note(terminalText(`${severity}: ${place}${message} [${rule}]`));
  }
  if (notCounted > 1) {
    const others = countOf(notCounted - 1, 'more directory', 'more directories');
    output.note(`info: The same holds for ${others}. [batch/not-counted]`);
  }
  if (resumed > 0) output.note(`${countOf(resumed, 'session')} had been settled by an earlier run of this job.`);
  if (elsewhere > 0) output.note(`${countOf(elsewhere, 'session belongs', 'sessions belong')} to other shards.`);
  if (failed > 0 && job !== undefined) {
    output.note(terminalText(`What failed is listed in ${job}/failed.jsonl; --retry-failed tries it again.`));
  }
}

/** Could an input itself not be read (missing, no permission), or a result not be written? */
export function hasUnreadableInput({ reasons, inputFindings }: BatchSummary): boolean {
  return (
    UNREADABLE.some((rule) => (reasons[rule] ?? 0) > 0) || inputFindings.some(({ rule }) => UNREADABLE.includes(rule))
  );
}

/** Was there nothing to be done, and nothing wrong with that: no sessions yet? */
export function hadNoSessions({ found, elsewhere, inputFindings }: BatchSummary): boolean {
  return found === 0 && elsewhere === 0 && inputFindings.length === 0;
}

/** The exit code of a command that does something with every session. */
export function batchExitCode(summary: BatchSummary): ExitCode {
  if (hasUnreadableInput(summary)) return ExitCode.io;
  const isBad = summary.failed > 0 || summary.inputFindings.some(({ severity }) => severity === 'error');
  return isBad ? ExitCode.badData : ExitCode.ok;
}
