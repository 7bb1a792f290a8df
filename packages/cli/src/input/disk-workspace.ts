import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { DiskWorkspace, findSkills, InstructionTree, type Settings, type SkillCatalogue } from '@fxlog/harness';
import { type ContextBudget, type ContextBudgetName, contextBudgets } from '@fxlog/harness/internal';
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

/** The instruction files of a workspace, as its settings limit them. */
export function instructionsIn({ workspace: { root, home }, profile, settings }: WorkspaceOnDisk): InstructionTree {
  const budgets = contextBudgets(settings.contextLimits);
  const limit = (name: ContextBudgetName) => budgets.find((budget) => budget.name === name)?.effectiveBytes;
  return new InstructionTree({
    root,
    home,
    profile,
    fileBytes: limit('project_instruction_file_bytes'),
    totalBytes: limit('project_instructions_total_bytes'),
  });
}

/** The skills that fx finds for a workspace. */
export function skillsIn(
  { env }: CommandContext,
  { workspace, profile }: WorkspaceOnDisk,
  budgets: readonly ContextBudget[],
): SkillCatalogue {
  const authorities = (env.FX_SKILL_SYMLINK_AUTHORITIES ?? '').split(':').flatMap((path) => {
    const real = path === '' ? null : workspace.resolve(path);
    return real === null ? [] : [real];
  });
  return findSkills({ root: workspace.root, home: workspace.home, profile, authorities, budgets });
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
