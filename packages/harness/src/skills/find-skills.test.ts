import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ContextLimit, contextBudgets } from '../context/budgets.js';
import { findSkills, type SkillPlaces } from './find-skills.js';
import { readSkillHead } from './skill-file.js';

let base: string;
let home: string;
let root: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'fxlog-skills-')));
  home = join(base, 'home');
  root = join(home, 'work/shop');
  mkdirSync(root, { recursive: true });
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const head = (name: string, description = '') => `---\nname: ${name}\ndescription: ${description}\n---\nBody.\n`;
const find = (more: Partial<SkillPlaces> = {}) => findSkills({ root, home, budgets: contextBudgets(), ...more });

describe('findSkills', () => {
  it('looks in the workspace, upwards to below the home directory, in the profile, then in the home directory', () => {
    write(join(home, '.codex/skills/e/SKILL.md'), head('e'));
    write(join(home, '.fx/skills/d/SKILL.md'), head('d'));
    write(join(home, 'skills/never/SKILL.md'), head('never'));
    write(join(home, 'work/.claude/skills/c/SKILL.md'), head('c'));
    write(join(root, 'skills/b/SKILL.md'), head('b'));
    write(join(root, '.fx/skills/a2/SKILL.md'), head('a2'));
    write(join(root, '.fx/skills/a1/SKILL.md'), head('a1'));
    const { skills, roots } = find();
    expect(skills.map(({ name, source }) => [name, source])).toEqual([
      ['a1', 'workspace_fx'],
      ['a2', 'workspace_fx'],
      ['b', 'workspace_shared'],
      ['c', 'workspace_claude'],
      ['d', 'global_fx'],
      ['e', 'global_codex'],
    ]);
    // Seven in each of the two directories below home, one in the profile, five in the home directory.
    expect(roots).toHaveLength(20);
  });

  it('says which skills share a name, and lists one directory once', () => {
    write(join(root, '.fx/skills/x/SKILL.md'), head('same'));
    write(join(root, 'skills/y/SKILL.md'), head('same'));
    symlinkSync(join(root, 'skills/y'), join(root, 'skills/z'));
    const { skills } = find();
    expect(skills.map(({ location, sameName }) => [location, sameName])).toEqual([
      [join(root, '.fx/skills/x'), [join(root, 'skills/y')]],
      [join(root, 'skills/y'), [join(root, '.fx/skills/x')]],
    ]);
  });

  it('reads nothing outside: links that lead out are passed over, and those to an authority are not', () => {
    write(join(base, 'outside/SKILL.md'), head('outside'));
    mkdirSync(join(root, 'skills/file'), { recursive: true });
    symlinkSync(join(base, 'outside'), join(root, 'skills/folder'));
    symlinkSync(join(base, 'outside/SKILL.md'), join(root, 'skills/file/SKILL.md'));
    const problem = `it is a link that leads out of ${root}`;
    expect(find().skills).toMatchObject([
      { name: null, problem, bytes: null },
      { name: null, problem, bytes: null },
    ]);
    const trusted = find({ authorities: [join(base, 'outside')] });
    expect(trusted.skills).toMatchObject([{ name: 'outside' }, { name: 'outside' }]);
    mkdirSync(join(base, 'skills'));
    symlinkSync(base, join(root, '.agents'));
    expect(find().roots.find(({ source }) => source === 'workspace_agents')?.state).toBe('unreadable');
  });

  it('passes over pipes, circles of links and what has no name, and goes on', () => {
    mkdirSync(join(root, 'skills/pipe'), { recursive: true });
    execFileSync('mkfifo', [join(root, 'skills/pipe/SKILL.md')]);
    symlinkSync('circle', join(root, 'skills/circle'));
    write(join(root, 'skills/nameless/SKILL.md'), '---\ndescription: x\n---\n');
    write(join(root, 'skills/plain/SKILL.md'), 'Do it.\n');
    expect(find().skills.map(({ name, problem }) => name ?? problem)).toEqual([
      'it cannot be reached: ELOOP',
      'its metadata has no name',
      'it is not a regular file',
      'plain',
    ]);
  });

  it('says what the budgets cut, and reads no more of a huge file than its metadata', () => {
    const path = join(root, 'skills/big/SKILL.md');
    write(path, head('big', `${'a'.repeat(1020)}&&`));
    truncateSync(path, 100_000_000);
    const [skill] = find().skills;
    expect(skill).toMatchObject({ bytes: 100_000_000, firstReadingBytes: 20_480, readableBytes: 1_048_576 });
    // The second & would be cut inside its entity.
    expect(skill?.descriptionCut).toEqual({
      observedBytes: 1030,
      keptBytes: 1020,
      keptBy: '--context-limit skill_description_bytes=1030',
    });
  });

  it.each<[ContextLimit, number, string | null]>([
    [0n, 0, 'skill_description_bytes=10'],
    [9n, 9, 'skill_description_bytes=10'],
    [10n, 10, null],
    [11n, 10, null],
    ['off', 10, null],
  ])('keeps of a description of 10 bytes within %s bytes %i', (limit, keptBytes, keptBy) => {
    write(join(root, 'skills/a/SKILL.md'), head('a', 'abcdefghij'));
    const budgets = contextBudgets({ commandLine: new Map([['skill_description_bytes', limit]]) });
    const catalogue = find({ budgets });
    expect(catalogue.skills[0]?.descriptionCut).toEqual({
      ...{ observedBytes: 10, keptBytes },
      keptBy: keptBy === null ? null : `--context-limit ${keptBy}`,
    });
    expect(catalogue.catalogueBytes).toBe(1 + Buffer.byteLength(join(root, 'skills/a')) + keptBytes);
  });

  it.each<[ContextLimit, ContextLimit, number, number]>([
    [0n, 0n, 0, 0],
    [99n, 100n, 99, 99],
    [100n, 99n, 99, 100],
    [100n, 100n, 100, 100],
    [101n, 101n, 100, 100],
    ['off', 'off', 100, 100],
    ['off', 10n, 10, 100],
    [10n, 'off', 10, 10],
  ])('gives of a skill of 100 bytes within %s bytes, %s at once: %i of %i', (whole, chunk, first, readable) => {
    write(join(root, 'skills/a/SKILL.md'), head('a').padEnd(100, '.'));
    const limits = [['skill_file_bytes', whole] as const, ['skill_chunk_bytes', chunk] as const];
    const [skill] = find({ budgets: contextBudgets({ commandLine: new Map(limits) }) }).skills;
    expect(skill).toMatchObject({ bytes: 100, firstReadingBytes: first, readableBytes: readable });
  });
});

describe('readSkillHead', () => {
  it.each([
    ['inline', 'description: one', 'one'],
    ['in quotes', 'description: "one: two"', 'one: two'],
    ['folded', 'description: >-\n  one\n  two', 'one two'],
    ['as it stands', 'description: |\n  one\n  two', 'one\ntwo'],
  ])('takes a description %s', (_how, lines, description) => {
    expect(readSkillHead(`---\r\nname: n\n${lines}\nother: x\n---\n`, 'dir')).toEqual({ name: 'n', description });
  });

  it('takes the name of the directory where there is no block, and refuses what is too long', () => {
    expect(readSkillHead('# Title', 'dir')).toEqual({ name: 'dir', description: '' });
    expect(readSkillHead(`---\nname: ${'n'.repeat(257)}\n---\n`, 'dir')).toEqual({
      problem: 'its name has more than 256 bytes',
    });
    expect(readSkillHead('---\nname: n\n', 'dir')).toHaveProperty('problem');
  });
});
