import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listSources, PACKAGES, ROOT } from './read-imports.js';

const sources = PACKAGES.flatMap((name) => listSources(`packages/${name}/src`))
  .filter((file) => !/\.test\.ts$|\/testing\/|\/generated\//.test(file))
  .map((file) => ({ file, lines: readFileSync(join(ROOT, file), 'utf8').split('\n') }));

/** Lines of the sources that break a rule, as `file:line: text`. */
function findLines(isWrong: (line: string, before: string) => boolean): string[] {
  return sources.flatMap(({ file, lines }) =>
    lines.flatMap((line, at) => (isWrong(line, lines[at - 1] ?? '') ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
  );
}

/** A comment may begin with a name that is written in lower case: of a program, a specification or a spelling. */
const LOWER_CASE_NAMES =
  /^\/\/ (?:fx|event-log|session-directory|common-model|newer-formats|usage-v2|pi|camelCase|biome-ignore)\b/;

/** What the linter has no rule for. */
describe('the house style', () => {
  it('hides members with #, which holds at run time too; only a constructor has no other way', () => {
    const isHidden = /^\s+private (?!constructor\()/;
    expect(findLines((line) => isHidden.test(line))).toEqual([]);
  });

  it('declares functions at the top level as functions', () => {
    const isArrow = /^(?:export )?const \w+ = (?:async )?(?:<[^>]*>)?(?:\w+|\([^()]*\)(?:: [^=]+)?) =>/;
    expect(findLines((line) => isArrow.test(line))).toEqual([]);
  });

  it('begins comments in upper case', () => {
    const isLower = (line: string) => /^\s*\/\/ [a-z]/.test(line) && !LOWER_CASE_NAMES.test(line.trim());
    expect(findLines((line, before) => isLower(line) && !/^\s*\/\//.test(before))).toEqual([]);
  });
});
