import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statsOf } from '../testing/run-rows.js';
import { fixtureSession, TestDirectory } from '../testing/sessions.js';
import type { StatsReport } from './stats-report.js';

const FIXTURES = fileURLToPath(new URL('../../../../test-fixtures/fx-0.0.5/', import.meta.url));

/** The history of a session as fx itself printed it. */
interface Printed {
  readonly history: readonly {
    readonly kind: string;
    readonly execution?: {
      readonly tool_steps: readonly {
        readonly tool_calls: readonly unknown[];
        readonly tool_results: readonly { status: string }[];
      }[];
    };
  }[];
}

/** What fx printed for a session, counted by a few lines that share nothing with the program. */
function countPrinted(files: readonly string[]) {
  let turns = 0;
  let interrupted = 0;
  let calls = 0;
  let failures = 0;
  for (const file of files) {
    const { history }: Printed = JSON.parse(readFileSync(file, 'utf8'));
    turns += history.length;
    for (const turn of history) {
      if (turn.kind === 'interrupted') interrupted += 1;
      for (const step of turn.execution?.tool_steps ?? []) {
        calls += step.tool_calls.length;
        failures += step.tool_results.filter(({ status }) => status === 'failure').length;
      }
    }
  }
  return { turns, interrupted, calls, failures };
}

const total = (report: StatsReport) => ({
  turns: report.turns,
  interrupted: report.interruptions.cancelled + report.interruptions.failed,
  calls: report.calls,
  failures: report.tools.reduce((sum, { failures }) => sum + failures, 0),
});

describe('numbers of usage-costs', () => {
  let report: StatsReport;
  beforeAll(async () => {
    report = await statsOf([fixtureSession('usage-costs')]);
  });

  it('take the last running total, not the sum of all', () => {
    // The log has fifteen usage_checkpointed events. The last one says: total_cost 0.02071, input 3021, output 141, cache read 1700, cache
    // write 100; small-model 0.0207 = 0.0123 + 0.0042 + 0.0042 with 1000 + 10 + 11 in and 50 + 5 + 6 out; large-model 0.00001, 2000 in, 80 out.
    expect(report.usage).toMatchObject({
      cost: 0.02071,
      inputTokens: 3021,
      outputTokens: 141,
      cacheReadTokens: 1700,
      cacheWriteTokens: 100,
      webSearches: 0,
      apiMs: 88,
      wallMs: 578,
    });
    expect(report.models).toMatchObject([
      {
        model: 'lab/small-model',
        cost: 0.0207,
        inputTokens: 1021,
        outputTokens: 61,
        cacheReadTokens: 200,
        cacheWriteTokens: 100,
      },
      {
        model: 'lab/large-model',
        cost: 0.00001,
        inputTokens: 2000,
        outputTokens: 80,
        cacheReadTokens: 1500,
        cacheWriteTokens: 0,
      },
    ]);
  });

  it('call them a lower bound, since the fifth request reported no usage', () => {
    expect(report.usage.coverage).toEqual({ complete: 0, partial: 1, unknown: 0 });
  });

  it('take requests from the side file, and know of no total of reasoning where one model reported none', () => {
    // usage-v2.json: request_count 4; reasoning_tokens 10 for one model, null for the other, null in all.
    expect(report.usage).toMatchObject({ requests: 4, reasoningTokens: null });
  });

  it('give all of it to the one day and the one workspace', () => {
    expect(report.days).toMatchObject([{ day: '2026-11-30', turns: 4, cost: 0.02071, inputTokens: 3021 }]);
    expect(report.workspaces).toMatchObject([
      { workspace: '/home/dev/project', sessions: 1, turns: 4, calls: 1, cost: 0.02071, outputTokens: 141 },
    ]);
  });

  it('count its one call, which succeeded', () => {
    expect(report.tools).toMatchObject([{ tool: 'read_file', calls: 1, successes: 1, failures: 0, successRate: 1 }]);
  });
});

