import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { listSources, PACKAGES, ROOT } from './read-imports.js';

/** A value that a module gives away; types may be exported for the reader of a signature alone. */
const EXPORT = /^export (?:abstract |async )*(?:const|let|function\*?|class) (\w+)/gm;

/** A module that an index gives away whole. */
const GIVEN_AWAY = /^export \* from '(.+)\.js';/gm;

const isOwn = (file: string) => !/\.test\.ts$|\/testing\/|\/generated\/|\/index\.ts$/.test(file);

it('every exported value is named in another file', () => {
  const packages = PACKAGES.flatMap((name) => listSources(`packages/${name}/src`));
  const generators = PACKAGES.flatMap((name) => [`packages/${name}/scripts`, `packages/${name}/assembly`]);
  const others = ['bench', 'scripts', 'test', ...generators.filter((folder) => existsSync(join(ROOT, folder)))];
  const files = [...packages, ...others.flatMap(listSources)];
  const users = new Map<string, Set<string>>();
  const texts = files.map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));
  for (const { file, text } of texts) {
    for (const [name] of text.matchAll(/\w+/g)) {
      const known = users.get(name) ?? new Set();
      users.set(name, known.add(file));
    }
  }
  const givenAway = new Set(
    texts.flatMap(({ file, text }) =>
      [...text.matchAll(GIVEN_AWAY)].map(([, path = '']) => `${join(dirname(file), path)}.ts`),
    ),
  );
  const unused = texts
    .filter(({ file }) => packages.includes(file) && isOwn(file) && !givenAway.has(file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(EXPORT)]
        .filter(([, name = '']) => users.get(name)?.size === 1)
        .map(([, name]) => `${file}: ${name}`),
    );
  expect(unused).toEqual([]);
});
