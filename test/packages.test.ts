import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { LOWEST_NODE } from '../scripts/run.js';
import { PACKAGES, ROOT } from './read-imports.js';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly license?: string;
  readonly type?: string;
  readonly engines?: Readonly<Record<string, string>>;
  readonly files?: readonly string[];
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const readManifest = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

beforeAll(() => {
  const unbuilt = PACKAGES.filter((name) => !existsSync(join(ROOT, 'packages', name, 'dist')));
  if (unbuilt.length > 0) throw new Error(`Not built: ${unbuilt.join(', ')}. Run npm run build first.`);
});

describe.each(PACKAGES)('packages/%s', (name) => {
  const folder = join(ROOT, 'packages', name);
  const manifest = readManifest(folder);

  it('says what it is, for whom, and under which licence', () => {
    expect(manifest).toMatchObject({
      name: name === 'cli' ? 'fxlog' : `@fxlog/${name}`,
      description: expect.stringMatching(/\.$/),
      license: 'Apache-2.0',
      type: 'module',
      engines: { node: `>=${LOWEST_NODE.replace(/\.0$/, '')}` },
      // Of the command only the bundle is needed.
      files: expect.arrayContaining([name === 'cli' ? 'dist/bundle' : 'dist']),
    });
    expect(readFileSync(join(folder, 'LICENSE'))).toEqual(readFileSync(join(ROOT, 'LICENSE')));
    const readme = readFileSync(join(folder, 'README.md'), 'utf8');
    expect(readme).toMatch(new RegExp(`^# .*${manifest.name}`));
  });

  it('offers a program or typed exports', () => {
    if (manifest.bin !== undefined) {
      expect(Object.values(manifest.bin).filter((file) => !existsSync(join(folder, file)))).toEqual([]);
      return;
    }
    const main = manifest.exports?.['.'] as Readonly<Record<string, string>>;
    expect(Object.keys(main)).toEqual(['types', 'default']);
    expect(Object.values(main).filter((file) => !existsSync(join(folder, file)))).toEqual([]);
  });

  it('pins the versions of what it depends on', () => {
    const dependencies = Object.entries({ ...manifest.dependencies, ...manifest.optionalDependencies });
    expect(dependencies.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });
});

it('the program declares what its bundle leaves out, and nothing else, in the versions of the packages that it is made of', () => {
  const { dependencies, optionalDependencies, devDependencies } = readManifest(join(ROOT, 'packages/cli'));
  const declared = { ...dependencies, ...optionalDependencies };
  expect(Object.keys(declared).sort()).toEqual(['bullmq', 'ioredis', 'koffi', 'libsql', 'pg', 'piscina']);
  const parts = ['batch', 'writer'].map((name) => readManifest(join(ROOT, 'packages', name)));
  const theirs = Object.assign({}, ...parts.flatMap((part) => [part.dependencies, part.optionalDependencies]));
  expect(theirs).toMatchObject(declared);
  expect(Object.keys(devDependencies ?? {})).toContain('commander');
});
