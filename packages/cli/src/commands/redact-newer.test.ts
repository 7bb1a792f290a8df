import { createHash } from 'node:crypto';
import {
  chmodSync,
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
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConversation, type Turn } from '@fxlog/assembler';
import { openSession, verifySession } from '@fxlog/store';
import { sessionContent } from '@fxlog/store/internal';
import { writeContent } from '@fxlog/writer/internal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runInProcess } from '../testing/run-in-process.js';

const NEWER = fileURLToPath(new URL('../../../../test-fixtures/newer/', import.meta.url));

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'fxlog-rewriting-'));
});
afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

const run = (...argv: string[]) => runInProcess(argv, { env: { HOME: home }, cwd: home });

async function turnsOf(dir: string): Promise<Turn[]> {
  const log = (await openSession(dir)).read();
  if (!log.ok) throw new Error(log.finding.message);
  const { source, end, readBlob, unfinished } = log;
  const turns: Turn[] = [];
  for await (const items of readConversation(source, { mode: 'lenient', end, readBlob, unfinished })) {
    for (const item of items) if (item.type === 'turn') turns.push(item.turn);
  }
  return turns;
}

/** Every file below a directory, its name included, as text. */
function contentOf(dir: string): string {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(dir, name)).isFile())
    .map((name) => `${name}\n${readFileSync(join(dir, name), 'latin1')}`)
    .join('\n');
}

const errorsOf = async (dir: string) =>
  (await verifySession(dir)).findings.filter(({ severity }) => severity === 'error');

const SECRETS = {
  github: `ghp_${'a1B2'.repeat(9)}`,
  openai: `sk-proj-${'Zx9Y'.repeat(10)}`,
  password: 'Tide4ever!x',
  late: 'kq3J9xWz81',
};

const REPLAY = 'fx-command-1790000000000-1790000000000000000-0123456789abcdef.log';

/** One part of what a command wrote to its output (session-directory §4.5). */
function written(text: string): Buffer {
  const header = Buffer.alloc(9);
  header.writeBigUInt64LE(BigInt(text.length), 1);
  return Buffer.concat([header, Buffer.from(text)]);
}

/** The secret lies across two of its parts. */
const RECORDING = Buffer.concat([
  Buffer.from('FXRPLY01'),
  written(`token ${SECRETS.github.slice(0, 15)}`),
  written(`${SECRETS.github.slice(15)}\n`),
]);

/** A conversation log with a secret in every place that holds text. */
function plant(dir: string): void {
  cpSync(join(NEWER, 'conversation-log/diff-handle/orchard_0014'), dir, { recursive: true });
  const log = join(dir, 'events.jsonl');
  const output = `${'line\n'.repeat(900)}${SECRETS.openai}\npostgres://app:${SECRETS.password}@db/shop\n`;
  const change: Readonly<Record<string, (payload: Record<string, object | null>) => object>> = {
    user: () => ({ text: `Use ${SECRETS.github} and ${SECRETS.late} in /home/mireille/shop` }),
    tool_call: () => ({ arguments_json: JSON.stringify({ password: SECRETS.password, path: '/home/mireille/x' }) }),
    tool_result: ({ committed_file_presentation: file }) => ({
      preview: output.slice(0, 4080),
      stored_bytes: output.length,
      output_bytes: output.length,
      permission_feedback: [`not with ${SECRETS.password}`],
      tool_image_handle: 'images-a.json',
      command_replay_ref: REPLAY,
      command_replay_bytes: RECORDING.length,
      committed_file_presentation: {
        ...file,
        lines: [{ kind: 'addition', old_line: null, new_line: 1, text: SECRETS.github }],
      },
    }),
    assistant: () => ({
      text: `It is ${SECRETS.github}.`,
      provider_replay: {
        source: { provider: 'gateway', model: 'm' },
        parts_json: JSON.stringify([{ text: SECRETS.openai }]),
      },
    }),
    turn_completed: ({ files }) => ({ files: [{ ...(files as object[])[0], path: '/home/mireille/shop/crate.txt' }] }),
  };
  const lines = readFileSync(log, 'utf8').trim().split('\n');
  const changed = lines.map((line) => {
    const frame = JSON.parse(line);
    const [tag, payload] = Object.entries(frame.event)[0] as [string, Record<string, object | null>];
    return `${JSON.stringify({ ...frame, event: { [tag]: { ...payload, ...change[tag]?.(payload) } } })}\n`;
  });
  writeFileSync(log, changed.join(''), { mode: 0o600 });
  mkdirSync(join(dir, 'tool-results'), { recursive: true });
  writeFileSync(join(dir, 'tool-results/result-edit_file-a.txt'), output);
  writeFileSync(
    join(dir, 'tool-results/diff-a-1.json'),
    JSON.stringify({ previous_content: SECRETS.openai, after_content: 'x' }),
  );
  writeFileSync(join(dir, 'tool-results/images-a.json'), JSON.stringify([{ type: 'text', text: SECRETS.password }]));
  mkdirSync(join(dir, 'logs/commands'), { recursive: true });
  writeFileSync(join(dir, 'logs/commands', REPLAY), RECORDING);
  writeFileSync(join(dir, 'tool-results/forgotten.txt'), SECRETS.github);
  const manifest = join(dir, 'session.json');
  const told = JSON.parse(readFileSync(manifest, 'utf8'));
  writeFileSync(
    manifest,
    JSON.stringify({ ...told, title: `API_TOKEN=${SECRETS.late}`, workspace_root: '/home/mireille/shop' }),
  );
  chmodSync(dir, 0o700);
}

