import { isLossRule } from '@fxlog/codecs/internal';
import type { Finding } from '@fxlog/format';
import type { CommandContext, SharedOptions } from '../command-context.js';
import { countOf } from '../output/measures.js';
import { shellQuote } from '../output/shell-quote.js';
import { terminalText } from '../output/terminal-text.js';
import { renderPlaceless } from '../render/finding.js';
import { findingToJson } from '../report/finding-json.js';

/** What came of a conversion. */
export interface ConversionResult {
  readonly input: string;
  /** Names of codecs. */
  readonly from: string;
  readonly to: string;
  /** File or session directory; null for standard output. */
  readonly path: string | null;
  readonly sessionId: string | null;
  /** Command line that goes on with the session. */
  readonly resume: readonly string[] | null;
  /** Whether the program finds it where it lies. */
  readonly isInPlace: boolean;
  /** Working directory of the session; null where it is not known. */
  readonly cwd: string | null;
  /** Null where bytes were copied, and where turns were not taken apart. */
  readonly messages: number | null;
  /** Turns and summaries of a session of fx that became one of another format of fx. */
  readonly turns?: number;
  /** What the program will miss, beside the losses. */
  readonly findings: readonly Finding[];
}

/** Prints where the result is and how to go on with it; losses by their rule. */
export async function printConversion(
  { output }: CommandContext,
  result: ConversionResult,
  losses: Readonly<Record<string, number>>,
  options: SharedOptions & { readonly output?: string | undefined; readonly install?: boolean },
): Promise<void> {
  const { path, messages, resume, cwd, isInPlace, findings } = result;
  if (options.json === true) {
    const { isInPlace: inPlace, ...facts } = result;
    await output.json({
      kind: 'conversion',
      ...facts,
      resume: resume === null ? null : [...resume],
      inPlace,
      findings: findings.map(findingToJson),
      lossless: !Object.keys(losses).some(isLossRule),
      losses: { ...losses },
    });
    return;
  }
  const turns = result.turns === undefined ? 'copied as it is' : countOf(result.turns, 'turn');
  const size = messages === null ? turns : countOf(messages, 'message');
  await output.line(`${terminalText(path ?? '')}: ${size}`);
  for (const finding of findings) await output.line(renderPlaceless(finding, output.paint, output.columns));
  if (resume === null) return;
  const cd = cwd === null ? '' : `cd ${shellQuote(cwd)} && `;
  const command = terminalText(`${cd}${resume.map(shellQuote).join(' ')}`);
  if (isInPlace) await output.line(`Go on with: ${command}`);
  else output.note(`${command} goes on with it once it lies where the program looks (--install puts it there).`);
}
