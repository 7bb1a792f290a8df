import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isFull } from '#test/runs';
import { SessionsRoot } from './root/sessions-root.js';
import { openSession } from './session.js';
import { TemporaryProfile } from './testing/fixtures.js';
import { openEventLog } from './testing/open-event-log.js';
import { verifySession } from './verify-session.js';

let profile: TemporaryProfile;
beforeEach(() => {
  profile = new TemporaryProfile();
});
afterEach(() => profile.remove(), 60_000);

const rules = (findings: readonly { rule: string }[]): string[] => findings.map(({ rule }) => rule);

/** The watermark of the live generation. */
function watermarkOf(dir: string): string {
  const generation = /"log_generation":"([0-9a-f]{32})"/.exec(readFileSync(join(dir, 'events.jsonl'), 'latin1'))?.[1];
  return join(dir, `commit.${generation}.json`);
}

/** Replaces text in the log and lets the watermark commit the result. */
function editLog(dir: string, from: string, to: string): void {
  const log = join(dir, 'events.jsonl');
  const text = readFileSync(log, 'utf8');
  expect(text).toContain(from);
  writeFileSync(log, text.replaceAll(from, to));
  const watermark = readFileSync(watermarkOf(dir), 'utf8');
  writeFileSync(
    watermarkOf(dir),
    watermark.replace(/"through_event_log_bytes":\d+/, `"through_event_log_bytes":${statSync(log).size}`),
  );
}

const IMAGE = 'images/image-1-fcbb56ad14524504.bin';
const HANDLE = 'result-terminal-d755eeaa94759dbe-b6322b390a69b1dc.txt';

describe('names in a log that lead elsewhere', () => {
  for (const locator of [
    '../../../etc/passwd',
    '/etc/passwd',
    'images/../../secret',
    'images/./image-1-fcbb56ad14524504.bin',
  ]) {
    it(`refuses the image locator ${locator} and reads nothing`, async () => {
      writeFileSync(join(profile.root, 'secret'), 'secret');
      const dir = profile.add('image-input');
      editLog(dir, IMAGE, locator);
      const { readable, findings } = await verifySession(dir);
      expect(readable).toMatchObject({ ok: false, error: 'InvalidSessionFormat' });
      expect(rules(findings)).toContain('store/image-locator');
      expect((await openSession(dir)).image(locator)).toMatchObject({
        ok: false,
        finding: { rule: 'store/image-locator' },
      });
    });
  }

  for (const handle of ['../../../../etc/passwd', '/etc/passwd', '..', 'a..b', 'x/y', 'a\\u0000b', 'x'.repeat(200)]) {
    it(`refuses the tool result handle ${handle.slice(0, 30)} with a finding`, async () => {
      const dir = profile.add('result-handle');
      editLog(dir, `"output_handle":"${HANDLE}"`, `"output_handle":"${handle}"`);
      const { readable, findings } = await verifySession(dir);
      expect(readable.ok).toBe(true);
      expect(rules(findings)).toContain('store/handle-invalid');
      expect((await openSession(dir)).toolResult(handle)).toMatchObject({ ok: false });
    });
  }

  it('refuses artifacts outside of the child directories', async () => {
    const session = await openSession(profile.add('plain-text'));
    for (const file of [
      '../x',
      '/etc/passwd',
      'events.jsonl',
      'artifacts/../events.jsonl',
      'artifacts/browser/../../../x',
      '',
    ]) {
      expect(session.artifact(file), file).toMatchObject({ ok: false });
    }
  });
});

describe('links', () => {
  it('follows none, neither to a file nor through a directory', async () => {
    const outside = join(profile.home, 'outside');
    const dir = profile.add('image-input');
    renameSync(join(dir, 'images'), outside);
    symlinkSync(outside, join(dir, 'images'));
    const { readable, findings } = await verifySession(dir);
    expect(readable.ok).toBe(true);
    expect(rules(findings)).toContain('store/path-unsafe');
    expect((await openSession(dir)).image(IMAGE)).toMatchObject({ ok: false, finding: { rule: 'store/path-unsafe' } });
    expect((await openSession(dir)).children().filter(({ file }) => file.startsWith('images/'))).toEqual([]);
  });

  it('is not caught in circles', async () => {
    const dir = profile.add('result-handle');
    rmSync(join(dir, 'tool-results'), { recursive: true });
    symlinkSync('tool-results', join(dir, 'tool-results'));
    symlinkSync('b', join(dir, 'artifacts-a'));
    symlinkSync(dir, join(profile.root, 'circle'));
    rmSync(join(dir, 'display.json'));
    symlinkSync('display.json', join(dir, 'display.json'));
    const { readable, findings } = await verifySession(dir);
    expect(readable.ok).toBe(true);
    expect(rules(findings)).toEqual(expect.arrayContaining(['store/path-unsafe', 'store/display-invalid']));
    expect((await (await SessionsRoot.open(profile.root)).list()).sessions).toHaveLength(1);
  });

  it('refuses a session directory that is a link', async () => {
    const dir = profile.add('plain-text');
    const link = join(profile.root, 'link');
    symlinkSync(dir, link);
    expect((await verifySession(link)).readable).toMatchObject({ ok: false, error: 'SessionPathUnsafe' });
    await expect(openSession(link)).rejects.toMatchObject({ rule: 'store/path-unsafe' });
  });
});

