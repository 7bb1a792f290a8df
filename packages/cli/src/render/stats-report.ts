import type { StatsReport } from '@fxlog/batch';
import type { SetAside, Usage } from '@fxlog/batch/internal';
import { uniquePrefixLength } from '../input/session-prefix.js';
import { countOf, formatBytes, formatCount, formatTime } from '../output/measures.js';
import type { Output } from '../output/output.js';
import { type Cell, type Column, layOutTable } from '../output/table.js';
import { terminalText } from '../output/terminal-text.js';
import { clip } from '../output/text-width.js';

/** Rows of a table that are shown; --json has all. */
const MAX_ROWS = 15;
const UNKNOWN = 'unknown';

type Page = Pick<Output, 'paint' | 'columns'>;

/** The numbers as tables for people. */
export function renderStats(report: StatsReport, page: Page): string[] {
  const lines = report.sessions === 0 ? [] : summary(report, page);
  const add = (title: string, columns: readonly Column[], rows: readonly (readonly Cell[])[]) => {
    if (rows.length === 0) return;
    const shown = rows.slice(0, MAX_ROWS);
    lines.push('', page.paint.bold(title), ...layOutTable(columns, shown, page.columns, page.paint.dim));
    if (rows.length > shown.length)
      lines.push(page.paint.dim(`and ${formatCount(rows.length - shown.length)} more (--json)`));
  };
  const { paint } = page;
  const unknown: Cell = { text: UNKNOWN, style: paint.dim };
  const number = <T>(value: T | null, format: (value: T) => string): Cell =>
    value === null ? unknown : { text: format(value) };
  const usage = (item: Usage): Cell[] => [
    number(item.cost, formatCost),
    number(item.inputTokens, formatCount),
    number(item.outputTokens, formatCount),
  ];
  add(
    'Models',
    [words('MODEL', 'middle', 14), count('SESSIONS'), ...USAGE],
    [
      ...report.models.map((m) => [word(m.model, unknown), number(m.sessions, formatCount), ...usage(m)]),
      ...(report.models.length > 0 && report.usage.coverage.unknown > 0
        ? [[unknown, number(report.usage.coverage.unknown, formatCount), unknown, unknown, unknown]]
        : []),
    ],
  );
  add(
    'Tools',
    [words('TOOL', 'end', 14), count('CALLS'), count('FAILED'), count('SUCCESS'), count('OUTPUT')],
    report.tools.map((t) => [
      word(t.tool, unknown),
      number(t.calls, formatCount),
      { text: formatCount(t.failures), ...(t.failures > 0 && { style: paint.yellow }) },
      number(t.successRate, formatRate),
      number(Number(t.outputBytes), formatBytes),
    ]),
  );
  for (const [title, name, list] of [
    ['MCP servers', 'SERVER', report.mcpServers],
    ['Skills', 'SKILL', report.skills],
  ] as const) {
    add(
      title,
      [words(name, 'end', 14), ...['SESSIONS', 'CALLS', 'FAILED', 'SUCCESS', 'OUTPUT'].map(count)],
      list.map((use) => [
        word(use.name, { text: 'not recorded', style: paint.dim }),
        number(use.sessions, formatCount),
        number(use.calls, formatCount),
        { text: formatCount(use.failures), ...(use.failures > 0 && { style: paint.yellow }) },
        number(use.successRate, formatRate),
        number(Number(use.outputBytes), formatBytes),
      ]),
    );
  }
  add(
    'Refused calls, by the reason that fx recorded',
    [words('REASON', 'end', 14), count('CALLS'), count('SESSIONS')],
    report.refusals.map((r) => [
      word(r.reason, unknown),
      number(r.calls, formatCount),
      number(r.sessions, formatCount),
    ]),
  );
  add(
    `Files touched by tools of fx (${formatCount(report.files.touched)} over all sessions, ${formatCount(report.files.changed)} of them changed)`,
    [words('FILE', 'middle', 20), count('CHANGED'), count('READ'), count('SESSIONS')],
    report.files.most.map((f) => [
      word(f.path, unknown),
      number(f.changes, formatCount),
      number(f.reads, formatCount),
      number(f.sessions, formatCount),
    ]),
  );
  add(
    'Workspaces',
    [words('WORKSPACE', 'middle', 16), count('SESSIONS'), count('TURNS'), count('CALLS'), ...USAGE],
    report.workspaces.map((w) => [
      word(w.workspace, unknown),
      number(w.sessions, formatCount),
      number(w.turns, formatCount),
      number(w.calls, formatCount),
      ...usage(w),
    ]),
  );
  add(
    `Days (${report.timeZone})`,
    [words('DAY', 'end', 10), count('TURNS'), ...USAGE],
    // The last days are what people look for.
    report.days.toSorted(latestFirst).map((d) => [word(d.day, unknown), number(d.turns, formatCount), ...usage(d)]),
  );
  add(
    'Languages',
    [words('LANGUAGE', 'end', 8), count('SESSIONS')],
    report.languages.map((l) => [word(l.language, unknown), number(l.sessions, formatCount)]),
  );
  // One format is nothing to tell of.
  add(
    'Formats',
    [words('FORMAT', 'end', 8), count('SESSIONS')],
    report.formats.length < 2
      ? []
      : report.formats.map((f) => [word(f.format, unknown), number(f.sessions, formatCount)]),
  );
  // Never cut in the middle: the beginning of an id is what other commands take.
  const named = [...report.biggestSessions, ...report.biggestOutputs];
  const prefix = uniquePrefixLength([...new Set(named.flatMap(({ id }) => (id === null ? [] : [id])))]);
  const nameOf = ({ id, session }: { readonly id: string | null; readonly session: string }) =>
    id?.slice(0, prefix) ?? session;
  add(
    'Biggest sessions',
    [
      words('SESSION', 'middle', 14),
      words('TITLE', 'end', 10),
      count('SIZE'),
      count('TURNS'),
      count('CALLS'),
      count('COST'),
    ],
    report.biggestSessions.map((s) => [
      word(nameOf(s), unknown),
      word(s.title, unknown),
      number(Number(s.logBytes), formatBytes),
      number(s.turns, formatCount),
      number(s.calls, formatCount),
      number(s.cost, formatCost),
    ]),
  );
  add(
    'Biggest outputs',
    [words('SESSION', 'middle', 14), count('TURN'), words('TOOL', 'end', 10), count('SIZE')],
    report.biggestOutputs.map((o) => [
      word(nameOf(o), unknown),
      number(o.turn, formatCount),
      word(o.tool, unknown),
      number(Number(o.bytes), formatBytes),
    ]),
  );
  const setAside = (title: string, sessions: readonly SetAside[]): void => {
    if (sessions.length === 0) return;
    if (lines.length > 0) lines.push('');
    lines.push(paint.bold(`${title}: ${formatCount(sessions.length)}`));
    for (const { session, rule, reason } of sessions.slice(0, MAX_ROWS)) {
      lines.push(
        clip(`  ${terminalText(session)}`, page.columns),
        clip(`    ${terminalText(reason)} [${rule}]`, page.columns),
      );
    }
    const rest = sessions.length - MAX_ROWS;
    if (rest > 0) lines.push(paint.dim(`  and ${formatCount(rest)} more (--json, or fxlog verify)`));
  };
  const twice = report.duplicates.map(({ session, of }): SetAside => {
    return { session, rule: 'batch/duplicate-session', reason: `The same session as ${of}, which is counted.` };
  });
  setAside('Counted once', twice);
  setAside('Counted as far as they can be read', report.countedInPart);
  setAside('Not counted', report.notCounted);
  return lines;
}

