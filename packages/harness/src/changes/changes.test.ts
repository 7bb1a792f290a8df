import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openSession } from '@fxlog/store';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runs } from '#test/runs';
import { type FileOperation, fileChanges } from './changes.js';
import { type ChangeChain, chainsOf, patchOf } from './patch.js';

const ALL_FIXTURES = fileURLToPath(new URL('../../../../test-fixtures/', import.meta.url));
const FIXTURES = fileURLToPath(new URL('../../../../test-fixtures/fx-0.0.5/', import.meta.url));

let work: string;
beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), 'fxlog-changes-'));
  execFileSync('git', ['init', '-q'], { cwd: work });
});
afterEach(() => rmSync(work, { recursive: true, force: true }));

/** Applies a patch with git to what a chain begins with; returns what is there then. */
function applied(chain: Omit<ChangeChain, 'operations'>, patch: string, mode = 0o644): string | null {
  const file = join(work, chain.path);
  rmSync(file, { force: true });
  if (chain.before !== null) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, chain.before, { mode });
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

describe('contents that are not those of the disk', () => {
  const binary = `{"encoding":"base64","data":"${Buffer.from('a\xff\n', 'latin1').toString('base64')}"}`;
  it.each([
    ['a text in which a secret was masked', (text: string) => text.replace('basket', '[redacted]'), 'masked'],
    ['a text of another length than was written', (text: string) => text.replace('basket', 'basketball'), 'bytes'],
    ['none, for its size', () => 'null', 'too large'],
    ['bytes that are no text', () => binary, 'no text'],
  ])('make no patch: %s', async (_what, change, note) => {
    const source = join(FIXTURES, 'file-writes');
    const id = readdirSync(source).find((name) => /^\d+-/.test(name)) ?? '';
    const copy = join(work, id);
    cpSync(join(source, id), copy, { recursive: true });
    const log = readFileSync(join(copy, 'events.jsonl'), 'utf8');
    const written = /"after_content":("(?:[^"\\]|\\.)*")/.exec(log)?.[1] ?? '';
    // The text stands in the event of the step and in that of the turn.
    const key = '"after_content":';
    writeFileSync(
      join(copy, 'events.jsonl'),
      log.replaceAll(key + written, () => key + change(written)),
    );
    const operations: FileOperation[] = [];
    for await (const operation of fileChanges(await openSession(copy))) operations.push(operation);
    expect(operations[0]).toMatchObject({ action: 'write', path: 'src/basket.ts', contents: null });
    expect(operations[0]?.note).toContain(note);
    expect(chainsOf(operations)[0]?.operations[0]?.call).toBe(2);
  });
});

describe('patchOf', () => {
  it('gives of every chain that it takes on what was recorded, by git apply, over all fixtures', async () => {
    const paths = new Set<string>();
    for (const session of everySession(ALL_FIXTURES)) {
      const operations: FileOperation[] = [];
      for await (const operation of fileChanges(await openSession(session))) operations.push(operation);
      for (const chain of chainsOf(operations)) {
        const patch = patchOf(chain);
        if (patch === null) continue;
        paths.add(chain.path);
        expect(applied(chain, patch), `${session} ${chain.path}`).toBe(chain.after);
      }
    }
    expect(paths.size).toBeGreaterThan(3);
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
      'nul\0',
      '\ufffd',
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

  it.each([
    'a b',
    'tab\tname',
    'new\nline/x',
    'quo"te',
    'back\\slash',
    'dir \u0001/\u007f',
    'größe/日本 \u{1f600}.txt',
    ' leading',
    'trailing ',
    '-dash',
    'b/a/b',
    '\u2028',
    '.gitignore',
  ])('names the path %j so that git finds it', (path) => {
    for (const [before, after] of [
      [null, 'new\n'],
      ['old', 'new\r\n'],
      ['old\n', null],
      [null, ''],
      ['', null],
    ] as const) {
      expect(applied({ path, before, after }, patchOf({ path, before, after, operations: [] }) ?? '')).toBe(after);
    }
  });

  it('keeps the mode of a file that is changed', () => {
    const chain = { path: 'run.sh', before: 'a\n', after: 'b\n', operations: [] };
    expect(applied(chain, patchOf(chain) ?? '', 0o755)).toBe('b\n');
    expect(statSync(join(work, 'run.sh')).mode & 0o777).toBe(0o755);
  });

  it.each(['/etc/passwd', '../up', 'a/../../b', 'nul\0', 'half\ud800', '.git/config', 'a/.GIT/x', ''])(
    'makes none for the path %j',
    (path) => {
      expect(patchOf({ path, before: null, after: 'x', operations: [] })).toBeNull();
    },
  );
});

/** The session directories below a folder, whatever their format. */
function everySession(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const own = entries.some(({ name }) => name === 'session.json' || name === 'events.jsonl') ? [folder] : [];
  const below = entries.filter((entry) => entry.isDirectory());
  return [...own, ...below.flatMap(({ name }) => everySession(join(folder, name)))];
}

describe('the patches of a session', () => {
  const path = fc.constantFrom('a', 'b', 'c d', 'q"x');
  const text = fc.constantFrom('', '1', '1\n', '1\n2\r\n', '3\n1\n');
  const did = fc.record({
    action: fc.constantFrom('write', 'write', 'edit', 'delete', 'rename', 'copy'),
    path,
    to: path,
    text,
  });

  it('lead by git apply, one after the other, from what was there to what is left', () => {
    fc.assert(
      fc.property(fc.array(did, { minLength: 1, maxLength: 12 }), (list) => {
        const disk = new Map<string, string>();
        const operations: FileOperation[] = [];
        for (const { action, path, to, text } of list) {
          const before = disk.get(path) ?? null;
          if (action !== 'write' && before === null) continue;
          if ((action === 'rename' || action === 'copy') && path === to) continue;
          const after = action === 'delete' ? null : action === 'write' || action === 'edit' ? text : before;
          const moves = action === 'rename' || action === 'copy';
          operations.push({
            ...{ turn: 1, call: operations.length + 1, callId: 'c', additions: null, deletions: null, note: null },
            ...{ action: action as FileOperation['action'], path, newPath: moves ? to : null },
            contents: action === 'copy' ? { before: null, after } : { before, after },
          });
          if (after === null || action === 'rename') disk.delete(path);
          if (after !== null) disk.set(moves ? to : path, after);
        }
        rmSync(work, { recursive: true, force: true });
        mkdirSync(work);
        const patches = chainsOf(operations).map((chain) => patchOf(chain) ?? expect.fail(chain.path));
        for (const patch of patches) {
          execFileSync('git', ['apply', '--whitespace=nowarn', '-'], { cwd: work, input: patch });
        }
        const found = readdirSync(work).map((name) => [name, readFileSync(join(work, name), 'utf8')] as const);
        expect(new Map(found)).toEqual(disk);
      }),
      { numRuns: Math.min(runs(200), 200) },
    );
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