const CONTROL_FILES = [
  'session.json',
  'authority.json',
  'events.jsonl',
  'commit.lock',
  'session.lock',
  'display.json',
  'usage-v2.json',
  'checkpoint.json',
  'commit.pending.json',
  'authority.pending.json',
  'subagent/control.json',
  'images',
  'tool-results/x',
];

describe('pipes and sockets in the place of files', () => {
  for (const file of CONTROL_FILES) {
    it(`does not wait for a pipe called ${file}`, async () => {
      const dir = profile.add('result-handle');
      mkdirSync(join(dir, file, '..'), { recursive: true });
      rmSync(join(dir, file), { recursive: true, force: true });
      execFileSync('mkfifo', [join(dir, file)]);
      const { findings } = await verifySession(dir);
      expect(findings.filter(({ severity }) => severity !== 'info').length).toBeGreaterThan(0);
      const [summary] = (await (await SessionsRoot.open(profile.root)).list()).sessions;
      expect(summary?.dir).toBe(dir);
      const session = await openEventLog(dir);
      for (const read of [
        'read',
        'manifest',
        'authority',
        'watermark',
        'checkpoint',
        'display',
        'usage',
        'children',
      ] as const) {
        session[read]();
      }
    });
  }

  it('does not wait for the pipe of a watermark', async () => {
    const dir = profile.add('plain-text');
    const watermark = watermarkOf(dir);
    rmSync(watermark);
    execFileSync('mkfifo', [watermark]);
    expect((await verifySession(dir)).readable).toMatchObject({ ok: false, error: 'SessionPathUnsafe' });
  });

  it('takes a socket for unsafe', async () => {
    const dir = profile.add('plain-text');
    rmSync(join(dir, 'authority.json'));
    const server = createServer();
    await new Promise<void>((done) => server.listen(join(dir, 'authority.json'), done));
    try {
      expect((await verifySession(dir)).readable).toMatchObject({ ok: false, error: 'SessionPathUnsafe' });
    } finally {
      await new Promise((done) => server.close(done));
    }
  });

  it('passes over pipes in the root itself', async () => {
    profile.add('plain-text');
    execFileSync('mkfifo', [join(profile.root, 'index.json'), join(profile.root, 'pipe')]);
    const root = await SessionsRoot.open(profile.root);
    expect((await root.list()).strays.map(({ kind }) => kind)).toEqual(['other', 'other']);
    expect((await root.listAsFx()).sessions).toHaveLength(1);
  });
});

/** Bytes that this process has read so far, where the system counts them. */
function bytesRead(): number {
  const counters = '/proc/self/io';
  return existsSync(counters) ? Number(/rchar: (\d+)/.exec(readFileSync(counters, 'utf8'))?.[1]) : 0;
}

