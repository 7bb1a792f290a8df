import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openSession } from '@fxlog/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mcpUses } from './mcp-uses.js';
import { readMcpServers } from './servers.js';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fxlog-mcp-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function read(text: string) {
  const file = join(folder, 'mcp.json');
  writeFileSync(file, text);
  return readMcpServers(file);
}

describe('readMcpServers', () => {
  it('says of servers what is no secret', () => {
    const servers = `{"mcp":{"a b":{"command":["x","--token=secret"],"env":{"K":"secret"}},
      "web":{"type":"http","url":"https://secret","headers":{"X":"secret"},"enabled":false,"required":true}}}`;
    const found = read(servers);
    expect(found).toEqual({
      problem: null,
      servers: [
        { name: 'a b', type: 'local', isEnabled: true, isRequired: false },
        { name: 'web', type: 'http', isEnabled: false, isRequired: true },
      ],
    });
    expect(read('{}')).toEqual({ servers: [], problem: null });
    expect(readMcpServers(join(folder, 'none.json'))).toEqual({ servers: [], problem: null });
  });

  it.each([
    ['a type that is none', '{"type":"ftp","command":"x"}'],
    ['no command', '{"args":["x"]}'],
    ['a restart limit above 255', '{"command":"x","restart_limit":256}'],
    ['a time of 0', '{"command":"x","startup_timeout_ms":0}'],
    ['Authorization among its headers', '{"type":"sse","url":"u","headers":{"authorization":"x"}}'],
    ['no object', '1'],
  ])('takes no server when one has %s', (_what, server) => {
    const { servers, problem } = read(`{"mcp":{"good":{"command":"x"},"bad":${server}}}`);
    expect(servers).toEqual([]);
    expect(problem).toContain('the server "bad" is not valid');
  });

  it('refuses keys that stand twice, and what is too large, whole', () => {
    expect(read('{"mcp":{"a":{"command":"x"},"a":{"command":"y"}}}').problem).toContain('not JSON');
    expect(read(`{"mcp":{}}${' '.repeat(1_048_576)}`).problem).toContain('more than 1048576');
  });
});

describe('mcpUses', () => {
  it('says what was searched for, selected and called, and traces names back', async () => {
    const fixture = fileURLToPath(new URL('../../../../test-fixtures/fx-0.0.5/mcp-tool/', import.meta.url));
    const session = await openSession(join(fixture, readdirSync(fixture).find((name) => /^\d+-/.test(name)) ?? ''));
    const { searches, tools, features } = await mcpUses(session);
    expect(searches).toEqual([{ turn: 1, call: 1, query: 'count fruit', tools: ['mcp_orchard_count_fruit'] }]);
    const both = { server: 'orchard', knownFrom: 'result', selected: 1, calls: 1, turns: [1] };
    expect(tools).toEqual([
      { ...both, name: 'mcp_orchard_count_fruit', tool: 'count_fruit', found: 1, failures: 0, outputBytes: 120 },
      { ...both, name: 'mcp_orchard_broken', tool: 'broken', found: 0, failures: 1, outputBytes: 131 },
    ]);
    expect(features).toEqual([]);
  });
});
