import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isFull } from '#test/runs';
import { DiskWorkspace } from '../disk-workspace.js';
import { WorkspaceHistory } from './at-commit.js';
import { type InstructionFile, InstructionTree, MAX_INSTRUCTION_BYTES } from './chain.js';
import { endpointsOf } from './endpoints.js';

let home: string;
let root: string;

/** Twelve scopes below one another, of which each has its own file. */
const NESTED = Array.from({ length: 12 }, (_, depth) =>
  Array.from({ length: depth + 1 }, (_, at) => `d${at}`).join('/'),
);

function write(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'fxlog-instructions-')));
  root = join(home, 'work/shop');
  write(join(home, '.fx/AGENTS.md'), 'global\n');
  write(join(home, 'AGENTS.md'), 'never read\n');
  write(join(home, 'work/AGENTS.md'), 'above\n');
  write(join(root, 'AGENTS.md'), 'workspace\n');
  for (const scope of NESTED) write(join(root, scope, 'AGENTS.md'), `${scope}\n`);
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

const chain = (directory: string, limits: { fileBytes?: number; totalBytes?: number } = {}) =>
  new InstructionTree({ root, home, ...limits }).chain([directory === '' ? root : join(root, directory)]);
const last = (files: readonly InstructionFile[]) => files.at(-1) as InstructionFile;