/** What has no day comes last. */
function latestFirst(a: StatsReport['days'][number], b: StatsReport['days'][number]): number {
  return (a.day ?? '') < (b.day ?? '') ? 1 : -1;
}

function words(title: string, cut: 'end' | 'middle', min: number): Column {
  return { title, shrink: { min, cut } };
}

function count(title: string): Column {
  return { title, align: 'right' };
}

const USAGE = [count('COST'), count('TOKENS IN'), count('OUT')];

function word(text: string | null, unknown: Cell): Cell {
  return text === null ? unknown : { text: terminalText(text) };
}

function summary(report: StatsReport, { paint, columns }: Page): string[] {
  const { usage, interruptions, damaged, skipped } = report;
  const interrupted = interruptions.cancelled + interruptions.failed;
  const rows: [string, string, string][] = [
    [
      'Sessions',
      formatCount(report.sessions),
      note(report.children > 0, `${formatCount(report.children)} of them children of others`),
    ],
    [
      'Turns',
      formatCount(report.turns),
      [
        note(
          interrupted > 0,
          `${formatCount(interrupted)} interrupted: ${formatCount(interruptions.cancelled)} cancelled, ${formatCount(interruptions.failed)} failed`,
        ),
        note(report.running > 0, `${formatCount(report.running)} more still running, or cut off`),
      ]
        .filter((part) => part !== '')
        .join('; '),
    ],
    ['Tool calls', formatCount(report.calls), ''],
    ['Cost', orUnknown(usage.cost, formatCost), costNote(usage)],
    [
      'Tokens',
      usage.inputTokens === null
        ? UNKNOWN
        : `${formatCount(usage.inputTokens)} in, ${orUnknown(usage.outputTokens, formatCount)} out`,
      note(
        usage.inputTokens !== null,
        `${orUnknown(usage.cacheReadTokens, formatCount)} in from cache, reasoning ${orUnknown(usage.reasoningTokens, formatCount)}`,
      ),
    ],
    ['In requests', orUnknown(usage.apiMs, formatDuration), note(usage.apiMs !== null, 'where it is known')],
    ['Open', orUnknown(usage.wallMs, formatDuration), note(usage.wallMs !== null, 'where it is known')],
    ['Logs', formatBytes(Number(report.logBytes)), ''],
    ['From', report.firstMs === null ? UNKNOWN : formatTime(report.firstMs, 'utc'), ''],
    ['To', report.lastMs === null ? UNKNOWN : formatTime(report.lastMs, 'utc'), ''],
  ];
  if (damaged > 0) {
    const inPart = report.countedInPart.length;
    rows.push(['Damaged', formatCount(damaged), damagedNote(damaged, inPart)]);
  }
  if (report.warned > 0) {
    const remark = `counted, but fxlog verify warns of ${report.warned === 1 ? 'it' : 'them'}`;
    rows.push(['With warnings', formatCount(report.warned), remark]);
  }
  if (skipped > 0) rows.push(['Skipped', formatCount(skipped), 'not counted above']);
  const twice = report.duplicates.length;
  if (twice > 0) rows.push(['Found twice', formatCount(twice), 'the same session as another, and counted once']);
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value, remark]) => {
    const plain = `${name.padEnd(width)}  ${value}`;
    const rest = remark === '' ? '' : clip(`  ${remark}`, Math.max(0, columns - plain.length));
    return `${paint.dim(name.padEnd(width))}  ${value === UNKNOWN ? paint.dim(value) : paint.bold(value)}${paint.dim(rest)}`;
  });
}

