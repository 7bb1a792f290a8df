import { posix } from 'node:path';
import { trimOf } from '@fxlog/json/internal';
import { isWithin, type WorkspaceView } from '../workspace.js';

const BLANKS = ' \t\r\n';

/**
 * The real path that an argument of a tool means (profile-and-tools §2.3): a relative one counts from the primary workspace root, whatever other directories
 * there are.
 *
 * @returns null where fx refuses it before any rule is asked: it is empty, of another user's home, or a link leads it out of the workspace.
 */
export function resolvePath(argument: string, workspace: WorkspaceView): string | null {
  const path = trimOf(argument, BLANKS);
  if (path === '' || path.includes('\0')) return null;
  let absolute: string;
  if (path === '~' || path.startsWith('~/')) {
    if (workspace.home === null) return null;
    absolute = posix.normalize(`${workspace.home}${path.slice(1)}`);
  } else if (path.startsWith('~')) return null;
  else absolute = posix.normalize(path.startsWith('/') ? path : `${workspace.root}/${path}`);
  const plain = absolute.length > 1 ? absolute.replace(/\/$/, '') : absolute;
  const real = workspace.resolve(plain);
  const isRelative = !path.startsWith('/') && !path.startsWith('~');
  if (real !== null && isRelative && isWithin(plain, workspace.root) && !isWithin(real, workspace.root)) return null;
  return real;
}

/** How rules name a path: from the workspace root where it is below it, else absolute. */
export function pathText(path: string, { root }: WorkspaceView): string {
  if (path === root) return '.';
  return isWithin(path, root) ? path.slice(root === '/' ? 1 : root.length + 1) : path;
}

const SENSITIVE: readonly string[] = [
  '.git/hooks',
  '.git/config',
  '.git/config.worktree',
  '.ssh/authorized_keys',
  '.ssh/config',
  'Library/LaunchAgents',
  'Library/LaunchDaemons',
  '.config/autostart',
  '.config/fish/config.fish',
  '.zshrc',
  '.bashrc',
  '.bash_profile',
  '.profile',
];

/** Whether writing there could make something run later (profile-and-tools §4.7). */
export function isSensitive(path: string): boolean {
  return SENSITIVE.some((components) => `${path}/`.includes(`/${components}/`));
}

/** Whether a path is in the workspace or in a directory that was added to it. */
export function isInWorkspace(path: string, { root, additionalDirectories }: WorkspaceView): boolean {
  return [root, ...additionalDirectories].some((directory) => isWithin(path, directory));
}
