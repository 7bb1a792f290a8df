/** Sessions of the newer formats that lead elsewhere, or hold what nobody can read to its end: whatever is done with them. */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readConversation } from '@fxlog/assembler';
import { FxlogError } from '@fxlog/format';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isFull } from '../../../test/runs.js';
import { copySession } from './copy/copy-session.js';
import { repairSession } from './repair/repair-session.js';
import { SessionsRoot } from './root/sessions-root.js';
import { openSession } from './session.js';
import { NEWER, setModes, TemporaryProfile } from './testing/fixtures.js';
import { removeSession } from './trash/remove-session.js';
import { verifySession } from './verify-session.js';

const CANARY = 'what-lies-outside-is-nobodys-business';

let profile: TemporaryProfile;
let outside: string;
beforeEach(() => {
  profile = new TemporaryProfile();
  outside = join(profile.home, 'outside');
  mkdirSync(outside);
  for (const name of ['secret', 'result-shell-a.txt']) writeFileSync(join(outside, name), CANARY);
});
afterEach(() => profile.remove());

interface Format {
  readonly path: string;
  readonly below: string;
  readonly log: string;
  readonly lock: string;
  /** Small files that it may have. */
  readonly files: readonly string[];
  /** Folders of what its lines name. */
  readonly folders: readonly string[];
}

const CONVERSATION: Format = {
  path: 'conversation-log/parallel-calls/orchard_0003',
  below: '',
  log: 'events.jsonl',
  lock: 'session.lock',
  files: [
    'session.json',
    'permissions.json',
    'usage-v2.json',
    'recovery.json',
    'subagent/children.json',
    'display.json',
  ],
  folders: ['tool-results', 'images', 'logs', 'subagent'],
};
const STORE: Format = {
  path: 'sessions-v2/moved-files/v2/orchard_0965',
  below: 'v2',
  log: 'log.jsonl',
  lock: 'lock',
  files: ['../index.jsonl'],
  folders: ['blobs'],
};

function layOut({ path, below }: Format): string {
  const dir = join(profile.root, below, basename(path));
  cpSync(join(NEWER, path), dir, { recursive: true });
  setModes(dir);
  return dir;
}

/** Everything below a directory that is not a session, for comparing. */
function lookAt(dir: string): string {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const stat = statSync(join(dir, name));
      return `${name} ${stat.mode} ${stat.mtimeMs} ${stat.isFile() ? readFileSync(join(dir, name), 'latin1') : ''}`;
    })
    .join('\n');
}

/** The error of some work, which has to be one of ours; null where there is none. */
async function refusalOf(work: Promise<unknown>): Promise<FxlogError | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof FxlogError) return error;
    throw error;
  }
}

