import { posix } from 'node:path';
import type { JsonObject, JsonValue } from '@fxlog/json';
import { isJsonObject } from '@fxlog/json/internal';
import { resolvePath } from '../permissions/paths.js';
import type { ToolCall } from '../permissions/targets.js';
import { isWithin, type WorkspaceView } from '../workspace.js';

const FILE_KEYS: Readonly<Record<string, readonly string[]>> = {
  read_file: ['path'],
  write_file: ['path'],
  edit_file: ['path'],
  copy_file: ['source', 'destination'],
};
const DIRECTORY_TOOLS: ReadonlySet<string> = new Set(['list_files', 'glob_files', 'grep_files', 'semantic_search']);
const EITHER_TOOLS: ReadonlySet<string> = new Set(['delete_file', 'file_info', 'open_file']);

/**
 * The directories from which fx looks for instructions on account of a call (profile-and-tools §5.2), as real paths. Only those in the primary workspace count:
 * a directory that was added may be worked in, and gives no orders. The text of a command is never searched for paths.
 */
export function endpointsOf({ tool, arguments: given }: ToolCall, workspace: WorkspaceView): readonly string[] {
  const args = isJsonObject(given.request) ? given.request : given;
  const found = endpoints(
    tool,
    args,
    (value) => {
      return typeof value === 'string' ? resolvePath(value, workspace) : null;
    },
    workspace,
  );
  const inside = found.filter((path): path is string => path !== null && isWithin(path, workspace.root));
  return [...new Set(inside)];
}

function endpoints(
  tool: string,
  args: JsonObject,
  pathOf: (value: JsonValue | undefined) => string | null,
  workspace: WorkspaceView,
): readonly (string | null)[] {
  const above = (path: string | null) => (path === null ? null : posix.dirname(path));
  const keys = FILE_KEYS[tool];
  if (keys !== undefined) return keys.map((key) => above(pathOf(args[key])));
  if (DIRECTORY_TOOLS.has(tool)) return [pathOf(args.path ?? '.')];
  if (tool === 'create_folder') return [pathOf(args.path), above(pathOf(args.path))];
  const byKind = (path: string | null, kind: string | null) => (kind === 'directory' ? path : above(path));
  const kindOf = (path: string | null) => (path === null ? null : workspace.look(path));
  if (EITHER_TOOLS.has(tool)) return [byKind(pathOf(args.path), kindOf(pathOf(args.path)))];
  if (tool === 'rename_file') {
    const [from, to] = [pathOf(args.old_path), pathOf(args.new_path)];
    // Once it is renamed, what it was shows where it went.
    const kind = kindOf(from) ?? kindOf(to);
    return [byKind(from, kind), byKind(to, kind)];
  }
  const runsCommand = tool === 'run_command' || (tool === 'terminal' && args.action === 'exec');
  return runsCommand ? [pathOf(typeof args.cwd === 'string' && args.cwd !== 'null' ? args.cwd : '.')] : [];
}
