import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HistoryTurn } from '@fxlog/format';
import { eventLogV1 } from '@fxlog/format';
import { frameOf } from '@fxlog/format/internal';
import { readEvents } from '@fxlog/reader';
import { verifySession } from '@fxlog/store';
import { writeSession } from '@fxlog/writer';
import { toolResultHandle } from '@fxlog/writer/internal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIXTURES } from '../testing/built-command.js';
import { runInProcess } from '../testing/run-in-process.js';

/** Sessions that fx reads, by shape. */
const SESSIONS = readdirSync(FIXTURES)
  .filter((shape) => statSync(join(FIXTURES, shape)).isDirectory() && !['profile', 'legacy-v2'].includes(shape))
  .map(
    (shape) =>
      [shape, join(FIXTURES, shape, readdirSync(join(FIXTURES, shape)).find((id) => /^\d/.test(id)) ?? '')] as const,
  );

const CHILD_DIRECTORIES = ['images', 'tool-results', 'logs'];

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'fxlog-rewriting-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const run = (...argv: string[]) => runInProcess(argv, { env: { HOME: home }, cwd: home });

async function eventsOf(dir: string) {
  const events = [];
  for await (const batch of readEvents(join(dir, 'events.jsonl'))) {
    events.push(...batch.map(({ checked }) => frameOf(eventLogV1, checked).event));
  }
  return events;
}

/** Every file below a directory, as text. */
function contentOf(dir: string): string {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(dir, name)).isFile())
    .map((name) => `${name}\n${readFileSync(join(dir, name), 'latin1')}`)
    .join('\n');
}

const errorsOf = async (dir: string) =>
  (await verifySession(dir)).findings.filter(({ severity }) => severity === 'error');

