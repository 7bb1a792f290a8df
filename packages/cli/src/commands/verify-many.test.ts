import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fixtureSession } from '../testing/built-command.js';
import { runInProcess } from '../testing/run-in-process.js';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'fxlog-many-'));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

/** The smallest tar (POSIX ustar) of one file. */
function tarOf(name: string, content: Buffer): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write('0000600\0', 100);
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write('        ', 148);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([header, content, Buffer.alloc(512 - (content.length % 512)), Buffer.alloc(1024)]);
}

const log = () => readFileSync(join(fixtureSession('plain-text'), 'events.jsonl'));
const lastJson = (text: string) => JSON.parse(text.trimEnd().split('\n').at(-1) as string);
const run = (...args: string[]) => runInProcess(args, { cwd: place });

/** Three sessions, deep in a directory; returns their names. */
function writeStore(): string[] {
  return ['plain-text', 'one-tool-call', 'multi-turn'].map((shape) => {
    const session = fixtureSession(shape);
    const name = `deep/er/${basename(session)}`;
    cpSync(session, join(place, name), { recursive: true });
    return name;
  });
}

describe('verify over many sessions', () => {
  it('reads an archive and says what the log in it is', async () => {
    writeFileSync(join(place, 'a.tar.gz'), gzipSync(tarOf('backup/events.jsonl', log())));
    const { code, stdout } = await run('verify', 'a.tar.gz');
    expect(stdout).toMatch(/ok +a\.tar\.gz!\/backup {2}event-log-v1, 7 events, 1 turn/);
    expect(stdout).toContain('1 found = 1 done + 0 failed + 0 skipped');
    expect(code).toBe(0);
  });

  it('shows a fault in an archive with the bytes around it', async () => {
    const broken = Buffer.from(log().toString().replace('"seq":2', '"seq":7'));
    writeFileSync(join(place, 'a.tar'), tarOf('backup/events.jsonl', broken));
    const { code, stdout } = await run('verify', 'a.tar');
    expect(code).toBe(1);
    expect(stdout).toContain('sequence');
    expect(stdout).toContain('"seq":7');
    expect(stdout).toContain('1 found = 0 done + 1 failed + 0 skipped');
  });

  it('finds sessions at any depth of a directory', async () => {
    const names = writeStore();
    const { stdout } = await run('verify', 'deep', '--json');
    for (const name of names) expect(stdout).toContain(`"input":"${basename(name)}"`);
    expect(lastJson(stdout)).toMatchObject({ found: 3, done: 3, failed: 0, skipped: 0 });
  });

  it('says which inputs could not be read, and ends with 3', async () => {
    const [first = ''] = writeStore();
    const { code, stdout, stderr } = await run('verify', 'deep', 'nowhere', first, '--json', '--jobs', '2');
    expect(code).toBe(3);
    expect(stderr).toContain('nowhere');
    expect(lastJson(stdout)).toMatchObject({
      found: 5,
      done: 3,
      failed: 1,
      skipped: 1,
      reasons: { 'batch/duplicate-input': 1, 'batch/input-unreadable': 1 },
    });
  });

  it('reads the names of inputs from standard input', async () => {
    const [first, second] = writeStore();
    const options = { cwd: place, stdin: `${second}\r\n${first}` };
    const { stdout } = await runInProcess(['verify', '--from-stdin', '--json'], options);
    const inputs = stdout.trimEnd().split('\n').slice(0, -1);
    expect(inputs.map((line) => JSON.parse(line).input)).toEqual([second, first]);
  });

  it('prints the same again when a job is asked again, and with its shards merged', async () => {
    writeStore();
    const once = await run('verify', 'deep', '--job', 'job');
    const again = await run('verify', 'deep', '--job', 'job');
    expect(again.stdout).toBe(once.stdout);
    expect(again.stderr).toContain('3 sessions had been settled by an earlier run');
    for (const number of [1, 2]) await run('verify', 'deep', '--job', `part-${number}`, '--shard', `${number}/2`);
    const merged = await run('merge', 'part-2', 'part-1', '-o', 'whole');
    expect(merged.stdout).toBe(once.stdout);
    expect(merged.code).toBe(once.code);
  });

  it.each([
    [['verify', 'x', '--shard', '0/2'], 2],
    [['verify', 'x', '--shard', '3/2'], 2],
    [['verify', 'x', '--jobs', '0'], 2],
    [['verify', 'x', '--retry-failed', '--jobs', '1'], 2],
    [['verify', '-', '--jobs', '1'], 2],
    [['merge', 'nowhere', '-o', 'whole'], 3],
    [['merge', 'x'], 2],
  ])('%j ends with %i and a hint', async (args, expected) => {
    mkdirSync(join(place, 'x'));
    const { code, stderr } = await run(...args);
    expect(code).toBe(expected);
    expect(stderr).not.toBe('');
  });

  it('reports progress as JSON on stderr', async () => {
    writeStore();
    const { stderr } = await run('verify', 'deep', '--progress', 'json');
    expect(lastJson(stderr)).toMatchObject({
      kind: 'progress',
      finished: true,
      sessions: 3,
      totalSessions: 3,
      etaMs: 0,
    });
  });
});

describe('many inputs with the same damage', () => {
  const damaged = () =>
    Array.from({ length: 6 }, (_, index) => {
      const path = join(place, `${index}.jsonl`);
      writeFileSync(path, log().toString().replace('"seq":3,', '"seq":33,'));
      return path;
    });

  it('show a rule in full three times, then name it, and sum it up at the end', async () => {
    const inputs = damaged();
    const { stdout, code } = await run('verify', ...inputs);
    expect(code).toBe(1);
    expect(stdout.match(/what to do:/g)).toHaveLength(3);
    expect(stdout.match(/as above: log\/sequence\n/g)).toHaveLength(3);
    expect(stdout).toMatch(/\n +6 {2}log\/sequence {2}in 6 inputs, first in .*0\.jsonl\n6 inputs: 6 with errors/);
    const all = await run('verify', ...inputs, '--every-finding');
    expect(all.stdout.match(/what to do:/g)).toHaveLength(6);
  });

  it('are summed up by rule in JSON', async () => {
    const { stdout } = await run('verify', ...damaged(), '--json');
    expect(lastJson(stdout).rules).toEqual({
      'log/sequence': { severity: 'error', findings: 6, inputs: 6, first: join(place, '0.jsonl') },
    });
  });
});
