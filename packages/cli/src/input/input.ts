import { statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { isSessionId, isSessionMark } from '@fxlog/format/internal';
import { type SessionsRoot, StoreError } from '@fxlog/store';
import { describeSession } from '@fxlog/store/internal';
import type { CommandContext } from '../command-context.js';
import { CommandError, ExitCode, UnreadableError, UsageError } from '../exit-code.js';
import { countOf, formatTime } from '../output/measures.js';
import { isSystemError, reasonOf } from '../output/system-error.js';
import { terminalText } from '../output/terminal-text.js';
import { clip } from '../output/text-width.js';
import { openSessionsRoot, storeReason } from './sessions-root.js';

/** What an INPUT argument turned out to be. `name` is how to call it in messages. */
export type Input =
  /** A regular file, judged as a log alone. */
  | { readonly kind: 'file'; readonly name: string; readonly path: string }
  /** Standard input, or a pipe: bytes that can be read once. `path` is null for standard input. */
  | { readonly kind: 'stream'; readonly name: string; readonly path: string | null }
  /** A session directory, judged as fx reads it. */
  | { readonly kind: 'session'; readonly name: string; readonly dir: string }
  /** A directory of sessions. */
  | { readonly kind: 'root'; readonly name: string; readonly path: string }
  /** A directory that holds neither. */
  | { readonly kind: 'no-session'; readonly name: string; readonly dir: string };

/** fx passes these by when it enumerates a root (session-directory §1.4). */
const RESERVED: ReadonlySet<string> = new Set(['latest', 'recovery+staging']);

/**
 * Finds out what an argument means: `-`, a path, or else a session id or the unique beginning of one.
 *
 * @throws UnreadableError when it does not exist or is nothing that can be read
 * @throws UsageError when several sessions begin that way
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
  const isId = isSessionId(argument);
  try {
    const stats = statSync(path);
    if (stats.isDirectory()) return await classifyDirectory(argument, path);
    if (stats.isFile()) return { kind: 'file', name: argument, path };
    if (stats.isFIFO()) return { kind: 'stream', name: argument, path };
    throw new UnreadableError(argument, stats.isSocket() ? 'is a socket, not a log' : 'is a device, not a log');
  } catch (error) {
    if (!isSystemError(error)) throw error;
    if (error.code !== 'ENOENT' || !isId) throw new UnreadableError(argument, reasonOf(error));
  }
  return findSession(argument, await openSessionsRoot(context, root));
}

async function classifyDirectory(name: string, path: string): Promise<Input> {
  const entries = await readdir(path, { withFileTypes: true });
  if (entries.some((entry) => isSessionMark(entry.name))) return { kind: 'session', name, dir: path };
  const sessions = join(path, 'sessions');
  if (await isDirectory(sessions)) return { kind: 'root', name: join(name, 'sessions'), path: sessions };
  if (basename(path) === 'sessions') return { kind: 'root', name, path };
  for (const entry of entries) {
    if (!entry.isDirectory() || RESERVED.has(entry.name)) continue;
    const inner = await readdir(join(path, entry.name)).catch(noEntriesWhenUnreadable);
    if (inner.some(isSessionMark)) return { kind: 'root', name, path };
  }
  return { kind: 'no-session', name, dir: path };
}

/** What to say about a directory without any session. */
export function noSessionHere(name: string): CommandError {
  return new CommandError(
    ExitCode.badData,
    `${name}: no session here (neither events.jsonl nor session.json, in it or one level below)`,
    'Name a session directory, a sessions root or a profile such as ~/.fx.',
  );
}

function noEntriesWhenUnreadable(error: unknown): string[] {
  if (isSystemError(error)) return [];
  throw error;
}

async function findSession(prefix: string, root: SessionsRoot): Promise<Input> {
  try {
    const dir = await root.find(prefix);
    return { kind: 'session', name: basename(dir), dir };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    if (error.rule === 'store/ambiguous-id') {
      const candidates = root.locate().filter(({ id }) => id.startsWith(prefix));
      throw new UsageError(`${countOf(candidates.length, 'session')} begin with "${prefix}":`, whichOf(candidates));
    }
    const reason =
      error.rule === 'store/not-found'
        ? `no such file, and no session in ${root.path} begins like that`
        : storeReason(error);
    throw new UnreadableError(prefix, reason, 'fxlog list shows what is there; --root DIR looks elsewhere.');
  }
}

const MAX_CANDIDATES = 10;

/** Sessions to choose from, by what a person knows of them. */
function whichOf(candidates: ReturnType<SessionsRoot['locate']>): string {
  const lines = candidates.slice(0, MAX_CANDIDATES).map(({ id, dir }) => {
    const { title, updatedAtMs } = describeSession(dir);
    const time = updatedAtMs === null ? '' : `  ${formatTime(updatedAtMs, 'utc')}`;
    return `  ${id}${time}${title === null ? '' : `  ${clip(terminalText(title), MAX_TITLE)}`}`;
  });
  const more = candidates.length - lines.length;
  return [...lines, ...(more > 0 ? [`  and ${more} more; fxlog list shows them`] : [])].join('\n');
}

const MAX_TITLE = 60;

async function isDirectory(path: string): Promise<boolean> {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    if (isSystemError(error)) return false;
    throw error;
  }
}
