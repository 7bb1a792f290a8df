import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { isFull } from '#test/runs';
import { BuiltCommand, FIXTURES, fixtureBytes, fixtureLog, fixtureSession, type Run } from './testing/built-command.js';
import { runInProcess } from './testing/run-in-process.js';

// Processes are started, or thousands of cases looked at.
vi.setConfig({ testTimeout: 120_000 });

const NOBODY = 65534;
const JSON_COMMANDS = ['verify', 'show', 'events', 'tail'] as const;

let fxlog: BuiltCommand;

beforeAll(() => {
  fxlog = BuiltCommand.copy();
  // Tests run it as another user, too.
  chmodSync(fxlog.directory, 0o755);
});

afterAll(() => {
  // Not every system removes a directory that it may not read.
  if (existsSync(inDirectory('secret-directory'))) chmodSync(inDirectory('secret-directory'), 0o700);
  fxlog.remove();
});

const inDirectory = (name: string) => join(fxlog.directory, name);

function write(name: string, content: string | Uint8Array): string {
  const path = inDirectory(name);
  writeFileSync(path, content);
  return path;
}

function expectClearFailure(run: Run, code: number): void {
  expect(run.code, run.stderr).toBe(code);
  expect(run.stderr + run.stdout).not.toMatch(/\n\s+at .*[:(]\d+:\d+|node:internal|Error:/);
  expect(run.stderr + run.stdout).not.toBe('');
}

describe('bad input gets a clear message, the right exit code and no stack trace', () => {
  test('a path that does not exist', async () => {
    for (const command of JSON_COMMANDS) {
      const run = await fxlog.run([command, './absent/events.jsonl']);
      expectClearFailure(run, 3);
      expect(run.stderr).toContain('no such file');
    }
  });

  test('an id that no session has', async () => {
    const run = await fxlog.run(['show', '17', '--root', join(FIXTURES, 'profile-not-there')]);
    expectClearFailure(run, 3);
    const other = await fxlog.run(['show', '99', '--root', join(FIXTURES, 'profile')]);
    expectClearFailure(other, 3);
    expect(other.stderr).toContain('no session');
  });

  test('a directory that is not a session', async () => {
    mkdirSync(inDirectory('plain-directory'));
    for (const command of JSON_COMMANDS) {
      const run = await fxlog.run([command, 'plain-directory']);
      expectClearFailure(run, 1);
      expect(run.stderr).toContain('no session here');
    }
  });

  test('an empty file', async () => {
    const path = write('empty.jsonl', '');
    const run = await fxlog.run(['verify', path]);
    expectClearFailure(run, 1);
    expect(run.stdout).toContain('The file is empty.');
    expect(run.stdout).toContain('MissingSessionStarted');
    expectClearFailure(await fxlog.run(['show', path]), 1);
  });

  test('a file of gigabytes without any content', async () => {
    const path = write('sparse.jsonl', '');
    // In a full run offsets need more than 32 bits.
    truncateSync(path, isFull ? 5_000_000_000 : 300_000_000);
    for (const command of JSON_COMMANDS) {
      const run = await fxlog.run([command, path], { heapMb: 64 });
      expectClearFailure(run, 1);
      expect(run.stdout + run.stderr).toContain('EventFrameTooLarge');
    }
  });

  test('a binary file', async () => {
    const path = write(
      'binary.jsonl',
      Uint8Array.from({ length: 200_000 }, (_, index) => (index * 7919) & 0xff),
    );
    for (const command of JSON_COMMANDS) {
      const run = await fxlog.run([command, path]);
      expectClearFailure(run, 1);
      expect(run.stdout + run.stderr).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/);
    }
    expect((await fxlog.run(['verify', path])).stdout).toContain('binary data');
  });

  test('a pipe that nobody writes to', async () => {
    const path = inDirectory('silent-pipe');
    execFileSync('mkfifo', [path]);
    for (const run of await Promise.all(JSON_COMMANDS.map((command) => fxlog.run([command, path])))) {
      expectClearFailure(run, 3);
      expect(run.stderr).toContain('nobody writes');
    }
  });

  test('a device', async () => {
    expectClearFailure(await fxlog.run(['verify', '/dev/zero']), 3);
  });

  test('a file and a directory without permission', async () => {
    const path = write('secret.jsonl', fixtureBytes('plain-text'));
    chmodSync(path, 0o000);
    mkdirSync(inDirectory('secret-directory'), { mode: 0o000 });
    // Root may read everything, so the command runs as somebody else then.
    const options = process.getuid?.() === 0 ? { uid: NOBODY } : {};
    for (const command of JSON_COMMANDS) {
      const run = await fxlog.run([command, path], options);
      expectClearFailure(run, 3);
      expect(run.stderr).toContain('permission denied');
      expectClearFailure(await fxlog.run([command, inDirectory('secret-directory')], options), 3);
    }
  });

  test('a log cut at every byte of its last frame', async () => {
    const bytes = fixtureBytes('plain-text');
    const start = bytes.lastIndexOf(0x0a, bytes.length - 2) + 1;
    const paths: string[] = [];
    for (let end = start + 1; end < bytes.length; end += 1)
      paths.push(write(`cut-${end}.jsonl`, bytes.subarray(0, end)));
    const run = await fxlog.run(['verify', '--json', ...paths]);
    expectClearFailure(run, 1);
    const reports = run.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(reports.pop()).toMatchObject({
      kind: 'verify-summary',
      inputs: { total: paths.length, errors: paths.length },
    });
    for (const report of reports) {
      expect(report.findings).toMatchObject([{ fxError: 'TruncatedEventFrame', offset: start }]);
    }
    // Cut right before it, nothing is wrong.
    expect((await fxlog.run(['verify', write('cut.jsonl', bytes.subarray(0, start))])).code).toBe(0);
  });
});

