import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lossLines } from '../convert/loss-output.js';
import { runInProcess } from '../testing/run-in-process.js';

const FIXTURES = fileURLToPath(new URL('../../../../test-fixtures/codecs', import.meta.url));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fxlog-foreign-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, lines: readonly object[]): string {
  const path = join(folder, name);
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
}

const timestamp = '2026-09-01T08:00:00.000Z';
const text = (value: string) => ({ type: 'text', text: value });

/** A session of Pi, each message behind the one before it. */
function piSession(name: string, messages: readonly object[]): string {
  const entries = messages.map((message, at) => ({
    type: 'message',
    id: `e${at + 1}`,
    parentId: at === 0 ? null : `e${at}`,
    timestamp,
    message,
  }));
  return write(name, [{ type: 'session', version: 3, id: 's1', timestamp, cwd: '/w' }, ...entries]);
}

const user = (value: string) => ({ role: 'user', content: [text(value)] });
const assistant = (...content: readonly object[]) => ({ role: 'assistant', content, stopReason: 'stop' });

describe('tail of a transcript of another program', () => {
  it.each(['claude-code/session.jsonl', 'codex/session.jsonl', 'pi/session.jsonl'])(
    'prints the last turns of %s as show does, without a head',
    async (name) => {
      const path = join(FIXTURES, name);
      const tail = await runInProcess(['tail', path, '-n', '1']);
      const shown = await runInProcess(['show', `${path}#-1`]);
      expect(tail.code).toBe(0);
      expect(tail.stdout.trim()).not.toBe('');
      expect(tail.stderr).toBe(shown.stderr);
      expect(shown.stdout.endsWith(tail.stdout)).toBe(true);
      expect(shown.stdout).toMatch(/^(?!── #)/);
      expect(tail.stdout).toMatch(/^── #/);
    },
  );

  it('prints as many as are asked for, or all that there are', async () => {
    const path = piSession(
      'three.jsonl',
      [1, 2, 3].flatMap((at) => [user(`q${at}`), assistant(text(`a${at}`))]),
    );
    const turns = async (count: string) => (await runInProcess(['tail', path, '-n', count])).stdout.match(/❯ q\d/g);
    expect(await turns('2')).toEqual(['❯ q2', '❯ q3']);
    expect(await turns('9')).toEqual(['❯ q1', '❯ q2', '❯ q3']);
    expect(await turns('0')).toBeNull();
  });

  it('does not follow it, and says so', async () => {
    const { code, stderr } = await runInProcess(['tail', '-f', join(FIXTURES, 'pi/session.jsonl')]);
    expect(code).toBe(2);
    expect(stderr).toContain('only sessions of fx can be followed');
  });
});

describe.each(['show', 'tail'])('what %s does not show', (command) => {
  it.each([
    [
      'reasoning',
      [user('q'), assistant({ type: 'thinking', thinking: 'hm' }, text('a'))],
      'warning: Reasoning is not shown (1 piece)',
    ],
    [
      'a call without a result',
      [user('q'), assistant({ type: 'toolCall', id: 'c', name: 'bash', arguments: { command: 'ls' } }), user('go on')],
      'has no result',
    ],
    [
      'a result without a call',
      [user('q'), { role: 'toolResult', toolCallId: 'lost', content: [text('x')] }, assistant(text('a'))],
      'result lost',
    ],
  ])('is a warning: %s', async (_what, messages, warning) => {
    const { stderr } = await runInProcess([command, piSession(`${command}.jsonl`, messages)]);
    expect(stderr).toContain(warning);
  });

  it('is one counted line for what the program notes for itself', async () => {
    const path = piSession('notes.jsonl', [
      user('q'),
      { ...assistant(text('a')), durationMs: 5, responseId: 'r1' },
      user('q2'),
      { ...assistant(text('a2')), durationMs: 6 },
    ]);
    const { stderr } = await runInProcess([command, path]);
    expect(stderr).toBe('Not shown is what the program notes for itself (3 pieces).\n');
  });
});

describe.each(['show', 'tail'])('what is no longer part of a conversation, by %s', (command) => {
  const item = (role: string, value: string) => ({
    timestamp,
    type: 'response_item',
    payload: {
      type: 'message',
      role,
      content: [{ type: role === 'user' ? 'input_text' : 'output_text', text: value }],
    },
  });
  const codexSession = (name: string, ...lines: readonly object[]) =>
    write(name, [
      {
        timestamp,
        type: 'session_meta',
        payload: { id: 's1', timestamp, cwd: '/w', originator: 'o', cli_version: '1' },
      },
      ...lines,
    ]);
  const undone = { timestamp, type: 'event_msg', payload: { type: 'thread_rolled_back', num_turns: 1 } };

  it('is left out and counted when a turn was undone', async () => {
    const turn = (at: number) => [item('user', `q${at}`), item('assistant', `a${at}`)];
    const path = codexSession('undone.jsonl', ...turn(1), ...turn(2), undone, ...turn(3));
    const { stdout, stderr } = await runInProcess([command, path]);
    expect(stdout.match(/[qa]\d$/gm)).toEqual(['q1', 'a1', 'q3', 'a3']);
    expect(stderr).toBe('Not shown (2 lines): Lines of turns that were undone.\n');
  });

  it('is left out and counted when a compaction lies in the turn that was undone', async () => {
    const summary = { timestamp, type: 'compacted', payload: { message: 'sum' } };
    const path = codexSession(
      'undone-compaction.jsonl',
      item('user', 'q1'),
      item('assistant', 'a1'),
      item('user', 'q2'),
      summary,
      item('assistant', 'a2'),
      undone,
      item('user', 'q3'),
      item('assistant', 'a3'),
    );
    const { stdout, stderr } = await runInProcess([command, path]);
    expect(stdout.match(/[qa]\d$/gm)).toEqual(['q1', 'a1', 'q3', 'a3']);
    expect(stderr).toBe('Not shown (3 lines): Lines of turns that were undone.\n');
  });

  it('is left out and counted when a branch was given up', async () => {
    const { stdout, stderr } = await runInProcess([command, join(FIXTURES, 'claude-code/branch.jsonl')]);
    expect(stdout).toContain('a1-new');
    expect(stderr).toContain('Not shown (1 line): Lines that belong to branches that were given up.\n');
  });
});

describe('a file of no known format', () => {
  it.each([
    ['one document', '{"sessionId":"x","projectHash":"y","messages":[]}', '"sessionId", "projectHash", "messages"'],
    ['lines', '{"kind":"note","body":1}\n{"kind":"note","body":2}\n', '"kind", "body"'],
    ['a document on several lines', '{\n  "chat": [],\n  "made": "today"\n}\n', '"chat", "made"'],
  ])('is called so, with the keys that were seen: %s', async (name, content, keys) => {
    const path = join(folder, `${name}.json`);
    writeFileSync(path, content);
    for (const command of ['show', 'tail']) {
      const { code, stderr, stdout } = await runInProcess([command, path]);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toContain('in no format that is known here');
      expect(stderr).toContain(keys);
    }
  });
});

describe('losses on the screen', () => {
  it('are a line for each kind that matters, and one for bookkeeping', () => {
    const counts = new Map([
      ['codec/dropped-record', 26],
      ['codec/injected-context', 11],
      ['codec/dropped-extra', 1370],
      ['codec/dropped-image', 2],
    ]);
    expect(lossLines(counts)).toEqual([
      '1,409 losses:',
      "         11  injected-context      The program's own words to its model were left out",
      '          2  dropped-image         An image was left out',
      '      1,396  bookkeeping, form     dropped-extra 1,370, dropped-record 26',
    ]);
  });

  it('name the one kind that there is', () => {
    expect(lossLines(new Map([['codec/dropped-time', 1]]))).toEqual([
      '1 loss:',
      '          1  dropped-time          A time was changed',
    ]);
    expect(lossLines(new Map())).toEqual([]);
  });
});
