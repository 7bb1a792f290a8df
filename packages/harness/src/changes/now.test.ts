import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FileOperation } from './changes.js';
import { filesNow } from './now.js';

let home: string;
let root: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'fxlog-now-'));
  root = join(home, 'ws');
  mkdirSync(root);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function operation(path: string, rest: Partial<FileOperation>): FileOperation {
  return {
    ...{ turn: 1, call: 1, callId: 'c', action: 'write', path, newPath: null, additions: 1, deletions: 0, note: null },
    contents: { before: null, after: 'text\n' },
    ...rest,
  };
}

it('says of each file whether it is as the newest operation left it', async () => {
  for (const [name, text] of [
    ['same', 'text\n'],
    ['longer', 'text\n\n'],
    ['other', 'tExt\n'],
    ['deleted-back', 'x'],
    ['unknown', 'x'],
    ['moved', 'text\n'],
  ] as const) {
    writeFileSync(join(root, name), text);
  }
  const now = await filesNow(
    [
      ...['same', 'longer', 'other', 'gone'].map((path) => operation(path, {})),
      operation('deleted-back', { action: 'delete', contents: null }),
      operation('deleted', { action: 'delete', contents: null }),
      operation('unknown', { contents: null }),
      operation('from', { action: 'rename', newPath: 'moved' }),
    ],
    root,
  );
  expect(Object.fromEntries(now)).toEqual({
    same: 'same',
    longer: 'changed',
    other: 'changed',
    gone: 'gone',
    'deleted-back': 'back',
    deleted: 'gone',
    unknown: null,
    moved: 'same',
    from: 'gone',
  });
});

it('opens nothing outside the workspace, and no links', async () => {
  writeFileSync(join(home, 'secret'), 'text\n');
  symlinkSync(join(home, 'secret'), join(root, 'link'));
  symlinkSync(home, join(root, 'folder'));
  const paths = ['../secret', join(home, 'secret'), 'link', 'folder/secret'];
  const now = await filesNow(
    paths.map((path) => operation(path, {})),
    root,
  );
  expect([...now.values()]).toEqual([null, null, null, null]);
});

it('says nothing of files whose workspace is not there', async () => {
  const now = await filesNow([operation('file', {})], join(home, 'nowhere'));
  expect(now.get('file')).toBeNull();
});
