import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { openSession } from '../../session.js';
import { SessionDirectory } from '../../session-directory.js';
import { setModes } from '../../testing/fixtures.js';
import { verifySession } from '../../verify-session.js';
import { conversationLog } from './index.js';

const NEWER = fileURLToPath(new URL('../../../../../test-fixtures/newer/', import.meta.url));
const LOGS = join(NEWER, 'conversation-log');
const home = mkdtempSync(join(tmpdir(), 'fxlog-conversation-'));
afterAll(() => rmSync(home, { recursive: true }));

interface Row {
  readonly format: string;
  readonly shape: string;
  readonly id: string;
  readonly open: string;
  readonly read: string;
  readonly recover: string;
}

/** The directories, with what the parts of fx said about each log. */
const ROWS = readFileSync(join(NEWER, 'index.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Row)
  .filter(({ format }) => format === 'conversation-log');

/** A copy of a session, to be changed. */
function copyOf(shape: string): string {
  const [id = ''] = readdirSync(join(LOGS, shape));
  const dir = join(home, `${shape}-${Math.random()}`, id);
  cpSync(join(LOGS, shape, id), dir, { recursive: true });
  setModes(dir);
  return dir;
}

const rulesOf = async (dir: string) => (await verifySession(dir)).findings.map(({ rule }) => rule);

describe('a session with a conversation log', () => {
  it.each(ROWS.map((row) => [`${row.shape}/${row.id}`, row] as const))(
    'is judged as fx judges it: %s',
    async (path, row) => {
      const verdict = await verifySession(join(LOGS, path));
      expect(verdict.format).toBe('conversation-log');
      expect(verdict.readable).toMatchObject({ ok: true, turns: Number(row.read.replace('accept ', '')) });
      expect(verdict.resumable.ok).toBe(row.open.startsWith('accept'));
      expect(verdict.recoverable.ok).toBe(row.recover === 'prefix');
      expect(verdict.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    },
  );

  describe('to which a later fx added', () => {
    const LINES: [what: string, shape: string, from: RegExp, to: string, path: string][] = [
      ['a key of a text', 'running-turn', /"provider_replay":null/g, '"later":{"x":1},$&', '/event/assistant/later'],
      ['a key of every line', 'stale-recovery', /"schema_version":3/g, '$&,"clock":"utc"', '/clock'],
      ["a key of the person's words", 'running-turn', /"work_id":null/, '$&,"mood":null', '/event/user/mood'],
    ];
    const changed = (shape: string, from: RegExp, to: string) => {
      const dir = copyOf(shape);
      const log = join(dir, 'events.jsonl');
      writeFileSync(log, readFileSync(log, 'utf8').replaceAll(new RegExp(from, 'g'), to));
      return dir;
    };

    it.each(LINES)('is warned of, once, and its turns are counted: %s', async (_, shape, from, to, path) => {
      const { turns } = (await verifySession(copyOf(shape))).readable;
      const verdict = await verifySession(changed(shape, from, to));
      expect(verdict.readable.ok).toBe(false);
      expect(verdict.laterTurns).toBe(turns);
      const said = verdict.findings.filter(({ rule }) => rule === 'shape/unknown-key');
      expect(said).toMatchObject([{ severity: 'warning', path }]);
      expect(verdict.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    });

    it.each(LINES)('and which is damaged, too, stays damaged: %s', async (_, shape, from, to) => {
      const dir = changed(shape, from, to);
      const log = join(dir, 'events.jsonl');
      writeFileSync(log, `not JSON\n${readFileSync(log, 'utf8')}`);
      const verdict = await verifySession(dir);
      expect(verdict.laterTurns).toBeUndefined();
      expect(verdict.findings[0]).toMatchObject({ severity: 'error', offset: 0 });
    });
  });

  it('is summarised from its manifest', () => {
    const summary = conversationLog.summarize(new SessionDirectory(join(LOGS, 'configured-provider/orchard_0021')));
    const manifest = JSON.parse(readFileSync(join(LOGS, 'configured-provider/orchard_0021/session.json'), 'utf8'));
    expect(summary).toMatchObject({
      id: 'orchard_0021',
      format: 'conversation-log',
      health: 'ok',
      workspaceRoot: manifest.workspace_root,
      model: manifest.model,
      effort: manifest.effort,
      provider: manifest.provider.name,
      createdAtMs: manifest.created_at_ms,
      turns: null,
      child: null,
    });
  });

  it('is a child where something says so', () => {
    const child = conversationLog.summarize(new SessionDirectory(join(LOGS, 'parent-and-child/orchard_0901')));
    expect(child.child).not.toBeNull();
  });

  it('gives its log, its title, its usage and the outputs of its tools', async () => {
    const session = await openSession(join(LOGS, 'tool-call/orchard_0002'));
    expect(session.read()).toMatchObject({ ok: true, file: 'events.jsonl', size: 1633, end: 1633 });
    expect(session.toolResult('result-shell-call-1.txt')).toMatchObject({ ok: true });
    expect(session.usage()).toMatchObject({
      state: 'present',
      value: { snapshot: { input_tokens: 1200, pending: [] } },
    });
    expect(session.toolResult('../session.json')).toMatchObject({
      ok: false,
      finding: { rule: 'store/handle-invalid' },
    });
    expect(session.artifact('permissions.json')).toMatchObject({ ok: false });
    const image = await openSession(join(LOGS, 'images/orchard_0011'));
    expect(image.image('images/1.png')).toMatchObject({ ok: true });
    expect(image.image('images/../session.json')).toMatchObject({ ok: false });
  });

  it('says which outputs are missing or of another size', async () => {
    expect(await rulesOf(join(LOGS, 'artifacts-missing/orchard_0013'))).toContain('conversation/artifact-missing');
    const dir = copyOf('tool-call');
    writeFileSync(join(dir, 'tool-results/result-shell-call-1.txt'), 'other');
    expect(await rulesOf(dir)).toContain('conversation/artifact-size');
  });

  it('tells the turn in flight from one that the log has overtaken, and refuses one from the future', async () => {
    expect(await rulesOf(join(LOGS, 'running-turn/orchard_0017'))).not.toContain('conversation/recovery-stale');
    expect(await rulesOf(join(LOGS, 'stale-recovery/orchard_0018'))).toContain('conversation/recovery-stale');
    const dir = copyOf('running-turn');
    const path = join(dir, 'recovery.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"conversation_seq":6', '"conversation_seq":7'));
    const verdict = await verifySession(dir);
    expect(verdict.readable).toMatchObject({ ok: false, error: 'InvalidRecoveryCheckpoint' });
    writeFileSync(path, '{');
    expect((await verifySession(dir)).readable).toMatchObject({ ok: false, error: 'InvalidRecoveryCheckpoint' });
  });

  it('can be readable and not be resumable, and says where the line is that fx stops at', async () => {
    const dir = copyOf('ordinary');
    const path = join(dir, 'events.jsonl');
    const log = readFileSync(path);
    const line =
      '{"schema_version":3,"seq":7,"timestamp_ms":1,"event":{"context_checkpoint":{"covers_through_seq":7,"summary":"s"}}}\n';
    writeFileSync(path, Buffer.concat([log, Buffer.from(line)]));
    const verdict = await verifySession(dir);
    expect(verdict.readable).toMatchObject({ ok: true });
    expect(verdict.resumable).toMatchObject({ ok: false, error: 'InvalidCheckpointCoverage' });
    expect(verdict.findings).toContainEqual(
      expect.objectContaining({ rule: 'conversation/checkpoint-coverage', severity: 'warning', offset: log.length }),
    );
    expect(verdict.recoverable).toMatchObject({ ok: true });
  });

  it('is broken where a complete line is none, also at the end', async () => {
    const dir = copyOf('ordinary');
    const path = join(dir, 'events.jsonl');
    const log = readFileSync(path);
    writeFileSync(path, Buffer.concat([log, Buffer.from('\n')]));
    const verdict = await verifySession(dir);
    expect(verdict.readable).toMatchObject({ ok: false, error: 'InvalidConversationFrame' });
    expect(verdict.findings).toContainEqual(expect.objectContaining({ severity: 'error', offset: log.length }));
  });

  it('names another manifest, and what a conversion has left', async () => {
    const dir = copyOf('ordinary');
    const path = join(dir, 'session.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace('orchard_0001', 'orchard_9999'));
    expect(await rulesOf(dir)).toContain('conversation/manifest-id');
    const after = join(NEWER, 'mid-migration/after-metadata/orchard_0921');
    expect(await rulesOf(after)).toContain('conversation/migration-leftover');
    const cut = join(home, 'cut', 'orchard_0921');
    cpSync(after, cut, { recursive: true });
    rmSync(join(cut, 'events.jsonl'));
    expect(await rulesOf(cut)).toContain('conversation/migration-incomplete');
  });

  it('has no finding where a log is missing but that it is', async () => {
    const dir = copyOf('ordinary');
    rmSync(join(dir, 'events.jsonl'));
    expect(await rulesOf(dir)).toEqual(['store/file-missing']);
  });
});
