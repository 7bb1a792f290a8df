import { stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { RuleId } from '@fxlog/format';
import { type RepairReport, type RepairTarget, repairSession, StoreError } from '@fxlog/store';
import { WriteError } from '@fxlog/writer';
import type { Command, CommandContext, RootOption } from '../command-context.js';
import { CommandError, ExitCode, UnreadableError, UsageError } from '../exit-code.js';
import { resolveInput } from '../input/input.js';
import { openSessionsRoot } from '../input/sessions-root.js';
import { isSystemError, reasonOf } from '../output/system-error.js';
import { renderRepair } from '../render/repair-report.js';
import { repairToJson } from '../report/repair-json.js';

export interface RepairCommandOptions extends RootOption {
  readonly output?: string;
  readonly dryRun?: boolean;
  readonly inPlace?: boolean;
  readonly seed?: string;
}

/** `fxlog repair INPUT`: salvages a damaged session into a new one; without a place for it, says what it would do. */
export const repair: Command<[input: string], RepairCommandOptions> = async (context, [argument], options) => {
  const { output, cwd, interrupt } = context;
  const inPlace = options.inPlace === true;
  if (inPlace && options.output !== undefined) throw new UsageError('either -o DIR or --in-place, not both');
  const dir = await findSession(context, argument, options);
  const isDry = options.dryRun === true || (!inPlace && options.output === undefined);
  const target: RepairTarget | null = options.output === undefined ? null : { folder: resolve(cwd, options.output) };
  const report = await explained(() =>
    repairSession(dir, target, {
      dryRun: isDry,
      inPlace,
      signal: interrupt.signal,
      ...(options.seed === undefined ? {} : { seed: options.seed }),
    }),
  );
  if (options.json === true) await output.json(repairToJson(report));
  else for (const line of renderRepair(report, output.paint, output.columns)) await output.line(line);
  if (report.status === 'would-repair' && options.dryRun !== true) {
    output.note(
      'Nothing was written: -o DIR writes the repaired session to DIR, --in-place puts it where this one is.',
    );
  }
  return exitCodeOf(report);
};

/** A session that was repaired is sound; one that would be has what is wrong with it. */
function exitCodeOf({ status, before }: RepairReport): ExitCode {
  const isWrong = before.findings.some(({ severity }) => severity === 'error');
  return status !== 'repaired' && isWrong ? ExitCode.badData : ExitCode.ok;
}

async function findSession(context: CommandContext, argument: string, options: RepairCommandOptions): Promise<string> {
  try {
    const input = await resolveInput(context, argument, options.root);
    if (input.kind === 'session' || input.kind === 'no-session') return input.dir;
    if (input.kind === 'root')
      throw new UsageError(
        `${argument} holds many sessions; repair takes one`,
        'fxlog doctor says which ones need it.',
      );
    throw new UsageError(
      `${argument} is not a session`,
      'repair takes a session, or its directory; the log alone is not all of it.',
    );
  } catch (error) {
    if (!(error instanceof UnreadableError) || options.inPlace !== true) throw error;
    const halfSwapped = await findHalfSwapped(context, argument, options.root);
    if (halfSwapped === null) throw error;
    return halfSwapped;
  }
}

/** A session that an earlier repair in place, cut off, left under the name of its backup. */
async function findHalfSwapped(
  context: CommandContext,
  argument: string,
  root: string | undefined,
): Promise<string | null> {
  const inRoot = basename(argument) === argument ? [join((await openSessionsRoot(context, root)).path, argument)] : [];
  for (const dir of [resolve(context.cwd, argument), ...inRoot]) {
    try {
      if ((await stat(`${dir}+damaged`)).isDirectory()) return dir;
    } catch (error) {
      if (!isSystemError(error)) throw error;
    }
  }
  return null;
}

const USAGE_RULES: ReadonlySet<string> = new Set(['repair/target', 'repair/renamed']);
const IO_RULES: ReadonlySet<string> = new Set([
  'repair/source',
  'repair/source-changed',
  'repair/unreadable',
  'repair/half-swapped',
]);

async function explained(work: () => Promise<RepairReport>): Promise<RepairReport> {
  try {
    return await work();
  } catch (error) {
    const hint = (rule: RuleId): string => `fxlog rules ${rule} explains this.`;
    if (error instanceof StoreError) {
      const code = USAGE_RULES.has(error.rule)
        ? ExitCode.usage
        : IO_RULES.has(error.rule)
          ? ExitCode.io
          : ExitCode.badData;
      throw new CommandError(code, withoutStop(error.message), hint(error.rule));
    }
    if (error instanceof WriteError) {
      if (error.cause instanceof StoreError) return explained(() => Promise.reject(error.cause));
      const why = isSystemError(error.cause)
        ? `${error.file ?? 'the target'}: ${reasonOf(error.cause)}`
        : withoutStop(error.message);
      throw new CommandError(ExitCode.io, why, hint(error.rule));
    }
    if (isSystemError(error)) throw new CommandError(ExitCode.io, `${error.path ?? 'the session'}: ${reasonOf(error)}`);
    throw error;
  }
}

function withoutStop(message: string): string {
  return message.replace(/\.$/, '');
}
