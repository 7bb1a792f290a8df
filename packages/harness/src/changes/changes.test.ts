import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openSession } from '@fxlog/store';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runs } from '#test/runs';
import { type FileOperation, fileChanges } from './changes.js';
import { type ChangeChain, chainsOf, patchOf } from './patch.js';

const FIXTURES = fileURLToPath(new URL('../../../../test-fixtures/fx-0.0.5/', import.meta.url));

let work: string;
beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), 'fxlog-changes-'));
  execFileSync('git', ['init', '-q'], { cwd: work });
});
afterEach(() => rmSync(work, { recursive: true, force: true }));

/** Applies a patch with git to what a chain begins with; returns what is there then. */
function applied(chain: ChangeChain, patch: string): string | null {
  const file = join(work, chain.path);
  rmSync(file, { force: true });
  if (chain.before !== null) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, chain.before);
  }
  execFileSync('git', ['apply', '--whitespace=nowarn', '-'], { cwd: work, input: patch });
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

async function operationsOf(shape: string): Promise<FileOperation[]> {
  const folder = join(FIXTURES, shape);
  const session = await openSession(join(folder, readdirSync(folder).find((name) => /^\d+-/.test(name)) ?? ''));
  const found: FileOperation[] = [];
  for await (const operation of fileChanges(session)) found.push(operation);
  return found;
}

describe('fileChanges', () => {
  it('tells the operations in order, and what follows from one to the next', async () => {
    const operations = await operationsOf('file-writes');
    expect(operations.map(({ turn, call, action, path, newPath }) => [turn, call, action, path, newPath])).toEqual([
      [1, 1, 'write', 'src/basket.ts', null],
      [1, 2, 'edit', 'src/basket.ts', null],
      [1, 4, 'copy', 'src/basket.ts', 'tmp/copy.ts'],
      [1, 5, 'rename', 'tmp/copy.ts', 'tmp/renamed.ts'],
      [1, 6, 'write', 'docs/notes.md', null],
      [1, 7, 'delete', 'tmp/renamed.ts', null],
    ]);
    const [write, edit, copy, rename, , deleted] = operations;
    expect(edit?.contents?.before).toBe(write?.contents?.after);
    expect(copy?.contents).toEqual({ before: null, after: edit?.contents?.after });
    expect(rename?.contents?.after).toBe(edit?.contents?.after);
    expect(deleted?.contents).toEqual({ before: edit?.contents?.after, after: null });
  });
});

describe('patchOf', () => {
  it('gives of every chain that it takes on what was recorded, by git apply', async () => {
    let patches = 0;
    for (const shape of readdirSync(FIXTURES).filter((name) => !name.includes('.'))) {
      if (!readdirSync(join(FIXTURES, shape)).some((name) => /^\d+-/.test(name))) continue;
      for (const chain of chainsOf(await operationsOf(shape))) {
        const patch = patchOf(chain);
        if (patch === null) continue;
        patches++;
        expect(applied(chain, patch), `${shape} ${chain.path}`).toBe(chain.after);
      }
    }
    expect(patches).toBeGreaterThan(3);
  });

  it('does so of any two texts, with and without a last line feed', () => {
    const line = fc.constantFrom(
      'a',
      'b',
      '',
      '\\ No newline',
      '-c',
      '+d',
      '@@ -1 +1 @@',
      'é\u2028x',
      'tab\there',
      'cr\r',
    );
    const text = fc.tuple(fc.array(line, { maxLength: 8 }), fc.boolean()).map(([lines, ends]) => {
      const joined = lines.join('\n');
      return ends && joined !== '' ? `${joined}\n` : joined;
    });
    fc.assert(
      fc.property(fc.option(text, { nil: null }), fc.option(text, { nil: null }), (before, after) => {
        if (before === after) return;
        const chain = { path: 'a folder/file.txt', before, after, operations: [] };
        const patch = patchOf(chain);
        expect(patch).not.toBeNull();
        expect(applied(chain, patch as string)).toBe(after);
      }),
      { numRuns: Math.min(runs(60), 300) },
    );
  });

  it.each(['/etc/passwd', '../up', 'a/../../b', 'new\nline', 'quo"te'])('makes none for the path %j', (path) => {
    expect(patchOf({ path, before: null, after: 'x', operations: [] })).toBeNull();
  });
});

describe('chainsOf', () => {
  const operation = (before: string | null, after: string | null, path = 'f'): FileOperation => ({
    ...{ turn: 1, call: 1, callId: 'c', action: 'edit', path, newPath: null, additions: 1, deletions: 1, note: null },
    contents: { before, after },
  });

  it('breaks where something else changed the file in between, and where a text is not known', () => {
    const broken = chainsOf([operation(null, '1'), operation('1', '2'), operation('x', '3')]);
    expect(broken.map(({ before, after }) => [before, after])).toEqual([
      [null, '2'],
      ['x', '3'],
    ]);
    const gap = chainsOf([operation(null, '1'), { ...operation('1', '2'), contents: null }, operation('2', '3')]);
    expect(gap.map(({ before, after }) => [before, after])).toEqual([
      [null, '1'],
      ['2', '3'],
    ]);
  });
});