describe('the chain of instructions', () => {
  it('goes from the global file to the narrowest scope, and leaves out the home directory', () => {
    const files = chain(NESTED[11] as string);
    expect(files.map(({ scope, path }) => [scope, path])).toEqual([
      ['global', join(home, '.fx/AGENTS.md')],
      ['ancestor', join(home, 'work/AGENTS.md')],
      ['workspace', join(root, 'AGENTS.md')],
      ...NESTED.map((scope) => ['target', join(root, scope, 'AGENTS.md')]),
    ]);
    expect(files.every(({ state }) => state === 'present')).toBe(true);
    expect(last(files).sha256).toBe(createHash('sha256').update(`${NESTED[11]}\n`).digest('hex'));
  });

  it('says what is missing and what is blank', () => {
    write(join(root, 'd0/AGENTS.md'), ' \n\t\n');
    rmSync(join(root, 'd0/d1/AGENTS.md'));
    expect(chain('d0/d1').slice(-2)).toMatchObject([{ state: 'blank' }, { state: 'missing', sha256: null }]);
  });

  it('takes nothing from directories outside the workspace', () => {
    write(join(home, 'ext/AGENTS.md'), 'from outside\n');
    const files = new InstructionTree({ root, home }).chain([join(home, 'ext')]);
    expect(files.map(({ scope }) => scope)).toEqual(['global', 'ancestor', 'workspace']);
  });

  it('follows a link within its directory, and none that leads out or in a circle', () => {
    write(join(home, 'secret'), 'not to be read\n');
    write(join(root, 'in/rules.md'), 'linked\n');
    symlinkSync('rules.md', join(root, 'in/AGENTS.md'));
    mkdirSync(join(root, 'out'));
    symlinkSync(join(home, 'secret'), join(root, 'out/AGENTS.md'));
    mkdirSync(join(root, 'loop'));
    symlinkSync('AGENTS.md', join(root, 'loop/AGENTS.md'));
    expect(last(chain('in'))).toMatchObject({ state: 'present', bytes: 7 });
    expect(last(chain('out'))).toMatchObject({ state: 'omitted', bytes: null, sha256: null });
    expect(last(chain('loop'))).toMatchObject({ state: 'omitted', reason: expect.stringContaining('ELOOP') });
  });

  it('goes by real directories: neither links to directories, circles of them nor granted directories give orders', () => {
    write(join(home, 'ext/AGENTS.md'), 'from outside\n');
    write(join(home, 'ext/deep/AGENTS.md'), 'from outside\n');
    const deepest = join(root, NESTED[11] as string);
    symlinkSync(join(home, 'ext'), join(deepest, 'granted'));
    symlinkSync(root, join(deepest, 'again'));
    symlinkSync('turn', join(deepest, 'turn'));
    const workspace = new DiskWorkspace(root, home, [join(home, 'ext')]);
    const governing = (path: string) =>
      new InstructionTree({ root, home })
        .chain(endpointsOf({ tool: 'write_file', arguments: { path, content: '' } }, workspace))
        .filter(({ scope }) => scope === 'target')
        .map(({ path: file }) => dirname(file).slice(root.length + 1));
    const inside = NESTED[11] as string;
    expect(governing(`${inside}/x.ts`)).toEqual(NESTED);
    for (const outside of ['../../ext/x.ts', join(home, 'ext/deep/x.ts'), `${inside}/granted/deep/x.ts`]) {
      expect(governing(outside), outside).toEqual([]);
    }
    expect(governing(`${inside}/again/x.ts`)).toEqual([]);
    expect(governing(`${inside}/again/d0/x.ts`)).toEqual(['d0']);
    // Through a circle there is no place at all.
    expect(governing(`${inside}/turn/x.ts`)).toEqual([]);
    expect(governing(`d0/../d0/./d1/x.ts`)).toEqual(NESTED.slice(0, 2));
  });

  it('waits for no pipe, and reads neither a directory, a device nor a file of 100 MB', () => {
    for (const name of ['pipe', 'folder', 'device', 'big', 'binary']) mkdirSync(join(root, name));
    execFileSync('mkfifo', [join(root, 'pipe/AGENTS.md')]);
    mkdirSync(join(root, 'folder/AGENTS.md'));
    symlinkSync('/dev/zero', join(root, 'device/AGENTS.md'));
    write(join(root, 'big/AGENTS.md'), '');
    truncateSync(join(root, 'big/AGENTS.md'), 100_000_000);
    writeFileSync(join(root, 'binary/AGENTS.md'), Buffer.from([0xff, 0x0a]));
    for (const name of ['pipe', 'folder', 'device', 'big', 'binary']) {
      expect(last(chain(name)), name).toMatchObject({ state: 'omitted', reason: expect.any(String) });
    }
  });

  it.each([
    [0, 'cut', 0],
    [7, 'cut', 4],
    [8, 'present', 8],
    [9, 'present', 8],
  ])('takes whole lines of a file of 8 bytes within a limit of %i', (fileBytes, state, usedBytes) => {
    write(join(root, 'AGENTS.md'), 'one\ntwo\n');
    expect(last(chain('', { fileBytes }))).toMatchObject({ state, usedBytes, bytes: 8 });
  });

  it('cuts a file whose first line does not fit at a character, and says what would have kept it', () => {
    write(join(root, 'AGENTS.md'), 'aéé\n');
    expect(last(chain('', { fileBytes: 4 }))).toMatchObject({
      ...{ state: 'cut', usedBytes: 3, bytes: 6 },
      reason: 'it has more than 4 bytes; fx takes all of it with --context-limit project_instruction_file_bytes=6',
    });
  });

  it('keeps the global file, the closest, then the others in their order where all together are too long', () => {
    for (const scope of ['d0', 'd0/d1']) write(join(root, scope, 'AGENTS.md'), '1234567\n');
    const states = (totalBytes: number) => chain('d0/d1', { totalBytes }).map(({ state }) => state);
    expect(states(7 + 8)).toEqual(['present', 'omitted', 'omitted', 'omitted', 'present']);
    expect(states(7 + 8 + 8 + 10 + 6)).toEqual(Array(5).fill('present'));
    expect(states(7 + 8 + 8 + 10 + 5)).toEqual(['present', 'present', 'present', 'omitted', 'present']);
  });

  it.each([
    [0, ['omitted', 'omitted', 'omitted']],
    [5, ['omitted', 'omitted', 'omitted']],
    [6, ['omitted', 'present', 'omitted']],
    [7, ['present', 'omitted', 'omitted']],
    [12, ['present', 'omitted', 'omitted']],
    [13, ['present', 'present', 'omitted']],
    [16, ['present', 'present', 'omitted']],
    [17, ['present', 'omitted', 'present']],
    [22, ['present', 'omitted', 'present']],
    [23, ['present', 'present', 'present']],
    [24, ['present', 'present', 'present']],
    [67_108_864, ['present', 'present', 'present']],
  ])('takes whole files of 7, 6 and 10 bytes within a total of %i', (totalBytes, states) => {
    expect(chain('', { totalBytes }).map(({ state }) => state)).toEqual(states);
  });

  it.skipIf(!isFull)('takes a file of exactly 64 MiB, and none that is a byte longer', () => {
    const limits = { fileBytes: MAX_INSTRUCTION_BYTES, totalBytes: 2 * MAX_INSTRUCTION_BYTES };
    writeFileSync(join(root, 'AGENTS.md'), Buffer.alloc(MAX_INSTRUCTION_BYTES, 'a'));
    expect(last(chain('', limits))).toMatchObject({ state: 'present', usedBytes: MAX_INSTRUCTION_BYTES });
    truncateSync(join(root, 'AGENTS.md'), MAX_INSTRUCTION_BYTES + 1);
    expect(last(chain('', limits))).toMatchObject({ state: 'omitted', bytes: null });
  });

  it('selects at most 32 scoped files, the nearest first', () => {
    const deep = Array.from({ length: 40 }, (_, at) => `e${at}`);
    for (const at of deep.keys()) write(join(root, ...deep.slice(0, at + 1), 'AGENTS.md'), 'x\n');
    const targets = chain(deep.join('/')).filter(({ scope }) => scope === 'target');
    expect(targets.map(({ state }) => state)).toEqual([...Array(8).fill('omitted'), ...Array(32).fill('present')]);
  });
});

