import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const BLOCKS = [...README.matchAll(/```(\w*)\n([\s\S]*?)```/g)].map(([, language = '', text = '']) => ({
  language,
  text,
}));

let place = '';
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'fxlog-readme-'));
  symlinkSync(join(ROOT, 'test-fixtures'), join(place, 'test-fixtures'));
  const bin = join(place, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'fxlog'), `#!/bin/sh\nexec "${process.execPath}" "${ROOT}/packages/cli/bin/fxlog.js" "$@"\n`);
  chmodSync(join(bin, 'fxlog'), 0o755);
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** A line without what depends on the time and on the width of the screen. */
function normal(line: string): string {
  return (
    line
      // A terminal of the usual width has no room for the exact time.
      .replace(/ {2}(?:AT \(UTC\)|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)(?= {2})/, '')
      .replace(/\b\d+ (?:s|min|h|d|w|mo|y) ago\b|\bnow\b/g, 'AGO')
      .replace(/[─\s]+/g, ' ')
      .trim()
  );
}

/** Expects every line of a text among those of another, in their order; `…` stands for what is left out. */
function expectLines(shown: string, printed: string): void {
  const lines = printed.split('\n').map(normal);
  let from = 0;
  for (const line of shown.split('\n')) {
    const [beginning = ''] = normal(line).split('…');
    if (beginning.trim() === '') continue;
    const at = lines.findIndex((candidate, index) => index >= from && candidate.startsWith(beginning.trimEnd()));
    expect(at, `"${beginning}" in\n${printed}`).toBeGreaterThanOrEqual(from);
    from = at + 1;
  }
}

describe('the README', () => {
  const examples = BLOCKS.filter(({ text }) => text.startsWith('$ '));

  it('has examples', () => expect(examples.length).toBeGreaterThan(2));

  it.each(examples.map(({ text }) => text))('prints what it shows of %s', (text) => {
    const lines = text.split('\n');
    const commands = lines.filter((line) => line.startsWith('$ ')).map((line) => line.slice(2));
    const env = {
      ...process.env,
      PATH: `${join(place, 'bin')}:${process.env.PATH}`,
      COLUMNS: '120',
      NO_COLOR: '1',
      TZ: 'UTC',
    };
    const { stdout } = spawnSync('sh', ['-c', commands.join('\n')], { cwd: place, env, encoding: 'utf8' });
    expectLines(lines.filter((line) => !line.startsWith('$ ')).join('\n'), stdout);
  });

  it('has a program that prints what it says', () => {
    const at = BLOCKS.findIndex(({ language }) => language === 'js');
    const [program, printed] = [BLOCKS[at], BLOCKS[at + 1]];
    const folder = join(ROOT, 'test-fixtures/fx-0.0.5/one-tool-call');
    const log = join(folder, readdirSync(folder).find((name) => /^\d/.test(name)) ?? '', 'events.jsonl');
    symlinkSync(log, join(place, 'events.jsonl'));
    // Packages are looked for from where the program lies.
    const file = join(ROOT, 'node_modules', `.readme-${process.pid}.mjs`);
    writeFileSync(file, program?.text ?? '');
    try {
      const stdout = execFileSync(process.execPath, [file], { cwd: place, encoding: 'utf8' });
      expect(stdout).toBe(printed?.text);
    } finally {
      rmSync(file);
    }
  });
});
