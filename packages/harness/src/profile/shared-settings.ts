import { JsonError, type JsonObject, parseJson } from '@fxlog/json';
import { isJsonObject } from '@fxlog/json/internal';
import { MAX_SETTINGS_BYTES } from './settings.js';

/** The keys of a layer that say how fx behaves and nothing of who uses it (profile-and-tools §1.2). */
const SHARED_KEYS: readonly string[] = [
  'permission_mode',
  'permission',
  'yolo_acknowledged',
  'context',
  'context_limits',
  'max_agent_steps',
  'max_tool_result_bytes',
  'model',
  'provider',
  'codex_model',
  'grok_model',
  'effort',
  'fast_mode',
  'credential_source',
  'first_call_tool_choice',
  'notifications',
  'statusLine',
  'prompt_history',
  'startup_scrollback',
  'input_appearance',
  'maxxing_mode',
  'slash_menu_categories',
  'auto_upgrade',
  'update_channel',
];

/** What of the settings of a profile may be looked at by others. What it says is still text of somebody: it is to be redacted. */
export interface SharedSettings {
  readonly user: JsonObject;
  /** What holds in the one workspace; null where it has no settings of its own. */
  readonly workspace: JsonObject | null;
  /** How many keys of these layers were left out, and how many other workspaces have settings. */
  readonly leftOut: { readonly keys: number; readonly workspaces: number };
  /** Why there are none; null for nothing. */
  readonly problem: string | null;
}

/**
 * Takes of `settings.json` what may go into a report: known keys that hold no credentials, of the top level and of one workspace.
 *
 * @param bytes the file; null where there is none.
 * @param root the real path of the workspace root.
 */
export function sharedSettings(bytes: Uint8Array | null, root: string): SharedSettings {
  const nothing = (problem: string | null): SharedSettings => ({
    ...{ user: {}, workspace: null, leftOut: { keys: 0, workspaces: 0 }, problem },
  });
  if (bytes === null) return nothing(null);
  if (bytes.length > MAX_SETTINGS_BYTES) return nothing(`The file has more than ${MAX_SETTINGS_BYTES} bytes.`);
  try {
    const value = parseJson(bytes);
    return isJsonObject(value) ? sharedOf(value, root) : nothing('The file is not a JSON object.');
  } catch (error) {
    if (error instanceof JsonError) return nothing(`The file is not JSON (byte ${error.offset}).`);
    throw error;
  }
}

function sharedOf({ workspaces, ...top }: JsonObject, root: string): SharedSettings {
  const others = isJsonObject(workspaces ?? null) ? (workspaces as JsonObject) : {};
  const own = Object.hasOwn(others, root) ? (others[root] ?? null) : null;
  const user = knownOf(top);
  const workspace = isJsonObject(own) ? knownOf(own) : null;
  const left = (layer: JsonObject, kept: JsonObject) => Object.keys(layer).length - Object.keys(kept).length;
  return {
    user,
    workspace,
    leftOut: {
      keys: left(top, user) + (isJsonObject(own) && workspace !== null ? left(own, workspace) : 0),
      workspaces: Object.keys(others).length - (workspace === null ? 0 : 1),
    },
    problem: null,
  };
}

function knownOf(layer: JsonObject): JsonObject {
  const known = SHARED_KEYS.flatMap((key) => (Object.hasOwn(layer, key) ? [[key, layer[key] ?? null] as const] : []));
  return Object.fromEntries(known);
}
