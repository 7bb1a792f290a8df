import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runInProcess, terminalOf } from '../testing/run-in-process.js';

const FIXTURES = fileURLToPath(new URL('../../../../test-fixtures/', import.meta.url));
const only = (folder: string) => join(folder, readdirSync(folder).find((name) => /^\d+-/.test(name)) ?? '');

let home: string;
let session: string;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'fxlog-harness-'));
  const source = only(join(FIXTURES, 'fx-0.0.5/file-writes'));
  session = join(home, '.fx/sessions', source.split('/').at(-1) ?? '');
  cpSync(source, session, { recursive: true });
  writeFileSync(
    join(home, '.fx/settings.json'),
    '{"permission":{"*":"ask","edit":{"src/**":"deny"},"bash":{"ls *":"allow"}},"permission_mode":"ask"}',
  );
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('fxlog permissions', () => {
  it('says what the rules of the profile make of each call, what ran all the same, and which rules decided nothing', async () => {
    const { stdout, stderr, code } = await runInProcess(['permissions', session]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/1\.1 +write_file +src\/basket\.ts, src +deny +deny +ran, differs/);
    expect(stdout).toMatch(/1\.7 +delete_file +tmp\/renamed\.ts +ask +ask by rule +ran/);
    expect(stderr).toContain(
      'Call 1.1 (write_file) ran, and would be refused today: Rule 2, edit "src/**": deny.  [harness/refused-today]',
    );
    expect(stderr).toContain('Rule 3, bash "ls *": allow, decided about no call.  [harness/unused-rule]');
    const json = await runInProcess(['permissions', session, '--json']);
    const summary = JSON.parse(json.stdout.trim().split('\n').at(-1) ?? '');
    expect(summary.findings.map(({ rule }: { rule: string }) => rule)).toEqual([
      'harness/refused-today',
      'harness/refused-today',
      'harness/unused-rule',
    ]);
  });

  it('assumes the mode that is asked for', async () => {
    const { stdout } = await runInProcess(['permissions', session, '--mode', 'yolo']);
    expect(stdout).toMatch(/1\.1 +write_file +src\/basket\.ts, src +deny +allow +ran\n/);
  });

  it('explains one call, by its place', async () => {
    const { stdout } = await runInProcess(['permissions', session, '--explain', '1.2']);
    expect(stdout).toContain('src/basket.ts → rule 2, edit "src/**": deny');
    const unknown = await runInProcess(['permissions', session, '--explain', '9.9']);
    expect(unknown).toMatchObject({ code: 2 });
  });

  it('says that a child has more leave than its parent, seen from either', async () => {
    const beside = (shape: string) => {
      const source = only(join(FIXTURES, 'fx-0.0.5', shape));
      const dir = join(home, '.fx/sessions', source.split('/').at(-1) ?? '');
      cpSync(source, dir, { recursive: true });
      return dir;
    };
    const [parent, child] = [beside('subagent-parent'), beside('subagent-child')];
    // The child was recorded in auto mode; the settings say ask, which its parent is taken to be in.
    for (const one of [parent, child]) {
      const { stderr } = await runInProcess(['permissions', one]);
      expect(stderr.match(/was given auto mode, .* in ask mode\. {2}\[harness\/child-beyond-parent\]/g)).toHaveLength(
        1,
      );
      const auto = await runInProcess(['permissions', one, '--mode', 'auto']);
      expect(auto.stderr).not.toContain('child-beyond-parent');
    }
  });

  it('prints the rules in force of a profile', async () => {
    const { stdout } = await runInProcess(['permissions', '--profile', join(home, '.fx'), '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      kind: 'rules',
      rulesFrom: 'user',
      mode: 'ask',
      rules: [{ name: '*' }, {}, {}],
    });
  });
});

