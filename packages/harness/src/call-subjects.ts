import type { TurnResult } from '@fxlog/assembler';
import { isMcpTool, mcpOrigin, searchRows, toolBehind } from './mcp/mcp-uses.js';
import { logOutcome } from './permissions/log-outcome.js';
import { jsonObjectOf } from './recorded-calls.js';

/** What a call did to files (profile-and-tools §3.3). */
export type FileUse = 'read' | 'write' | 'edit' | 'delete' | 'rename' | 'copy' | 'list' | 'search';

/** What a call was about, as far as a log says it. */
export interface CallSubject {
  /** The file or directory, as it was named; null where the call is about none. */
  readonly file: { readonly use: FileUse; readonly path: string; readonly newPath: string | null } | null;
  /** The tool of an MCP server; null for other tools, and a null server where the session does not tell which. */
  readonly mcp: { readonly server: string | null; readonly tool: string } | null;
  /** The skill that was read. */
  readonly skill: string | null;
  /** Why fx refused the call, in its own word; null where it did not. */
  readonly refusal: string | null;
}

const FILE_TOOLS: Readonly<Record<string, { readonly use: FileUse; readonly keys: readonly string[] }>> = {
  read_file: { use: 'read', keys: ['path'] },
  write_file: { use: 'write', keys: ['path'] },
  edit_file: { use: 'edit', keys: ['path'] },
  delete_file: { use: 'delete', keys: ['path'] },
  rename_file: { use: 'rename', keys: ['old_path', 'new_path'] },
  copy_file: { use: 'copy', keys: ['source', 'destination'] },
  list_files: { use: 'list', keys: ['path'] },
  glob_files: { use: 'search', keys: ['path'] },
  grep_files: { use: 'search', keys: ['path'] },
};
/** Servers of so many tools are remembered; a hostile log cannot name more than fill this. */
const MAX_TOOLS = 10_000;

/** Says of the calls of one session, in their order, what each was about. */
export class CallSubjects {
  readonly #servers = new Map<string, string>();

  of(tool: string, argumentsText: () => string, result: TurnResult | null): CallSubject {
    const outcome = result?.status === 'failure' ? logOutcome(result) : null;
    const refusal = outcome?.kind === 'refused' ? outcome.reason : null;
    if (tool === 'mcp_search_tools' && result?.status === 'success') {
      for (const { name, server } of searchRows(result) ?? []) if (server !== null) this.#learn(name, server);
    }
    return {
      file: fileOf(tool, argumentsText),
      mcp: this.#mcp(tool, result),
      skill: skillOf(tool, argumentsText),
      refusal,
    };
  }

  #mcp(tool: string, result: TurnResult | null): CallSubject['mcp'] {
    if (!isMcpTool(tool)) return null;
    const origin = result === null ? null : mcpOrigin(result);
    if (origin !== null) this.#learn(tool, origin.server);
    const server = this.#servers.get(tool) ?? null;
    const own = origin !== null && origin.tool !== tool ? origin.tool : null;
    return { server, tool: own ?? (server === null ? null : toolBehind(tool, server)) ?? tool };
  }

  #learn(name: string, server: string): void {
    if (this.#servers.size < MAX_TOOLS || this.#servers.has(name)) this.#servers.set(name, server);
  }
}

function fileOf(tool: string, argumentsText: () => string): CallSubject['file'] {
  const known = Object.hasOwn(FILE_TOOLS, tool) ? FILE_TOOLS[tool] : undefined;
  if (known === undefined) return null;
  const args = jsonObjectOf(argumentsText());
  const [path, newPath = null] = known.keys.map((key) => (typeof args?.[key] === 'string' ? args[key] : null));
  return path == null ? null : { use: known.use, path, newPath };
}

function skillOf(tool: string, argumentsText: () => string): string | null {
  if (tool !== 'skill') return null;
  const name = jsonObjectOf(argumentsText())?.name;
  return typeof name === 'string' ? name : null;
}
