import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { DiskWorkspace, type Settings } from '@fxlog/harness';
import type { Session } from '@fxlog/store';
import type { CommandContext } from '../command-context.js';
import { isSystemError, reasonOf } from '../output/system-error.js';
import { terminalText } from '../output/terminal-text.js';
import { type ProfileOption, settingsFor, workspaceOf } from './profile.js';

/** Where a workspace lies now, and the profile that holds in it. */
export interface WorkspaceOption extends ProfileOption {
  readonly workspace?: string;
}

/** A workspace on this disk, with the settings that hold in it. */
export interface WorkspaceOnDisk {
  readonly workspace: DiskWorkspace;
  /** Whether it is there at all. */
  readonly isHere: boolean;
  readonly profile: string;
  /** The file of the settings. */
  readonly file: string;
  readonly settings: Settings;
}

/**
 * The workspace that is named, else that of a session, else the current directory. One that is not here has no files; that is said.
 */
export async function workspaceOnDisk(
  context: CommandContext,
  options: WorkspaceOption,
  session: Session | null,
): Promise<WorkspaceOnDisk> {
  const named =
    options.workspace === undefined && session !== null
      ? await workspaceOf(session)
      : resolve(context.cwd, options.workspace ?? '.');
  const found = realPath(context, named);
  const root = found ?? named;
  const sessions = session === null ? null : dirname(session.dir);
  const { profile, file, settings } = await settingsFor(context, options, sessions, root);
  const workspace = new DiskWorkspace(root, homeOf(profile), settings.additionalDirectories);
  return { workspace, isHere: found !== null, profile, file, settings };
}

/** The home directory that a profile belongs to: fx looks for it in no other place than `~/.fx`. */
function homeOf(profile: string): string {
  const home = profile.endsWith('/.fx') ? dirname(profile) : homedir();
  try {
    return realpathSync(home);
  } catch (error) {
    if (isSystemError(error)) return home;
    throw error;
  }
}

function realPath({ output }: CommandContext, path: string): string | null {
  try {
    return realpathSync(path);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    output.note(
      `The workspace ${terminalText(path)} is not here (${reasonOf(error)}). Say where it lies: --workspace DIR.`,
    );
    return null;
  }
}