describe('numbers of a conversation log', () => {
  const ordinary = '../../../../test-fixtures/newer/conversation-log/ordinary/orchard_0001';

  it('take costs, workspace and model from the files beside it', async () => {
    const report = await statsOf([fileURLToPath(new URL(ordinary, import.meta.url))]);
    expect(report).toMatchObject({ turns: 2, usage: { cost: 0.0125, requests: 2, reasoningTokens: 10 } });
    expect(report.workspaces).toMatchObject([{ workspace: '/orchard', sessions: 1, turns: 2, cost: 0.0125 }]);
    expect(report.models).toMatchObject([{ model: 'orchard/apple-1', cost: 0.0125 }]);
  });
});

describe('numbers of parents and children', () => {
  it('count a child once, as a session of its own, and call what nobody recorded unknown', async () => {
    const report = await statsOf([fixtureSession('subagent-parent'), fixtureSession('subagent-child')]);
    // Two turns each; the parent called the subagent tool twice. Neither log has a model entry; the child's has no request at all.
    expect(report).toMatchObject({ sessions: 2, children: 1, turns: 4, calls: 2, models: [] });
    expect(report.usage).toMatchObject({ cost: null, inputTokens: null, outputTokens: null });
    expect(report.usage.coverage).toEqual({ complete: 0, partial: 0, unknown: 2 });
    // The parent's last snapshot alone: the child's zeros are not times.
    expect(report.usage).toMatchObject({ apiMs: 65, wallMs: 2940 });
  });

  it('count a one-off child that fx has removed nowhere', async () => {
    const report = await statsOf([fixtureSession('subagent-one-off')]);
    expect(report).toMatchObject({ sessions: 1, children: 0, turns: 2, calls: 2 });
    expect(report.tools).toEqual([
      expect.objectContaining({ tool: 'subagent', calls: 2, successes: 1, failures: 1, successRate: 0.5 }),
    ]);
  });
});

describe('numbers of a profile', () => {
  let report: StatsReport;
  beforeAll(async () => {
    report = await statsOf([join(FIXTURES, 'profile')]);
  });

  it('count its seven sessions, five with turns', () => {
    // fx printed 1 + 1 + 2 + 1 + 1 turns for five sessions, none for the killed one and for the one without a prompt.
    const printed = readdirSync(join(FIXTURES, 'profile/expected')).map((name) =>
      join(FIXTURES, 'profile/expected', name),
    );
    expect(printed).toHaveLength(7);
    expect(report).toMatchObject({ sessions: 7, children: 1, damaged: 0, turns: 6 });
    expect(total(report)).toEqual(countPrinted(printed));
  });

  it('know the cost of one session, which is all that was recorded', () => {
    // The last snapshots: 0.0004 with 41 in and 13 out for one session, billing complete; no model entry in any other. Complete are that one
    // and the one without a prompt; of the other five nothing is known.
    expect(report.usage).toMatchObject({ cost: 0.0004, inputTokens: 41, outputTokens: 13 });
    expect(report.usage.coverage).toEqual({ complete: 2, partial: 0, unknown: 5 });
    expect(report.models).toMatchObject([{ model: 'lab/small-model', sessions: 1, cost: 0.0004 }]);
  });

  it('tell its workspaces apart', () => {
    expect(report.workspaces.map(({ workspace, sessions, turns, cost }) => [workspace, sessions, turns, cost])).toEqual(
      [
        ['/home/dev/project', 6, 4, 0.0004],
        ['/home/dev/project-two', 1, 2, null],
      ],
    );
  });
});

describe('numbers of all sessions that fx wrote', () => {
  it('are those of what fx printed for them', async () => {
    const shapes = readdirSync(FIXTURES).filter((shape) =>
      readdirSync0(join(FIXTURES, shape)).includes('expected.json'),
    );
    // It is the same session as what it was migrated to, and counts once.
    const read = shapes.filter((shape) => shape !== 'legacy-v2-migrated');
    const report = await statsOf(read.map((shape) => join(FIXTURES, shape)));
    expect(report.sessions).toBe(read.length);
    expect(total(report)).toEqual(countPrinted(read.map((shape) => join(FIXTURES, shape, 'expected.json'))));
  });
});

