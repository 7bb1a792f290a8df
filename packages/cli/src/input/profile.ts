import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { outlineConversation } from '@fxlog/assembler';
import { readSettings, type Settings } from '@fxlog/harness';
import type { Session } from '@fxlog/store';
import type { CommandContext, RootOption } from '../command-context.js';
import { UnreadableError, UsageError } from '../exit-code.js';
import { isSystemError, reasonOf } from '../output/system-error.js';
import { openSessionsRoot } from './sessions-root.js';

/** The profile that is meant, where it is named. */
export interface ProfileOption extends RootOption {
  readonly profile?: string;
}

/** The profile that is named, or to which a sessions root belongs. */
export async function profileFor(
  context: CommandContext,
  options: ProfileOption,
  sessions: string | null,
): Promise<string> {
  const profile =
    options.profile !== undefined
      ? resolve(context.cwd, options.profile)
      : profileOf(sessions ?? (await openSessionsRoot(context, options.root)).path);
  if (profile === null) {
    throw new UsageError('no profile belongs to this folder of sessions', 'Name one: --profile ~/.fx.');
  }
  return profile;
}

/** Whether a profile is named, or belongs to the folder in which a session lies. */
export function hasProfile({ profile }: ProfileOption, { dir }: Session): boolean {
  return profile !== undefined || profileOf(dirname(dir)) !== null;
}

/** The settings of the profile that is named, or to which a sessions root belongs. */
export async function settingsFor(
  context: CommandContext,
  options: ProfileOption,
  sessions: string | null,
  workspace: string,
): Promise<{ readonly profile: string; readonly file: string; readonly settings: Settings }> {
  const profile = await profileFor(context, options, sessions);
  const file = join(profile, 'settings.json');
  return { profile, file, settings: readSettings(settingsBytes(profile), workspace) };
}

/** `settings.json` of a profile, as far as it can matter; null where there is none. @throws UnreadableError */
export function settingsBytes(profile: string): Uint8Array | null {
  return readSmallFile(join(profile, 'settings.json'));
}

/** The profile to which a sessions root belongs: fx keeps its sessions in `sessions`, newer versions in a folder below. */
function profileOf(root: string): string | null {
  if (basename(root) === 'sessions') return dirname(root);
  return basename(dirname(root)) === 'sessions' ? dirname(dirname(root)) : null;
}

/** The workspace root of a session, at its end. */
export async function workspaceOf(session: Session): Promise<string> {
  const log = session.read();
  const outline = log.ok
    ? await outlineConversation(log.source, { mode: 'lenient', end: log.end, file: log.file })
    : null;
  return outline?.workspaceRoot ?? session.facts()?.workspaceRoot ?? '/';
}

/** Longer files are no settings for fx, so that more of them need not be read to say so. */
const READ_BYTES = 65_537;

/**
 * The bytes of a regular file, as far as they can matter; null where there is none.
 *
 * @throws UnreadableError when it is something else, or cannot be read.
 */
function readSmallFile(file: string): Uint8Array | null {
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT') return null;
    throw new UnreadableError(file, reasonOf(error));
  }
  try {
    if (!fstatSync(descriptor).isFile()) throw new UnreadableError(file, 'not a regular file');
    const buffer = Buffer.alloc(READ_BYTES);
    let length = 0;
    for (let read = -1; read !== 0 && length < READ_BYTES; length += read) {
      read = readSync(descriptor, buffer, length, READ_BYTES - length, null);
    }
    return buffer.subarray(0, length);
  } finally {
    closeSync(descriptor);
  }
}
