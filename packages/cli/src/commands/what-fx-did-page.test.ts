import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runInProcess } from '../testing/run-in-process.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const PAGE = readFileSync(join(ROOT, 'docs/what-fx-did.md'), 'utf8');
const EXAMPLES = [...PAGE.matchAll(/```\n\$ fxlog ([^\n]+)\n([\s\S]*?)```/g)].map(([, command = '', shown = '']) => ({
  command,
  shown,
}));
/** Other tests hold these to a scripted repository, and to a bundle that is written. */
const ELSEWHERE = /^(?:blame|trace) /;
/** Sessions that the page names, with the workspaces in which they are looked at. */
const SESSIONS: Readonly<Record<string, string>> = {
  'fx-0.0.5/file-writes': 'project',
  'fx-0.0.5/mcp-tool': 'shop',
  'fx-0.0.5/tui-mixed': 'shop',
  'conformance/model-view/nine-turns': 'empty',
};

let home: string;
const workspaces = new Map<string, string>();

function write(path: string, content: string): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), content);
}

beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'fxlog-page-')));
  for (const [shape, workspace] of Object.entries(SESSIONS)) {
    const folder = join(ROOT, 'test-fixtures', shape);
    const id = readdirSync(folder).find((name) => /^\d+-/.test(name)) ?? '';
    cpSync(join(folder, id), join(home, '.fx/sessions', id), { recursive: true });
    workspaces.set(id.slice(0, 13), join(home, workspace));
    mkdirSync(join(home, workspace), { recursive: true });
  }
  const rules = { '*': 'ask', edit: { 'src/**': 'deny' }, bash: { 'ls *': 'allow' }, read: { './secret/*': 'deny' } };
  write('.fx/settings.json', JSON.stringify({ permission: rules, permission_mode: 'ask' }));
  write('.fx/mcp.json', '{"mcp":{"orchard":{"command":"orchard-server"}}}');
  write('.fx/AGENTS.md', 'Be brief.\n');
  write('shop/.fx/skills/tides/SKILL.md', '---\nname: tides\ndescription: When tides are in.\n---\n');
  write('shop/skills/tides/SKILL.md', '---\nname: tides\n---\n');
  write('.claude/skills/release/SKILL.md', `---\nname: release\n---\n${'x'.repeat(30_028)}\n`);
  // Fixed dates and names give a fixed commit.
  const date = '2026-11-28T12:00:00Z';
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Dev', '-c', 'user.email=dev@example.invalid', ...args], {
      cwd: join(home, 'project'),
      env: {
        PATH: process.env.PATH,
        ...{ HOME: home, GIT_CONFIG_NOSYSTEM: '1', GIT_DEFAULT_HASH: 'sha1' },
        ...{ GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
      },
    });
  write('project/AGENTS.md', 'Use tabs.\n');
  write('project/src/AGENTS.md', 'One class for each file.\n');
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'Say how we work');
  utimesSync(join(home, 'project/AGENTS.md'), 0, 0);
  utimesSync(join(home, '.fx/AGENTS.md'), 0, 0);
  write('project/src/AGENTS.md', 'One class for each file, no more.\n');
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

/** The lines of a text, each with single blanks and the home directory of the page; empty ones are passed over. */
function linesOf(text: string): string[] {
  return text
    .replaceAll(home, '/home/dev')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '');
}

/** Whether a line is as the page shows it, where `…` stands for anything. */
function isShown(line: string, shown: string): boolean {
  const [first = '', ...rest] = shown.split('…');
  if (rest.length === 0) return line === shown;
  return line.startsWith(first) && line.endsWith(rest.at(-1) ?? '');
}

describe('what fx did, and why it was allowed to', () => {
  const own = EXAMPLES.filter(({ command }) => !ELSEWHERE.test(command));

  it('has examples', () => expect(own.length).toBeGreaterThan(6));

  it.each(own)('prints what the page shows of fxlog $command', async ({ command, shown }) => {
    const words = command.split(' ');
    const workspace = workspaces.get(words[1] ?? '');
    const takesOne = ['permissions', 'context', 'instructions', 'changes'].includes(words[0] ?? '');
    const { stdout, stderr } = await runInProcess(
      [...words, ...(takesOne && workspace !== undefined ? ['--workspace', workspace] : [])],
      { env: { HOME: home }, cwd: workspace ?? join(home, 'shop') },
    );
    const printed = linesOf(stdout + stderr);
    let at = 0;
    let isGap = false;
    for (const line of linesOf(shown)) {
      if (line === '…') {
        isGap = true;
        continue;
      }
      while (isGap && at < printed.length && !isShown(printed[at] ?? '', line)) at++;
      expect(isShown(printed[at] ?? '', line), `"${line}" in\n${printed.join('\n')}`).toBe(true);
      at++;
      isGap = false;
    }
    expect(printed.slice(at)).toEqual([]);
  });
});