describe('sizes', () => {
  const huge = 10 * 1024 ** 3;
  /** Files whose loss is a finding; fx makes the others anew without a word, or looks at them only when it lists. */
  const FELT: readonly string[] = ['authority.json', 'display.json'];

  it('reads no more of a sparse file of 10 GB than fx would', async () => {
    const before = bytesRead();
    for (const file of [
      'session.json',
      'authority.json',
      'display.json',
      'usage-v2.json',
      'checkpoint.json',
      'commit.pending.json',
    ]) {
      const dir = profile.add('image-input', `sparse-${file}`);
      // A copy under another id has findings anyway.
      const { findings: known } = await verifySession(dir);
      writeFileSync(join(dir, file), '{', { flag: 'a' });
      truncateSync(join(dir, file), huge);
      const { findings } = await verifySession(dir);
      if (FELT.includes(file))
        expect(
          findings.map(({ message }) => message),
          file,
        ).not.toEqual(known.map(({ message }) => message));
    }
    expect(bytesRead() - before).toBeLessThan(100 * 1024 ** 2);
    const dir = profile.add('image-input');
    truncateSync(join(dir, IMAGE), huge);
    expect(rules((await verifySession(dir)).findings)).toContain('store/artifact-too-large');
    await (await SessionsRoot.open(profile.root)).list();
  });

  it('looks at 8 MiB of a log without a newline, and at nothing behind the watermark', async () => {
    const dir = profile.add('plain-text');
    truncateSync(join(dir, 'events.jsonl'), huge);
    const { readable, resumable } = await verifySession(dir);
    expect(readable.ok).toBe(true);
    expect(resumable.discardsBytes).toBeGreaterThan(huge / 2);
    truncateSync(join(dir, 'events.jsonl'), 0);
    truncateSync(join(dir, 'events.jsonl'), huge);
    expect((await verifySession(dir)).readable).toMatchObject({ ok: false });
  });

  it('believes no size that a document declares', async () => {
    const dir = profile.add('result-handle');
    const watermark = readFileSync(watermarkOf(dir), 'utf8');
    for (const bytes of ['18446744073709551615', '9007199254740993', '18446744073709551616', '-1', '1e9']) {
      writeFileSync(
        watermarkOf(dir),
        watermark.replace(/"through_event_log_bytes":\d+/, `"through_event_log_bytes":${bytes}`),
      );
      expect((await verifySession(dir)).readable, bytes).toMatchObject({ ok: false, error: 'InvalidSessionFormat' });
    }
    writeFileSync(watermarkOf(dir), watermark);
    editLog(dir, '"stored_output_bytes":', '"stored_output_bytes":1844674407370955');
    expect(rules((await verifySession(dir)).findings)).toEqual(
      expect.arrayContaining([expect.stringMatching(/store\/artifact-size|frame|shape/)]),
    );
  });

  it('looks at a bounded part of a crowded directory, as of a root with as many strays', {
    timeout: 120_000,
  }, async () => {
    const entries = isFull ? 100_000 : 20_000;
    const dir = profile.add('result-handle');
    const crowded = join(dir, 'tool-results');
    for (let i = 0; i < entries; i++) closeSync(openSync(join(crowded, `x${i}`), 'w'));
    const { readable, findings } = await verifySession(dir, { maxFindings: 50 });
    expect(readable.ok).toBe(true);
    expect(findings).toHaveLength(51);
    expect(rules(findings)).toContain('store/too-many-entries');
    renameSync(crowded, join(profile.home, 'crowded'));
    const { sessions, strays } = await (await SessionsRoot.open(join(profile.home, 'crowded'))).list();
    expect(sessions).toEqual([]);
    // The tool result of the session is a stray there, too.
    expect(strays).toHaveLength(entries + 1);
  });

  it('survives a manifest and a child record that are nested a million deep', async () => {
    const dir = profile.add('plain-text');
    writeFileSync(join(dir, 'subagent/control.json'), '['.repeat(500_000), { mode: 0o600 });
    writeFileSync(join(dir, 'session.json'), `{"a":${'['.repeat(60_000)}`);
    expect((await verifySession(dir)).resumable).toMatchObject({ ok: false, error: 'InvalidControlRecord' });
  });
});

/** Runs as a user without privileges, whoever runs the tests. */
async function unprivileged<T>(action: () => Promise<T>): Promise<T> {
  const uid = process.geteuid?.();
  if (uid === 0) process.seteuid?.(65_534);
  try {
    return await action();
  } finally {
    if (uid === 0) process.seteuid?.(0);
  }
}

describe('files without permission', () => {
  it('neither throws nor hides the others, where the system refuses', async () => {
    const closed = profile.add('plain-text');
    const partly = profile.add('multi-turn');
    const open = profile.add('image-input');
    for (const path of [profile.home, profile.root, partly, open, join(open, 'images'), join(open, 'subagent')])
      chmodSync(path, 0o755);
    for (const name of readdirSync(open)) if (name.includes('.')) chmodSync(join(open, name), 0o644);
    for (const name of readdirSync(partly))
      if (name.includes('.')) chmodSync(join(partly, name), name === 'events.jsonl' ? 0o000 : 0o644);
    chmodSync(closed, 0o000);
    await unprivileged(async () => {
      const root = await SessionsRoot.open(profile.root);
      const health = Object.fromEntries((await root.list()).sessions.map((session) => [session.dir, session.health]));
      expect(health[closed]).toBe('unreadable');
      expect(Object.keys(health)).toHaveLength(3);
      expect((await root.listAsFx()).skippedInvalid).toBe(1);
      expect((await verifySession(closed)).readable).toMatchObject({ ok: false, error: 'AccessDenied' });
      expect((await verifySession(partly)).findings[0]).toMatchObject({ severity: 'error', fxError: 'AccessDenied' });
      expect((await openSession(partly)).read()).toMatchObject({ ok: false });
      const { readable, committed } = await verifySession(open);
      expect(readable.error).toBe('PrivateStatePermissionsUnsupported');
      expect(committed?.seq).toBe(13);
    });
    chmodSync(closed, 0o700);
  });

  it('judges by the mode, also where a privileged user could read on', async () => {
    const dir = profile.add('plain-text');
    chmodSync(join(dir, 'authority.json'), 0o000);
    expect((await verifySession(dir)).readable).toMatchObject({ ok: false, error: 'AccessDenied' });
    chmodSync(join(dir, 'authority.json'), 0o600);
    chmodSync(join(dir, 'events.jsonl'), 0o200);
    expect((await verifySession(dir)).readable).toMatchObject({ ok: false, error: 'AccessDenied' });
    chmodSync(join(dir, 'events.jsonl'), 0o600);
    chmodSync(dir, 0o000);
    expect((await verifySession(dir)).readable).toMatchObject({ ok: false, error: 'AccessDenied' });
    chmodSync(dir, 0o700);
  });
});
