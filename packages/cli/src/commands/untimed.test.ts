import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runInProcess } from '../testing/run-in-process.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fxlog-untimed-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, lines: readonly object[]): string {
  const path = join(folder, name);
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
}

const id = '7b0c9a52-3e1f-4c86-9a77-0d2f5b1e6a01';
const common = { sessionId: id, cwd: '/home/ann/shop', version: '2.1.300', userType: 'external', isSidechain: false };

describe('a transcript without times', () => {
  it.each([
    [
      'Claude Code',
      () =>
        write('claude.jsonl', [
          { ...common, type: 'user', uuid: 'u1', parentUuid: null, message: { role: 'user', content: 'a question' } },
          {
            ...common,
            type: 'assistant',
            uuid: 'u2',
            parentUuid: 'u1',
            message: { role: 'assistant', id: 'm1', model: 'm', content: [{ type: 'text', text: 'an answer' }] },
          },
        ]),
    ],
    [
      'Simple',
      () =>
        write('simple.json', [
          {
            id: 's',
            messages: [
              { role: 'user', content: 'a question' },
              { role: 'assistant', content: 'an answer' },
            ],
          },
        ]),
    ],
  ])('of %s is shown without any, and not as one of 1970', async (_program, make) => {
    const path = make();
    const shown = await runInProcess(['show', path]);
    expect(shown.stdout).toContain('a question');
    expect(shown.stdout).not.toContain('1970');
    const { stdout } = await runInProcess(['export', path, '--to', 'md']);
    expect(stdout).toContain('timestamp: null');
    expect(stdout).not.toContain('1970');
    const page = await runInProcess(['export', path, '--to', 'html']);
    expect(page.stdout).toContain('<dt>Started</dt><dd>not recorded</dd>');
  });
});
