import { JsonError } from '@fxlog/json';
import { isOrderedObject, type OrderedJson, type OrderedObject, parseOrderedJson } from '@fxlog/json/internal';
import {
  type ContextLimit,
  type ContextLimitLayers,
  isContextBudgetName,
  parseContextLimit,
} from '../context/budgets.js';
import type { PermissionMode } from '../permissions/decide.js';
import { type PermissionRule, parseRules } from '../permissions/rules.js';
import { readFileHead } from '../read-regular-file.js';

/** Longest `settings.json` that fx reads, in bytes (profile-and-tools §1.2). */
export const MAX_SETTINGS_BYTES = 65_536;
const MAX_ADDITIONAL_DIRECTORIES = 16;

/** What is to be said about the settings; fx reports it and goes on without the layer. */
export interface SettingsProblem {
  /** `file` for all of it, `user` for its top level, else the workspace root whose member it is about. */
  readonly layer: string;
  /** JSON Pointer into the file. */
  readonly path: string;
  readonly message: string;
}

/** The settings of a profile as they hold in one workspace. */
export interface Settings {
  /** The one list of rules in force: that of the workspace replaces the user's whole. */
  readonly rules: readonly PermissionRule[];
  /** Which layer the rules come from; null when no layer has any. */
  readonly rulesFrom: 'user' | 'workspace' | null;
  readonly mode: PermissionMode;
  /** As they are spelled; only a workspace may add some. */
  readonly additionalDirectories: readonly string[];
  /** Whether `AGENTS.md` files are read at all. */
  readonly context: boolean;
  /** What each layer says of the budgets of context sources; `contextBudgets` makes them what holds. */
  readonly contextLimits: ContextLimitLayers;
  readonly problems: readonly SettingsProblem[];
}

interface Layer {
  readonly rules: readonly PermissionRule[] | null;
  readonly mode: PermissionMode | null;
  readonly context: boolean | null;
  readonly additionalDirectories: readonly string[];
  readonly contextLimits: ReadonlyMap<string, ContextLimit>;
}

/**
 * Reads `settings.json` as it holds in a workspace (profile-and-tools §1.2). One bad key costs its whole layer, as in fx; it is said which.
 *
 * @param bytes the file; null where there is none.
 * @param root the real path of the workspace root.
 */
export function readSettings(bytes: Uint8Array | null, root: string): Settings {
  if (bytes === null) return settingsOf(new Map(), root);
  const broken = (message: string) => settingsOf(new Map(), root, [{ layer: 'file', path: '', message }]);
  if (bytes.length > MAX_SETTINGS_BYTES) return broken(`The file has more than ${MAX_SETTINGS_BYTES} bytes.`);
  try {
    const value = parseOrderedJson(bytes);
    return isOrderedObject(value) ? settingsOf(value, root) : broken('The file is not a JSON object.');
  } catch (error) {
    if (error instanceof JsonError) return broken(error.message);
    throw error;
  }
}

/** `settings.json` of a profile, as far as it can matter: no bytes where there is none, or fx takes nothing from it, and then why. */
export function readSettingsFile(file: string): { readonly bytes: Uint8Array | null; readonly problem: string | null } {
  // One byte more than fx takes tells that there are too many.
  const content = readFileHead(file, MAX_SETTINGS_BYTES + 1);
  if (content.ok) return { bytes: content.bytes, problem: null };
  return { bytes: null, problem: content.isMissing ? null : content.reason };
}

/** As {@link readSettings}, of a file: one that is no regular file, or cannot be read, is a problem and no settings. */
export function settingsIn(file: string, root: string): Settings {
  const { bytes, problem } = readSettingsFile(file);
  if (problem === null) return readSettings(bytes, root);
  return settingsOf(new Map(), root, [{ layer: 'file', path: '', message: `fx takes nothing from it: ${problem}.` }]);
}

/** As {@link readSettings}, of a value that was read with the order of its members. */
export function settingsOf(value: OrderedObject, root: string, before: readonly SettingsProblem[] = []): Settings {
  const problems = [...before];
  const user = layerOf(value, 'user', '', problems);
  const workspaces = value.get('workspaces');
  const own = isOrderedObject(workspaces) ? workspaces.get(root) : undefined;
  const workspace = isOrderedObject(own)
    ? layerOf(own, root, `/workspaces/${root.replaceAll('~', '~0').replaceAll('/', '~1')}`, problems)
    : null;
  return {
    rules: workspace?.rules ?? user?.rules ?? [],
    rulesFrom: workspace?.rules != null ? 'workspace' : user?.rules != null ? 'user' : null,
    mode: workspace?.mode ?? user?.mode ?? 'auto',
    additionalDirectories: workspace?.additionalDirectories ?? [],
    context: workspace?.context ?? user?.context ?? true,
    contextLimits: { user: user?.contextLimits, workspace: workspace?.contextLimits },
    problems,
  };
}

/** A layer; null where something in it is wrong, so that fx drops it. */
function layerOf(value: OrderedObject, layer: string, at: string, problems: SettingsProblem[]): Layer | null {
  const fail = (key: string, message: string): null => {
    problems.push({ layer, path: `${at}/${key}`, message: `${message} fx leaves out all of this layer.` });
    return null;
  };
  if (value.has('skill_match_fuzzy')) return fail('skill_match_fuzzy', 'This key was removed.');
  const permission = value.get('permission');
  const rules = permission === undefined ? null : parseRules(permission);
  if (permission !== undefined && rules === null)
    return fail('permission', 'A rule is not name, pattern and allow, ask or deny.');
  const mode = value.get('permission_mode') ?? null;
  if (mode !== null && mode !== 'ask' && mode !== 'auto' && mode !== 'yolo') {
    return fail('permission_mode', 'The mode is not ask, auto or yolo.');
  }
  const context = value.get('context') ?? null;
  if (context !== null && typeof context !== 'boolean') return fail('context', 'This is not true or false.');
  const contextLimits = contextLimitsOf(value.get('context_limits'));
  if (contextLimits === null) return fail('context_limits', 'A limit has a name or a size that fx does not know.');
  const directories = value.get('additional_directories');
  if (directories !== undefined && layer === 'user') {
    problems.push({
      layer,
      path: `${at}/additional_directories`,
      message: 'Only a workspace may add directories: fx ignores these.',
    });
  }
  const additionalDirectories = layer === 'user' ? [] : directoriesOf(directories);
  if (additionalDirectories === null)
    return fail('additional_directories', 'This is not a list of at most 16 different paths.');
  return { rules, mode, context, additionalDirectories, contextLimits };
}

function directoriesOf(value: OrderedJson | undefined): readonly string[] | null {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > MAX_ADDITIONAL_DIRECTORIES) return null;
  const paths = value.filter((path): path is string => typeof path === 'string');
  return paths.length === value.length && new Set(paths).size === paths.length ? paths : null;
}

function contextLimitsOf(value: OrderedJson | undefined): ReadonlyMap<string, ContextLimit> | null {
  if (value === undefined) return new Map();
  if (!isOrderedObject(value)) return null;
  const limits = new Map<string, ContextLimit>();
  for (const [name, given] of value) {
    const text = typeof given === 'object' && given !== null && 'token' in given ? given.token : given;
    const limit = typeof text === 'string' ? parseContextLimit(text) : null;
    if (!isContextBudgetName(name) || limit === null) return null;
    limits.set(name, limit);
  }
  return limits;
}
