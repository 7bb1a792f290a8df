import type { ReportLoss } from '../../loss.js';
import type { Usage } from '../../model/transcript.js';

/** What becomes of the tokens of a message: fx counts them on the last answer of a turn, if there is one. */
export type UsageFate = 'kept' | 'moved' | 'lost';

/** Tells what of a usage fx does not keep as it is (common-model §C6). */
export function reportUsage(report: ReportLoss, usage: Usage, message: number, fate: UsageFate): void {
  const { input_tokens, output_tokens, cache_read_input_tokens: read, cache_creation_input_tokens: creation } = usage;
  const lose = (code: 'dropped-usage' | 'dropped-usage-cache', detail: string): void =>
    report({ code, where: { message }, detail });
  if (read !== undefined || creation !== undefined) {
    lose('dropped-usage-cache', `From the cache ${read ?? 0} tokens, into it ${creation ?? 0}.`);
  }
  const tokens = `${input_tokens} and ${output_tokens} tokens`;
  if (fate === 'lost') lose('dropped-usage', `${tokens} belong to no turn.`);
  else if (fate === 'moved') lose('dropped-usage', `${tokens} are counted on the last answer of the turn.`);
  else if (BigInt(input_tokens) + BigInt(output_tokens) === 0n)
    lose('dropped-usage', 'That the answer took no tokens.');
}
