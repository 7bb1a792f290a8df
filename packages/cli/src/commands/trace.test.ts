import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isFull } from '../../../../test/runs.js';
import { expand } from '../../../batch/src/inputs/expand.js';
import { DEFAULT_LIMITS } from '../../../batch/src/inputs/input-limits.js';
import { readTar } from '../../../batch/src/inputs/read-tar.js';
import { fakeSecrets, randomOf } from '../../../codecs/src/testing/fake-secrets.js';
import { plantSecrets, SecretPlanter } from '../testing/plant-secrets.js';
import { runInProcess, terminalOf } from '../testing/run-in-process.js';

// Most of the time goes into making sessions with secrets all over them.
vi.setConfig({ testTimeout: 600_000 });

const FIXTURES = fileURLToPath(new URL('../../../../test-fixtures/', import.meta.url));

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'fxlog-trace-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const run = (...argv: string[]) => runInProcess(argv, { cwd: home, env: { HOME: home, USER: 'mireille' } });

/** A copy of the session of a fixture in the profile of the home. */
function sessionOf(folder: string, below = ''): string {
  const source = join(FIXTURES, folder);
  const id = readdirSync(source).find((name) => !name.includes('.') && name !== 'latest') ?? '';
  const dir = join(home, '.fx/sessions', below, id);
  cpSync(join(source, id), dir, { recursive: true });
  return dir;
}

/** The files of a bundle, by their paths. */
async function contentOf(bundle: string): Promise<Map<string, Buffer>> {
  const meter = { compressed: 0, expanded: 0 };
  const source = (async function* () {
    yield readFileSync(bundle);
  })();
  const files = new Map<string, Buffer>();
  for await (const { name, type, chunks } of readTar(expand(source, 'tar.zst', meter, DEFAULT_LIMITS))) {
    expect(type).toBe('file');
    const parts: Uint8Array[] = [];
    for await (const chunk of chunks) parts.push(chunk.slice());
    files.set(name, Buffer.concat(parts));
  }
  return files;
}

/** All that is in a bundle, names of files included, as characters. */
async function textOf(bundle: string): Promise<string> {
  return [...(await contentOf(bundle))].map(([name, bytes]) => `${name}\n${bytes.toString('latin1')}`).join('\n');
}

/** Which of the secrets stand in a text, as they are or in a form in which they would be written. */
function leaked(text: string, secrets: readonly string[]): string[] {
  return secrets.filter((secret) =>
    [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), Buffer.from(secret).toString('base64')]
      .flatMap((form) => [form, form.slice(0, Math.ceil(form.length * 0.8))])
      .some((form) => text.includes(form)),
  );
}