describe('fxlog instructions', () => {
  it('says which files govern each call, as they are now', async () => {
    const workspace = join(home, 'shop');
    mkdirSync(join(workspace, 'src'), { recursive: true });
    writeFileSync(join(home, '.fx/AGENTS.md'), 'Be brief.\n');
    writeFileSync(join(workspace, 'src/AGENTS.md'), 'Use tabs.\n');
    const { stdout, code } = await runInProcess(['instructions', `${session}#1`, '--workspace', workspace, '--json']);
    expect(code).toBe(0);
    const rows = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows[0]).toMatchObject({
      kind: 'call',
      tool: 'write_file',
      isDeferred: false,
      files: [
        { scope: 'global', state: 'present', bytes: 10 },
        { scope: 'workspace', state: 'missing' },
        { scope: 'target', state: 'present', isInScope: true, isChangedSince: expect.any(Boolean), atCommit: null },
      ],
    });
    expect(rows.at(-1)).toMatchObject({ kind: 'summary', deferred: 0, context: true });
    const path = await runInProcess(['instructions', '--path', 'src/x.ts', '--workspace', workspace, '--root', home]);
    expect(path.stdout).toMatch(/target +src\/AGENTS\.md +10 B/);
  });

  it('says which files are left out, and which were changed since', async () => {
    const workspace = join(home, 'linked');
    mkdirSync(join(workspace, 'src'), { recursive: true });
    symlinkSync('/etc/passwd', join(workspace, 'src/AGENTS.md'));
    writeFileSync(join(workspace, 'AGENTS.md'), 'Use tabs.\n');
    utimesSync(join(workspace, 'AGENTS.md'), 4_000_000_000, 4_000_000_000);
    const { stdout, stderr } = await runInProcess(['instructions', session, '--workspace', workspace, '--json']);
    expect(stderr).toBe('');
    const { findings } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
    const found = findings.filter(({ file }: { file: string }) => file.includes('/linked/'));
    expect(found).toMatchObject([
      { rule: 'harness/instructions-changed', severity: 'info' },
      { rule: 'harness/instructions-omitted', message: expect.stringContaining('leads out of its directory') },
    ]);
  });

  it('takes a session or a file, not both', async () => {
    expect(await runInProcess(['instructions', session, '--path', 'x'])).toMatchObject({ code: 2 });
    expect(await runInProcess(['instructions'])).toMatchObject({ code: 2 });
  });
});

describe('fxlog skills', () => {
  it('lists what is found for a workspace, with nothing of it unescaped', async () => {
    const workspace = join(home, 'skilled');
    for (const folder of ['.fx/skills/tides', 'skills/tides']) {
      mkdirSync(join(workspace, folder), { recursive: true });
      writeFileSync(join(workspace, folder, 'SKILL.md'), '---\nname: ti\u001b[31mdes\n---\n');
    }
    const { stdout, stderr, code } = await runInProcess(['skills', '--workspace', workspace, '--root', home]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/workspace_fx .*not the only one of its name/);
    expect(stdout).not.toContain('\u001b');
    expect(stderr).toContain('2 skills in 2 folders');
    expect(stderr.match(/\[harness\/skill-same-name\]/g)).toHaveLength(1);
  });

  it('says which skills a session loaded', async () => {
    const { stdout, stderr } = await runInProcess(['skills', session, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'skills', session: { uses: [], installs: [] } });
    expect(stderr).toContain('is not here');
  });
});

describe('fxlog mcp', () => {
  it('prints the servers of a profile without what may be secret', async () => {
    writeFileSync(join(home, '.fx/mcp.json'), '{"mcp":{"orchard":{"command":"hidden","env":{"K":"hidden"}}}}');
    const { stdout } = await runInProcess(['mcp', '--root', join(home, '.fx')]);
    expect(stdout).toMatch(/orchard +local\n/);
    expect(stdout).not.toContain('hidden');
  });

  it('traces the tools of a session back to servers', async () => {
    const of = only(join(FIXTURES, 'fx-0.0.5/mcp-tool'));
    const { stdout } = await runInProcess(['mcp', of, '--profile', join(home, '.fx')]);
    expect(stdout).toMatch(/orchard +count_fruit +mcp_orchard_count_fruit +1 +1 +1 +0 +120 B\n/);
    expect(stdout).toMatch(/orchard +broken +mcp_orchard_broken +0 +1 +1 +1 +131 B\n/);
    expect(stdout).toContain('1.1  search  count fruit  1 tool\n');
  });
});

describe('fxlog memory', () => {
  it('prints the facts of a profile, and says what fx would not read', async () => {
    writeFileSync(join(home, '.fx/memories.json'), '["two crates","\\u001b[31mred"]\n');
    const { stdout } = await runInProcess(['memory', '--profile', join(home, '.fx')]);
    expect(stdout).toMatch(/^- two crates\n- /);
    expect(stdout).not.toContain('\u001b');
    writeFileSync(join(home, '.fx/memories.json'), '{"a":1,"a":2}');
    const broken = await runInProcess(['memory', '--profile', join(home, '.fx'), '--json']);
    expect(JSON.parse(broken.stdout)).toMatchObject({ memories: [], problem: expect.stringContaining('not JSON') });
  });

  it('says which facts a session saved and cleared', async () => {
    const { stdout, stderr } = await runInProcess(['memory', only(join(FIXTURES, 'fx-0.0.5/memory-tool'))]);
    expect(stdout).toContain('1.1  save  The orchard has two crates.\n');
    expect(stderr).toContain('0 permissions remembered');
  });
});

