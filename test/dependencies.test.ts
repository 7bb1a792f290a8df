import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Import, listSources, PACKAGES, ROOT, readImports } from './read-imports.js';

/** What each package may use of the others: only those to its left, and nothing points back. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  json: [],
  format: ['json'],
  reader: ['json', 'format'],
  assembler: ['json', 'format', 'reader'],
  writer: ['json', 'format', 'reader', 'assembler'],
  codecs: ['json', 'format', 'reader', 'assembler', 'writer'],
  store: ['json', 'format', 'reader', 'assembler', 'writer'],
  harness: ['json', 'format', 'reader', 'assembler', 'store'],
  batch: ['json', 'format', 'reader', 'assembler', 'writer', 'codecs', 'store', 'harness'],
  cli: ['json', 'format', 'reader', 'assembler', 'writer', 'codecs', 'store', 'harness', 'batch'],
};

const isTest = (file: string) => file.endsWith('.test.ts') || /\/testing\//.test(file);
const packageOf = (file: string) => /^packages\/([^/]+)\//.exec(file)?.[1];
const show = ({ from, specifier }: Import) => `${from} → ${specifier}`;

const imports = PACKAGES.flatMap((name) => listSources(`packages/${name}/src`).flatMap(readImports));
const siblings = imports.flatMap((item) => {
  const name = /^@fxlog\/([^/]+)(.*)/.exec(item.specifier);
  return name?.[1] === undefined ? [] : [{ ...item, to: name[1], inside: name[2] ?? '' }];
});

describe('imports', () => {
  it('are read from every form that TypeScript has for them', () => {
    const found = readImports('test/import-forms.ts').map(
      ({ specifier, isType }) => `${isType ? 'type ' : ''}${specifier}`,
    );
    expect(found.sort()).toEqual([
      './read-imports.js',
      './read-imports.js',
      './read-imports.js',
      './worker.js',
      'node:fs',
      'type ./read-imports.js',
      'type node:url',
      'type vite',
    ]);
  });

  it('go only to the packages on the left', () => {
    expect(Object.keys(ALLOWED)).toEqual(expect.arrayContaining([...PACKAGES]));
    const wrong = siblings.filter(({ from, to }) => !ALLOWED[packageOf(from) ?? '']?.includes(to));
    expect(wrong.map(show)).toEqual([]);
  });

  it('never reach into another package', () => {
    const deep = siblings.filter(({ inside }) => inside !== '' && inside !== '/internal');
    const outside = imports.filter(
      ({ from, file }) => file !== undefined && !isTest(from) && packageOf(file) !== packageOf(from),
    );
    expect([...deep, ...outside].map(show)).toEqual([]);
  });

  it('name only what the package.json of the package lists', () => {
    const wrong = imports.filter(({ from, specifier }) => {
      if (specifier.startsWith('.') || specifier.startsWith('node:') || isTest(from)) return false;
      const { name, bin, dependencies, optionalDependencies, devDependencies } = readManifest(packageOf(from) ?? '');
      const wanted = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? '';
      // The command is published as a bundle and the script of the HTML page as text, with all that they need in them.
      const bundled = bin !== undefined || from.includes('/formats/html/client/') ? devDependencies : {};
      return wanted !== name && !(wanted in { ...dependencies, ...optionalDependencies, ...bundled });
    });
    expect(wrong.map(show)).toEqual([]);
    expect(imports.filter(({ specifier }) => builtinModules.includes(specifier)).map(show)).toEqual([]);
  });

  it('form no circle', () => {
    expect(findCircles(imports.filter(({ isType }) => !isType))).toEqual([]);
  });

  it('leave no file that nothing uses', () => {
    const used = new Set(imports.filter(({ from }) => !isTest(from)).map(({ file }) => file));
    const entries = PACKAGES.flatMap((name) => [
      `packages/${name}/src/internal.ts`,
      `packages/${name}/src/index.ts`,
      `packages/${name}/src/main.ts`,
    ]);
    // The script of the HTML page, which is bundled into a generated module.
    entries.push('packages/codecs/src/formats/html/client/main.ts');
    const orphans = PACKAGES.flatMap((name) => listSources(`packages/${name}/src`)).filter(
      (file) => !used.has(file) && !entries.includes(file) && !isTest(file),
    );
    expect(orphans).toEqual([]);
  });
});

function readManifest(name: string): {
  name: string;
  bin?: Record<string, string>;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
} {
  return JSON.parse(readFileSync(join(ROOT, 'packages', name, 'package.json'), 'utf8'));
}

/** Files that import each other in a circle, each circle once, written as a path. */
function findCircles(edges: readonly Import[]): string[] {
  const next = new Map<string, string[]>();
  for (const { from, file } of edges) {
    if (file !== undefined) next.set(from, [...(next.get(from) ?? []), file]);
  }
  const circles: string[] = [];
  const done = new Set<string>();
  const walk = (file: string, path: readonly string[]): void => {
    const seenAt = path.indexOf(file);
    if (seenAt !== -1) circles.push([...path.slice(seenAt), file].join(' → '));
    if (seenAt !== -1 || done.has(file)) return;
    for (const target of next.get(file) ?? []) walk(target, [...path, file]);
    done.add(file);
  };
  for (const file of next.keys()) walk(file, []);
  return circles;
}
