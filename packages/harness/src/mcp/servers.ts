import { JsonError, type JsonObject, type JsonValue, parseJson } from '@fxlog/json';
import { isJsonObject } from '@fxlog/json/internal';
import { readRegularFile } from '../read-regular-file.js';

/** Longest `mcp.json` that fx reads, in bytes (profile-and-tools §1.3). */
const MAX_MCP_BYTES = 1_048_576;
const MAX_RESTARTS = 255;
const MAX_TIMEOUT_MS = 4_294_967_295;

/** An MCP server of a profile. Its command, addresses and values may hold secrets, and are left out. */
export interface McpServer {
  readonly name: string;
  readonly type: 'local' | 'stdio' | 'http' | 'sse';
  readonly isEnabled: boolean;
  readonly isRequired: boolean;
}

/** The servers of a profile; a file that fx would not take has a problem and none. */
export interface McpServers {
  readonly servers: readonly McpServer[];
  readonly problem: string | null;
}

/** Reads `mcp.json` of a profile, the only place from which fx takes servers; one bad server costs all of them. A missing file means that there are none. */
export function readMcpServers(path: string): McpServers {
  const broken = (problem: string): McpServers => ({ servers: [], problem });
  const content = readRegularFile(path, MAX_MCP_BYTES);
  if (!content.ok) return content.isMissing ? { servers: [], problem: null } : broken(content.reason);
  let value: JsonValue;
  try {
    value = parseJson(content.bytes);
  } catch (error) {
    if (error instanceof JsonError) return broken(`it is not JSON: ${error.message}`);
    throw error;
  }
  if (!isJsonObject(value)) return broken('it is not a JSON object');
  const { mcp = {} } = value;
  if (!isJsonObject(mcp)) return broken('"mcp" is not an object');
  const servers: McpServer[] = [];
  for (const [name, given] of Object.entries(mcp)) {
    const fault = isJsonObject(given) ? faultOf(given) : 'it is not an object';
    if (fault !== null) return broken(`the server ${JSON.stringify(name)} is not valid: ${fault}`);
    const { type = 'local', enabled = true, required = false } = given as JsonObject;
    servers.push({ name, type: type as McpServer['type'], isEnabled: enabled === true, isRequired: required === true });
  }
  return { servers, problem: null };
}

/** What is wrong with a server; null for nothing. */
function faultOf(server: JsonObject): string | null {
  const { type = 'local' } = server;
  if (type !== 'local' && type !== 'stdio' && type !== 'http' && type !== 'sse') {
    return '"type" is not local, stdio, http or sse';
  }
  for (const key of ['enabled', 'required']) {
    if (server[key] !== undefined && typeof server[key] !== 'boolean') return `"${key}" is not true or false`;
  }
  for (const key of ['startup_timeout_ms', 'operation_timeout_ms']) {
    if (server[key] !== undefined && !isWithinRange(server[key], 1, MAX_TIMEOUT_MS)) return `"${key}" is no such time`;
  }
  if (type === 'http' || type === 'sse') {
    if (typeof server.url !== 'string') return 'it has no "url"';
    const headers = server.headers ?? {};
    if (!isStrings(headers)) return '"headers" is not an object of texts';
    return Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
      ? '"headers" has Authorization'
      : null;
  }
  const { command, args = [], restart_limit: restarts } = server;
  const isList = (list: JsonValue) => Array.isArray(list) && list.every((word) => typeof word === 'string');
  const isCommand =
    typeof command === 'string'
      ? command !== '' && isList(args)
      : Array.isArray(command) && command.length > 0 && isList(command);
  if (!isCommand) return 'it has no "command"';
  if (restarts !== undefined && !isWithinRange(restarts, 0, MAX_RESTARTS)) {
    return `"restart_limit" is not 0 to ${MAX_RESTARTS}`;
  }
  return isStrings(server.environment ?? server.env ?? {}) ? null : '"environment" is not an object of texts';
}

function isStrings(value: JsonValue): value is Record<string, string> {
  return isJsonObject(value) && Object.values(value).every((text) => typeof text === 'string');
}

function isWithinRange(value: JsonValue | undefined, first: number, last: number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= first && value <= last;
}
