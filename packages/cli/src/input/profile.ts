import { basename, dirname, join, resolve } from 'node:path';
import { outlineConversation } from '@fxlog/assembler';
import type { Settings } from '@fxlog/harness';
import { settingsIn } from '@fxlog/harness/internal';
import type { Session } from '@fxlog/store';
import type { CommandContext, RootOption } from '../command-context.js';
import { UsageError } from '../exit-code.js';
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
  return { profile, file, settings: settingsIn(file, workspace) };
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
