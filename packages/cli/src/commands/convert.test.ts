import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { LossReport, type Message, readItems } from '@fxlog/codecs';
import { openSession, verifySession } from '@fxlog/store';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { attachmentsOf } from '../convert/transcript-source.js';
import { FIXTURES, fixtureBytes, fixtureSession } from '../testing/built-command.js';
import { runInProcess, terminalOf } from '../testing/run-in-process.js';

// Processes are started, or thousands of cases looked at.
vi.setConfig({ testTimeout: 120_000 });

const TRANSCRIPTS = join(FIXTURES, '../codecs');

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'fxlog-convert-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const run = (...argv: string[]) => runInProcess(argv, { env: { HOME: home }, cwd: home });

function filesBelow(dir: string): string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(dir, name)).isFile())
    .sort();
}

/** The order of what a conversation consists of. */
interface Order {
  readonly isEmpty: boolean;
  readonly prompts: number;
  readonly calls: readonly string[];
  readonly answered: readonly boolean[];
}

async function orderOf(path: string, from: string, dir: string | null): Promise<{ order: Order; losses: LossReport }> {
  const losses = new LossReport({ maxSamples: Number.POSITIVE_INFINITY });
  const messages: Message[] = [];
  const readAttachment = dir === null ? undefined : attachmentsOf(await openSession(dir));
  for await (const batch of readItems(path, { from, onLoss: losses.add, readAttachment })) {
    for (const item of batch) if (item.type === 'message') messages.push(item.message);
  }
  const blocks = messages.flatMap(({ content }, at) => content.map((block) => ({ block, at })));
  const calls = blocks.flatMap(({ block, at }) =>
    block.type === 'tool_use' ? [{ id: block.id, at, tool: block.tool }] : [],
  );
  const results = blocks.flatMap(({ block, at }) =>
    block.type === 'tool_result' ? [{ id: block.tool_use_id, at }] : [],
  );
  return {
    losses,
    order: {
      isEmpty: messages.length === 0,
      prompts: messages.filter(({ role, content }) => role === 'user' && content.some(({ type }) => type === 'text'))
        .length,
      calls: calls.map(({ tool }) => (tool.name === 'Raw' ? tool.tool_name : tool.name)),
      answered: calls.map(({ id, at }) => results.some((result) => result.id === id && result.at === at + 1)),
    },
  };
}

const SHAPES = readdirSync(FIXTURES).filter(
  (shape) => statSync(join(FIXTURES, shape)).isDirectory() && !['profile', 'legacy-v2'].includes(shape),
);

/** Losses that can explain another number of calls or prompts. */
const COUNTING = [
  'unmapped-tool',
  'open-call',
  'orphan-result',
  'dropped-message',
  'dropped-block',
  'moved-text',
  'renamed-id',
  'changed-arguments',
] as const;

