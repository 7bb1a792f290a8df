import { createHash } from 'node:crypto';
import { type Bar, barChart, type Column, columnChart, NO_DAY } from './charts.js';
import { bytesText, costText, countText, dateText, durationText, escapeHtml, percentText } from './page-text.js';
import type { SetAside, StatsReport, Usage } from './stats-report.js';

/** Where a session can be looked at, by its key; null for nowhere. */
type PathOf = (session: string) => string | null;

/** Rows of a list that are shown. */
const MAX_BARS = 12;
const MAX_ROWS = 25;

const STYLE = `
:root{color-scheme:light dark;--bg:#fbfaf8;--card:#fff;--ink:#1f2328;--soft:#667079;--line:#e4e2dd;--a:#2f6f8f;--b:#c2703d;--bad:#b3423a;--good:#3f7d4e}
@media (prefers-color-scheme:dark){:root{--bg:#15181b;--card:#1d2226;--ink:#e6e4df;--soft:#9aa4ac;--line:#30373d;--a:#6fb3d2;--b:#e09a68;--bad:#e5837b;--good:#7fc08d}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
main{max-width:1080px;margin:0 auto;padding:32px 20px 64px}
h1{font-size:26px;margin:0}
h2{font-size:17px;margin:0 0 12px}
p{margin:4px 0 0;color:var(--soft)}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(210px,1fr));gap:12px;margin:24px 0}
.tile,section{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:16px 18px}
.tile b{display:block;font-size:22px;white-space:nowrap;font-variant-numeric:tabular-nums}
.tile span{color:var(--soft);font-size:13px}
.grid{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,480px),1fr));gap:16px}
section{overflow:hidden}
.wide{grid-column:1/-1}
svg{display:block;width:100%;height:auto}
svg text{font:12px system-ui,sans-serif;fill:var(--ink)}
svg .soft{fill:var(--soft)}
svg .a{fill:var(--a)}
svg .b{fill:var(--b)}
svg .bad{fill:var(--bad)}
svg .track{fill:var(--line)}
svg .axis{stroke:var(--line)}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;min-width:560px;font-size:13.5px}
th,td{text-align:left;padding:5px 10px 5px 0;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}
th{color:var(--soft);font-weight:500;white-space:nowrap}
.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.unknown{color:var(--soft);font-style:italic}
.bad{color:var(--bad)}
a{color:var(--a)}
:focus-visible{outline:2px solid var(--a);outline-offset:2px}
`;

/**
 * The numbers as one page that stands alone: no script, nothing loaded from anywhere, which its own policy enforces. Charts are SVG; colours follow the
 * reader's preference. What `pathOf` gives for the key of a session (an address, as `file:///…`) becomes a link to it.
 */
