import { readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { CommandContext } from './command-context.js';
import { CommandError, ExitCode, UnreadableError, UsageError } from './exit-code.js';
import { isSystemError, reasonOf } from './system-error.js';

/** What an INPUT argument turned out to be. `name` is how to call it in messages. */
export type Input =
  /** A regular file, judged as a log alone. */
  | { readonly kind: 'file'; readonly name: string; readonly path: string }
  /** Standard input, or a pipe: bytes that can be read once. `path` is null for standard input. */
  | { readonly kind: 'stream'; readonly name: string; readonly path: string | null }
  /** A session directory, judged as fx reads it. */
  | { readonly kind: 'session'; readonly name: string; readonly dir: string }
  /** A directory of sessions. */
  | { readonly kind: 'root'; readonly name: string; readonly path: string };

/** Where session ids are looked up. */
export interface SessionsDirectory {
  readonly path: string;
  /** False for the place where fx keeps sessions by default: that one may be missing, as for fx itself. */
  readonly explicit: boolean;
}

/** Any of these makes a directory a session, or what is left of one. */
const SESSION_FILES: ReadonlySet<string> = new Set([
  'events.jsonl',
  'log.jsonl',
  'session.json',
  'authority.json',
  'authority.pending.json',
]);
/** fx passes these by when it enumerates a root (session-directory §1.4). */
const RESERVED: ReadonlySet<string> = new Set(['latest', 'recovery+staging']);
const SESSION_ID = /^[A-Za-z0-9._-]{1,255}$/;
const MAX_CANDIDATES_SHOWN = 8;

/**
 * The sessions root: `--root`, else `$FX_HOME/sessions`, else `~/.fx/sessions`. A profile (a directory with a `sessions`
 * directory in it) stands for its sessions.
 */
export async function sessionsDirectory(context: CommandContext, root: string | undefined): Promise<SessionsDirectory> {
  if (root !== undefined) {
    const path = resolve(context.cwd, root);
    const nested = join(path, 'sessions');
    return { path: (await isDirectory(nested)) ? nested : path, explicit: true };
  }
  if (context.env.FX_HOME) return { path: resolve(context.cwd, context.env.FX_HOME, 'sessions'), explicit: true };
  return { path: join(context.env.HOME || homedir(), '.fx', 'sessions'), explicit: false };
}

/**
 * Finds out what an argument means: `-`, a path, or else a session id or the unique beginning of one.
 *
 * @throws UnreadableError when it does not exist or is nothing that can be read
 * @throws UsageError when several sessions begin that way
 * @throws CommandError when it is a directory without any session
 */
export async function resolveInput(
  context: CommandContext,
  argument: string,
  root: string | undefined,
): Promise<Input> {
  if (argument === '-') return { kind: 'stream', name: '(standard input)', path: null };
  if (argument === '')
    throw new UsageError('an empty INPUT', 'Name a session, a session directory, an events.jsonl, or -');
  const path = resolve(context.cwd, argument);
  const isId = SESSION_ID.test(argument) && argument !== '.' && argument !== '..';
  try {
    const stats = await stat(path);
    if (stats.isDirectory()) return await classifyDirectory(argument, path);
    if (stats.isFile()) return { kind: 'file', name: argument, path };
    if (stats.isFIFO()) return { kind: 'stream', name: argument, path };
    throw new UnreadableError(argument, stats.isSocket() ? 'is a socket, not a log' : 'is a device, not a log');
  } catch (error) {
    if (!isSystemError(error)) throw error;
    if (error.code !== 'ENOENT' || !isId) throw new UnreadableError(argument, reasonOf(error));
  }
  return findSession(argument, await sessionsDirectory(context, root));
}

async function classifyDirectory(name: string, path: string): Promise<Input> {
  const entries = await readdir(path, { withFileTypes: true });
  if (entries.some((entry) => SESSION_FILES.has(entry.name))) return { kind: 'session', name, dir: path };
  const sessions = join(path, 'sessions');
  if (await isDirectory(sessions)) return { kind: 'root', name: join(name, 'sessions'), path: sessions };
  if (basename(path) === 'sessions') return { kind: 'root', name, path };
  for (const entry of entries) {
    if (!entry.isDirectory() || RESERVED.has(entry.name)) continue;
    const inner = await readdir(join(path, entry.name)).catch(noEntriesWhenUnreadable);
    if (inner.some((file) => SESSION_FILES.has(file))) return { kind: 'root', name, path };
  }
  throw new CommandError(
    ExitCode.badData,
    `${name}: no session here (neither events.jsonl nor session.json, in it or one level below)`,
    'Name a session directory, a sessions root or a profile such as ~/.fx.',
  );
}

function noEntriesWhenUnreadable(error: unknown): string[] {
  if (isSystemError(error)) return [];
  throw error;
}

async function findSession(prefix: string, root: SessionsDirectory): Promise<Input> {
  const ids = await sessionIds(root, prefix);
  const matches = ids.includes(prefix) ? [prefix] : ids.filter((id) => id.startsWith(prefix)).sort();
  const [match] = matches;
  if (match === undefined) {
    throw new UnreadableError(
      prefix,
      `no such file, and no session in ${root.path} begins like that`,
      'fxlog list --all shows what is there; --root DIR looks elsewhere.',
    );
  }
  if (matches.length > 1) {
    const shown = matches.slice(0, MAX_CANDIDATES_SHOWN).map((id) => `  ${id}`);
    if (matches.length > shown.length) shown.push(`  … and ${matches.length - shown.length} more`);
    throw new UsageError(`${matches.length} sessions begin with "${prefix}":`, shown.join('\n'));
  }
  return { kind: 'session', name: match, dir: join(root.path, match) };
}

async function sessionIds(root: SessionsDirectory, wanted: string): Promise<string[]> {
  try {
    const entries = await readdir(root.path, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory() && !RESERVED.has(entry.name)).map((entry) => entry.name);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new UnreadableError(
      wanted,
      `no such file, and the sessions in ${root.path} cannot be read: ${reasonOf(error)}`,
    );
  }
}

async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (isSystemError(error)) return false;
    throw error;
  }
}
