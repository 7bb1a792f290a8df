import { durableText, loggedOutput, type TurnResult } from '@fxlog/assembler';
import type { JsonObject } from '@fxlog/json';
import { isJsonObject } from '@fxlog/json/internal';
import type { Session } from '@fxlog/store';
import { jsonObjectOf, type ReadCallsOptions, readCalls } from '../recorded-calls.js';

/** fx's own tools, whatever they are called. */
const OWN_TOOLS: ReadonlySet<string> = new Set(['mcp_search_tools', 'mcp_select_tool', 'mcp_features']);

/** Where it is known from which server and tool are meant by a name: a name alone cannot be traced back, it may be cut and has underscores of its own. */
export type McpNameSource = 'result' | 'search' | null;

/** What a session did with one tool of an MCP server. */
export interface McpToolUse {
  /** As the model calls it: `mcp_`, server and tool, with every other character as `_`, at most 64 bytes. */
  readonly name: string;
  /** Null where the session does not tell. */
  readonly server: string | null;
  /** As the server calls it, as far as it is told; null where only its name for the model is. */
  readonly tool: string | null;
  readonly knownFrom: McpNameSource;
  /** How often a search gave it, how often it was selected. */
  readonly found: number;
  readonly selected: number;
  readonly calls: number;
  readonly failures: number;
  /** Bytes that it gave. */
  readonly outputBytes: number;
  /** Turns, from 1, in which it was called. */
  readonly turns: readonly number[];
}

/** A search for tools. */
export interface McpSearch {
  /** The turn, from 1, and the call within it, from 1. */
  readonly turn: number;
  readonly call: number;
  readonly query: string;
  /** Null where it failed, or the output is not in the log. */
  readonly tools: readonly string[] | null;
}

/** A call of `mcp_features`: resources and prompts of a server. */
export interface McpFeatureUse {
  readonly server: string;
  readonly action: string;
  readonly calls: number;
  readonly failures: number;
}

/** What a session did with MCP servers. */
export interface SessionMcp {
  readonly searches: readonly McpSearch[];
  readonly tools: readonly McpToolUse[];
  readonly features: readonly McpFeatureUse[];
}

/** Says which tools of MCP servers a session searched for, selected and called, and which server each belongs to (profile-and-tools §2.5). */
export async function mcpUses(session: Session, options: ReadCallsOptions = {}): Promise<SessionMcp> {
  const searches: McpSearch[] = [];
  const tools = new Map<string, ToolUses>();
  const features = new Map<string, { server: string; action: string; calls: number; failures: number }>();
  const toolOf = (name: string): ToolUses => {
    const known = tools.get(name) ?? new ToolUses(name);
    tools.set(name, known);
    return known;
  };
  const recorded = await readCalls(session, options);
  for await (const { turn, calls } of recorded?.steps() ?? []) {
    for (const { number, tool, arguments: args, result } of calls) {
      const isSuccess = result?.status === 'success';
      if (tool === 'mcp_search_tools') {
        const rows = isSuccess ? searchRows(result) : null;
        for (const { name, server } of rows ?? []) toolOf(name).find(server);
        const names = rows?.map(({ name }) => name) ?? null;
        searches.push({ turn: turn.index + 1, call: number, query: textOf(args, 'query'), tools: names });
      } else if (tool === 'mcp_select_tool') {
        if (isSuccess) toolOf(textOf(args, 'name')).selected++;
      } else if (tool === 'mcp_features') {
        const [server, action] = [textOf(args, 'server'), textOf(args, 'action')];
        const key = JSON.stringify([server, action]);
        const use = features.get(key) ?? { server, action, calls: 0, failures: 0 };
        features.set(key, use);
        use.calls++;
        if (!isSuccess) use.failures++;
      } else if (isMcpTool(tool)) toolOf(tool).call(turn.index + 1, result);
    }
  }
  return { searches, tools: [...tools.values()].map((use) => use.report()), features: [...features.values()] };
}

/** Whether a tool is one of a server: it was selected, and is none of fx's own. */
export function isMcpTool(name: string): boolean {
  return name.startsWith('mcp_') && !OWN_TOOLS.has(name);
}

/** The two names stand within so many characters of a result, which may be long. */
const MAX_NAMES_LENGTH = 4096;
/** A result begins with this, whole or cut. */
const RESULT = /^\{"server":("(?:[^"\\]|\\.)*"),"tool":("(?:[^"\\]|\\.)*"),/;

/** The server and the tool that a result of an MCP tool names; null where it names none. */
export function mcpOrigin(result: TurnResult): { readonly server: string; readonly tool: string } | null {
  const output = loggedOutput(result);
  if (output === null) return null;
  const named = RESULT.exec(durableText(output).text.slice(0, MAX_NAMES_LENGTH));
  const [server, tool] = [stringOf(named?.[1]), stringOf(named?.[2])];
  return server === null || tool === null ? null : { server, tool };
}

function stringOf(json: string | undefined): string | null {
  const value = json === undefined ? null : jsonObjectOf(`{"text":${json}}`)?.text;
  return typeof value === 'string' ? value : null;
}

/** What a search for tools gave; null where its output is not in the log. */
export function searchRows(result: TurnResult): { name: string; server: string | null }[] | null {
  if (result.content.kind !== 'inline') return null;
  const tools = jsonObjectOf(durableText(result.content.output).text)?.tools;
  if (!Array.isArray(tools)) return null;
  return tools.filter(isJsonObject).flatMap((row) => {
    const { name, server } = row;
    return typeof name === 'string' ? [{ name, server: typeof server === 'string' ? server : null }] : [];
  });
}

function textOf(args: JsonObject | null, key: string): string {
  const value = args?.[key];
  return typeof value === 'string' ? value : '';
}

/** Once the server is known, the rest of the name is that of its tool, as far as characters were kept; null where it was shortened. */
export function toolBehind(name: string, server: string): string | null {
  const beginning = `mcp_${server.replace(/[^A-Za-z0-9_-]/gu, (character) => '_'.repeat(Buffer.byteLength(character)))}_`;
  return name.startsWith(beginning) ? name.slice(beginning.length) : null;
}

class ToolUses {
  #server: string | null = null;
  #tool: string | null = null;
  #knownFrom: McpNameSource = null;
  readonly #turns = new Set<number>();
  #found = 0;
  selected = 0;
  #calls = 0;
  #failures = 0;
  #outputBytes = 0;

  constructor(readonly name: string) {}

  find(server: string | null): void {
    this.#found++;
    if (server === null || this.#knownFrom === 'result') return;
    this.#server = server;
    this.#tool = toolBehind(this.name, server);
    this.#knownFrom = 'search';
  }

  call(turn: number, result: TurnResult | null): void {
    this.#calls++;
    this.#turns.add(turn);
    if (result?.status !== 'success') this.#failures++;
    this.#outputBytes += Number(result?.outputBytes ?? result?.storedOutputBytes ?? 0);
    const origin = result === null ? null : mcpOrigin(result);
    if (origin === null) return;
    this.#server = origin.server;
    this.#tool = origin.tool === this.name ? toolBehind(this.name, origin.server) : origin.tool;
    this.#knownFrom = 'result';
  }

  report(): McpToolUse {
    return {
      ...{ name: this.name, server: this.#server, tool: this.#tool, knownFrom: this.#knownFrom },
      ...{ found: this.#found, selected: this.selected, calls: this.#calls, failures: this.#failures },
      ...{ outputBytes: this.#outputBytes, turns: [...this.#turns] },
    };
  }
}