export function renderStatsPage(report: StatsReport, pathOf: PathOf = () => null): string {
  const digest = createHash('sha256').update(STYLE).digest('base64');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>fx sessions in numbers</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>fx sessions in numbers</h1>
<p>${periodOf(report)}</p>
${tiles(report)}
<div class="grid">
${sections(report, pathOf)
  .filter((section) => section !== '')
  .join('\n')}
</div>
</main>
</body>
</html>
`;
}

function periodOf({ firstMs, lastMs, sessions, damaged, skipped, countedInPart }: StatsReport): string {
  const period =
    firstMs === null || lastMs === null ? 'no time is known' : `${dateText(firstMs)} to ${dateText(lastMs)}, UTC`;
  const unread = damaged - countedInPart.length;
  const others = [
    ...(unread > 0 ? [`${countText(unread)} damaged or unreadable`] : []),
    ...(skipped > 0 ? [`${countText(skipped)} skipped`] : []),
  ];
  const part =
    countedInPart.length === 0
      ? ''
      : `; damaged, and counted as far as they can be read: ${countText(countedInPart.length)}`;
  const apart = others.length === 0 ? '' : `; not counted: ${others.join(', ')}`;
  return escapeHtml(`${countText(sessions)} ${sessions === 1 ? 'session' : 'sessions'}, ${period}${part}${apart}`);
}

function tiles(report: StatsReport): string {
  const { usage, interruptions } = report;
  const interrupted = interruptions.cancelled + interruptions.failed;
  const list: [string, string][] = [
    [
      countText(report.sessions),
      report.children > 0 ? `sessions, ${countText(report.children)} of them children` : 'sessions',
    ],
    [countText(report.turns), interrupted > 0 ? `turns, ${countText(interrupted)} interrupted` : 'turns'],
    [countText(report.calls), 'tool calls'],
    [bytesText(report.logBytes), 'of logs'],
    [orUnknown(usage.cost, (cost) => costText(cost)), coverageText(report)],
    [orUnknown(usage.inputTokens, countText), `tokens in, ${orUnknown(usage.outputTokens, countText)} out`],
    [orUnknown(usage.apiMs, durationText), 'in requests, where it is known'],
    [orUnknown(usage.wallMs, durationText), 'open, where it is known'],
  ];
  return `<div class="tiles">${list
    .map(([value, label]) => `<div class="tile"><b>${escapeHtml(value)}</b><span>${escapeHtml(label)}</span></div>`)
    .join('')}</div>`;
}

function coverageText({ usage: { coverage }, sessions }: StatsReport): string {
  if (coverage.complete === sessions) return 'recorded cost';
  return `recorded cost: complete for ${countText(coverage.complete)}, in part for ${countText(coverage.partial)}, unknown for ${countText(coverage.unknown)} sessions`;
}

function sections(report: StatsReport, pathOf: PathOf): string[] {
  const turnDays = report.days.map(
    ({ day, turns }): Column => ({
      label: day ?? NO_DAY,
      value: turns,
      text: `${countText(turns)} ${turns === 1 ? 'turn' : 'turns'}`,
    }),
  );
  const costDays = report.days.map(
    ({ day, cost }): Column => ({ label: day ?? NO_DAY, value: cost ?? 0, text: orUnknown(cost, costText) }),
  );
  const columns = (title: string, days: readonly Column[], colour: 'a' | 'b') =>
    days.some(({ value }) => value > 0) ? card(title, columnChart(title, fillDays(days), colour), true) : '';
  const bars = (title: string, list: readonly Bar[], colour: 'a' | 'b') =>
    list.length > 0 ? card(title, barChart(title, list.slice(0, MAX_BARS), colour)) : '';
  return [
    columns(`Turns by day (${report.timeZone})`, turnDays, 'a'),
    columns(`Recorded cost by day (${report.timeZone})`, costDays, 'b'),
    bars(
      'Models by recorded cost',
      byCost(report.models, ({ model }) => model),
      'b',
    ),
    bars('Tools by calls', report.tools.map(toolBar), 'a'),
    bars('Workspaces by turns', workspaceBars(report), 'a'),
    bars('Languages', languageBars(report), 'a'),
    report.models.length > 0 ? card('Models', modelTable(report), true) : '',
    report.tools.length > 0 ? card('Tools', toolTable(report), true) : '',
    report.mcpServers.length > 0 ? card('MCP servers', extensionTable('server', report.mcpServers), true) : '',
    report.skills.length > 0 ? card('Skills', extensionTable('skill', report.skills), true) : '',
    report.refusals.length > 0 ? card('Refused calls, by the reason that fx recorded', refusalTable(report), true) : '',
    report.files.most.length > 0 ? card('Files touched by tools of fx', fileTable(report), true) : '',
    report.workspaces.length > 0 ? card('Workspaces', workspaceTable(report), true) : '',
    report.biggestSessions.length > 0 ? card('Biggest sessions', sessionTable(report, pathOf), true) : '',
    report.biggestOutputs.length > 0 ? card('Biggest outputs', outputTable(report, pathOf), true) : '',
    report.countedInPart.length > 0
      ? card('Counted as far as they can be read', setAsideTable(report.countedInPart, pathOf), true)
      : '',
    report.notCounted.length > 0 ? card('Not counted', setAsideTable(report.notCounted, pathOf), true) : '',
  ];
}

function card(title: string, content: string, isWide = false): string {
  return `<section${isWide ? ' class="wide"' : ''}><h2>${escapeHtml(title)}</h2>${content}</section>`;
}

function byCost<T extends Usage>(list: readonly T[], label: (item: T) => string): Bar[] {
  return list.map((item) => ({
    label: label(item),
    value: item.cost ?? 0,
    text: `${orUnknown(item.cost, costText)} · ${orUnknown(item.inputTokens, countText)} in`,
  }));
}

function toolBar({ tool, calls, failures, successRate }: StatsReport['tools'][number]): Bar {
  return {
    label: tool,
    value: calls,
    bad: failures,
    text: `${countText(calls)}${successRate === null ? '' : ` · ${percentText(successRate)} ok`}`,
  };
}

function workspaceBars({ workspaces }: StatsReport): Bar[] {
  return workspaces.map(({ workspace, turns, sessions }) => ({
    label: workspace ?? 'unknown',
    value: turns,
    text: `${countText(turns)} · ${countText(sessions)} ${sessions === 1 ? 'session' : 'sessions'}`,
  }));
}

function languageBars({ languages }: StatsReport): Bar[] {
  return languages.map(({ language, sessions }) => ({
    label: language ?? 'unknown',
    value: sessions,
    text: countText(sessions),
  }));
}

/** A day on which nothing happened is a gap, not a seam; years of them are not. What has no day stands last, apart. */
function fillDays(all: readonly Column[]): Column[] {
  const days = all.filter(({ label }) => label !== NO_DAY);
  const undated = all.filter(({ label, value }) => label === NO_DAY && value > 0);
  if (undated.length > 0 && days.length > 0) return [...fillDays(days), { label: '', value: 0, text: '' }, ...undated];
  const [first] = days;
  const last = days.at(-1);
  if (first === undefined || last === undefined) return undated;
  const known = new Map(days.map((day) => [day.label, day]));
  const span = (Date.parse(last.label) - Date.parse(first.label)) / 86_400_000;
  if (span > 400) return [...days];
  return Array.from({ length: span + 1 }, (_, i) => {
    const label = new Date(Date.parse(first.label) + i * 86_400_000).toISOString().slice(0, 10);
    return known.get(label) ?? { label, value: 0, text: 'nothing' };
  });
}

type Cell = {
  readonly text: string;
  readonly number?: boolean;
  readonly unknown?: boolean;
  readonly href?: string | null;
};

function word(text: string | null): Cell {
  return text === null ? { text: 'unknown', unknown: true } : { text };
}

function number<T>(value: T | null, format: (value: T) => string): Cell {
  return value === null ? { text: 'unknown', number: true, unknown: true } : { text: format(value), number: true };
}

function table(
  head: readonly (readonly [title: string, isNumber?: boolean])[],
  rows: readonly (readonly Cell[])[],
): string {
  const shown = rows.slice(0, MAX_ROWS);
  const more = rows.length > shown.length ? `<p>and ${countText(rows.length - shown.length)} more</p>` : '';
  const heads = head.map(
    ([title, isNumber]) => `<th${isNumber === true ? ' class="n"' : ''}>${escapeHtml(title)}</th>`,
  );
  const body = shown.map((row) => `<tr>${row.map(cellHtml).join('')}</tr>`);
  return `<div class="scroll" tabindex="0"><table><thead><tr>${heads.join('')}</tr></thead><tbody>${body.join('')}</tbody></table></div>${more}`;
}

function cellHtml({ text, number: isNumber, unknown, href = null }: Cell): string {
  const classes = [...(isNumber === true ? ['n'] : []), ...(unknown === true ? ['unknown'] : [])];
  return `<td${classes.length === 0 ? '' : ` class="${classes.join(' ')}"`}>${href === null ? escapeHtml(text) : `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`}</td>`;
}

const USAGE_HEAD = [
  ['cost', true],
  ['tokens in', true],
  ['out', true],
  ['from cache', true],
] as const;

function usageCells(usage: Usage): Cell[] {
  return [
    number(usage.cost, costText),
    number(usage.inputTokens, countText),
    number(usage.outputTokens, countText),
    number(usage.cacheReadTokens, countText),
  ];
}

function modelTable({ models }: StatsReport): string {
  return table(
    [['model'], ['sessions', true], ...USAGE_HEAD],
    models.map((item) => [word(item.model), number(item.sessions, countText), ...usageCells(item)]),
  );
}

function toolTable({ tools }: StatsReport): string {
  return table(
    [['tool'], ['calls', true], ['succeeded', true], ['failed', true], ['rate', true], ['output', true]],
    tools.map((item) => [
      word(item.tool),
      number(item.calls, countText),
      number(item.successes, countText),
      number(item.failures, countText),
      number(item.successRate, percentText),
      number(item.outputBytes, bytesText),
    ]),
  );
}

function extensionTable(kind: string, list: StatsReport['mcpServers']): string {
  return table(
    [
      [kind],
      ['sessions', true],
      ['calls', true],
      ['succeeded', true],
      ['failed', true],
      ['rate', true],
      ['output', true],
    ],
    list.map((item) => [
      item.name === null ? { text: 'not recorded', unknown: true } : word(item.name),
      number(item.sessions, countText),
      number(item.calls, countText),
      number(item.successes, countText),
      number(item.failures, countText),
      number(item.successRate, percentText),
      number(item.outputBytes, bytesText),
    ]),
  );
}

function refusalTable({ refusals }: StatsReport): string {
  return table(
    [['reason'], ['calls', true], ['sessions', true]],
    refusals.map((item) => [word(item.reason), number(item.calls, countText), number(item.sessions, countText)]),
  );
}

function fileTable({ files }: StatsReport): string {
  const counts = `<p>${escapeHtml(`${countText(files.touched)} over all sessions, ${countText(files.changed)} of them changed; what commands did is not recorded.`)}</p>`;
  const rows = files.most.map((item) => [
    word(item.path),
    number(item.changes, countText),
    number(item.reads, countText),
    number(item.sessions, countText),
  ]);
  return `${counts}${table([['file'], ['changed', true], ['read', true], ['sessions', true]], rows)}`;
}

function workspaceTable({ workspaces }: StatsReport): string {
  return table(
    [['workspace'], ['sessions', true], ['turns', true], ['calls', true], ...USAGE_HEAD],
    workspaces.map((item) => [
      word(item.workspace),
      number(item.sessions, countText),
      number(item.turns, countText),
      number(item.calls, countText),
      ...usageCells(item),
    ]),
  );
}

function sessionTable({ biggestSessions }: StatsReport, pathOf: PathOf): string {
  return table(
    [['session'], ['title'], ['size', true], ['turns', true], ['calls', true], ['cost', true]],
    biggestSessions.map((item) => [
      { text: item.id ?? item.session, href: pathOf(item.session) },
      word(item.title),
      number(item.logBytes, bytesText),
      number(item.turns, countText),
      number(item.calls, countText),
      number(item.cost, costText),
    ]),
  );
}

function outputTable({ biggestOutputs }: StatsReport, pathOf: PathOf): string {
  return table(
    [['session'], ['turn', true], ['tool'], ['size', true]],
    biggestOutputs.map((item) => [
      { text: item.id ?? item.session, href: pathOf(item.session) },
      number(item.turn, countText),
      word(item.tool),
      number(item.bytes, bytesText),
    ]),
  );
}

function setAsideTable(sessions: readonly SetAside[], pathOf: PathOf): string {
  return table(
    [['input'], ['rule'], ['why']],
    sessions.map((item) => [{ text: item.session, href: pathOf(item.session) }, word(item.rule), word(item.reason)]),
  );
}

function orUnknown<T>(value: T | null, format: (value: T) => string): string {
  return value === null ? 'unknown' : format(value);
}