describe('a bundle', () => {
  it.each([
    ['fx-0.0.5/one-tool-call', ''],
    ['fx-0.0.5/tui-mixed', ''],
    ['fx-0.0.5/legacy-v2', ''],
    ['newer/conversation-log/diff-handle', ''],
    ['newer/sessions-v2/moved-files/v2', 'v2'],
  ])('of %s is the same every time, names no home, and is read by verify', async (folder, below) => {
    const dir = sessionOf(folder, below);
    for (const name of ['a', 'b']) {
      const { code, stderr } = await run('trace', dir, '-o', `${name}.tar.zst`, '--yes');
      expect(code, stderr).toBe(0);
    }
    expect(readFileSync(join(home, 'a.tar.zst')).equals(readFileSync(join(home, 'b.tar.zst')))).toBe(true);
    const files = await contentOf(join(home, 'a.tar.zst'));
    const own = [...files.keys()].filter((name) => name.startsWith('trace/'));
    expect(own).toEqual(
      ['doctor.txt', 'findings.json', 'settings.json', 'trace.md', 'versions.json'].map((name) => `trace/${name}`),
    );
    const text = await textOf(join(home, 'a.tar.zst'));
    for (const name of [home, 'mireille', '/home/dev', '/root/']) expect(text).not.toContain(name);
    const verified = await run('verify', 'a.tar.zst', '--json');
    expect(verified.code, verified.stdout).toBe(0);
    expect(JSON.parse(verified.stdout.split('\n')[0] ?? '')).toMatchObject({
      verdict: expect.not.stringMatching('errors'),
    });
    expect(statSync(join(home, 'a.tar.zst')).mode & 0o777).toBe(0o600);
  });

  it('has what a repair makes of a session that is too damaged to be redacted, and says so', async () => {
    const dir = sessionOf('reported/bad-line/sessions');
    const log = join(dir, 'events.jsonl');
    const [, ...lines] = readFileSync(log, 'utf8').split('\n');
    writeFileSync(log, lines.join('\n'));
    const { code, stderr } = await run('trace', dir, '-o', 'x.tar.zst', '--yes');
    expect(code).toBe(0);
    expect(stderr).toContain('what a repair of the session sets aside, since it is damaged');
    const files = await contentOf(join(home, 'x.tar.zst'));
    expect(files.get('trace/findings.json')?.toString()).toContain('"severity":"error"');
    expect((await run('verify', 'x.tar.zst')).code).toBe(0);
  });

  it('has what can be read of a damaged session, and says what of it cannot', async () => {
    const dir = sessionOf('reported/bad-line/sessions');
    const { code, stderr } = await run('trace', dir, '-o', 'x.tar.zst', '--yes');
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('The line is not JSON') });
    const files = await contentOf(join(home, 'x.tar.zst'));
    expect(files.get('trace/findings.json')?.toString()).toContain('"severity":"error"');
    expect((await run('verify', 'x.tar.zst')).code).toBe(0);
  });

  it('has all but the session where nothing of it can be read', async () => {
    const dir = join(home, '.fx/sessions/1796034455058-1796034455058000000-0123456789abcdef');
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, 'events.jsonl'), '\u001b]0;x\u0007');
    const { code, stdout, stderr } = await run('trace', dir, '-o', 'x.tar.zst', '--yes', '--json');
    expect(code, stderr).toBe(0);
    const { files, leftOut } = JSON.parse(stdout);
    expect(files.map(({ path }: { path: string }) => path.split('/')[0])).not.toContain('sessions');
    expect(leftOut[0]).toContain('the session itself, which cannot be redacted');
    expect(await textOf(join(home, 'x.tar.zst'))).not.toContain('\u001b');
  });

  it('takes of a profile only what may be looked at', async () => {
    const dir = sessionOf('fx-0.0.5/one-tool-call');
    const secrets = Object.values(fakeSecrets(randomOf(5)));
    const [key = '', value = '', header = '', other = '', memory = '', signIn = '', rules = ''] = secrets;
    const profile = (name: string, content: unknown) =>
      writeFileSync(join(home, '.fx', name), typeof content === 'string' ? content : JSON.stringify(content));
    profile('settings.json', { api_key: key, effort: 'high', permission: { bash: { [`curl -H ${rules}`]: 'deny' } } });
    const local = { command: ['x', value], env: { K: value } };
    profile('mcp.json', {
      mcp: { orchard: local, far: { type: 'http', url: `https://${other}@x`, headers: { h: header } } },
    });
    profile('memories.json', [memory]);
    profile('auth.json', { token: signIn });
    profile('AGENTS.md', memory);
    expect((await run('trace', dir, '-o', 'x.tar.zst', '--yes')).code).toBe(0);
    const text = await textOf(join(home, 'x.tar.zst'));
    expect(leaked(text, secrets)).toEqual([]);
    expect(text).toContain('"effort":"high"');
    expect(text).toContain('"name":"orchard"');
    expect(text).toContain('curl -H [secret-1]');
  });

  it('takes nothing through links, out of the session, or of files that nobody knows', async () => {
    const dir = sessionOf('newer/conversation-log/tool-call');
    const [outside = '', unknown = ''] = Object.values(fakeSecrets(randomOf(6)));
    writeFileSync(join(home, 'outside'), `gate-of-the-orchard ${outside}`);
    const output = join(dir, 'tool-results', readdirSync(join(dir, 'tool-results'))[0] ?? '');
    rmSync(output);
    symlinkSync(join(home, 'outside'), output);
    symlinkSync(home, join(dir, 'images'));
    for (const folder of ['terminal', 'background', 'extra']) {
      mkdirSync(join(dir, folder));
      writeFileSync(join(dir, folder, 'journal-1.bin'), `gate-of-the-orchard ${unknown}`);
    }
    const log = join(dir, 'events.jsonl');
    const wanted = '../../../../outside';
    writeFileSync(log, readFileSync(log, 'utf8').replace('result-shell-call-1.txt', wanted));
    const { code, stderr } = await run('trace', dir, '-o', 'x.tar.zst', '--yes');
    expect(code, stderr).toBe(0);
    expect(await textOf(join(home, 'x.tar.zst'))).not.toContain('gate-of-the-orchard');
    const names = [...(await contentOf(join(home, 'x.tar.zst'))).keys()];
    expect(names.filter((name) => name.split('/').includes('..'))).toEqual([]);
  });

  it('finds a secret that lies across two pieces of a recorded command, and across lines', async () => {
    const dir = sessionOf('fx-0.0.5/tui-mixed');
    const secret = Object.values(fakeSecrets(randomOf(9)))[1] ?? '';
    const commands = join(dir, 'logs/commands');
    const recording = join(commands, readdirSync(commands).find((name) => name.endsWith('.bin')) ?? '');
    const frame = (text: string) => {
      const header = Buffer.alloc(9);
      header.writeBigUInt64LE(BigInt(text.length), 1);
      return Buffer.concat([header, Buffer.from(text)]);
    };
    writeFileSync(
      recording,
      Buffer.concat([Buffer.from('FXRPLY01'), frame(`begun ${secret.slice(0, 11)}`), frame(`${secret.slice(11)}\n`)]),
    );
    const { code, stderr } = await run('trace', dir, '-o', 'x.tar.zst', '--yes');
    expect(code, stderr).toBe(0);
    const text = await textOf(join(home, 'x.tar.zst'));
    expect(text).not.toContain(secret.slice(0, 11));
    expect(text).not.toContain(secret.slice(11));
  });
});

