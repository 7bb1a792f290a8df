import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { outlineConversation } from '@fxlog/assembler';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { repairSession } from '../../repair/repair-session.js';
import { contentsOf, quarantineOf } from '../../repair/testing/conservation.js';
import { SessionsRoot } from '../../root/sessions-root.js';
import { openSession } from '../../session.js';
import { NEWER, setModes, TemporaryProfile } from '../../testing/fixtures.js';
import { verifySession } from '../../verify-session.js';

let profile: TemporaryProfile;
beforeEach(() => {
  profile = new TemporaryProfile();
});
afterEach(() => {
  profile.remove();
});

/** Copies a session of a folder of the fixtures into the root. */
function add(path: string): string {
  const id = path.split('/').at(-1) ?? '';
  const dir = join(profile.root, id);
  cpSync(join(NEWER, path), dir, { recursive: true });
  setModes(dir);
  return dir;
}

/** What fx said of the fixtures. */
interface Recorded {
  readonly format: string;
  readonly shape: string;
  readonly id: string;
  readonly open: string;
  readonly read: string;
  readonly recover: string;
}

const RECORDED = readFileSync(join(NEWER, 'index.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded)
  .filter(({ format }) => format === 'conversation-log');

describe('a conversation log', () => {
  it.each(RECORDED)('$shape/$id is judged as fx does', async ({ shape, id, open, read, recover }) => {
    const { format, readable, resumable, recoverable } = await verifySession(add(`conversation-log/${shape}/${id}`));
    expect(format).toBe('conversation-log');
    expect(`${readable.ok ? 'accept' : 'reject'} ${readable.turns}`).toBe(read);
    expect(resumable.ok ? 'accept' : 'reject').toBe(open.split(/[ ,]/)[0]);
    expect(recoverable.ok ? 'prefix' : 'not-needed').toBe(recover);
  });

  it('has nothing wrong with it where nothing is', async () => {
    for (const path of [
      'ordinary/orchard_0001',
      'tool-call/orchard_0002',
      'parallel-calls/orchard_0003',
      'steering/orchard_0007',
    ]) {
      expect((await verifySession(add(`conversation-log/${path}`))).findings).toEqual([]);
    }
  });

  it('is listed by its manifest, and by the time of a log that was written later', async () => {
    const dir = add('conversation-log/ordinary/orchard_0001');
    const manifest = JSON.parse(readFileSync(join(dir, 'session.json'), 'utf8')) as Record<string, number | string>;
    const summary = async () => (await (await SessionsRoot.open(profile.root)).list()).sessions[0];
    utimesSync(join(dir, 'events.jsonl'), 1, 1);
    expect(await summary()).toMatchObject({
      id: 'orchard_0001',
      format: 'conversation-log',
      health: 'ok',
      title: manifest.title,
      workspaceRoot: '/orchard',
      model: 'orchard/apple-1',
      provider: 'gateway',
      updatedAtMs: manifest.updated_at_ms,
      logFile: 'events.jsonl',
    });
    utimesSync(join(dir, 'events.jsonl'), 1_900_000_000, 1_900_000_000);
    expect(await summary()).toMatchObject({ updatedAtMs: 1_900_000_000_000 });
    writeFileSync(join(dir, 'events.jsonl'), '');
    utimesSync(join(dir, 'events.jsonl'), 1_900_000_000, 1_900_000_000);
    expect(await summary()).toMatchObject({ updatedAtMs: manifest.updated_at_ms });
  });

  it('hangs a child below the parent whose registry names it', async () => {
    add('conversation-log/parent-and-child/orchard_0901');
    add('conversation-log/parent-and-child/orchard_0900');
    const [parent, ...others] = await (await SessionsRoot.open(profile.root)).tree();
    expect(others).toEqual([]);
    expect(parent?.summary.id).toBe('orchard_0900');
    expect(parent?.children.map(({ summary }) => summary.id)).toEqual(['orchard_0901']);
    expect(parent?.children[0]?.summary.child).toEqual({ parentId: null, mode: null, permissionMode: null });
  });

  it('says which outputs are missing or of another size, and which names lead out', async () => {
    const missing = await verifySession(add('conversation-log/artifacts-missing/orchard_0013'));
    expect(missing.findings).toMatchObject([
      { rule: 'conversation/artifact-missing', severity: 'warning', file: 'tool-results/result-shell-call-1.txt' },
    ]);
    expect(missing.readable.ok).toBe(true);
    const dir = add('conversation-log/tool-call/orchard_0002');
    const output = join(dir, 'tool-results/result-shell-call-1.txt');
    writeFileSync(output, 'short', { mode: 0o600 });
    expect((await verifySession(dir)).findings).toMatchObject([{ rule: 'conversation/artifact-size' }]);
    rmSync(output);
    symlinkSync('/etc/passwd', output);
    expect((await verifySession(dir)).findings.map(({ rule }) => rule)).toContain('store/path-unsafe');
    expect((await openSession(dir)).toolResult('result-shell-call-1.txt')).toMatchObject({ ok: false });
    const log = join(dir, 'events.jsonl');
    writeFileSync(log, readFileSync(log, 'utf8').replaceAll('result-shell-call-1.txt', '../../../../secret.txt_'));
    expect((await verifySession(dir)).findings.map(({ rule }) => rule)).toContain('store/handle-invalid');
    const session = await openSession(dir);
    for (const name of ['../session.json', '..', 'a/b', '']) expect(session.toolResult(name).ok).toBe(false);
    for (const path of ['tool-results/../session.json', '../x', '/etc/passwd', 'images/../../x']) {
      expect(session.attachment(path)).toBeNull();
    }
  });

  it('reads no manifest and no log through a link', async () => {
    const dir = add('conversation-log/ordinary/orchard_0001');
    rmSync(join(dir, 'events.jsonl'));
    symlinkSync('/etc/passwd', join(dir, 'events.jsonl'));
    expect((await openSession(dir)).read()).toMatchObject({ ok: false, finding: { rule: 'store/path-unsafe' } });
    expect((await verifySession(dir)).readable).toMatchObject({ ok: false, error: 'SessionPathUnsafe' });
  });

  it('ends with its last whole line', async () => {
    const session = await openSession(add('conversation-log/torn-tail/orchard_0019'));
    expect(session.read()).toMatchObject({
      ok: true,
      size: 1703,
      end: 1633,
      findings: [{ rule: 'line/torn', offset: 1633, length: 70 }],
    });
  });

  it('keeps its usage beside the log, whatever version the snapshot is of', async () => {
    const dir = add('conversation-log/ordinary/orchard_0001');
    const file = join(dir, 'usage-v2.json');
    for (const version of [2, 3, 4]) {
      const text = readFileSync(file, 'utf8').replace(
        /"snapshot":\{"schema_version":\d/,
        `"snapshot":{"schema_version":${version}`,
      );
      writeFileSync(file, text);
      const { snapshot } = usageOf((await openSession(dir)).usage());
      expect(snapshot).toMatchObject({
        total_cost: 0.0125,
        input_tokens: 1200,
        reasoning_tokens: 10,
        request_count: 2,
      });
    }
    writeFileSync(file, '{}');
    expect((await openSession(dir)).usage()).toMatchObject({ state: 'invalid' });
    expect((await verifySession(dir)).findings).toMatchObject([
      { rule: 'conversation/usage-invalid', severity: 'warning' },
    ]);
    expect((await verifySession(dir)).readable.ok).toBe(true);
  });

  it('names the first broken rule and its place, and how much fx would recover', async () => {
    const dir = add('conversation-log/ordinary/orchard_0001');
    const log = join(dir, 'events.jsonl');
    const lines = readFileSync(log, 'utf8').split('\n');
    const offset = Buffer.byteLength(
      lines
        .slice(0, 3)
        .map((line) => `${line}\n`)
        .join(''),
    );
    lines[3] = '{"schema_version":3,"seq":4}';
    writeFileSync(log, lines.join('\n'));
    const { readable, resumable, recoverable, findings } = await verifySession(dir);
    expect(readable).toMatchObject({ ok: false, error: 'InvalidConversationFrame' });
    expect(resumable).toMatchObject({ ok: false, error: 'InvalidConversationFrame' });
    expect(recoverable.reason).toContain(`the first ${offset} bytes`);
    expect(findings).toMatchObject([{ severity: 'error', file: 'events.jsonl', offset }]);
  });

  it('can be readable and not fit to go on with', async () => {
    const dir = add('conversation-log/compacted/orchard_0008');
    const log = join(dir, 'events.jsonl');
    writeFileSync(log, readFileSync(log, 'utf8').replace(/"covers_through_seq":\d+/, '"covers_through_seq":999'));
    const { readable, resumable } = await verifySession(dir);
    expect(readable.ok).toBe(true);
    expect(resumable).toMatchObject({ ok: false, error: 'InvalidCheckpointCoverage' });
  });

  it('refuses a manifest that fx refuses, and reads the turns all the same', async () => {
    const dir = add('conversation-log/ordinary/orchard_0001');
    const file = join(dir, 'session.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('orchard_0001', 'orchard_0002'));
    const verdict = await verifySession(dir);
    expect(verdict.readable).toMatchObject({ ok: false, error: 'InvalidSessionMetadata' });
    expect(verdict.findings).toMatchObject([{ rule: 'conversation/manifest-id', severity: 'error' }]);
    expect((await openSession(dir)).read().ok).toBe(true);
  });

  it('misses the modes that a copy has lost', async () => {
    const dir = add('conversation-log/ordinary/orchard_0001');
    chmodSync(join(dir, 'session.json'), 0o644);
    expect((await verifySession(dir)).findings).toMatchObject([{ rule: 'store/mode', severity: 'warning' }]);
  });
});

describe('the turn in flight beside a conversation log', () => {
  async function unfinishedOf(dir: string) {
    const session = await openSession(dir);
    const { state, turns } = await outlineConversation(join(dir, 'events.jsonl'));
    return state === null ? null : session.unfinished(state, turns);
  }

  it('is the last turn where it belongs to the end of the log', async () => {
    const unfinished = await unfinishedOf(add('conversation-log/running-turn/orchard_0017'));
    expect(unfinished).toMatchObject({
      findings: [],
      entry: {
        type: 'turn',
        turn: {
          index: 1,
          user: { text: 'and the plums?', images: [], workId: null },
          steps: [],
          end: { kind: 'running', text: 'The plums are' },
          source: { seq: 6, offset: 1633, length: 0 },
        },
      },
    });
  });

  it('does not count where the log has gone on without it', async () => {
    const dir = add('conversation-log/stale-recovery/orchard_0018');
    expect(await unfinishedOf(dir)).toMatchObject({ entry: null, findings: [{ rule: 'conversation/recovery-stale' }] });
    const { readable, findings } = await verifySession(dir);
    expect(readable.ok).toBe(true);
    expect(findings).toMatchObject([{ rule: 'conversation/recovery-stale', severity: 'info' }]);
  });

  it('keeps fx from loading the session where the log lacks what it belongs to', async () => {
    const dir = add('conversation-log/running-turn/orchard_0017');
    const file = join(dir, 'recovery.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"conversation_seq":6', '"conversation_seq":7'));
    expect(await unfinishedOf(dir)).toMatchObject({
      entry: null,
      findings: [{ rule: 'conversation/recovery-inconsistent' }],
    });
    for (const text of [null, '{']) {
      if (text !== null) writeFileSync(file, text);
      const { readable, resumable } = await verifySession(dir);
      expect(readable).toMatchObject({ ok: false, error: 'InvalidRecoveryCheckpoint' });
      expect(resumable).toMatchObject({ ok: false, error: 'InvalidRecoveryCheckpoint' });
    }
  });

  it('is told with its steps, its results and what was typed meanwhile', async () => {
    const dir = add('conversation-log/running-turn/orchard_0017');
    const file = join(dir, 'recovery.json');
    const result = {
      tool_call_id: 'a',
      tool_name: 'shell',
      status: 'failure',
      output: { encoding: 'base64', data: Buffer.from([0x66, 0xff]).toString('base64') },
      output_handle: null,
      preview: null,
      output_bytes: 2,
      stored_output_bytes: 2,
      truncated: false,
      provider_native: false,
      created_at_ms: 5,
    };
    const step = {
      assistant: 'Looking.',
      provider_replay: null,
      tool_calls: [{ id: 'a', name: 'shell', arguments_json: '{}', provider_result: null }],
      tool_results: [result],
    };
    const steering = { text: 'hurry', assistant_prefix: null, after_tool_step_count: 1 };
    const text = readFileSync(file, 'utf8')
      .replace('"tool_steps":[]', `"tool_steps":[${JSON.stringify(step)}]`)
      .replace('"steering":[]', `"steering":[${JSON.stringify(steering)}]`);
    writeFileSync(file, text);
    expect(await unfinishedOf(dir)).toMatchObject({
      entry: {
        turn: {
          steps: [
            {
              text: 'Looking.',
              calls: [{ id: 'a', name: 'shell', argumentsJson: '{}', resultIndex: 0 }],
              results: [{ status: 'failure', callIndex: 0, content: { kind: 'inline', output: 'f\uFFFD' } }],
            },
          ],
          steering: [{ text: 'hurry', assistantPrefix: null, afterSteps: 1 }],
        },
      },
    });
  });
});

describe('a root with sessions of every format', () => {
  it('has two sessions, and everything else once', async () => {
    cpSync(join(NEWER, 'mixed-root/sessions'), profile.root, { recursive: true });
    mkdirSync(join(profile.root, 'orchard_0911'), { recursive: true });
    setModes(profile.root);
    const { sessions, strays } = await (await SessionsRoot.open(profile.root)).list();
    const counted = sessions.filter(({ health }) => health === 'ok' || health === 'warning');
    expect(counted.map(({ id, format }) => `${id} ${format}`).sort()).toEqual([
      '1796033762313-1796033762313738773-380a5c91d4b45740 event-log-v1',
      'orchard_0910 conversation-log',
    ]);
    expect(strays.map(({ name, known }) => `${name} ${known}`).sort()).toEqual([
      '.resume-catalog true',
      'creating+0a1b2c3d true',
      'index.json true',
      'latest true',
      'trash+v1 true',
    ]);
  });
});

describe('a session in the middle of its change to a conversation log', () => {
  const CASES = [
    {
      path: 'before-metadata/orchard_0920',
      counts: 'events.v3.backup',
      format: 'event-log-v1',
      // Its old log has no beginning: what is said in the session stands in the new one alone.
      read: 'events.v4.tmp',
      turns: 1,
      rule: 'conversation/migration-unpublished',
    },
    {
      path: 'after-metadata/orchard_0921',
      counts: 'events.jsonl',
      format: 'conversation-log',
      turns: 1,
      rule: 'conversation/migration-leftover',
    },
    {
      path: 'old-log-and-copy/1796033654001-1796033654001000000001-0000000000000001',
      counts: 'events.v3.backup',
      format: 'event-log-v1',
      turns: 2,
      rule: 'conversation/migration-unpublished',
    },
    {
      path: 'old-log-set-aside/1796033654001-1796033654001000000001-0000000000000001',
      counts: 'events.v3.backup',
      format: 'event-log-v1',
      turns: 2,
      rule: 'conversation/migration-unpublished',
    },
  ] as const;

  it.each(CASES)(
    'is named and read by the log that counts: $path',
    async ({ path, counts, format, turns, rule, ...others }) => {
      const read = 'read' in others ? others.read : counts;
      const dir = add(`mid-migration/${path}`);
      const { sessions } = await (await SessionsRoot.open(profile.root)).list();
      expect(sessions).toMatchObject([
        { format, health: 'warning', pending: 'migration', logFile: counts, findings: [{ rule }] },
      ]);
      const verdict = await verifySession(dir);
      expect(verdict.format).toBe(format);
      expect(verdict.findings.map(({ rule }) => rule)).toContain(rule);
      const log = (await openSession(dir)).read();
      expect(log).toMatchObject({ ok: true, path: join(dir, read) });
      if (log.ok) expect((await outlineConversation(log.path)).turns).toBe(turns);
    },
  );

  it.each(CASES)('is not touched by a repair in place: $path', async ({ path }) => {
    const dir = add(`mid-migration/${path}`);
    const before = contentsOf(dir);
    await expect(repairSession(dir, null, { inPlace: true })).rejects.toMatchObject({ rule: 'repair/mid-migration' });
    expect(contentsOf(dir)).toEqual(before);
  });

  it.each(CASES.slice(1))(
    'is repaired into another place by the log that counts: $path',
    async ({ path, counts, format, turns }) => {
      const dir = add(`mid-migration/${path}`);
      const before = contentsOf(dir);
      const out = join(profile.home, 'repaired');
      const planned = await repairSession(dir, null, { dryRun: true });
      expect(planned).toMatchObject({ status: 'would-repair', dir: null });
      expect(existsSync(out)).toBe(false);
      const report = await repairSession(dir, { folder: out });
      expect(report.log).toMatchObject({ ...planned.log, file: counts, turns, quarantinedBytes: 0 });
      expect(contentsOf(dir)).toEqual(before);
      const repaired = report.dir ?? '';
      expect(readFileSync(join(repaired, 'events.jsonl'))).toEqual(readFileSync(join(dir, counts)));
      expect(await verifySession(repaired)).toMatchObject({
        format,
        readable: { ok: true, turns },
        resumable: { ok: true },
      });
      // The log that does not count is kept whole, where fx passes it over.
      const set = new Map(quarantineOf(report)?.entries.map(({ file, sha256 }) => [file, sha256]));
      for (const file of ['events.jsonl', 'events.v3.backup', 'events.v4.tmp']) {
        if (file !== counts && before.has(file)) expect([file, set.get(file)]).toEqual([file, before.get(file)]);
      }
      expect((await repairSession(repaired, null, { dryRun: true })).status).toBe('nothing-to-do');
    },
  );

  it('is not made an empty session where the turns stand only in the log that does not count', async () => {
    const dir = add('mid-migration/before-metadata/orchard_0920');
    const before = contentsOf(dir);
    const out = join(profile.home, 'repaired');
    await expect(repairSession(dir, { folder: out })).rejects.toMatchObject({
      rule: 'repair/mid-migration',
      message: expect.stringContaining('events.v4.tmp'),
    });
    expect(contentsOf(dir)).toEqual(before);
    expect(existsSync(out)).toBe(false);
  });

  it('is not made an empty session where the log that counts is not there', async () => {
    const dir = add('mid-migration/after-metadata/orchard_0921');
    rmSync(join(dir, 'events.jsonl'));
    const out = join(profile.home, 'repaired');
    await expect(repairSession(dir, { folder: out })).rejects.toMatchObject({
      rule: 'repair/nothing',
      message: expect.stringContaining('events.v3.backup'),
    });
    expect(existsSync(out)).toBe(false);
  });

  it('cannot be opened by fx where the manifest is new and the log is not there', async () => {
    const dir = add('mid-migration/after-metadata/orchard_0921');
    rmSync(join(dir, 'events.jsonl'));
    expect((await verifySession(dir)).resumable).toMatchObject({ ok: false, error: 'SessionMigrationIncomplete' });
  });
});

function usageOf(usage: ReturnType<Awaited<ReturnType<typeof openSession>>['usage']>) {
  if (usage.state !== 'present') throw new Error(`The usage is ${usage.state}.`);
  return usage.value;
}
