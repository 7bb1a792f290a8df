import type { Finding } from '@fxlog/format';
import { harnessFinding } from '../harness-finding.js';
import type { SessionMcp } from './mcp-uses.js';
import type { McpServers } from './servers.js';

/** The servers that a session used and the profile does not have now; none where its file cannot be used. */
export function unknownServers({ tools, features }: SessionMcp, { servers, problem }: McpServers): Finding[] {
  if (problem !== null) return [];
  const known = new Set(servers.map(({ name }) => name));
  const used = [...tools, ...features].flatMap(({ server, calls }) => (server !== null && calls > 0 ? [server] : []));
  return [...new Set(used)]
    .filter((server) => !known.has(server))
    .map((server) =>
      harnessFinding(
        'harness/mcp-unknown-server',
        `The server ${server} was used, and the profile does not have it now.`,
      ),
    );
}
