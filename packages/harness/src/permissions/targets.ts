import { posix } from 'node:path';
import type { JsonObject, JsonValue } from '@fxlog/json';
import { isJsonObject } from '@fxlog/json/internal';
import type { WorkspaceView } from '../workspace.js';
import { pathText, resolvePath } from './paths.js';
import type { ToolNames } from './rules.js';

/** One thing that a call is about, as rules name it. */
export interface PermissionTarget {
  readonly text: string;
  /** The real path, where it is one. */
  readonly path: string | null;
}

/** A tool call, with its arguments as they were recorded. */
export interface ToolCall {
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** What a call is matched as (profile-and-tools §4.3). */
export interface MatchedCall {
  readonly names: ToolNames;
  readonly targets: readonly PermissionTarget[];
  /** The command of a call that runs one; null in all others. */
  readonly command: { readonly text: string; readonly isClean: boolean } | null;
  /** What a terminal is asked to do; null for other tools. */
  readonly action: string | null;
}

/** Why rules are never asked about a call. */
export interface UnmatchedCall {
  /** `outside` is refused for its place, whatever the rules and the mode; the others fail before permissions. */
  readonly kind: 'unresolvable' | 'outside';
  readonly reason: string;
}

const OWN_PATH: ReadonlySet<string> = new Set(['delete_file', 'file_info', 'open_file', 'semantic_search']);
const DIRECTORY_TOOLS: Readonly<Record<string, string>> = {
  list_files: 'list',
  glob_files: 'glob',
  grep_files: 'grep',
};
const TWO_PATHS: Readonly<Record<string, readonly [string, string]>> = {
  rename_file: ['old_path', 'new_path'],
  copy_file: ['source', 'destination'],
};

/**
 * Says what a call is matched as, in a workspace as it is now.
 */
export function matchCall(call: ToolCall, workspace: WorkspaceView): MatchedCall | UnmatchedCall {
  const { tool } = call;
  const args = isJsonObject(call.arguments.request) ? call.arguments.request : call.arguments;
  const own = { permission: tool, alias: tool };
  const about = (names: ToolNames, texts: readonly PermissionTarget[]): MatchedCall => ({
    names,
    targets: texts,
    command: null,
    action: null,
  });
  const existing = (key: string, fallback?: string): PermissionTarget | UnmatchedCall =>
    existingPath(textOf(args[key]) ?? fallback, key, workspace);

  if (tool === 'read_file') return withPaths(about, { permission: 'read', alias: tool }, [existing('path')]);
  const directory = DIRECTORY_TOOLS[tool];
  if (directory !== undefined) {
    return withPaths(about, { permission: directory, alias: tool }, [existing('path', '.')]);
  }
  if (tool === 'semantic_search') {
    const target = existing('path', '.');
    if ('kind' in target || target.path === null) return target as UnmatchedCall;
    const isInside = [workspace.root, ...workspace.additionalDirectories].some(
      (root) => target.path === root || target.path?.startsWith(`${root}/`),
    );
    if (!isInside) return { kind: 'outside', reason: 'semantic_search looks only into the workspace' };
    return about(own, [target]);
  }
  if (OWN_PATH.has(tool)) return withPaths(about, own, [existing('path')]);
  const pair = TWO_PATHS[tool];
  if (pair !== undefined) {
    return withPaths(about, own, [existing(pair[0]), anyPath(textOf(args[pair[1]]), pair[1], workspace)]);
  }
  if (tool === 'write_file' || tool === 'edit_file') {
    return withPaths(about, { permission: 'edit', alias: tool }, writtenPaths(tool, args, workspace));
  }
  if (tool === 'create_folder') {
    const folder = anyPath(textOf(args.path), 'path', workspace);
    if ('kind' in folder || folder.path === null) return folder as UnmatchedCall;
    return about(own, [folder, pathTarget(posix.dirname(folder.path), workspace)]);
  }
  if (tool === 'run_command' || (tool === 'terminal' && args.action === 'exec')) {
    const text = textOf(args.command);
    if (text === undefined) return { kind: 'unresolvable', reason: 'the call has no command' };
    return {
      names: { permission: 'bash', alias: 'run_command' },
      targets: [{ text, path: null }],
      command: { text, isClean: args.profile === 'clean' },
      action: null,
    };
  }
  if (tool === 'terminal') {
    const action = textOf(args.action);
    if (action === undefined) return { kind: 'unresolvable', reason: 'the call has no action' };
    const acknowledges = action === 'inspect' && isGiven(args.acknowledge_event_id);
    return { ...about(own, [word('terminal')]), action: acknowledges ? 'acknowledge' : action };
  }
  if (tool === 'skill') return about({ permission: 'skill', alias: tool }, [word(textOf(args.name) ?? '')]);
  if (tool === 'install_skill') {
    const skill = textOf(args.skill);
    const source = textOf(args.source) ?? '';
    return about({ permission: 'skill', alias: tool }, [word(skill === undefined ? source : `${source}#${skill}`)]);
  }
  if (tool === 'web_fetch') {
    const host = hostOf(textOf(args.url) ?? '');
    if (host === null) return { kind: 'unresolvable', reason: 'the address is not one that fx fetches' };
    return about(own, [word(`domain:${host}`)]);
  }
  if (tool === 'vision' && Array.isArray(args.paths)) {
    const targets = args.paths.map((path) => existingPath(textOf(path), 'paths', workspace));
    const unmatched = targets.find((target) => 'kind' in target);
    if (unmatched !== undefined) return unmatched as UnmatchedCall;
    return about(
      own,
      (targets as PermissionTarget[]).map(({ path }) => ({ text: path ?? '', path })),
    );
  }
  return about(own, [word(tool)]);
}

function withPaths(
  about: (names: ToolNames, targets: readonly PermissionTarget[]) => MatchedCall,
  names: ToolNames,
  targets: readonly (PermissionTarget | UnmatchedCall)[],
): MatchedCall | UnmatchedCall {
  const unmatched = targets.find((target): target is UnmatchedCall => 'kind' in target);
  return unmatched ?? about(names, targets as readonly PermissionTarget[]);
}

/** The file, its directory if there is one, and every directory that would have to be made. */
function writtenPaths(
  tool: string,
  args: JsonObject,
  workspace: WorkspaceView,
): readonly (PermissionTarget | UnmatchedCall)[] {
  const file = anyPath(textOf(args.path), 'path', workspace);
  if ('kind' in file || file.path === null) return [file];
  if (workspace.isLink(file.path)) return [{ kind: 'unresolvable', reason: 'fx does not write through a link' }];
  const there = workspace.look(file.path);
  if (there === 'directory' || (tool === 'edit_file' && there === null)) {
    return [{ kind: 'unresolvable', reason: `there is no file ${file.text}` }];
  }
  const targets = [file];
  let directory = posix.dirname(file.path);
  if (workspace.look(directory) !== null) return [...targets, pathTarget(directory, workspace)];
  for (; directory !== '/' && workspace.look(directory) === null; directory = posix.dirname(directory)) {
    targets.push(pathTarget(directory, workspace));
  }
  return targets;
}

function existingPath(
  argument: string | undefined,
  key: string,
  workspace: WorkspaceView,
): PermissionTarget | UnmatchedCall {
  const target = anyPath(argument, key, workspace);
  if ('kind' in target || target.path === null || workspace.look(target.path) !== null) return target;
  return { kind: 'unresolvable', reason: `there is nothing at ${target.text}` };
}

function anyPath(
  argument: string | undefined,
  key: string,
  workspace: WorkspaceView,
): PermissionTarget | UnmatchedCall {
  if (argument === undefined) return { kind: 'unresolvable', reason: `the call has no ${key}` };
  const path = resolvePath(argument, workspace);
  if (path === null) return { kind: 'unresolvable', reason: `fx refuses the path ${argument}` };
  return pathTarget(path, workspace);
}

function pathTarget(path: string, workspace: WorkspaceView): PermissionTarget {
  return { text: pathText(path, workspace), path };
}

function word(text: string): PermissionTarget {
  return { text, path: null };
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** In the arguments of a terminal the text `null` counts as absent (profile-and-tools §2.6). */
function isGiven(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null && value !== 'null';
}

const ADDRESS = /^https?:\/\/([^/?#\\]*)/i;

/** The host of an address in the spelling that rules name; null where fx refuses the address. */
function hostOf(url: string): string | null {
  const authority = ADDRESS.exec(url.trim())?.[1];
  if (authority === undefined || authority.includes('@')) return null;
  const host = /^(\[[^\]]*\]|[^:]*)(?::\d*)?$/.exec(authority)?.[1]?.toLowerCase() ?? '';
  const plain = host.endsWith('.') ? host.slice(0, -1) : host;
  return plain === '' ? null : plain;
}
