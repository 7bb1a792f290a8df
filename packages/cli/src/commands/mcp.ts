import { dirname, join } from 'node:path';
import { type McpServers, mcpUses, readMcpServers, type SessionMcp } from '@fxlog/harness';
import { droppedFile, unknownServers } from '@fxlog/harness/internal';
import type { JsonObject } from '@fxlog/json';
import type { Command } from '../command-context.js';
import { ExitCode } from '../exit-code.js';
import { openLoggedSession } from '../input/log-source.js';
import { type ProfileOption, profileFor } from '../input/profile.js';
import { countOf, formatBytes, formatCount } from '../output/measures.js';
import type { Output } from '../output/output.js';
import { type Cell, type Column, layOutTable } from '../output/table.js';
import { terminalText } from '../output/terminal-text.js';
import { findingToJson } from '../report/finding-json.js';
import { noteFindings } from '../report/note-findings.js';
import { ReadingNotes } from '../report/reading-notes.js';

/** `fxlog mcp [SESSION]`: the MCP servers of a profile, and what a session did with tools of servers. */
export const mcp: Command<[session: string | undefined], ProfileOption> = async (context, [argument], options) => {
  const { output } = context;
  const opened = argument === undefined ? null : await openLoggedSession(context, argument, options.root);
  const sessions = opened === null ? null : dirname(opened.session.dir);
  const file = join(await profileFor(context, options, sessions), 'mcp.json');
  const configured = readMcpServers(file);
  const notes = new ReadingNotes();
  const reading = { signal: context.interrupt.signal, onFinding: notes.add };
  const used = opened === null ? null : await mcpUses(opened.session, reading);
  const findings = [
    ...droppedFile(file, configured.problem),
    ...(used === null ? [] : unknownServers(used, configured)),
  ];
  if (options.json === true) {
    const json = { kind: 'mcp', version: 1, file, ...configured, session: used } as unknown as JsonObject;
    await output.json({ ...json, findings: findings.map(findingToJson) });
  } else if (used === null) await printServers(output, configured);
  else await printUses(output, used, configured);
  if (options.json !== true) await noteFindings(context, findings);
  return opened === null ? ExitCode.ok : notes.say(context, opened.log);
};

const SERVERS: readonly Column[] = [
  { title: 'SERVER', shrink: { min: 12, cut: 'end' } },
  { title: 'TYPE' },
  { title: '' },
];

async function printServers(output: Output, { servers, problem }: McpServers): Promise<void> {
  const rows = servers.map(({ name, type, isEnabled, isRequired }): Cell[] => [
    { text: terminalText(name) },
    { text: type },
    { text: [...(isEnabled ? [] : ['switched off']), ...(isRequired ? ['required'] : [])].join(', ') },
  ]);
  if (rows.length > 0) {
    for (const line of layOutTable(SERVERS, rows, output.columns, output.paint.dim)) await output.line(line);
  }
  if (problem === null) output.note(`${countOf(servers.length, 'server')}. fx takes servers from nowhere else.`);
}

const TOOLS: readonly Column[] = [
  { title: 'SERVER', shrink: { min: 10, cut: 'end' } },
  { title: 'TOOL', shrink: { min: 12, cut: 'end' } },
  { title: 'CALLED', shrink: { min: 12, cut: 'end' } },
  { title: 'FOUND', align: 'right' },
  { title: 'SELECTED', align: 'right' },
  { title: 'CALLS', align: 'right' },
  { title: 'FAILED', align: 'right' },
  { title: 'OUTPUT', align: 'right' },
  { title: '' },
];

async function printUses(
  output: Output,
  { searches, tools, features }: SessionMcp,
  { servers, problem }: McpServers,
): Promise<void> {
  const { paint } = output;
  const known = new Set(servers.map(({ name }) => name));
  const rows = tools.map((use): Cell[] => [
    use.server === null ? { text: 'not recorded', style: paint.dim } : { text: terminalText(use.server) },
    { text: terminalText(use.tool ?? '') },
    { text: terminalText(use.name) },
    { text: formatCount(use.found) },
    { text: formatCount(use.selected) },
    { text: formatCount(use.calls) },
    { text: formatCount(use.failures), ...(use.failures > 0 ? { style: paint.yellow } : {}) },
    { text: formatBytes(use.outputBytes) },
    { text: use.server === null || problem !== null || known.has(use.server) ? '' : 'not in the profile now' },
  ]);
  if (rows.length > 0) for (const line of layOutTable(TOOLS, rows, output.columns, paint.dim)) await output.line(line);
  for (const { turn, call, query, tools: found } of searches) {
    const result = found === null ? 'not recorded' : countOf(found.length, 'tool');
    await output.line(`${turn}.${call}  search  ${terminalText(query)}  ${result}`);
  }
  for (const { server, action, calls, failures } of features) {
    const failed = failures === 0 ? '' : `, ${formatCount(failures)} failed`;
    await output.line(`${terminalText(server)}  ${terminalText(action)}  ${countOf(calls, 'call')}${failed}`);
  }
  output.note(`${countOf(tools.length, 'tool')} of MCP servers, ${countOf(searches.length, 'search', 'searches')}.`);
}