describe('pipes', () => {
  test('a named pipe with a slow writer is read to its end', async () => {
    const path = inDirectory('slow-pipe');
    execFileSync('mkfifo', [path]);
    const run = fxlog.run(['verify', path]);
    const writer = createWriteStream(path);
    const bytes = fixtureBytes('plain-text');
    // A named pipe is open when both ends are.
    await once(writer, 'open');
    await new Promise((resolve) => writer.write(bytes.subarray(0, 10), resolve));
    writer.end(bytes.subarray(10));
    expect(await run).toMatchObject({ code: 0 });
  });

  test('standard input is read by every command', async () => {
    const stdin = fixtureBytes('one-tool-call');
    for (const command of JSON_COMMANDS) {
      const run = await fxlog.run([command, '-'], { stdin });
      expect(run).toMatchObject({ code: 0, stderr: '' });
      expect(run.stdout).not.toBe('');
    }
  });

  test('a reader that goes away ends the command without a word', async () => {
    const child = fxlog.spawn(['events', fixtureLog('many-turns')]);
    const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
    let stderr = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    child.stdout?.once('data', () => child.stdout?.destroy());
    expect(await closed).toBe(0);
    expect(stderr).toBe('');
  });
});

describe('exit codes and streams', () => {
  test.each([
    ['no command', []],
    ['an unknown command', ['lst']],
    ['an unknown option', ['list', '--sideways']],
    ['a missing argument', ['show']],
    ['too many arguments', ['show', 'a', 'b']],
    ['a bad number', ['list', '--limit', 'ten']],
    ['a bad range', ['show', '-#0']],
    ['an unknown rule', ['rules', 'frame/nonsense']],
    ['an unknown kind', ['schema', 'sesion_started']],
    ['an unknown event kind', ['events', '-', '--kind', 'turn']],
  ])('%s is wrong usage: 2, with a hint on stderr', async (_name, args) => {
    const run = await runInProcess(args);
    expectClearFailure({ ...run, signal: null }, 2);
    expect(run.stdout).toBe('');
  });

  test('what was typed is not sent to the terminal as it is', async () => {
    const run = await fxlog.run(['\u001b]0;owned\u0007']);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('\\x1b]0;owned\\x07');
    expect(run.stderr).not.toContain('\u001b');
  });

  test('help and version go to stdout with 0, for every command with an example', async () => {
    expect(await fxlog.run(['--version'])).toMatchObject({ code: 0, stderr: '' });
    for (const command of ['list', 'verify', 'show', 'events', 'tail', 'schema', 'rules']) {
      const run = await runInProcess([command, '--help']);
      expect(run).toMatchObject({ code: 0, stderr: '' });
      expect(run.stdout).toContain('Examples:');
      expect(run.stdout).toContain(`$ fxlog ${command}`);
      expect(run.stdout).toContain('--json');
    }
  });

  test('the version is that of the package', async () => {
    const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    expect((await fxlog.run(['--version'])).stdout.trim()).toBe(manifest.version);
  });

  test('the process ends with the code of the command', async () => {
    expectClearFailure(await fxlog.run(['list', '--sideways']), 2);
  });

  test('the worst of several inputs decides', async () => {
    const good = fixtureLog('plain-text');
    const bad = write('bad.jsonl', '{}\n');
    expect((await fxlog.run(['verify', good])).code).toBe(0);
    expect((await fxlog.run(['verify', bad, good])).code).toBe(1);
    expect((await fxlog.run(['verify', good, './absent', bad])).code).toBe(3);
  });

  test('Ctrl-C ends following cleanly', async () => {
    const child = fxlog.spawn(['tail', '-f', fixtureSession('plain-text')]);
    const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
    let stderr = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    child.stdout?.once('data', () => child.kill('SIGINT'));
    expect(await closed).toBe(130);
    expect(stderr).toBe('');
  });
});