describe('fxlog context', () => {
  const nineTurns = only(join(FIXTURES, 'conformance/model-view/nine-turns'));

  it('says what the model receives of which turn', async () => {
    const { stdout, code } = await runInProcess(['context', nineTurns]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/record of turns 1 to 5 +1 +636 B +103 +37 %/);
    expect(stdout).toMatch(/turn 9 +8 /);
    expect(stdout).not.toMatch(/turn 5 /);
  });

  it('goes back to an earlier prompt, and shows the messages', async () => {
    const { stdout } = await runInProcess(['context', `${nineTurns}#3`, '--messages']);
    expect(stdout).toMatch(
      /the prompt of turn 3[\s\S]*user · turn 1\nRequest 1\n[\s\S]*assistant · turn 2\nAnswer 2\.\n[\s\S]*user\nRequest 3\n/,
    );
    expect(stdout).not.toContain('record of turns');
  });

  it('says what left the view between two prompts', async () => {
    const { stdout } = await runInProcess(['context', nineTurns, '--diff', '9', '10', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      from: 9,
      to: 10,
      left: [1, 2, 3, 4, 5],
      came: [9],
      record: { before: null },
    });
  });

  it('prints the budgets of other sources, with where each comes from', async () => {
    const limits = ['--context-limit', 'skill_file_bytes=0', 'skill_chunk_bytes=off'];
    const { stdout, code } = await runInProcess(['context', session, '--budgets', ...limits]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/skill_file_bytes +0 +0 +command line/);
    expect(stdout).toMatch(/skill_chunk_bytes +off +67108864 +command line/);
    expect(stdout).toMatch(/skill_catalog_bytes +16384 +16384 +compiled default/);
    const wrong = await runInProcess(['context', session, '--budgets', '--context-limit', 'x=1']);
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('UnknownContextLimit') });
  });

  it('measures instructions and skills as they are now, and says what is cut and which setting keeps it', async () => {
    const workspace = join(home, 'large');
    mkdirSync(join(workspace, 'skills/tides'), { recursive: true });
    writeFileSync(join(workspace, 'AGENTS.md'), `${'a'.repeat(999)}\n`.repeat(70));
    writeFileSync(
      join(workspace, 'skills/tides/SKILL.md'),
      `---\nname: tides\ndescription: ${'d'.repeat(2000)}\n---\n`,
    );
    const argv = ['context', session, '--workspace', workspace];
    const { stdout } = await runInProcess(argv);
    expect(stdout).toMatch(/instructions, 2 files .* 131 kB +5\.0 kB\n/);
    expect(stdout).toMatch(
      /AGENTS\.md +70 kB +66 kB +5\.0 kB +kept by --context-limit project_instruction_file_bytes=70000\n/,
    );
    expect(stdout).toMatch(/description of tides .* 976 B +kept by --context-limit skill_description_bytes=2000\n/);
    const off = await runInProcess([...argv, '--context-limit', 'project_instruction_file_bytes=off', '--json']);
    const { sources } = JSON.parse(off.stdout);
    expect(sources[0]).toMatchObject({ observedBytes: 70_010, keptBytes: 70_010, keptBy: null, from: 'now' });
  });

  it('shows the same entries as show --view model', async () => {
    const { stdout } = await runInProcess(['show', nineTurns, '--view', 'model', '--json']);
    const rows = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows.filter(({ kind }) => kind === 'turn').map(({ number }) => number)).toEqual([6, 7, 8, 9]);
    const text = await runInProcess(['show', nineTurns, '--view', 'model', '--no-pager']);
    expect(text.stdout).toContain('- Earlier turns compacted: 5');
    expect(text.stdout).not.toContain('❯ Request 5');
  });

  it('says that it does not know the rules of later versions', async () => {
    const later = join(FIXTURES, 'newer/conversation-log/running-turn/orchard_0017');
    const { stdout, stderr, code } = await runInProcess(['context', later, '--profile', join(home, '.fx')]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^What fx sends beside the history of orchard_0017 for the next prompt\nFROM/);
    expect(stdout).toMatch(/instructions, \d file/);
    expect(stdout).not.toMatch(/turn 1|record/);
    expect(stderr).toContain('is known of version 0.0.5 only');
    for (const more of [['--messages'], ['--diff', '1', '2']]) {
      expect(await runInProcess(['context', later, ...more])).toMatchObject({ code: 2, stdout: '' });
    }
  });

  it('is one object in JSON with the same members for sessions of every format', async () => {
    const sessions = join(FIXTURES, 'every-format/sessions');
    const all = ['orchard_0001', 'v2/orchard_0950', '1700000000000-42-legacy'].map((name) => join(sessions, name));
    const [later, store, legacy, old] = await Promise.all(
      [...all, only(sessions)].map(async (one) => JSON.parse((await runInProcess(['context', one, '--json'])).stdout)),
    );
    const members = (value: object) => Object.keys(value).sort();
    for (const one of [later, store, legacy]) expect(members(one)).toEqual(members(old));
    for (const one of [later, store]) {
      expect(one).toMatchObject({ parts: null, messages: null, turns: 2, notKnown: expect.stringContaining('0.0.5') });
    }
    for (const one of [legacy, old]) expect(one).toMatchObject({ parts: expect.any(Array), notKnown: null });
  });
});

