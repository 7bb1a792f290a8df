import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifySession } from '@fxlog/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NEWER, setModes } from '../testing/newer-fixtures.js';
import { runInProcess } from '../testing/run-in-process.js';

const FOLDER = join(NEWER, 'conversation-log');
const SECRET = 'ghp_aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5';
/** A word that no format and no other text has. */
const WORD = 'quillwortberry';

const SHAPES = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => [name, readdirSync(join(FOLDER, name))[0] ?? ''] as const);

/** Sessions with a turn that no line ends. */
const RUNNING: ReadonlySet<string> = new Set(['open-after-checkpoint', 'running-turn']);

/** Members that hold what was said or put out, or the name of a file. */
const TEXTS: ReadonlySet<string> = new Set([
  'text',
  'preview',
  'partial_text',
  'summary',
  'provider_result',
  'previous_content',
  'after_content',
  'path',
  'new_path',
  'permission_feedback',
]);

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'fxlog-rewriting-newer-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const run = (...argv: string[]) => runInProcess(argv, { env: { HOME: home }, cwd: home });

/** A value with a text in front of every text in it. */
function planted(value: unknown, key: string, text: string): unknown {
  if (typeof value === 'string') {
    if (key === 'arguments_json' && value.startsWith('{"')) return `{"note":${JSON.stringify(text)},${value.slice(1)}`;
    if (!TEXTS.has(key) || value === '') return value;
    return value.startsWith('/') ? `/${text}${value}` : `${text} ${value}`;
  }
  if (Array.isArray(value)) return value.map((item) => planted(item, key, text));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, planted(member, name, text)]));
}

/** Lays out a fixture with a text in front of everything that is text in it. */
function layOut(shape: string, id: string, text: string): string {
  const dir = join(mkdtempSync(join(home, 'source-')), id);
  cpSync(join(FOLDER, shape, id), dir, { recursive: true });
  const log = join(dir, 'events.jsonl');
  const lines = readFileSync(log, 'utf8').split('\n');
  const changed = lines.map((line) => {
    try {
      return JSON.stringify(planted(JSON.parse(line), '', text));
    } catch {
      return line;
    }
  });
  writeFileSync(log, changed.join('\n'));
  const manifest = JSON.parse(readFileSync(join(dir, 'session.json'), 'utf8'));
  writeFileSync(join(dir, 'session.json'), JSON.stringify({ ...manifest, title: `${text} title` }));
  for (const file of filesOf(dir)) {
    if (/^tool-results\/.*\.txt$/.test(file))
      writeFileSync(join(dir, file), `${text} ${readFileSync(join(dir, file))}`);
  }
  setModes(dir);
  return dir;
}

function filesOf(dir: string): string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(dir, name)).isFile());
}

/** The names and the bytes of every file below a directory. */
function contentOf(dir: string): string {
  return filesOf(dir)
    .map((name) => `${name}\n${readFileSync(join(dir, name), 'latin1')}`)
    .join('\n');
}

describe.each(['conversation-log', 'sessions-v2'])('a session of %s', (dialect) => {
  describe.each([
    ['redact', SECRET],
    ['fixture', WORD],
  ])('%s', (command, text) => {
    it.each(SHAPES)('leaves nothing of what was planted in %s, and fx goes on with the copy', async (shape, id) => {
      let dir = layOut(shape, id, text);
      if (dialect !== 'conversation-log') {
        const folder = mkdtempSync(join(home, 'converted-'));
        await run('convert', dir, '--to', 'fx', '--dialect', dialect, '-o', folder);
        dir = join(folder, 'v2', id);
        expect(contentOf(dir)).toContain(text);
      }
      const out = mkdtempSync(join(home, 'out-'));
      const { code, stdout } = await run(command, dir, '-o', out, '--json');
      expect(code).toBe(0);
      const { path } = JSON.parse(stdout) as { path: string };
      expect(contentOf(out)).not.toContain(text);
      const { format, readable, resumable, findings } = await verifySession(path);
      expect([format, readable.ok, resumable.ok]).toEqual([dialect, true, true]);
      expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
      const before = (await verifySession(dir)).readable.turns ?? 0;
      // A turn that was under way is written as one that failed.
      const isRunning = dialect === 'conversation-log' && RUNNING.has(shape);
      expect(readable.turns).toBe(isRunning ? before + 1 : before);
    });
  });
});

describe('fxlog rewrite of a newer format', () => {
  const SESSIONS = [
    ['conversation-log/tool-call', '', 'orchard_0002'],
    ['sessions-v2/images', 'v2', 'orchard_0957'],
  ] as const;

  it.each(SESSIONS)('moves %s to another workspace, in its place or as a copy', async (shape, below, id) => {
    const dir = join(mkdtempSync(join(home, 'move-')), 'sessions', below, id);
    cpSync(join(NEWER, shape, below, id), dir, { recursive: true });
    setModes(dir);
    const copy = await run('rewrite', dir, '--rebind', '/home/ann/copy', '-o', `${dir}-out`, '--json');
    expect(copy.code, copy.stderr).toBe(0);
    const said = JSON.parse(copy.stdout) as { dir: string };
    expect(said).toMatchObject({ kind: 'rewrite', change: 'rebind', changed: true, keptCopy: null, generation: null });
    expect(await verifySession(said.dir)).toMatchObject({ listed: { workspaceRoot: '/home/ann/copy' } });
    const done = await run('rewrite', dir, '--rebind', '/home/ann/new');
    expect(done.code, done.stderr).toBe(0);
    expect(done.stdout).toContain('now in /home/ann/new');
    const verdict = await verifySession(dir);
    expect(verdict).toMatchObject({ listed: { workspaceRoot: '/home/ann/new' }, resumable: { ok: true } });
    expect((await run('rewrite', dir, '--rebind', '/home/ann/new')).stderr).toContain('nothing to change');
  });

  it.each(SESSIONS)('says of %s what can be done where there is nothing to compact', async (shape, below, id) => {
    const path = join(NEWER, shape, below, id);
    for (const option of ['--compact', '--drop-checkpoints']) {
      const { code, stderr } = await run('rewrite', path, option, '-o', 'compact');
      expect(code).toBe(1);
      expect(stderr).toContain('a session that keeps an event log only');
      expect(stderr).toContain('fxlog rules change/format');
    }
  });
});