/** Does with a session whatever can be done with one. Nothing from outside may come out, and nothing there may change. */
async function tryEverything(dir: string): Promise<void> {
  const before = lookAt(outside);
  const said: unknown[] = [];
  said.push(await verifySession(dir));
  said.push(await (await SessionsRoot.open(profile.root)).list());
  said.push(
    await refusalOf(
      (async () => {
        const session = await openSession(dir);
        said.push(session.display(), session.usage(), session.child(), session.children(), session.facts());
        const log = session.read();
        if (!log.ok) return;
        for await (const items of readConversation(log.source, { ...log, mode: 'lenient' })) said.push(items);
        for (const { file } of session.children())
          said.push(Buffer.from(session.attachment(file) ?? '').toString('latin1'));
      })(),
    ),
  );
  const root = join(profile.home, 'copies', 'sessions');
  said.push(await refusalOf(copySession(dir, { root })));
  said.push(await refusalOf(repairSession(dir, { folder: join(profile.home, 'repaired') })));
  said.push(await refusalOf(repairSession(dir, null, { inPlace: true })));
  if (existsSync(dir)) said.push(await refusalOf(removeSession(dirname(dir), basename(dir), { timeoutMs: 100 })));
  const told = JSON.stringify(said, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  expect(told).not.toContain(CANARY);
  for (const made of ['copies', 'repaired'].map((name) => join(profile.home, name)).filter(existsSync)) {
    expect(lookAt(made)).not.toContain(CANARY);
  }
  expect(lookAt(outside)).toBe(before);
}

describe.each([
  ['conversation log', CONVERSATION],
  ['session of the newer store', STORE],
])('a %s', (_, format) => {
  const places = [format.log, format.lock, ...format.files];

  it.each(places)('with a link in the place of %s leads nobody out', async (file) => {
    const dir = layOut(format);
    rmSync(join(dir, file), { force: true });
    mkdirSync(dirname(join(dir, file)), { recursive: true, mode: 0o700 });
    symlinkSync(join(outside, 'secret'), join(dir, file));
    await tryEverything(dir);
  });

  it.each(places)('with a pipe in the place of %s keeps nobody waiting', async (file) => {
    const dir = layOut(format);
    rmSync(join(dir, file), { force: true });
    mkdirSync(dirname(join(dir, file)), { recursive: true, mode: 0o700 });
    execFileSync('mkfifo', [join(dir, file)]);
    await tryEverything(dir);
  });

  it.each(places)('with a directory in the place of %s is no trouble', async (file) => {
    const dir = layOut(format);
    rmSync(join(dir, file), { force: true });
    mkdirSync(join(dir, file), { recursive: true, mode: 0o700 });
    await tryEverything(dir);
  });

  it.each(format.folders)('with a link in the place of the folder %s leads nobody out', async (folder) => {
    const dir = layOut(format);
    const names = existsSync(join(dir, folder)) ? readdirSync(join(dir, folder)) : [];
    for (const name of names) writeFileSync(join(outside, name), CANARY);
    rmSync(join(dir, folder), { recursive: true, force: true });
    symlinkSync(outside, join(dir, folder));
    await tryEverything(dir);
  });

  it.each(format.folders)('with links and pipes for the files of %s leads nobody out', async (folder) => {
    const dir = layOut(format);
    const names = existsSync(join(dir, folder)) ? readdirSync(join(dir, folder)) : ['x'];
    rmSync(join(dir, folder), { recursive: true, force: true });
    mkdirSync(join(dir, folder), { mode: 0o700 });
    for (const [index, name] of names.entries()) {
      if (index % 2 === 0) symlinkSync(join(outside, 'secret'), join(dir, folder, name));
      else execFileSync('mkfifo', [join(dir, folder, name)]);
    }
    await tryEverything(dir);
  });

  it('that is a link itself is refused', async () => {
    const dir = layOut(format);
    cpSync(dir, join(outside, 'session'), { recursive: true });
    rmSync(dir, { recursive: true });
    symlinkSync(join(outside, 'session'), dir);
    const before = lookAt(outside);
    expect(await refusalOf(openSession(dir))).not.toBeNull();
    expect(await refusalOf(copySession(dir, { root: join(profile.home, 'copies', 'sessions') }))).not.toBeNull();
    expect(await refusalOf(repairSession(dir, { folder: join(profile.home, 'repaired') }))).not.toBeNull();
    expect(await refusalOf(removeSession(dirname(dir), basename(dir)))).not.toBeNull();
    expect(lookAt(outside)).toBe(before);
  });
});

describe('a name in a line that leads elsewhere', () => {
  const NAMES = ['../../outside/secret', '/etc/passwd', '..', '.', 'a/../../../outside/secret', '\0', 'x'.repeat(300)];

  it.each(NAMES)('%j names no file', async (name) => {
    const dir = layOut(CONVERSATION);
    const log = join(dir, 'events.jsonl');
    const text = readFileSync(log, 'utf8').replace(
      /"artifact_ref":"[^"]*"/g,
      () => `"artifact_ref":${JSON.stringify(name)}`,
    );
    expect(text).toContain(JSON.stringify(name));
    writeFileSync(log, text);
    const session = await openSession(dir);
    for (const asked of [
      session.toolResult(name),
      session.commandReplay(name),
      session.image(name),
      session.artifact(name),
    ]) {
      expect(asked.ok).toBe(false);
    }
    expect(session.attachment(`tool-results/${name}`)).toBeNull();
    await tryEverything(dir);
  });

  it.each(NAMES)('%j is nothing that a store has moved', async (name) => {
    const dir = layOut(STORE);
    const session = await openSession(dir);
    for (const asked of [
      session.toolResult(name),
      session.commandReplay(name),
      session.image(name),
      session.artifact(name),
    ]) {
      expect(asked.ok).toBe(false);
    }
    const log = session.read();
    if (!log.ok) throw new Error(log.finding.message);
    expect(log.readBlob?.(`blobs/${name}`) ?? null).toBeNull();
    expect(log.readBlob?.(name) ?? null).toBeNull();
  });
});

it('with more blobs than most sessions have lines is repaired, and a tree that never ends is not', {
  timeout: 600_000,
}, async () => {
  const dir = layOut(STORE);
  const blobs = join(dir, 'blobs');
  const count = isFull ? 100_000 : 2000;
  for (let index = 0; index < count; index++) {
    closeSync(openSync(join(blobs, index.toString(16).padStart(64, '0')), 'w', 0o400));
  }
  appendFileSync(join(dir, 'log.jsonl'), 'torn');
  const planned = await repairSession(dir, null, { dryRun: true });
  expect(planned).toMatchObject({ status: 'would-repair', log: { quarantinedBytes: 4 } });
  const deep = join(dir, Array.from({ length: 40 }, () => 'd').join('/'));
  mkdirSync(deep, { recursive: true });
  writeFileSync(join(deep, 'x'), '');
  expect((await refusalOf(repairSession(dir, null, { dryRun: true })))?.rule).toBe('repair/too-large');
});
