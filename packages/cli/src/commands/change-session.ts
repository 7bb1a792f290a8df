import { mkdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isSessionsRoot } from '@fxlog/store/internal';
import { type SessionTarget, WriteError } from '@fxlog/writer';
import { WRITTEN_DIALECTS, writeDialectOf } from '@fxlog/writer/internal';
import type { CommandContext } from '../command-context.js';
import { CommandError, ExitCode, UsageError } from '../exit-code.js';
import { resolveInput } from '../input/input.js';
import { isSystemError, reasonOf } from '../output/system-error.js';

/** The directory of the one session that an argument names. @throws UsageError for anything that is not one session */
export async function findSessionDir(
  context: CommandContext,
  argument: string,
  root: string | undefined,
): Promise<string> {
  const input = await resolveInput(context, argument, root);
  if (input.kind === 'session') return input.dir;
  if (input.kind === 'root') throw new UsageError(`${argument} holds many sessions; name one of them`);
  throw new UsageError(
    `${argument} is not a session`,
    'Name a session, or its directory: a log alone is not all of a session.',
  );
}

/**
 * Where a session goes that is to be put into a folder: a sessions root, or the one of a profile, so that fx lists it; or a directory of its own in any
 * other folder, which is made when it is missing.
 */
export async function destinationOf(
  context: CommandContext,
  folder: string,
  id: string,
  below?: string,
): Promise<SessionTarget> {
  const given = resolve(context.cwd, folder);
  const path = below === undefined || basename(given) === below || isSessionsPlace(given) ? given : join(given, below);
  const nested = join(path, 'sessions');
  if (basename(path) === '.fx' || isSessionsRoot(nested)) return { root: nested };
  if (basename(path) === 'sessions' || isSessionsRoot(path)) return { root: path };
  await explainChange(() => mkdir(path, { recursive: true, mode: 0o700 }));
  return { dir: join(path, id) };
}

/** The folder in which the store of a format lies; undefined where that is any. */
export function storeFolderOf(format: string): string | undefined {
  return WRITTEN_DIALECTS.includes(format) ? writeDialectOf(format).folder : undefined;
}

/** Whether a folder is a profile or a sessions root, in which fx itself has its places. */
function isSessionsPlace(path: string): boolean {
  return ['.fx', 'sessions'].includes(basename(path)) || isSessionsRoot(path) || isSessionsRoot(join(path, 'sessions'));
}

/** What is wrong with the data rather than with the disk or another process. */
const DATA_RULES =
  /^(change\/(unreadable|format|tail|not-resumable|left-behind)|(state|log|frame|event|replacement)\/.+|write\/(image|id|manifest).*)$/;

/** Runs a change and says in the command line's words why it failed. @throws CommandError */
export async function explainChange<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WriteError) {
      const code = DATA_RULES.test(error.rule) && !error.published ? ExitCode.badData : ExitCode.io;
      const reason = isSystemError(error.cause) ? ` (${reasonOf(error.cause)})` : '';
      throw new CommandError(
        code,
        `${error.message.replace(/\.$/, '')}${reason}`,
        `fxlog rules ${error.rule} explains this.`,
      );
    }
    if (isSystemError(error)) throw new CommandError(ExitCode.io, `${error.path ?? 'the session'}: ${reasonOf(error)}`);
    throw error;
  }
}

/** The sessions root that a session directory lies in, or the store in one. @throws UsageError when it lies in none */
export function rootAround(dir: string): string {
  const root = dirname(dir);
  const isStore = WRITTEN_DIALECTS.some((dialect) => writeDialectOf(dialect).folder === basename(root));
  if (isSessionsRoot(isStore ? dirname(root) : root)) return root;
  throw new UsageError(`${dir} lies in no sessions root`, 'A session outside of one is an ordinary directory.');
}
