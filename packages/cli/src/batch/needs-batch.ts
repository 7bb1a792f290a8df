import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CommandContext } from '../command-context.js';
import { resolveInput } from '../input/input.js';
import { openSessionsRoot } from '../input/sessions-root.js';
import { isSystemError } from '../output/system-error.js';
import { asksForBatch, type BatchOptions } from './batch-options.js';

const BRACE = 0x7b;
const PATTERN = /[*?[{]/;

/**
 * Is this more than a few sessions: an archive, a pattern, a large store, sessions deep in a directory, or something that only a batch does?
 * Looks at the first byte of a file at most, and not even at the file where its name is that of a log, so that judging logs stays as fast as it is.
 */
export async function needsBatch(
  context: CommandContext,
  inputs: readonly string[],
  options: BatchOptions & { readonly root?: string },
): Promise<boolean> {
  if (asksForBatch(options)) return true;
  // It names nothing; whoever reads it says so.
  if (inputs.includes('')) return false;
  const directories: string[] = [];
  for (const input of inputs) {
    const kind = input === '-' ? 'one' : await kindOf(resolve(context.cwd, input), input);
    if (kind === 'many') return true;
    if (kind === 'directory') directories.push(input);
  }
  if (inputs.length === 0) directories.push((await openSessionsRoot(context, options.root)).path);
  return holdMuch(
    context,
    directories.filter((input) => isStore(resolve(context.cwd, input))),
  );
}

/**
 * The same for commands that otherwise take exactly one session: are these several, or something that holds several, however small?
 */
export async function namesMany(
  context: CommandContext,
  inputs: readonly string[],
  options: BatchOptions,
): Promise<boolean> {
  const [input, ...others] = inputs;
  if (input === undefined || others.length > 0 || asksForBatch(options)) return true;
  if (input === '-' || input === '') return false;
  const path = resolve(context.cwd, input);
  const kind = await kindOf(path, input);
  return kind === 'many' || (kind === 'directory' && isStore(path));
}

const SESSION_FILES = ['events.jsonl', 'log.jsonl', 'authority.json', 'authority.pending.json', 'session.json'];

/** A directory that is not a session itself; false for what is not there. */
function isStore(path: string): boolean {
  return existsSync(path) && !SESSION_FILES.some((name) => existsSync(join(path, name)));
}

async function holdMuch(context: CommandContext, stores: readonly string[]): Promise<boolean> {
  if (stores.length === 0) return false;
  const { WORTH_WORKERS_BYTES, weighInputs } = await import('./input-weight.js');
  const bytes = await weighInputs(context, stores);
  if (bytes >= WORTH_WORKERS_BYTES) return true;
  if (bytes === 0) return false;
  for (const store of stores) {
    // There is something, but deeper than a store has it.
    if ((await resolveInput(context, store, undefined)).kind === 'no-session') return true;
  }
  return false;
}

async function kindOf(path: string, input: string): Promise<'many' | 'directory' | 'one'> {
  try {
    const isPattern = PATTERN.test(input);
    if (input.endsWith('.jsonl') && !isPattern) return 'one';
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return isPattern ? 'many' : 'one';
    if (stats.isDirectory()) return 'directory';
    return stats.isFile() && (await isArchive(path)) ? 'many' : 'one';
  } catch (error) {
    // Whoever reads it in earnest says why it cannot be read.
    if (isSystemError(error)) return 'one';
    throw error;
  }
}

async function isArchive(path: string): Promise<boolean> {
  const prefix = new Uint8Array(512);
  const file = openSync(path, 'r');
  try {
    const length = readSync(file, prefix);
    if (length === 0 || prefix[0] === BRACE) return false;
    const { archiveFormatOf } = await import('@fxlog/batch/internal');
    return archiveFormatOf(prefix.subarray(0, length)) !== null;
  } finally {
    closeSync(file);
  }
}
