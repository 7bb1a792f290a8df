import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bytesText, costText, durationText, escapeHtml, percentText } from './page-text.js';
import { renderStatsPage } from './stats-page.js';
import type { ExtensionStats, StatsReport, Usage } from './stats-report.js';

const usage = (cost: number | null): Usage => ({
  cost,
  inputTokens: cost === null ? null : 1000,
  outputTokens: cost === null ? null : 100,
  cacheReadTokens: cost === null ? null : 10,
  cacheWriteTokens: cost === null ? null : 0,
  webSearches: cost === null ? null : 0,
});

const extension = (name: string | null): ExtensionStats => ({
  ...{ name, tools: 1, sessions: 1, calls: 2, successes: 1, failures: 1, successRate: 0.5, outputBytes: 10 },
});

/** A report with the same name everywhere. */
const reportOf = (name: string, change: Partial<StatsReport> = {}): StatsReport => ({
  sessions: 2,
  children: 0,
  turns: 3,
  interruptions: { cancelled: 0, failed: 0 },
  calls: 4,
  logBytes: 5000,
  firstMs: 0,
  lastMs: 86_400_000,
  damaged: 1,
  skipped: 0,
  timeZone: 'UTC',
  running: 1,
  countedInPart: [],
  warned: 0,
  duplicates: [],
  notCounted: [{ session: name, rule: 'frame/blank', reason: name }],
  usage: {
    ...usage(0.5),
    coverage: { complete: 1, partial: 0, unknown: 1 },
    resets: 0,
    reasoningTokens: null,
    requests: 2,
    apiMs: 1,
    wallMs: null,
  },
  models: [{ model: name, sessions: 1, ...usage(0.5) }],
  mcpServers: [extension(name), extension(null)],
  skills: [extension(name)],
  refusals: [{ reason: name, calls: 1, sessions: 1 }],
  files: { touched: 2, changed: 1, most: [{ path: name, reads: 1, changes: 1, sessions: 1 }] },
  days: [
    { day: '1970-01-01', turns: 1, ...usage(0.5) },
    { day: '1970-01-04', turns: 2, ...usage(null) },
    { day: null, turns: 0, ...usage(null) },
  ],
  workspaces: [
    {
      workspace: name,
      sessions: 2,
      turns: 3,
      calls: 4,
      coverage: { complete: 1, partial: 0, unknown: 1 },
      ...usage(0.5),
    },
  ],
  tools: [{ tool: name, calls: 4, successes: 3, failures: 1, successRate: 0.75, outputBytes: 10 }],
  languages: [{ language: name, sessions: 2 }],
  formats: [{ format: name, sessions: 2 }],
  biggestSessions: [
    { session: name, format: name, id: name, title: name, turns: 3, calls: 4, logBytes: 5000, cost: null },
  ],
  biggestOutputs: [{ session: name, id: null, turn: 1, step: 1, call: 1, tool: name, bytes: 10 }],
  ...change,
});

const HOSTILE = `"><script>alert(1)</script><img src=x onerror='x'>&amp;\u202etxt\u0000`;

describe('the page of numbers', () => {
  it('has no element that a name in a log brought along', () => {
    const page = renderStatsPage(reportOf(HOSTILE));
    const tags = new Set([...page.matchAll(/<\/?([a-z0-9]+)/g)].map(([, tag]) => tag));
    expect(tags).not.toContain('script');
    expect(tags).not.toContain('img');
    expect(page).not.toMatch(/[\u202e\u0000]/);
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    // Every attribute is one of the page's own.
    const attributes = new Set([...page.matchAll(/\s([a-zA-Z-]+)="/g)].map(([, name]) => name));
    expect(attributes).not.toContain('onerror');
  });

  it('allows nothing but its own style, by digest', () => {
    const page = renderStatsPage(reportOf('name'));
    const style = /<style>([\s\S]*)<\/style>/.exec(page)?.[1] ?? '';
    const digest = createHash('sha256').update(style).digest('base64');
    expect(page).toContain(`content="default-src 'none'; style-src 'sha256-${digest}';`);
    expect(page).not.toMatch(/\sstyle="/);
    expect(page.replace(/<meta[^>]*>/g, '')).not.toMatch(/https?:|url\(|@import/);
  });

  it('says unknown where nothing was recorded', () => {
    const nothing = {
      ...usage(null),
      coverage: { complete: 0, partial: 0, unknown: 2 },
      resets: 0,
      reasoningTokens: null,
      requests: null,
      apiMs: null,
      wallMs: null,
    };
    const page = renderStatsPage(reportOf('name', { usage: nothing, models: [], days: [], workspaces: [] }));
    expect(page).toContain('<b>unknown</b>');
    expect(page).not.toContain('$0');
  });

  it('shows days without turns as gaps', () => {
    const page = renderStatsPage(reportOf('name'));
    expect(page).toContain('<title>1970-01-02: nothing</title>');
    expect(page).toContain('<title>1970-01-01: 1 turn</title>');
    expect(page).toContain('<title>1970-01-04: 2 turns</title>');
    expect(page).not.toContain('no date');
  });

  it('shows what each day cost, and that a cost is not known', () => {
    const page = renderStatsPage(reportOf('name'));
    expect(page).toContain('<title>1970-01-01: $0.500</title>');
    expect(page).toContain('<title>1970-01-04: unknown</title>');
    expect(page).toContain('<b>$0.500</b>');
    expect(page).toContain('<title>name: $0.500 · 1,000 in</title>');
  });

  it('shows turns whose day is not known as a column of their own, last', () => {
    const [first, second] = reportOf('name').days;
    const undated = { day: null, turns: 7, ...usage(null) };
    const page = renderStatsPage(reportOf('name', { days: [first, second, undated].flatMap((day) => day ?? []) }));
    expect(page).toMatch(/<title>1970-01-04: 2 turns<\/title>.*<title>no date: 7 turns<\/title>.*>no date</);
    expect(page).toContain('most: 7 turns, no date');
    const alone = renderStatsPage(reportOf('name', { days: [undated] }));
    expect(alone).toContain('<title>no date: 7 turns</title>');
    expect(alone).not.toContain('Recorded cost by day');
  });

  it('links to the sessions that can be looked at', () => {
    const hrefs = (page: string) => [...page.matchAll(/<a href="([^"]*)">/g)].map(([, href]) => href);
    expect(hrefs(renderStatsPage(reportOf('name')))).toEqual([]);
    const page = renderStatsPage(reportOf(HOSTILE), (session) => `file:///${session}`);
    expect(hrefs(page)).toHaveLength(3);
    expect(hrefs(page)[0]).toMatch(/^file:\/\/\/&quot;&gt;&lt;script&gt;/);
  });
});

describe('texts of the page', () => {
  it('escape what HTML acts on', () => {
    expect(escapeHtml(`<a b="c" d='e'>&`)).toBe('&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;');
  });

  it('show numbers as people read them', () => {
    expect([0, 0.00001, 0.0207, 3.5, 1234.5].map(costText)).toEqual(['$0', '$0.0000100', '$0.0207', '$3.50', '$1,235']);
    expect([0, 999, 1000, 33_361, 2_900_000_000].map(bytesText)).toEqual([
      '0 B',
      '999 B',
      '1.0 kB',
      '33.4 kB',
      '2.9 GB',
    ]);
    expect([65, 61_000, 3_720_000].map(durationText)).toEqual(['0.1 s', '1 min 1 s', '1 h 2 min']);
    // 99.99% is not all of it.
    expect([0, 1, 0.5, 0.9999].map(percentText)).toEqual(['0%', '100%', '50.0%', '99.9%']);
  });
});
