import {
  appendFileSync,
  chmodSync,
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { encodeLine, nameOfBlob } from '@fxlog/format/internal';
import { afterAll, describe, expect, it } from 'vitest';
import { doctorReport } from '../../doctor/doctor-report.js';
import { SessionsRoot } from '../../root/sessions-root.js';
import { openSession } from '../../session.js';
import { SessionDirectory } from '../../session-directory.js';
import { verifySession } from '../../verify-session.js';
import { sessionsV2 } from './index.js';

const NEWER = fileURLToPath(new URL('../../../../../test-fixtures/newer/', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'fxlog-v2-'));
afterAll(() => rmSync(home, { recursive: true }));

interface Row {
  readonly format: string;
  readonly shape: string;
  readonly id: string;
  readonly scan: string;
  readonly open: string;
  readonly verify: string;
  readonly history: string;
  readonly recover: string;
}

/** The directories, with what the parts of fx said about each log. */
const ROWS = readFileSync(join(NEWER, 'index.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Row)
  .filter(({ format }) => format === 'sessions-v2');

let copies = 0;

/** A sessions root with a copy of a store, and the modes that fx gives. */
function rootOf(shape: string): string {
  copies += 1;
  const root = join(home, String(copies), 'sessions');
  mkdirSync(root, { recursive: true, mode: 0o700 });
  cpSync(join(NEWER, 'sessions-v2', shape), root, { recursive: true });
  for (const entry of readdirSync(join(root, 'v2'), { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const dir = join(root, 'v2', entry.name);
    mkdirSync(join(dir, 'blobs'), { recursive: true });
    for (const name of ['', 'blobs']) chmodSync(join(dir, name), 0o700);
    for (const name of ['log.jsonl', 'lock']) chmodSync(join(dir, name), 0o600);
    for (const name of readdirSync(join(dir, 'blobs'))) chmodSync(join(dir, 'blobs', name), 0o400);
  }
  return root;
}

const dirOf = (shape: string, id: string): string => join(rootOf(shape), 'v2', id);
const summaryOf = (dir: string) => sessionsV2.summarize(new SessionDirectory(dir));

/** What of the conversation counts for a listing, by reading the logs. */
const TURNS: Readonly<Record<string, number | null>> = {
  ordinary: 2,
  crashed: 0,
  interrupted: 2,
  compacted: 2,
  fork: 2,
  child: 1,
  'torn-tail': 1,
  'corrupt-middle': null,
};

describe('a session of the store v2', () => {
  it.each(ROWS.map((row) => [`${row.shape}/${row.id}`, row] as const))(
    'is judged as fx judges it: %s',
    async (_path, row) => {
      const dir = dirOf(row.shape, row.id);
      const { format, readable, resumable, recoverable, findings } = await verifySession(dir);
      expect(format).toBe('sessions-v2');
      expect(readable.ok).toBe(row.history.startsWith('accept'));
      if (readable.ok) expect(readable.turns).toBe(Number(row.history.replace('accept ', '')));
      // A child is opened by its parent.
      expect(resumable.ok).toBe(row.open.startsWith('accept'));
      expect(resumable.error ?? '').toBe(row.open.startsWith('accept') ? '' : row.open.replace('reject ', ''));
      expect(recoverable).toMatchObject(row.recover === 'ok' ? { ok: true } : { ok: false, error: row.recover });
      const badBlobs = findings.filter(
        ({ rule, severity }) => rule === 'sessions-v2/blob-missing' && severity === 'error',
      );
      expect(row.verify).toContain(`${badBlobs.filter(({ seq }) => seq !== undefined).length} bad blobs`);
      const isSound = row.scan === 'clean' && readable.ok;
      expect(findings.some(({ severity }) => severity === 'error')).toBe(!isSound && row.scan !== 'torn');
      if (isSound) expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
    },
  );

  it.each(Object.entries(TURNS))('is summarised from the end of its log: %s', async (shape, turns) => {
    const row = ROWS.find((one) => one.shape === shape);
    const summary = summaryOf(dirOf(shape, row?.id ?? ''));
    expect(summary).toMatchObject({
      format: 'sessions-v2',
      turns,
      workspaceRoot: '/orchard',
      originWorkspaceRoot: '/orchard',
      model: 'orchard/apple-1',
      provider: 'gateway',
      effort: 'auto',
      createdAtMs: 1_790_000_000_010,
      logFile: 'log.jsonl',
    });
    expect(summary.health).toBe(shape === 'corrupt-middle' ? 'unreadable' : shape === 'torn-tail' ? 'warning' : 'ok');
  });

  it('has the title, the language and the time that its last lines give', () => {
    expect(summaryOf(dirOf('ordinary', 'orchard_0950'))).toMatchObject({
      title: 'Crates',
      conversationLanguage: 'en',
      updatedAtMs: 1_790_000_000_150,
    });
  });

  it('is summarised from its newest snapshot, however long the log is, and the same as from its beginning', () => {
    const dir = dirOf('ordinary', 'orchard_0950');
    const log = longLog('orchard_0950', 400);
    writeFileSync(join(dir, 'log.jsonl'), log);
    const { id: _, ...summary } = summaryOf(dir);
    expect(summary).toMatchObject({ turns: 400, title: 'Title 399', model: 'm', health: 'ok', logBytes: log.length });
    // Damage before the snapshot goes unnoticed there, as it does when fx opens the session.
    log[20_000] = 0;
    writeFileSync(join(dir, 'log.jsonl'), log);
    expect(summaryOf(dir)).toMatchObject({ turns: 400, health: 'ok' });
  });

  it('says where a log is damaged, which blob is missing, and where a line was cut off', async () => {
    const damaged = await verifySession(dirOf('corrupt-middle', 'orchard_0963'));
    expect(damaged.findings).toContainEqual(
      expect.objectContaining({ severity: 'error', file: 'log.jsonl', offset: expect.any(Number), fxError: 'Corrupt' }),
    );
    const blobless = dirOf('blob-missing', 'orchard_0964');
    const log = readFileSync(join(blobless, 'log.jsonl'));
    const { findings } = await verifySession(blobless);
    const missing = findings.find(({ rule, seq }) => rule === 'sessions-v2/blob-missing' && seq !== undefined);
    const line = log.subarray(missing?.offset ?? -1);
    expect(String(line.subarray(0, line.indexOf(0x0a)))).toContain(`"seq":${missing?.seq},`);
    expect(missing?.message).toContain(/"blobs":\["([0-9a-f]{64})"/.exec(String(line))?.[1] ?? 'none');
    const torn = await verifySession(dirOf('torn-tail', 'orchard_0962'));
    expect(torn.findings).toContainEqual(expect.objectContaining({ rule: 'sessions-v2/torn', severity: 'warning' }));
  });

  it('is a child where its first line says so, and then fx does not list it', async () => {
    const dir = dirOf('child', 'orchard_0961');
    expect(summaryOf(dir).child).toEqual({ parentId: 'orchard_0960', mode: null, permissionMode: null });
    expect((await verifySession(dir)).listed).toMatchObject({ ok: false, error: 'ChildSession' });
    const [parent, ...others] = await (await SessionsRoot.open(join(dir, '../..'))).tree();
    expect(others).toEqual([]);
    expect(parent?.children.map(({ summary }) => summary.id)).toEqual(['orchard_0961']);
  });

  it('shows the turn that has no end', async () => {
    const { findings, resumable } = await verifySession(dirOf('crashed', 'orchard_0952'));
    expect(findings.map(({ rule }) => rule)).toEqual(['sessions-v2/unfinished-turn']);
    expect(resumable.reason).toContain('turn_interrupted');
  });

  it('gives its log, its title and the outputs of its tools, by hash and by the name that they had before', async () => {
    const session = await openSession(dirOf('tool-call', 'orchard_0951'));
    expect(session.read()).toMatchObject({ ok: true, file: 'log.jsonl', end: undefined, findings: [] });
    const [name = ''] = session.children().map(({ file }) => file.replace('blobs/', ''));
    expect(session.artifact(`blobs/${name}`)).toMatchObject({ ok: true });
    expect(session.toolResult(`${name}.txt`)).toMatchObject({ ok: true, file: `blobs/${name}` });
    const moved = await openSession(dirOf('moved-files', 'orchard_0965'));
    const output = moved.toolResult('result-shell-a.txt');
    expect(output.ok && Buffer.from(output.bytes).toString()).toBe('apples\npears\nplums\n');
    expect(moved.attachment('tool-results/result-shell-a.txt')).not.toBeNull();
    const titled = await openSession(dirOf('ordinary', 'orchard_0950'));
    expect(titled.display()).toMatchObject({ state: 'present', value: { title: 'Crates' } });
    expect(moved.display()).toMatchObject({ state: 'absent' });
  });

  it('ends before a line that was cut off', async () => {
    const dir = dirOf('torn-tail', 'orchard_0962');
    const log = readFileSync(join(dir, 'log.jsonl'));
    const read = (await openSession(dir)).read();
    expect(read).toMatchObject({ ok: true, end: log.lastIndexOf(0x0a) + 1 });
  });

  it('has the usage that was set last', async () => {
    const dir = dirOf('ordinary', 'orchard_0950');
    expect((await openSession(dir)).usage()).toMatchObject({ state: 'absent' });
    const usage = readFileSync(join(NEWER, 'conversation-log/tool-call/orchard_0002/usage-v2.json'), 'utf8');
    const { snapshot } = JSON.parse(usage) as { snapshot: object };
    for (const [seq, input_tokens] of [
      [16, 7],
      [17, 9],
    ] as const) {
      const value = Buffer.from(JSON.stringify({ at_ms: 1, snapshot: { ...snapshot, input_tokens } }));
      appendFileSync(join(dir, 'log.jsonl'), encodeLine(line(seq, { kind: 'set', key: 'usage', value, blobs: null })));
    }
    expect((await openSession(dir)).usage()).toMatchObject({
      state: 'present',
      value: { snapshot: { input_tokens: 9 } },
    });
  });

  it('is believed before the catalogue of the store', async () => {
    const dir = dirOf('ordinary', 'orchard_0950');
    expect((await verifySession(dir)).findings).toEqual([]);
    const value = Buffer.from('"Orchard"');
    appendFileSync(join(dir, 'log.jsonl'), encodeLine(line(16, { kind: 'set', key: 'title', value, blobs: null })));
    expect(summaryOf(dir).title).toBe('Orchard');
    const { findings } = await verifySession(dir);
    expect(findings).toMatchObject([{ rule: 'sessions-v2/catalogue-differs', severity: 'info' }]);
  });
});

describe('a root with a store v2', () => {
  it('lists its sessions beside the others, and none that never began', async () => {
    const root = join(home, 'mixed');
    cpSync(join(NEWER, 'mixed-root/sessions'), root, { recursive: true });
    const { sessions } = await (await SessionsRoot.open(root)).list();
    expect(sessions.map(({ format }) => format).filter((format) => format === 'sessions-v2')).toEqual([]);
    cpSync(join(NEWER, 'sessions-v2/ordinary/v2'), join(root, 'v2'), { recursive: true });
    for (const name of ['.tmp', '.trash']) {
      cpSync(join(NEWER, 'sessions-v2/ordinary/v2/orchard_0950'), join(root, 'v2', name, 'orchard_0950'), {
        recursive: true,
      });
    }
    mkdirSync(join(root, 'v2/orchard_0001'));
    const listing = await (await SessionsRoot.open(root)).list();
    expect(listing.sessions.filter(({ format }) => format === 'sessions-v2').map(({ id }) => id)).toEqual([
      'orchard_0950',
    ]);
  });

  it('does not count a session with settings and no turn', async () => {
    const root = rootOf('ordinary');
    const log = readFileSync(join(root, 'v2/orchard_0950/log.jsonl'), 'utf8').split('\n');
    writeFileSync(join(root, 'v2/orchard_0950/log.jsonl'), `${log.slice(0, 3).join('\n')}\n`);
    expect((await (await SessionsRoot.open(root)).list()).sessions).toEqual([]);
    writeFileSync(join(root, 'v2/orchard_0950/log.jsonl'), `${log.slice(0, 4).join('\n')}\n`);
    expect((await (await SessionsRoot.open(root)).list()).sessions).toHaveLength(1);
  });

  it('is looked through by the doctor', async () => {
    const root = await SessionsRoot.open(rootOf('ordinary'));
    expect((await doctorReport(root)).counts).toMatchObject({ healthy: 1, foreign: 0, damaged: 0 });
    const damaged = await SessionsRoot.open(rootOf('corrupt-middle'));
    const { counts, advice } = await doctorReport(damaged);
    expect(counts).toMatchObject({ damaged: 1 });
    // What is not repaired here is not advised to be.
    expect(advice.map(({ command }) => command?.[0])).toEqual(['verify']);
  });
});

describe('a hostile store v2', () => {
  it('gives nothing that lies outside of it', async () => {
    const dir = dirOf('tool-call', 'orchard_0951');
    writeFileSync(join(home, 'secret'), 'secret');
    const session = await openSession(dir);
    for (const name of [
      '../log.jsonl',
      '../../../secret',
      'blobs/../log.jsonl',
      'blobs/../../../../secret',
      '/etc/passwd',
    ]) {
      expect(session.artifact(name)).toMatchObject({ ok: false });
      expect(session.toolResult(name)).toMatchObject({ ok: false });
      expect(session.image(name)).toMatchObject({ ok: false });
      expect(session.attachment(name)).toBeNull();
    }
  });

  it('follows no link in the place of a blob, of its directory or of the log', async () => {
    const dir = dirOf('tool-call', 'orchard_0951');
    const [name = ''] = readdirSync(join(dir, 'blobs'));
    const blob = join(dir, 'blobs', name);
    renameSync(blob, join(home, 'moved'));
    symlinkSync(join(home, 'moved'), blob);
    expect((await openSession(dir)).artifact(`blobs/${name}`)).toMatchObject({ ok: false });
    expect((await verifySession(dir)).findings.map(({ rule }) => rule)).toContain('store/path-unsafe');
    rmSync(blob);
    linkSync(join(home, 'moved'), blob);
    // A second name for the same bytes is no way out: what is in it is checked.
    expect((await openSession(dir)).artifact(`blobs/${name}`)).toMatchObject({ ok: true });
    rmSync(blob);
    rmSync(join(dir, 'blobs'), { recursive: true });
    mkdirSync(join(home, 'elsewhere'));
    renameSync(join(home, 'moved'), join(home, 'elsewhere', name));
    symlinkSync(join(home, 'elsewhere'), join(dir, 'blobs'));
    expect((await openSession(dir)).artifact(`blobs/${name}`)).toMatchObject({ ok: false });
    expect((await openSession(dir)).children()).toEqual([]);
    expect((await verifySession(dir)).findings.map(({ rule }) => rule)).toContain('store/path-unsafe');
    renameSync(join(dir, 'log.jsonl'), join(home, 'log'));
    symlinkSync(join(home, 'log'), join(dir, 'log.jsonl'));
    expect((await (await SessionsRoot.open(join(dir, '../..'))).list()).sessions).toEqual([]);
  });

  it('is not believed about what is in a blob', async () => {
    const dir = dirOf('tool-call', 'orchard_0951');
    const [name = ''] = readdirSync(join(dir, 'blobs'));
    chmodSync(join(dir, 'blobs', name), 0o600);
    writeFileSync(join(dir, 'blobs', name), 'something else');
    chmodSync(join(dir, 'blobs', name), 0o400);
    expect((await openSession(dir)).artifact(`blobs/${name}`)).toMatchObject({
      ok: false,
      finding: { rule: 'sessions-v2/blob-altered' },
    });
    expect((await verifySession(dir)).findings.map(({ rule }) => rule)).toContain('sessions-v2/blob-altered');
    // Who does not want digests checked is told whether it is there.
    const quick = await verifySession(dir, { checkDigests: false });
    expect(quick.findings.map(({ rule }) => rule)).not.toContain('sessions-v2/blob-altered');
  });

  it('may have many blobs, empty lines, or a line without an end', async () => {
    const dir = dirOf('ordinary', 'orchard_0950');
    for (let i = 0; i < 2000; i++)
      writeFileSync(join(dir, 'blobs', nameOfBlob(Buffer.from(String(i)))), String(i), { mode: 0o400 });
    expect((await verifySession(dir)).findings).toEqual([]);
    appendFileSync(join(dir, 'log.jsonl'), Buffer.alloc(9_000_000, 0x20));
    expect((await verifySession(dir)).findings.map(({ rule }) => rule)).toContain('sessions-v2/torn');
    expect(summaryOf(dir)).toMatchObject({ turns: 2, title: 'Crates', health: 'warning' });
    truncateSync(join(dir, 'log.jsonl'), 0);
    const { readable, resumable } = await verifySession(dir);
    expect([readable.ok, resumable.ok]).toEqual([true, false]);
    writeFileSync(join(dir, 'log.jsonl'), '\n\n\n');
    expect(summaryOf(dir).health).toBe('unreadable');
  });
});

type Line = Parameters<typeof encodeLine>[0];

function line(seq: number, body: object): Line {
  return { seq, timestampMs: 1_790_000_001_000 + seq, body } as unknown as Line;
}

/** A log with so many turns, and a snapshot near its end. */
function longLog(id: string, turns: number): Buffer {
  const lines: Uint8Array[] = [];
  const add = (body: object) => lines.push(encodeLine(line(lines.length + 1, body)));
  add({
    kind: 'session_created',
    id,
    workspace: '/orchard',
    role: 'root',
    host: 'app',
    parent: null,
    forked_from: null,
  });
  const prefs = Buffer.from('{"provider":"gateway","model":"m","effort":"auto","fast_mode":false}');
  add({ kind: 'set', key: 'prefs', value: prefs, blobs: null });
  for (let turn = 1; turn <= turns; turn++) {
    if (turn === turns - 10) {
      const state = {
        open_turn: null,
        last_turn: turn - 1,
        committed: turn - 1,
        interrupted: 0,
        last_interrupted: null,
        prefs: JSON.parse(String(prefs)),
        children: [],
        last_compaction_seq: null,
        compaction_offset: null,
      };
      add({
        kind: 'snapshot',
        covers_seq: lines.length,
        state: Buffer.from(JSON.stringify(state)),
        compaction_offset: null,
      });
    }
    add({ kind: 'turn_started', turn });
    const text = 'x'.repeat(2000);
    add({ kind: 'item', turn, type: 'user', data: Buffer.from(JSON.stringify({ text })), blobs: null });
    add({ kind: 'turn_committed', turn });
    if (turn < turns) add({ kind: 'set', key: 'title', value: Buffer.from(`"Title ${turn}"`), blobs: null });
  }
  return Buffer.concat(lines);
}