describe('no secret that was planted is in a bundle', () => {
  const SESSIONS: readonly (readonly [folder: string, below: string])[] = [
    ['fx-0.0.5/file-writes', ''],
    ['fx-0.0.5/tui-mixed', ''],
    ['fx-0.0.5/result-handle', ''],
    ['fx-0.0.5/image-input', ''],
    ['fx-0.0.5/subagent-child', ''],
    ['fx-0.0.5/recovery-continued', ''],
    ['fx-0.0.5/usage-costs', ''],
    ['fx-0.0.5/legacy-v2', ''],
    ['newer/conversation-log/diff-handle', ''],
    ['newer/conversation-log/images', ''],
    ['newer/conversation-log/replay', ''],
    ['newer/conversation-log/compacted', ''],
    ['newer/conversation-log/steering', ''],
    ['newer/sessions-v2/images/v2', 'v2'],
    ['newer/sessions-v2/large-piece/v2', 'v2'],
    ['newer/sessions-v2/moved-files/v2', 'v2'],
  ];

  it('of any kind, in any place of any file, of a session of any format', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...SESSIONS), fc.integer({ min: 1 }), async ([folder, below], seed) => {
        rmSync(join(home, '.fx'), { recursive: true, force: true });
        const planter = new SecretPlanter(randomOf(seed));
        const places = mkdtempSync(join(home, 'planted-'));
        const dir = await plantSecrets(sessionOf(folder, below), places, planter);
        const planted = join(home, '.fx/sessions', below, dir.split('/').at(-1) ?? '');
        cpSync(dir, planted, { recursive: true });
        // Files of which nobody knows what is in them, and those of fx that are not of the conversation.
        for (const file of [
          'terminal/state/journal-1.bin',
          'background/1.json',
          'subagent/control.json',
          'history-cache.bin',
        ]) {
          mkdirSync(join(planted, file, '..'), { recursive: true });
          appendFileSync(join(planted, file), planter.token());
        }
        chmodSync(planted, 0o700);
        const bundle = join(home, `${seed}.tar.zst`);
        rmSync(bundle, { force: true });
        const { code, stdout, stderr } = await run('trace', planted, '-o', bundle, '--yes', '--json');
        expect(code, stderr).toBe(0);
        expect(JSON.parse(stdout).found.secrets).toBeGreaterThan(4);
        expect(planter.planted.length).toBeGreaterThan(8);
        expect(leaked(await textOf(bundle), planter.planted)).toEqual([]);
      }),
      { numRuns: isFull ? 40 : 18, examples: SESSIONS.map((session, index) => [session, index + 1]) },
    );
  });
});