describe('fxlog changes', () => {
  it('marks the operation that /undo would have reversed, and no other', async () => {
    const { stdout } = await runInProcess(['changes', session]);
    expect(stdout.match(/\/undo would have reversed this one/g)).toHaveLength(1);
    expect(stdout).toMatch(/1\.7 +delete +tmp\/renamed\.ts .*\/undo would have reversed this one/);
  });

  it('says how a file is now in the JSON of the newest operation on it', async () => {
    const { stdout } = await runInProcess(['changes', session, '--json']);
    const [first] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(first).toMatchObject({ kind: 'change', path: 'src/basket.ts', now: null });
  });

  it('compares with a workspace that lies elsewhere now', async () => {
    const workspace = join(home, 'moved');
    mkdirSync(join(workspace, 'tmp'), { recursive: true });
    writeFileSync(join(workspace, 'tmp/renamed.ts'), 'new');
    const { stdout } = await runInProcess(['changes', session, '--workspace', workspace]);
    expect(stdout).toMatch(/1\.7 +delete +tmp\/renamed\.ts +.*back/);
    expect(stdout).toMatch(/src\/basket\.ts .*gone/);
  });
});

describe('fxlog processes', () => {
  it('lists what a session ran, and plays again what a command wrote', async () => {
    const of = only(join(FIXTURES, 'fx-0.0.5/tui-mixed'));
    const { stdout, stderr, code } = await runInProcess(['processes', of]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /2\.1 +command +echo begun; sleep 25; echo never +cancelled +replay of 6 B; logs\/commands\//,
    );
    expect(stdout).toMatch(/15\.1 +command +npm --version +exit 0/);
    expect(stderr).toContain('3 commands. Of hooks no session records anything.');
    expect((await runInProcess(['processes', of, '--replay', '2.1'])).stdout).toBe('begun\n');
    expect(await runInProcess(['processes', of, '--replay', '15.1'])).toMatchObject({ code: 2 });
    expect(await runInProcess(['processes', of, '--replay', '9.9'])).toMatchObject({ code: 2 });
    const json = await runInProcess(['processes', of, '--json']);
    const lines = json.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0]).toMatchObject({ kind: 'process', version: 1, type: 'command', state: { name: 'cancelled' } });
    expect(lines.at(-1)).toEqual({ kind: 'summary', processes: 3, hooks: null });
  });

  it('says what runs only as far as it was recorded, with nothing unescaped', async () => {
    const of = only(join(FIXTURES, 'fx-0.0.5/terminal-start'));
    const dir = join(home, '.fx/sessions', of.split('/').at(-1) ?? '');
    cpSync(of, dir, { recursive: true });
    const state = join(dir, 'terminal/state');
    mkdirSync(state, { recursive: true });
    const record = { command: 'x\u001b]0;title\u0007', lifecycle: 'lost\u001b[2J', updated_at_ms: 1 };
    writeFileSync(join(state, 'record-evil.json'), JSON.stringify(record));
    const { stdout, stderr } = await runInProcess(['processes', dir, '--events'], { terminal: terminalOf(120) });
    expect(stdout).toMatch(/terminal .*last known running at 2026-/);
    expect(stdout + stderr).not.toContain('\u001b');
    expect(stderr).toContain('2 terminals; 1 last known running, which is not looked up.');
  });
});