describe.each(['redact', 'fixture'])('fxlog %s', (command) => {
  it.each(SESSIONS)('makes of %s a session that fx reads, with the same events', async (shape, dir) => {
    const result = await run(
      command,
      dir,
      '-o',
      `${command}-${shape}`,
      '--json',
      ...(command === 'fixture' ? ['--seed', 's'] : []),
    );
    expect(result.code, result.stderr).toBe(0);
    const { path } = JSON.parse(result.stdout) as { path: string };
    const verdict = await verifySession(path);
    expect(verdict.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(verdict.readable).toMatchObject({ ok: true });
    expect(verdict.resumable).toMatchObject({ ok: true });
    const [old, made] = [await eventsOf(dir), await eventsOf(path)];
    expect(made.map(({ kind }) => kind)).toEqual(old.map(({ kind }) => kind));
    expect(made.map(({ timestamp_ms }) => timestamp_ms)).toEqual(old.map(({ timestamp_ms }) => timestamp_ms));
    for (const directory of CHILD_DIRECTORIES) {
      const count = (of: string) => readdirSync(of).includes(directory);
      if (count(path)) expect(count(dir)).toBe(true);
    }
  });
});

describe('fxlog redact', () => {
  it('leaves no secret in any file of a session, and says how many there were', async () => {
    const secrets = {
      github: `ghp_${'a1B2'.repeat(9)}`,
      openai: `sk-proj-${'Zx9Y'.repeat(10)}`,
      password: 'Tide4ever!x',
      env: 'live-9x8y7z-q',
      late: 'kq3J9xWz81',
    };
    const output = `HOME=/home/mireille\nSTRIPE_KEY=${secrets.env}\nDATABASE_URL=postgres://app:${secrets.password}@db/shop\n`;
    const stored = Buffer.from(`${'line\n'.repeat(10)}${secrets.openai}\n`);
    const handle = toolResultHandle('terminal', 'c2', stored);
    const call = (id: string, args: object) => ({
      id,
      name: 'terminal',
      arguments_json: JSON.stringify({ action: 'exec', profile: 'user', ...args }),
      provider_result: null,
    });
    const result = (id: string, text: string, size: number, output_handle: string | null) => ({
      tool_call_id: id,
      tool_name: 'terminal',
      status: 'success' as const,
      output: text,
      output_handle,
      preview: null,
      output_bytes: size,
      stored_output_bytes: size,
      truncated: output_handle !== null,
      provider_native: false,
      created_at_ms: 1,
      permission_feedback: [],
      committed_file_presentation: null,
      command_output_replay: null,
      command_process_presentation: null,
    });
    const turn: HistoryTurn = {
      kind: 'assistant',
      user: { text: `Use ${secrets.github} and ${secrets.late} for /home/mireille/shop.`, images: [] },
      assistant: `Done with ${secrets.password}.`,
      execution: {
        schema_version: 3,
        tool_steps: [
          {
            assistant: null,
            tool_calls: [
              call('c1', { command: `curl -H 'Authorization: Bearer ${secrets.github}' x` }),
              call('c2', { command: 'cat log' }),
            ],
            tool_results: [
              result('c1', output, Buffer.byteLength(output), null),
              result('c2', `${secrets.openai} API_TOKEN=${secrets.late}`, stored.length, handle),
            ],
          },
        ],
        files: [],
      },
    };
    const session = {
      id: 's-1',
      workspace_root: '/home/mireille/shop',
      preferences: { model: 'acme/one' },
      created_at_ms: 1,
    };
    mkdirSync(join(home, 'in'));
    await writeSession(
      { turns: [turn], session },
      { dir: join(home, 'in', 's-1') },
      {
        seed: 'x',
        clock: () => 1,
        readAttachment: async () => stored,
        files: [
          {
            path: 'txcript-meta.json',
            bytes: Buffer.from(
              JSON.stringify({ entries: [{ t: 0, a: 0, blocks: [{ text: secrets.late, signature: 'sig' }] }] }),
            ),
          },
        ],
      },
    );
    const made = await run('redact', 'in/s-1', '-o', 'out');
    expect(made.code).toBe(0);
    const content = contentOf(join(home, 'out'));
    expect(Object.entries(secrets).filter(([, secret]) => content.includes(secret))).toEqual([]);
    expect(content).not.toContain('mireille');
    expect(await errorsOf(join(home, 'out', 's-1'))).toEqual([]);
    const events = await eventsOf(join(home, 'out', 's-1'));
    const committed = events.find((event) => event.kind === 'history_turn_committed');
    const redacted = committed?.kind === 'history_turn_committed' ? committed.payload.turn : null;
    expect(redacted).toMatchObject({
      user: {
        text: expect.stringMatching(/^Use \[secret-1\] and \[secret-\d\] for \/home\/user-1\/shop\.$/),
      },
    });
    const shown = JSON.stringify(redacted);
    const [first] = [...shown.matchAll(/arguments_json":("(?:[^"\\]|\\.)*")/g)].map(([, json]) =>
      JSON.parse(JSON.parse(json ?? '')),
    );
    expect(first).toEqual({ action: 'exec', profile: 'user', command: "curl -H 'Authorization: Bearer [secret-1]' x" });
  });

  it('never writes over anything, and writes nothing where it cannot read', async () => {
    const [, dir = ''] = SESSIONS.find(([shape]) => shape === 'one-tool-call') ?? [];
    expect((await run('redact', dir, '-o', 'twice')).code).toBe(0);
    expect(await run('redact', dir, '-o', 'twice')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('nothing is overwritten'),
    });
    writeFileSync(
      join(home, 'broken.jsonl'),
      `${readFileSync(join(dir, 'events.jsonl'), 'utf8').split('\n')[0]}\n{"schema_version":1,\n`,
    );
    expect((await run('redact', 'broken.jsonl', '--from', 'fx', '-o', 'none')).code).toBe(1);
    expect(readdirSync(home)).not.toContain('none/');
    expect(contentOf(home)).not.toContain('.tmp');
  });
});

describe('fxlog fixture', () => {
  it('gives the same bytes for the same seed', async () => {
    const [, dir = ''] = SESSIONS.find(([shape]) => shape === 'image-input') ?? [];
    for (const folder of ['a', 'b']) expect((await run('fixture', dir, '-o', folder, '--seed', 's')).code).toBe(0);
    expect((await run('fixture', dir, '-o', 'c', '--seed', 'other')).code).toBe(0);
    const logOf = (folder: string) => {
      const [id = ''] = readdirSync(join(home, folder));
      return readFileSync(join(home, folder, id, 'events.jsonl'), 'utf8');
    };
    expect(logOf('a')).toBe(logOf('b'));
    expect(logOf('c')).not.toBe(logOf('a'));
  });
});
