import { basename } from 'node:path';
import { copySession, rewriteSession } from '@fxlog/store';
import {
  describeSession,
  isRebindable,
  type RewriteChange,
  type RewriteTarget,
  rebindSession,
} from '@fxlog/store/internal';
import { WriteError } from '@fxlog/writer';
import type { Command, RootOption } from '../command-context.js';
import { ExitCode, UsageError } from '../exit-code.js';
import { workspacePath } from '../input/workspace-path.js';
import { countOf, formatBytes, isoTime } from '../output/measures.js';
import { terminalText } from '../output/terminal-text.js';
import { renderPlaceless } from '../render/finding.js';
import { findingToJson } from '../report/finding-json.js';
import { destinationOf, explainChange, findSessionDir, storeFolderOf } from './change-session.js';

export interface RewriteCommandOptions extends RootOption {
  readonly compact?: boolean;
  readonly dropCheckpoints?: boolean;
  readonly rebind?: string;
  readonly output?: string;
  readonly seed?: string;
}

/** `fxlog rewrite INPUT`: writes the log of a session anew, in its place (a copy of the old session goes to the trash first) or elsewhere. */
export const rewrite: Command<[input: string], RewriteCommandOptions> = async (context, [argument], options) => {
  const { output, cwd } = context;
  const chosen = [options.compact, options.dropCheckpoints, options.rebind].filter((choice) => choice !== undefined);
  if (chosen.length !== 1) {
    throw new UsageError('give one of --compact, --drop-checkpoints and --rebind PATH');
  }
  const dir = await findSessionDir(context, argument, options.root);
  const id = basename(dir);
  const change: RewriteChange =
    options.rebind === undefined
      ? { compact: options.compact === true, dropCheckpoints: options.dropCheckpoints === true }
      : { rebind: await workspacePath(cwd, options.rebind) };
  const name = options.compact ? 'compact' : options.dropCheckpoints ? 'drop-checkpoints' : 'rebind';
  const target: RewriteTarget =
    options.output === undefined
      ? 'replace'
      : await destinationOf(context, options.output, id, storeFolderOf(describeSession(dir).format));
  if (change.rebind !== undefined && isRebindable(dir)) {
    return rebindNewer(context, { dir, id, target, workspace: change.rebind, isJson: options.json === true });
  }
  const seed = options.seed === undefined ? {} : { seed: options.seed };
  // The old log is gone once the new one stands, as when fx compacts; for a person there is to be a way back.
  const keepCopy = target === 'replace';
  const result = await explainChange(() =>
    unlessNothingToDo(() => rewriteSession(dir, target, { ...change, ...seed, keepCopy })),
  );
  if (result === null) {
    if (options.json === true) await output.json({ kind: 'rewrite', id, dir, change: name, changed: false });
    else output.note(`${terminalText(id)}: nothing to change.`);
    return ExitCode.ok;
  }
  const { before, after, keptCopy, findings } = result;
  if (options.json === true) {
    await output.json({
      kind: 'rewrite',
      id,
      dir: result.dir,
      change: name,
      changed: true,
      keptCopy,
      generation: result.boundary.generation,
      before: { ...before },
      after: { ...after },
      turns: result.historyLength,
      droppedCheckpoints: result.droppedCheckpoints,
      updatedAtMs: result.updatedAtMs,
      updatedAt: isoTime(result.updatedAtMs),
      findings: findings.map(findingToJson),
    });
    return ExitCode.ok;
  }
  const size = ({ events, bytes }: typeof before): string => `${countOf(events, 'event')}, ${formatBytes(bytes)}`;
  await output.line(`${terminalText(result.dir)}: ${size(before)} → ${size(after)}`);
  if (keptCopy !== null) await output.line(`The session as it was: ${terminalText(keptCopy)}`);
  for (const finding of findings) await output.line(renderPlaceless(finding, output.paint, output.columns));
  return ExitCode.ok;
};

interface Move {
  readonly dir: string;
  readonly id: string;
  readonly target: RewriteTarget;
  readonly workspace: string;
  readonly isJson: boolean;
}

/** Moves a session of a newer format, or a copy of it. Its log stays as it is, so nothing has to be kept of it. */
async function rebindNewer(
  { output }: Parameters<typeof rewrite>[0],
  { dir, id, target, workspace, isJson }: Move,
): Promise<ExitCode> {
  const result = await explainChange(() =>
    unlessNothingToDo(async () => {
      const copied = target === 'replace' ? null : await copySession(dir, target);
      return { ...(await rebindSession(copied?.dir ?? dir, workspace)), findings: copied?.findings ?? [] };
    }),
  );
  if (result === null) {
    if (isJson) await output.json({ kind: 'rewrite', id, dir, change: 'rebind', changed: false });
    else output.note(`${terminalText(id)}: nothing to change.`);
    return ExitCode.ok;
  }
  const { before, after, updatedAtMs, findings } = result;
  if (isJson) {
    await output.json({
      kind: 'rewrite',
      id,
      dir: result.dir,
      change: 'rebind',
      changed: true,
      keptCopy: null,
      generation: null,
      before: { events: before.seq, bytes: before.bytes },
      after: { events: after.seq, bytes: after.bytes },
      turns: null,
      droppedCheckpoints: 0,
      updatedAtMs,
      updatedAt: isoTime(updatedAtMs),
      findings: findings.map(findingToJson),
    });
    return ExitCode.ok;
  }
  await output.line(`${terminalText(result.dir)}: now in ${terminalText(workspace)}`);
  for (const finding of findings) await output.line(renderPlaceless(finding, output.paint, output.columns));
  return ExitCode.ok;
}

async function unlessNothingToDo<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WriteError && error.rule === 'change/nothing-to-do') return null;
    throw error;
  }
}