describe('fxlog convert', () => {
  it.each(SHAPES)('takes %s to each format and back with the order of calls and results, or says so', async (shape) => {
    const dir = fixtureSession(shape);
    if ((await verifySession(dir)).findings.some(({ severity }) => severity === 'error')) return;
    const { order } = await orderOf(join(dir, 'events.jsonl'), 'fx', dir);
    for (const to of ['common', 'simple', 'jsonl', 'claude-code', 'codex', 'pi']) {
      const there = await run('convert', dir, '--to', to, '-o', `${to}.out`, '--report', `${to}.losses`);
      if (order.isEmpty && ['claude-code', 'codex', 'pi'].includes(to)) {
        expect(there).toMatchObject({ code: 1, stderr: expect.stringContaining('the session has no message') });
        expect(existsSync(join(home, `${to}.out`))).toBe(false);
        continue;
      }
      expect(there.code, there.stderr).toBe(0);
      const report = JSON.parse(readFileSync(join(home, `${to}.losses`), 'utf8')) as {
        counts: Record<string, number>;
        losses: object[];
      };
      const found = await orderOf(join(home, `${to}.out`), to, null);
      const back = await run('convert', `${to}.out`, '--from', to, '--to', 'fx', '-o', `back-${to}`, '--json');
      expect(back.code, back.stderr).toBe(0);
      const { path } = JSON.parse(back.stdout) as { path: string };
      expect((await verifySession(path)).findings.filter(({ severity }) => severity === 'error')).toEqual([]);
      const returned = await orderOf(join(path, 'events.jsonl'), 'fx', path);
      for (const { order: other } of [found, returned]) {
        const isExplained = COUNTING.some((code) => (report.counts[`codec/${code}`] ?? 0) > 0);
        if (!isExplained) expect({ to, ...other }).toEqual({ to, ...order });
        // Whatever was lost: no call loses its result.
        expect(other.answered.filter((answered) => answered).length).toBeGreaterThanOrEqual(
          order.answered.filter((answered) => answered).length -
            (report.counts['codec/open-call'] ?? 0) -
            (report.counts['codec/orphan-result'] ?? 0),
        );
      }
    }
  });

  describe('of a fork of Codex', () => {
    const at = '2026-09-01T08:00:00.000Z';
    const ids = ['01990000-0000-7000-8000-00000000e201', '01990000-0000-7000-8000-00000000e202'] as const;
    const meta = (id: string, ordinal: number, rest: object = {}) => ({
      timestamp: at,
      ordinal,
      type: 'session_meta',
      payload: { id, timestamp: at, cwd: '/w', originator: 'x', cli_version: '1', ...rest },
    });
    const said = (text: string, ordinal: number) => ({
      timestamp: at,
      ordinal,
      type: 'response_item',
      payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
    });
    const rows = (...lines: object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    const parent = rows(meta(ids[0], 0), said('Root question', 1), said('Only there', 2));
    const base = { thread_id: ids[0], end_ordinal_exclusive: 2 };
    const child = rows(meta(ids[1], 2, { history_base: base }), said('Fork question', 3));
    const convert = (...argv: string[]) => run('convert', 'child.jsonl', '--to', 'simple', ...argv);

    beforeEach(() => writeFileSync(join(home, 'child.jsonl'), child));

    it.each([
      ['beside it', 'parent.jsonl'],
      ["in Codex's own folder", `.codex/sessions/2026/09/01/rollout-2026-09-01T08-00-00-${ids[0]}.jsonl`],
      ['in the archive of Codex', `.codex/archived_sessions/rollout-2026-09-01T08-00-00-${ids[0]}.jsonl`],
    ])('finds the beginning %s', async (_where, path) => {
      mkdirSync(join(home, dirname(path)), { recursive: true });
      writeFileSync(join(home, path), parent);
      const { stdout, stderr } = await convert();
      expect(JSON.parse(stdout).messages.map(({ content }: Message) => content)).toEqual([
        'Root question',
        'Fork question',
      ]);
      expect(stderr).not.toContain('missing-history');
    });

    it('says that the beginning is missing, and allows no loss of it', async () => {
      expect((await convert()).stderr).toContain('missing-history');
      expect((await convert('--strict-lossless')).code).toBe(1);
      const shown = await run('show', 'child.jsonl');
      expect(shown.stdout).toContain('Fork question');
      expect(shown.stderr).toContain(`the session ${ids[0]}, which could not be read`);
    });
  });

  it('shows people all that was said and programs what their model would see, unless told otherwise', async () => {
    const source = join(TRANSCRIPTS, 'claude-code/compaction.jsonl');
    const textsOf = async (...argv: string[]) => (await run('convert', source, ...argv)).stdout;
    expect(await textsOf('--to', 'markdown')).toMatch(/q1[\s\S]*a2/);
    expect(await textsOf('--to', 'markdown', '--view', 'model')).toContain('Summary: S');
    expect(await textsOf('--to', 'simple')).toContain('Summary: S');
    expect(await textsOf('--to', 'simple', '--view', 'archive')).toMatch(/q1[\s\S]*a2/);
    expect((await run('show', source)).stdout).toMatch(/q1[\s\S]*a2/);
  });

  it('writes a session of fx that is listed, and says how to go on with it', async () => {
    const made = await run('convert', join(TRANSCRIPTS, 'codex/session.jsonl'), '--to', 'fx', '--install');
    expect(made.code).toBe(0);
    expect(made.stdout).toContain(
      'Go on with: cd /home/ann/shop && fx --resume 01990000-0000-7000-8000-00000000e001\n',
    );
    expect((await run('list', '--json')).stdout).toContain('"id":"01990000-0000-7000-8000-00000000e001"');
    const again = await run('convert', join(TRANSCRIPTS, 'codex/session.jsonl'), '--to', 'fx', '--install');
    expect(again).toMatchObject({ code: 3, stdout: '' });
    expect(again.stderr).toContain('exists; nothing is overwritten');
  });

  it.each([
    ['claude-code', '.claude/projects/-home-dev-project/', 'claude --resume '],
    ['codex', '.codex/sessions/2026/11/30/rollout-2026-11-30T', 'codex resume '],
    ['pi', '.pi/agent/sessions/--home-dev-project--/2026-11-30T', 'pi --session '],
  ])('puts a session where %s looks for it, once', async (to, place, resume) => {
    const made = await run('convert', fixtureSession('one-tool-call'), '--to', to, '--install');
    expect(made.code).toBe(0);
    expect(made.stdout).toContain(`cd /home/dev/project && ${resume}`);
    const [file = '', ...others] = filesBelow(home);
    expect(others).toEqual([]);
    expect(file.startsWith(place)).toBe(true);
    expect(statSync(join(home, file)).mode & 0o777).toBe(0o600);
    const before = readFileSync(join(home, file));
    expect((await run('convert', fixtureSession('one-tool-call'), '--to', to, '--install')).code).toBe(3);
    expect(filesBelow(home)).toEqual([file]);
    expect(readFileSync(join(home, file)).equals(before)).toBe(true);
  });

  it('lets no name out of a log leave its folder', async () => {
    const evil = {
      meta: { id: '../../../evil', timestamp: '2026-01-01T00:00:00Z', cwd: '/../../x', title: 'T' },
      messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }], timestamp: '2026-01-01T00:00:00Z' }],
    };
    writeFileSync(join(home, 'evil.json'), JSON.stringify(evil));
    for (const to of ['fx', 'claude-code', 'codex', 'pi', 'markdown', 'html', 'jsonl']) {
      const { code } = await run('convert', 'evil.json', '--from', 'common', '--to', to, '-o', `${to}/`);
      expect(code).toBe(0);
    }
    const outside = filesBelow(home).filter((name) => !/^(?:fx|claude-code|codex|pi|markdown|html|jsonl)\//.test(name));
    expect(outside).toEqual(['evil.json']);
    expect(existsSync(join(home, '..', 'evil'))).toBe(false);
  });

  it('copies bytes where nothing is to be changed', async () => {
    const source = join(TRANSCRIPTS, 'pi/session.jsonl');
    const { code, stdout, stderr } = await run('convert', source, '--to', 'pi');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(readFileSync(source, 'utf8'));
    const dir = fixtureSession('parallel-tools');
    expect((await run('convert', dir, '--to', 'fx', '-o', 'copy')).code).toBe(0);
    const [id = ''] = readdirSync(join(home, 'copy'));
    const hash = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
    expect(hash(join(home, 'copy', id, 'events.jsonl'))).toBe(hash(join(dir, 'events.jsonl')));
  });

  it('counts losses on stderr, lists them in the report, and allows none when told so', async () => {
    const dir = fixtureSession('one-tool-call');
    const made = await run('convert', dir, '--to', 'claude-code', '-o', 'out.jsonl', '--report', 'losses.json');
    expect(made.code).toBe(0);
    expect(made.stderr).toMatch(/^\d+ losses:$/m);
    const report = JSON.parse(readFileSync(join(home, 'losses.json'), 'utf8')) as {
      kind: string;
      total: number;
      losses: { count: number; rule: string }[];
    };
    expect(report.kind).toBe('conversion-report');
    expect(report.losses.reduce((sum, { count }) => sum + count, 0)).toBe(report.total);
    expect(report.losses.every(({ rule }) => rule.startsWith('codec/'))).toBe(true);
    for (const to of ['claude-code', 'fx']) {
      const strict = await run(
        'convert',
        dir,
        '--to',
        to,
        '--stage',
        'range:1',
        '-o',
        `strict-${to}`,
        '--strict-lossless',
      );
      expect(strict.code).toBe(1);
      expect(filesBelow(home).filter((name) => name.startsWith(`strict-${to}`))).toEqual([]);
    }
    const lossless = await run(
      'convert',
      join(TRANSCRIPTS, 'common-model/common-1.json'),
      '--to',
      'jsonl',
      '--strict-lossless',
    );
    expect(lossless).toMatchObject({ code: 0, stderr: '' });
  });

  it('does stages in their order', async () => {
    const dir = fixtureSession('multi-turn');
    const plain = await run('convert', dir, '--to', 'jsonl', '--stage', 'text-only', '--stage', 'range:2');
    expect(plain.code).toBe(0);
    expect(plain.stdout).not.toContain('tool_use');
    const last = await run('convert', dir, '--to', 'jsonl', '--stage', 'text-only', '--stage', 'range:-1');
    const all = await run('convert', dir, '--to', 'jsonl', '--stage', 'text-only');
    expect(last.code).toBe(0);
    expect(last.stdout.split('\n').length).toBeLessThan(all.stdout.split('\n').length);
    expect(all.stdout.endsWith(last.stdout.slice(last.stdout.indexOf('\n') + 1))).toBe(true);
    const other = await run('convert', dir, '--to', 'jsonl', '--stage', 'anonymize', '--seed', 'a');
    expect((await run('convert', dir, '--to', 'jsonl', '--stage', 'anonymize', '--seed', 'a')).stdout).toBe(
      other.stdout,
    );
  });

  it('reads standard input', async () => {
    const { code, stdout } = await runInProcess(['convert', '-', '--to', 'markdown'], {
      env: { HOME: home },
      cwd: home,
      stdin: fixtureBytes('plain-text'),
    });
    expect(code).toBe(0);
    expect(stdout).toContain('## Turn 1');
  });

  it.each([
    [['convert', 'x.json', '--to', 'nothing'], 'there is no codec "nothing"'],
    [['convert', 'x.json', '--to', 'common', '--stage', 'nothing'], 'there is no stage "nothing"'],
    [['convert', 'x.json', '--to', 'fx'], 'a session of fx is a directory'],
    [['convert', 'x.json', '--to', 'html', '--install'], 'no program looks for html'],
    [['convert', 'x.json', '--to', 'pi', '--install', '-o', 'x'], 'not both'],
    [['convert', 'x.json', '--from', 'html', '--to', 'pi'], 'can only be written'],
    [['export', 'x.json', 'x.json', '--to', 'md'], 'takes one session'],
    [['export', 'x.json', '--to', 'sqlite'], 'needs -o PATH'],
  ])('refuses %j', async (argv, message) => {
    writeFileSync(join(home, 'x.json'), readFileSync(join(TRANSCRIPTS, 'common-model/common-1.json')));
    expect(await run(...argv)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });

  it('says what is wrong with a source and where', async () => {
    writeFileSync(
      join(home, 'x.json'),
      '{"meta":{"id":"a","timestamp":"2026-01-01T00:00:00Z"},"messages":[{"role":"nobody"}]}',
    );
    expect(await run('convert', 'x.json', '--to', 'jsonl')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('/messages/0'),
    });
    writeFileSync(join(home, 'y.txt'), 'hello');
    expect(await run('convert', 'y.txt', '--to', 'jsonl')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--from'),
    });
  });

  it('spells out on a terminal what a terminal would act on', async () => {
    const bad = {
      meta: { id: 'a', timestamp: '2026-01-01T00:00:00Z' },
      messages: [
        {
          role: 'user',
          content: [{ type: 'text', text: '\u001b]0;x\u0007\u009b31m' }],
          timestamp: '2026-01-01T00:00:00Z',
        },
      ],
    };
    writeFileSync(join(home, 'x.json'), JSON.stringify(bad));
    for (const to of ['markdown', 'jsonl', 'html']) {
      const { stdout } = await runInProcess(['convert', 'x.json', '--to', to], {
        env: { HOME: home },
        cwd: home,
        terminal: terminalOf(80),
      });
      expect(stdout).not.toMatch(/[\u0007\u001b\u009b]/);
    }
  });
});

