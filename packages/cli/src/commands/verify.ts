import type { SessionsRoot } from '@fxlog/store';
import type { BatchOptions } from '../batch/batch-options.js';
import { needsBatch } from '../batch/needs-batch.js';
import type { Command, CommandContext, RootOption } from '../command-context.js';
import { CommandError, ExitCode, UnreadableError } from '../exit-code.js';
import { type Input, noSessionHere, resolveInput } from '../input/input.js';
import { plainLog } from '../input/log-source.js';
import { openRoot, openSessionsRoot } from '../input/sessions-root.js';
import { briefly, renderReport, renderRules, renderTotals, sessionWindow } from '../render/verify-report.js';
import { windowOf } from '../report/fault-report.js';
import { type JudgeOptions, judgeLog } from '../report/judge-log.js';
import { blankReport, reportToJson, type VerifyReport, VerifyTotals } from '../report/verify-report.js';

export interface VerifyCommandOptions extends RootOption, BatchOptions {
  readonly lenient?: boolean;
  readonly maxFindings?: number;
  readonly everyFinding?: boolean;
}

type Print = (report: VerifyReport, windows: Parameters<typeof renderReport>[3]) => Promise<void>;

const DEFAULT_MAX_FINDINGS = 20;

/** `fxlog verify [INPUT…]`: judges files as logs, directories as sessions, and says how it went. */
export const verify: Command<[inputs: readonly string[]], VerifyCommandOptions> = async (
  context,
  [inputs],
  options,
) => {
  const { output, interrupt } = context;
  if (await needsBatch(context, inputs, options)) {
    const { verifyMany } = await import('./verify-many.js');
    const { lenient = false, maxFindings = DEFAULT_MAX_FINDINGS } = options;
    return verifyMany(context, inputs, { ...options, lenient, maxFindings });
  }
  const judge: JudgeOptions = {
    lenient: options.lenient === true,
    maxFindings: options.maxFindings ?? DEFAULT_MAX_FINDINGS,
    signal: interrupt.signal,
  };
  const totals = new VerifyTotals();
  let otherCode: ExitCode = ExitCode.ok;
  const print: Print = async (report, windows) => {
    const isBrief = options.everyFinding === true ? undefined : briefly(totals);
    totals.add(report);
    if (report.unreadable !== null) output.failure(new UnreadableError(report.input, report.unreadable));
    if (options.json === true) return output.json(reportToJson(report));
    for (const line of await renderReport(report, output.paint, output.columns, windows, isBrief))
      await output.line(line);
  };

  if (inputs.length === 0) await verifyRoot(await openSessionsRoot(context, options.root), judge, print);
  for (const argument of inputs) {
    try {
      const input = await resolveInput(context, argument, options.root);
      await verifyInput(context, input, judge, print);
      // What was named as a session and is none is a failure, whatever may be said of the directory.
      if (input.kind === 'no-session' && otherCode < ExitCode.badData) otherCode = ExitCode.badData;
    } catch (error) {
      // One bad name must not keep the others from being judged.
      if (!(error instanceof CommandError)) throw error;
      if (error instanceof UnreadableError) {
        await print({ ...blankReport(argument, 'log', null), unreadable: error.reason }, async () => null);
      } else {
        output.failure(error);
        if (error.exitCode > otherCode) otherCode = error.exitCode;
      }
    }
  }

  if (options.json === true) await output.json(totals.toJson());
  else if (totals.count > 0) {
    for (const line of renderRules(totals, output.paint)) await output.line(line);
    await output.line(renderTotals(totals, output.paint));
  } else if (otherCode === ExitCode.ok) output.note('No saved sessions.');
  return otherCode > totals.exitCode ? otherCode : totals.exitCode;
};

async function verifyInput(context: CommandContext, input: Input, judge: JudgeOptions, print: Print): Promise<void> {
  switch (input.kind) {
    case 'file':
    case 'stream': {
      const log = plainLog(context, input);
      return print(await judgeLog(log, input.name, judge), (finding) => windowOf(finding, log));
    }
    case 'session':
      return verifySession(input.dir, input.name, judge, print);
    case 'no-session':
      context.output.failure(noSessionHere(input.name));
      return verifySession(input.dir, input.name, judge, print);
    case 'root':
      return verifyRoot(await openRoot(input.path, true), judge, print);
  }
}

async function verifyRoot(root: SessionsRoot, judge: JudgeOptions, print: Print): Promise<void> {
  for (const { dir, id } of root.locate()) {
    judge.signal.throwIfAborted();
    await verifySession(dir, id, judge, print);
  }
}

async function verifySession(dir: string, name: string, judge: JudgeOptions, print: Print): Promise<void> {
  // What knows of session directories is not needed for a log alone.
  const { judgeSession } = await import('../report/judge-session.js');
  await print(await judgeSession(dir, name, judge), (finding) => sessionWindow(dir, finding));
}