describe('where a call makes fx look for instructions', () => {
  it.each([
    ['read_file', { path: 'd0/x.ts' }, ['d0']],
    ['write_file', { path: 'd0/new/x.ts', content: '' }, ['d0/new']],
    ['copy_file', { source: 'd0/a', destination: 'd0/d1/b' }, ['d0', 'd0/d1']],
    ['list_files', {}, ['']],
    ['create_folder', { path: 'd0/n' }, ['d0/n', 'd0']],
    ['delete_file', { path: 'd0/d1' }, ['d0/d1']],
    ['delete_file', { path: 'd0/gone' }, ['d0']],
    ['terminal', { action: 'exec', command: 'cat d0/x', cwd: null }, ['']],
    ['terminal', { request: { action: 'exec', command: 'ls', cwd: 'd0' } }, ['d0']],
    ['terminal', { action: 'start', cwd: 'd0' }, []],
    ['memory', { action: 'list' }, []],
    ['read_file', { path: '../../ext/e.txt' }, []],
    ['read_file', { path: 'away/e.txt' }, []],
  ])('%s %j', (tool, args, expected) => {
    mkdirSync(join(home, 'ext'));
    symlinkSync(join(home, 'ext'), join(root, 'away'));
    const workspace = new DiskWorkspace(root, home);
    expect(endpointsOf({ tool, arguments: args }, workspace)).toEqual(expected.map((path) => join(root, path)));
  });
});

describe('the history of a workspace', () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.invalid', ...args], {
      cwd: root,
      env: { ...process.env, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date },
    });
  let date = '';

  it('gives a file as the newest commit before a moment has it', () => {
    git('init', '-q');
    date = '2026-01-01T00:00:00Z';
    git('add', '.');
    git('commit', '-qm', 'one');
    write(join(root, 'd0/AGENTS.md'), 'changed\n');
    date = '2026-01-03T00:00:00Z';
    git('commit', '-qam', 'two');
    utimesSync(join(root, 'AGENTS.md'), 0, 0);
    const history = new WorkspaceHistory(root);
    const at = (path: string, day: string) => history.fileAt(join(root, path), Date.parse(`2026-01-${day}T12:00:00Z`));
    expect(at('d0/AGENTS.md', '02')).toMatchObject({ bytes: 3, commit: expect.stringMatching(/^[0-9a-f]{40}$/) });
    expect(at('d0/AGENTS.md', '04')).toMatchObject({ bytes: 8 });
    expect(at('d9/AGENTS.md', '04')).toMatchObject({ sha256: null });
    expect(history.fileAt(join(root, 'AGENTS.md'), Date.parse('2025-01-01'))).toBeNull();
    expect(history.fileAt(join(home, '.fx/AGENTS.md'), Date.parse('2026-02-01'))).toBeNull();
  });

  it('is not known without a repository', () => {
    expect(new WorkspaceHistory(root).fileAt(join(root, 'AGENTS.md'), Date.now())).toBeNull();
  });
});