function note(isWanted: boolean, text: string): string {
  return isWanted ? text : '';
}

function costNote({ coverage: { complete, partial, unknown }, resets }: StatsReport['usage']): string {
  const covered = coverage(complete, partial, unknown);
  const fell = resets === 0 ? '' : `totals fell in ${countOf(resets, 'session')}, and were counted on`;
  return [covered, fell].filter((part) => part !== '').join('; ');
}

function damagedNote(damaged: number, inPart: number): string {
  if (inPart === 0) return 'not counted above';
  return inPart >= damaged
    ? 'counted as far as they can be read'
    : `${formatCount(inPart)} counted as far as they can be read`;
}

function coverage(complete: number, partial: number, unknown: number): string {
  if (partial + unknown === 0) return complete === 0 ? '' : 'of all sessions';
  const parts = [
    ...(complete > 0 ? [`complete for ${countOf(complete, 'session')}`] : []),
    ...(partial > 0 ? [`at least that for ${formatCount(partial)}`] : []),
    ...(unknown > 0 ? [`unknown for ${formatCount(unknown)}`] : []),
  ];
  return parts.join(', ');
}

function orUnknown<T>(value: T | null, format: (value: T) => string): string {
  return value === null ? UNKNOWN : format(value);
}

/** US dollars, with as many digits as it takes to see something. */
export function formatCost(cost: number): string {
  if (cost === 0) return '$0';
  const size = Math.abs(cost);
  const digits = size >= 1 ? 2 : Math.min(8, 2 - Math.floor(Math.log10(size)));
  const [whole = '0', fraction = ''] = size.toFixed(digits).split('.');
  return `${cost < 0 ? '-' : ''}$${formatCount(BigInt(whole))}.${fraction}`;
}

/** Only what is whole is called so. */
function formatRate(rate: number): string {
  return rate === 0 || rate === 1 ? `${rate * 100}%` : `${Math.min(99.9, Math.max(0.1, rate * 100)).toFixed(1)}%`;
}

function formatDuration(ms: number | bigint): string {
  const seconds = Number(ms) / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${Math.floor(seconds % 60)} s`
    : `${formatCount(Math.floor(minutes / 60))} h ${minutes % 60} min`;
}
