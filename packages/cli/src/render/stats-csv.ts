import type { StatsReport } from '@fxlog/batch';
import type { Usage } from '@fxlog/batch/internal';

const COLUMNS = [
  'group',
  'name',
  'sessions',
  'turns',
  'calls',
  'successes',
  'failures',
  'bytes',
  'cost_usd',
  'input_tokens',
  'output_tokens',
  'cache_read_tokens',
  'cache_write_tokens',
  'web_searches',
] as const;

type Row = Partial<Record<(typeof COLUMNS)[number], string | number | bigint | null>>;

/** The numbers as one CSV table (RFC 4180): a row for the whole, and for each model, day, workspace, tool, MCP server, skill, reason of refusals, format and language. Nothing stands for unknown. */
export function statsCsv(report: StatsReport): string {
  const rows: Row[] = [
    {
      group: 'total',
      name: '',
      sessions: report.sessions,
      turns: report.turns,
      calls: report.calls,
      bytes: report.logBytes,
      ...usageOf(report.usage),
    },
    { group: 'damaged', name: '', sessions: report.damaged },
    ...report.models.map((m) => ({ group: 'model', name: m.model, sessions: m.sessions, ...usageOf(m) })),
    ...report.days.map((d) => ({ group: 'day', name: d.day, turns: d.turns, ...usageOf(d) })),
    ...report.workspaces.map((w) => ({
      group: 'workspace',
      name: w.workspace,
      sessions: w.sessions,
      turns: w.turns,
      calls: w.calls,
      ...usageOf(w),
    })),
    ...report.tools.map((t) => ({
      group: 'tool',
      name: t.tool,
      calls: t.calls,
      successes: t.successes,
      failures: t.failures,
      bytes: t.outputBytes,
    })),
    ...[
      ...report.mcpServers.map((use) => ({ group: 'mcp_server', use })),
      ...report.skills.map((use) => ({ group: 'skill', use })),
    ].map(({ group, use }) => ({
      group,
      name: use.name,
      sessions: use.sessions,
      calls: use.calls,
      successes: use.successes,
      failures: use.failures,
      bytes: use.outputBytes,
    })),
    ...report.refusals.map((r) => ({ group: 'refusal', name: r.reason, sessions: r.sessions, calls: r.calls })),
    ...report.formats.map((f) => ({ group: 'format', name: f.format, sessions: f.sessions })),
    ...report.languages.map((l) => ({ group: 'language', name: l.language, sessions: l.sessions })),
  ];
  const lines = rows.map((row) => COLUMNS.map((column) => cell(row[column] ?? null)).join(','));
  return [COLUMNS.join(','), ...lines, ''].join('\r\n');
}

function usageOf(usage: Usage): Row {
  return {
    cost_usd: usage.cost,
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    cache_read_tokens: usage.cacheReadTokens,
    cache_write_tokens: usage.cacheWriteTokens,
    web_searches: usage.webSearches,
  };
}

function cell(value: string | number | bigint | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  // People open this in a spreadsheet: no name of a log may become a formula there.
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
