import { parseOrderedJson } from '@fxlog/json/internal';
import { describe, expect, it } from 'vitest';
import { settingsOf } from '../profile/settings.js';
import { TableWorkspace } from '../workspace.js';
import { decideCall, type PermissionMode } from './decide.js';

const FILES = {
  '/ws': null,
  '/ws/README.md': '# Orchard\n',
  '/ws/src': null,
  '/ws/src/x.ts': 'x\n',
  '/ws/src/deep': null,
  '/ws/docs': null,
  '/ws/docs/n.md': 'n\n',
  '/ws/.env': 'A=1\n',
  '/ext': null,
  '/ext/e.txt': 'e\n',
};
const workspace = new TableWorkspace(FILES, { root: '/ws', home: '/home/dev' });

function decide(permission: string, mode: PermissionMode, tool: string, args: Record<string, string | null>) {
  const settings = parseOrderedJson(Buffer.from(`{"permission":${permission}}`));
  const { rules } = settingsOf(settings as never, '/ws');
  return decideCall({ tool, arguments: args }, { rules, mode, workspace }).outcome;
}

const run = (permission: string, mode: PermissionMode, command: string, profile: string | null = null) =>
  decide(permission, mode, 'terminal', { action: 'exec', command, profile });
const write = (permission: string, mode: PermissionMode, path: string, content = 'new\n') =>
  decide(permission, mode, 'write_file', { path, content });

describe('what fx was seen to make of a call', () => {
  it.each([
    ['{"bash":{"git *":"allow"}}', 'git status && rm -rf src', 'ask'],
    ['{"bash":{"git *":"allow"}}', 'git', 'ask'],
    ['{"bash":{"git *":"allow"}}', "git log --format='%h $x'", 'allow'],
    ['{"*":"ask","bash":{"git *":"allow"}}', 'git status', 'allow'],
    ['{"bash":{"echo *":"deny"}}', 'echo * a', 'ask'],
    ['{"bash":{"echo **":"deny"}}', 'echo *.ts', 'deny'],
    ['{"bash":{" git * ":" Allow "}}', 'git status', 'ask'],
    ['{"bash":{" git * ":"Allow"}}', 'git status', 'allow'],
    ['{"bash":{"1":"allow","*":"deny"}}', '1', 'deny'],
    ['{"bash":{"*":"deny","1":"allow"}}', '1', 'allow'],
  ])('in ask mode, rules %s, command %s: %s', (permission, command, outcome) => {
    expect(run(permission, 'ask', command)).toBe(outcome);
  });

  it.each([
    ['git status', null, 'allow'],
    ['npm run', null, 'review'],
    ['npm run build 2>&1 && node -v', null, 'allow'],
    ['npm run build 2>&1 x', null, 'review'],
    ['bun i', null, 'review'],
    ['git fetch -p', null, 'review'],
    ['(rm README.md)', null, 'review'],
    ['"rm" README.md', null, 'review'],
    ['doas -u root rm x', null, 'replan'],
    ['nohup time rm -f x', null, 'replan'],
    ['timeout rm x', null, 'review'],
    ['rm --help x', null, 'review'],
    ['rm -- -x', null, 'replan'],
    ['shred -n 3', null, 'review'],
    ['git --no-pager -c a=b reset --hard HEAD', null, 'replan'],
    ['git --unknown reset --hard', null, 'review'],
    ['git clean -fdn', null, 'review'],
    ['git clean -fen', null, 'replan'],
    ['echo x # rm y', null, 'review'],
    ['echo \\', null, 'review'],
    ['head -n 10001', 'clean', 'review'],
    ['head -n 10', 'clean', 'allow'],
    ["printf '%s\\t' a", 'clean', 'review'],
    ["printf '%s %s' a", 'clean', 'review'],
    ['pwd ||', 'clean', 'review'],
    ['git log -n 1001', 'clean', 'review'],
    ['git diff src', 'clean', 'review'],
    ['X=1 pwd', 'clean', 'review'],
  ])('in auto mode, no rules, command %s, profile %s: %s', (command, profile, outcome) => {
    expect(run('{}', 'auto', command, profile)).toBe(outcome);
  });

  it.each([
    ['{}', 'ask', 'README.md', '# Orchard\n', 'allow'],
    ['{"bash":"deny"}', 'yolo', 'README.md', 'new\n', 'allow'],
    ['{"edit":{"src/*":"allow"}}', 'ask', 'src/x.ts', 'new\n', 'ask'],
    ['{"edit":{"src/**":"allow"}}', 'ask', 'src/x.ts', 'new\n', 'allow'],
    ['{"edit":{"src":"deny"}}', 'ask', 'src/x.ts', 'new\n', 'deny'],
    ['{"edit":{"src":"deny"}}', 'ask', 'src/deep/y.ts', 'new\n', 'ask'],
    ['{}', 'auto', '/ext/e.txt', 'new\n', 'review'],
    ['{}', 'auto', '.ssh/config', 'new\n', 'review'],
    ['{}', 'auto', '.ssh/config.old', 'new\n', 'allow'],
    ['{}', 'auto', '~/n.txt', 'new\n', 'allow'],
    ['{}', 'auto', '~other/n.txt', 'new\n', 'not_evaluated'],
  ] as const)('rules %s, %s mode, write to %s of %j: %s', (permission, mode, path, content, outcome) => {
    expect(write(permission, mode, path, content)).toBe(outcome);
  });

  it('asks rules about both paths of a copy, and edit rules about neither', () => {
    const copy = { source: 'README.md', destination: 'docs/r.md' };
    expect(decide('{"edit":{"docs/*":"deny"}}', 'auto', 'copy_file', copy)).toBe('review');
    expect(decide('{"read":{"**/README.md":"deny"}}', 'auto', 'read_file', { path: 'README.md' })).toBe('allow');
  });

  it('takes the arguments of a terminal with their wrapper, too', () => {
    const call = { tool: 'terminal', arguments: { request: { action: 'exec', command: 'pwd', profile: 'clean' } } };
    expect(decideCall(call, { rules: [], mode: 'auto', workspace }).outcome).toBe('allow');
  });

  it('asks what the session remembers after rules that deny, and before rules that ask', () => {
    const call = { tool: 'terminal', arguments: { action: 'exec', command: 'make' } };
    const rules = (permission: string) =>
      settingsOf(parseOrderedJson(Buffer.from(`{"permission":${permission}}`)) as never, '/ws').rules;
    const of = (permission: string, remembered: 'allow' | 'deny', mode: PermissionMode = 'auto') =>
      decideCall(call, { rules: rules(permission), mode, workspace, remembered }).outcome;
    expect(of('{"bash":"deny"}', 'allow')).toBe('deny');
    expect(of('{"bash":"ask"}', 'allow')).toBe('allow');
    expect(of('{"bash":{"make":"allow"}}', 'deny')).toBe('deny');
    expect(of('{}', 'deny', 'yolo')).toBe('allow');
  });
});

it('is not held up by rules that were made for it', () => {
  const rules = [...Array(2)].map((_, index) => ({
    name: 'bash',
    pattern: `${'*a'.repeat(2)}${'a'.repeat(30_000)}b`,
    action: 'deny' as const,
    index,
  }));
  const call = { tool: 'terminal', arguments: { action: 'exec', command: 'a'.repeat(1_000_000) } };
  expect(decideCall(call, { rules, mode: 'auto', workspace }).outcome).toBe('review');
});