describe('trace', () => {
  it('says with --check whether there is anything secret, and writes nothing', async () => {
    const dir = sessionOf('newer/conversation-log/ordinary');
    const before = readdirSync(home);
    expect((await run('trace', dir, '--check')).code).toBe(0);
    const log = join(dir, 'events.jsonl');
    writeFileSync(
      log,
      readFileSync(log, 'utf8').replace('and trees?', `and ${Object.values(fakeSecrets(randomOf(1)))[3]}?`),
    );
    const found = await run('trace', dir, '--check');
    expect(found.code).toBe(1);
    expect(found.stdout).toMatch(/events\.jsonl +[\d.]+ kB +secrets at 1 place/);
    expect(found.stderr).toContain('found 1 secret, 0 users and 0 addresses');
    const json = JSON.parse((await run('trace', dir, '--check', '--json')).stdout);
    expect(json).toMatchObject({ kind: 'trace', version: 1, path: null, found: { secrets: 1 } });
    expect(readdirSync(home)).toEqual(before);
  });

  it('writes no bundle in which something secret would be left', async () => {
    const dir = sessionOf('newer/conversation-log/ordinary');
    const manifest = join(dir, 'session.json');
    const secret = 'AKIAQWERTYUIOPASDFGH';
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"effort":"auto"', `"effort":"${secret}"`));
    const { code, stderr } = await run('trace', dir, '-o', 'x.tar.zst', '--yes');
    expect([code, stderr]).toEqual([1, expect.stringContaining('something secret would be left in it')]);
    expect(existsSync(join(home, 'x.tar.zst'))).toBe(false);
  });

  it('asks on a terminal, shows a file by its number with nothing unescaped, and writes only when told to', async () => {
    const dir = sessionOf('newer/conversation-log/tool-call');
    writeFileSync(join(dir, 'tool-results/result-shell-call-1.txt'), 'x\u001b]0;gone\u0007\n');
    const ask = (stdin: string) =>
      runInProcess(['trace', dir, '-o', 'x.tar.zst'], {
        ...{ cwd: home, env: { HOME: home }, stdin, terminal: terminalOf(100) },
      });
    const no = await ask('4\nn\n');
    expect(no.stdout).toContain('x\\x1b]0;gone\\x07');
    expect(no.stdout + no.stderr).not.toContain('\u001b');
    expect(no.stderr).toContain('Nothing was written.');
    expect((await ask('')).stderr).toContain('Nothing was written.');
    expect(existsSync(join(home, 'x.tar.zst'))).toBe(false);
    expect((await ask('y\n')).code).toBe(0);
    expect(existsSync(join(home, 'x.tar.zst'))).toBe(true);
    // What is there is not overwritten.
    expect((await ask('y\n')).code).toBe(3);
  });

  it('writes nothing unasked, nor without a name', async () => {
    const dir = sessionOf('newer/conversation-log/ordinary');
    for (const argv of [
      ['-o', 'x.tar.zst'],
      ['-o', 'x.tar.zst', '--json'],
      ['-o', 'x.zip', '--yes'],
      [],
      ['-o', 'x.tar.zst', '--check'],
    ]) {
      expect((await run('trace', dir, ...argv)).code, argv.join(' ')).toBe(2);
    }
    expect(readdirSync(home)).toEqual(['.fx']);
  });
});