describe('fxlog export', () => {
  it.each(['md', 'html', 'jsonl', 'simple'])('makes %s of one session', async (to) => {
    const made = await run('export', fixtureSession('one-tool-call'), '--to', to, '-o', `page.${to}`);
    expect(made.code).toBe(0);
    expect(readFileSync(join(home, `page.${to}`), 'utf8').length).toBeGreaterThan(500);
  });
});

describe('fxlog show', () => {
  it.each(['claude-code/session.jsonl', 'codex/session.jsonl', 'pi/session.jsonl'])(
    'shows %s as turns',
    async (file) => {
      const { code, stdout } = await run('show', join(TRANSCRIPTS, file));
      expect(code).toBe(0);
      expect(stdout).toContain('❯ Why does this button look wrong?');
      expect(stdout).toContain('→ terminal action=exec command="grep -n button app.css"');
      expect(stdout).toContain('│ 14:.button { heigth: 20px }');
    },
  );

  it('prints them as JSON, and only the turns that are wanted', async () => {
    const path = join(TRANSCRIPTS, 'common-model/common-1.json');
    const { stdout } = await run('show', `${path}#-1`, '--json');
    const [head, ...turns] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(head).toMatchObject({ kind: 'session', id: 's-1', turns: 2 });
    expect(turns).toMatchObject([{ kind: 'turn', number: 2, source: null }]);
    expect((await run('show', `${path}#9`)).code).toBe(2);
  });
});

describe('fxlog codecs', () => {
  it('says what each format keeps', async () => {
    const { stdout } = await run('codecs', '--json');
    const { codecs } = JSON.parse(stdout) as {
      codecs: { name: string; reads: boolean; writes: boolean; loses: string[] }[];
    };
    expect(codecs.map(({ name }) => name)).toEqual([
      'fx',
      'common',
      'simple',
      'jsonl',
      'claude-code',
      'codex',
      'pi',
      'markdown',
      'html',
    ]);
    expect(codecs.find(({ name }) => name === 'common')).toMatchObject({ reads: true, writes: true, loses: [] });
    expect(codecs.find(({ name }) => name === 'html')).toMatchObject({ reads: false, writes: true });
    expect((await run('codecs')).stdout).toContain('claude-code');
  });
});