describe('fxlog redact of a newer format', () => {
  it.each(['conversation-log', 'sessions-v2'])('leaves no secret in any file of a session of %s', async (dialect) => {
    const planted = join(home, `planted-${dialect}`, 'orchard_0014');
    plant(planted);
    const session = await openSession(planted);
    const content = await sessionContent(session, { report: () => undefined });
    const source = join(home, `source-${dialect}`, 'v2', 'orchard_0014');
    mkdirSync(join(source, '..'), { recursive: true });
    await writeContent(dialect, content, { dir: source }, { report: () => undefined });
    // fx would lose none of them on the way.
    for (const secret of Object.values(SECRETS)) expect(contentOf(source)).toContain(secret);
    expect(contentOf(source)).toContain(RECORDING.toString('latin1'));

    const result = await run('redact', source, '-o', `planted-out-${dialect}`, '--json');
    expect(result.code, result.stderr).toBe(0);
    const { path, replaced } = JSON.parse(result.stdout) as { path: string; replaced: object };
    // The address with the password in it is one more.
    expect(replaced).toEqual({ secrets: 5, users: 1, emails: 0 });
    const text = contentOf(path);
    const halves = [SECRETS.github.slice(0, 15), SECRETS.github.slice(15)];
    for (const secret of [...Object.values(SECRETS), ...halves, SECRETS.openai.slice(0, 20), 'mireille'])
      expect(text).not.toContain(secret);
    expect(await errorsOf(path)).toEqual([]);
    const [turn] = await turnsOf(path);
    expect(turn?.user.text).toMatch(/^Use \[secret-\d\] and \[secret-\d\] in \/home\/user-1\/shop$/);
    const kept = turn?.steps[0]?.results[0];
    expect(text).toMatch(/token \[secret-\d\]\n/);
    expect(kept?.replay).toMatchObject({ kind: 'available' });
    expect(kept?.storedOutputBytes).toBe(kept?.outputBytes);
    for (const name of existsSync(join(path, 'blobs')) ? readdirSync(join(path, 'blobs')) : []) {
      expect(
        createHash('sha256')
          .update(readFileSync(join(path, 'blobs', name)))
          .digest('hex'),
      ).toBe(name);
    }
    // The same session redacted twice is the same.
    const again = JSON.parse((await run('redact', path, '-o', `again-${dialect}`, '--json')).stdout) as {
      path: string;
    };
    expect(contentOf(again.path)).toBe(text);
  });

  it('is that of the session where its log is named, and asks for the directory where that lies alone', async () => {
    const log = join(NEWER, 'conversation-log/tool-call/orchard_0002/events.jsonl');
    expect((await run('redact', log, '-o', 'of-log')).code).toBe(0);
    expect(await errorsOf(join(home, 'of-log/orchard_0002'))).toEqual([]);
    cpSync(log, join(home, 'alone.jsonl'));
    const result = await run('redact', 'alone.jsonl', '-o', 'alone');
    expect([result.code, result.stderr]).toMatchObject([2, expect.stringContaining('Name the directory')]);
  });

  it('goes on where a prompt lies in a blob that is not there', async () => {
    const dir = join(NEWER, 'sessions-v2/blob-missing/v2/orchard_0964');
    const result = await run('redact', dir, '-o', 'blob-missing', '--json');
    // Not all of it can be read.
    expect(result.code, result.stderr).toBe(1);
    const { path } = JSON.parse(result.stdout) as { path: string };
    expect(await errorsOf(path)).toEqual([]);
    expect((await turnsOf(path)).map(({ user }) => user.text)).toContain('[no text]');
  });
});