const readdirSync0 = (path: string): string[] => (path.endsWith('.md') ? [] : readdirSync(path));

describe('what calls were about', () => {
  it('is told by MCP server, with the tools of each together', async () => {
    const { mcpServers, skills } = await statsOf([fixtureSession('mcp-tool')]);
    expect(mcpServers).toEqual([
      {
        ...{ name: 'orchard', tools: 2, sessions: 1, calls: 2, successes: 1, failures: 1, successRate: 0.5 },
        outputBytes: 120 + 131,
      },
    ]);
    expect(skills).toEqual([]);
  });

  it('is told by the reason for which fx refused', async () => {
    const { refusals } = await statsOf([fixtureSession('permission-ask')]);
    expect(refusals).toEqual([{ reason: 'auto_denied', calls: 1, sessions: 1 }]);
  });

  it('is told by file, each once however it was named, with what a copy read and a rename took away', async () => {
    const { files } = await statsOf([fixtureSession('file-writes')]);
    expect(files).toEqual({
      touched: 4,
      changed: 4,
      most: [
        { path: '/home/dev/project/src/basket.ts', reads: 1, changes: 2, sessions: 1 },
        { path: '/home/dev/project/tmp/copy.ts', reads: 0, changes: 2, sessions: 1 },
        { path: '/home/dev/project/tmp/renamed.ts', reads: 0, changes: 2, sessions: 1 },
        { path: '/home/dev/project/docs/notes.md', reads: 0, changes: 1, sessions: 1 },
      ],
    });
  });

  it('is nothing where a format or a session records none', async () => {
    const report = await statsOf([fixtureSession('plain-text')]);
    expect(report).toMatchObject({ mcpServers: [], skills: [], refusals: [], files: { touched: 0, most: [] } });
  });
});

describe('damaged and doubtful inputs', () => {
  let directory: TestDirectory;
  beforeAll(() => {
    directory = new TestDirectory();
  });
  afterAll(() => directory.remove());

  it('count as far as they can be read, and are named with the rule that they broke', async () => {
    const log = readFileSync(join(fixtureSession('usage-costs'), 'events.jsonl'), 'utf8');
    const cut = directory.file('cut.jsonl', log.slice(0, -100));
    const other = readFileSync(join(fixtureSession('multi-turn'), 'events.jsonl'), 'utf8');
    const twice = directory.file('twice.jsonl', other.replace('"seq":5,', '"seq":4,'));
    const report = await statsOf([cut, twice, fixtureSession('plain-text')]);
    // The cut line is the last of four turns; a wrong number costs nothing.
    expect(report).toMatchObject({ sessions: 3, turns: 1 + 3 + 5, damaged: 2, notCounted: [] });
    expect(report.countedInPart.map(({ session }) => session)).toEqual([cut, twice]);
  });

  it('are not counted when nothing of them can be read', async () => {
    const garbage = directory.file('garbage.jsonl', 'garbage\n');
    const report = await statsOf([garbage, fixtureSession('plain-text')]);
    expect(report).toMatchObject({ sessions: 1, turns: 1, damaged: 1, countedInPart: [] });
    expect(report.notCounted.map(({ session }) => session)).toEqual([garbage]);
    // Plain-text: one request, all of it billed.
    expect(report.usage).toMatchObject({ cost: 0.0012, inputTokens: 42, coverage: { complete: 1 } });
  });

  it('do not take a log for whole that lost what fx had committed', async () => {
    const source = fixtureSession('usage-costs');
    for (const name of readdirSync(source)) {
      if (name === 'subagent') continue;
      const bytes = readFileSync(join(source, name));
      const lines = bytes.toString().split('\n');
      directory.file(
        `lost/${source.slice(source.lastIndexOf('/') + 1)}/${name}`,
        name === 'events.jsonl' ? `${lines.slice(0, 12).join('\n')}\n` : bytes,
      );
    }
    const report = await statsOf([join(directory.path, 'lost')]);
    expect(report).toMatchObject({ damaged: 1, notCounted: [] });
    expect(report.countedInPart[0]).toMatchObject({ rule: 'store/watermark-beyond-log' });
  });
});
