import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { encodeLine, type LineBody } from '@fxlog/format/internal';
import { afterAll, describe, expect, it } from 'vitest';
import { Interrupt } from '../output/interrupt.js';
import { runInProcess } from '../testing/run-in-process.js';

const STORE = fileURLToPath(new URL('../../../../test-fixtures/newer/sessions-v2/', import.meta.url));
const USAGE = join(STORE, '../conversation-log/tool-call/orchard_0002/usage-v2.json');
const home = mkdtempSync(join(tmpdir(), 'fxlog-v2-commands-'));
afterAll(() => rmSync(home, { recursive: true }));

interface ExpectedTurn {
  readonly summary?: string;
  readonly user?: string;
  readonly images?: readonly string[];
  readonly steps?: readonly object[];
  readonly end?: readonly [string, string | null];
}

/** What each log says, worked out by reading it. */
const EXPECTED = JSON.parse(readFileSync(join(STORE, 'expected.json'), 'utf8')) as Record<string, ExpectedTurn[]>;

const jsonLines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

// biome-ignore lint/suspicious/noExplicitAny: what the command prints
function shownTurn(line: any): ExpectedTurn {
  if (line.kind === 'compaction') return { summary: (line.compaction ?? line).summary };
  const { user, steps, end } = line.turn;
  const images = user.images.map(({ path }: { path: string }) => path);
  return {
    user: user.text,
    ...(images.length > 0 && { images }),
    steps: steps.map((step: { text: string | null; calls: never[]; results: never[] }) => ({
      text: step.text,
      calls: step.calls.map(({ name, id }) => `${name} ${id}`),
      results: step.results.map(({ status, callId }) => `${status} ${callId}`),
    })),
    end: [end.kind, end.text ?? end.partialText ?? null],
  };
}

let roots = 0;

/** A sessions root with the stores of some shapes. */
function rootOf(...shapes: readonly string[]): string {
  roots += 1;
  const root = join(home, String(roots), 'sessions');
  mkdirSync(root, { recursive: true });
  for (const shape of shapes) cpSync(join(STORE, shape), root, { recursive: true });
  return root;
}

/** Appends settings of usage to a log, with so many tokens. */
function appendUsage(root: string, id: string, seq: number, tokens: number): void {
  const { snapshot } = JSON.parse(readFileSync(USAGE, 'utf8'));
  const [model] = snapshot.models;
  const models = [{ ...model, input_tokens: tokens, total_cost: tokens / 1000 }];
  const value = { at_ms: 1, snapshot: { ...snapshot, input_tokens: tokens, total_cost: tokens / 1000, models } };
  const body: LineBody = { kind: 'set', key: 'usage', value: Buffer.from(JSON.stringify(value)), blobs: [] };
  appendFileSync(join(root, 'v2', id, 'log.jsonl'), encodeLine({ seq, timestampMs: 1_790_000_000_500 + seq, body }));
}

describe('sessions of a store v2', () => {
  it.each(Object.entries(EXPECTED))('are shown as their logs tell: %s', async (path, turns) => {
    const { code, stdout } = await runInProcess(['show', '--json', join(STORE, path)]);
    expect(code).toBe(0);
    const [head, ...entries] = jsonLines(stdout);
    expect(head).toMatchObject({ kind: 'session', id: path.split('/').at(-1) });
    expect(entries.map(shownTurn)).toEqual(turns);
  });

  it('are shown with pieces that lie beside the log, also where the log alone is named', async () => {
    const { stdout } = await runInProcess(['show', '--json', join(STORE, 'large-piece/v2/orchard_0956/log.jsonl')]);
    expect(jsonLines(stdout)[1].turn.user.text).toHaveLength(280_000);
  });

  it('are shown up to damage, which is named with its place', async () => {
    for (const [path, rule] of [
      ['corrupt-middle/v2/orchard_0963', 'sessions-v2/checksum'],
      ['blob-missing/v2/orchard_0964', 'sessions-v2/blob-missing'],
    ] as const) {
      const { code, stdout, stderr } = await runInProcess(['show', join(STORE, path)]);
      expect(code).toBe(1);
      expect(stdout).toContain('Hello.');
      expect(stderr).toContain(rule);
      expect(stderr).toContain('byte 1312');
    }
  });

  it('show the turn that runs at the end', async () => {
    for (const command of ['show', 'tail']) {
      const { stdout, stderr } = await runInProcess([command, join(STORE, 'crashed/v2/orchard_0952')]);
      expect(stdout).toContain('water the trees');
      expect(stdout).toContain('still running');
      expect(stderr).toBe('');
    }
  });

  it('show with a summary, to the model, the turns that it leaves in view', async () => {
    const turn = (number: number, text: string): LineBody[] => [
      { kind: 'turn_started', turn: number },
      { kind: 'item', turn: number, type: 'user', data: Buffer.from(JSON.stringify({ text })), blobs: null },
      { kind: 'item', turn: number, type: 'turn_end', data: Buffer.from('{}'), blobs: null },
      { kind: 'turn_committed', turn: number },
    ];
    const data = { summary: 'One.', removed_turn_count: 1, compaction_count: 1, keep_from_turn: 2 };
    const bodies: LineBody[] = [
      {
        kind: 'session_created',
        id: 'orchard_0970',
        workspace: '/orchard',
        role: 'root',
        host: 'app',
        parent: null,
        forked_from: null,
      },
      ...turn(1, 'one'),
      ...turn(2, 'two'),
      { kind: 'compacted', turn: null, data: Buffer.from(JSON.stringify(data)) },
      ...turn(3, 'three'),
    ];
    const dir = join(rootOf(), 'v2/orchard_0970');
    mkdirSync(dir, { recursive: true });
    const log = bodies.map((body, index) => encodeLine({ seq: index + 1, timestampMs: 1790000000000, body }));
    writeFileSync(join(dir, 'log.jsonl'), Buffer.concat(log));
    const shownIn = async (path: string) => {
      const { stdout } = await runInProcess(['show', '--json', '--view', 'model', path]);
      return jsonLines(stdout)
        .filter(({ kind }) => kind === 'turn' || kind === 'compaction')
        .map(shownTurn)
        .map(({ summary, user }) => summary ?? user);
    };
    expect(await shownIn(dir)).toEqual(['One.', 'two', 'three']);
    // And after it was written again, and after it was a conversation log.
    const convert = async (from: string, dialect: string, to: string) => {
      const argv = ['convert', from, '--to', 'fx', '--dialect', dialect, '-o', join(home, to), '--json'];
      const { code, stdout } = await runInProcess(argv);
      expect(code).toBe(0);
      return JSON.parse(stdout).path as string;
    };
    const middle = await convert(dir, 'conversation-log', 'middle');
    for (const [from, to] of [
      [dir, 'again'],
      [middle, 'back'],
    ] as const) {
      expect(await shownIn(await convert(from, 'sessions-v2', to)), to).toEqual(['One.', 'two', 'three']);
    }
  });

  it('are followed while a turn runs', async () => {
    const root = rootOf('ordinary');
    const log = join(root, 'v2/orchard_0950/log.jsonl');
    const interrupt = new Interrupt();
    const item = (type: string, data: object): LineBody => {
      return { kind: 'item', turn: 3, type, data: Buffer.from(JSON.stringify(data)), blobs: [] };
    };
    const bodies: readonly LineBody[] = [
      { kind: 'turn_started', turn: 3 },
      item('user', { text: 'pick one' }),
      item('assistant_running', { text: 'Picking.' }),
      item('tool_running', { call_id: 'a', tool_name: 'pick', arguments_json: '{}' }),
    ];
    let at = 0;
    const { stdout } = await runInProcess(['tail', '-f', '--json', '-n', '1', log], {
      interrupt,
      onStdout: (text) => {
        if (text.includes('"pick"')) interrupt.raise();
        else if (at === 0) {
          for (const body of bodies) {
            at += 1;
            appendFileSync(log, encodeLine({ seq: 15 + at, timestampMs: 1_790_000_001_000, body }));
          }
        }
      },
    });
    const last = jsonLines(stdout).at(-1);
    expect(last.turn.end.kind).toBe('running');
    expect(last.turn.steps[0]).toMatchObject({ text: 'Picking.', calls: [{ name: 'pick' }] });
  });

  it('are listed with their format, and children below their parents', async () => {
    const root = rootOf('ordinary', 'child');
    const { stdout } = await runInProcess(['list', '--json', '--root', root]);
    const { sessions } = JSON.parse(stdout);
    expect(sessions.map(({ format }: { format: string }) => format)).toEqual(Array(3).fill('sessions-v2'));
    const tree = JSON.parse((await runInProcess(['tree', '--json', '--root', root])).stdout);
    expect(tree.sessions).toContainEqual(
      expect.objectContaining({ id: 'orchard_0961', depth: 1, parentId: 'orchard_0960', format: 'sessions-v2' }),
    );
  });

  it('are searched, also where a text lies in a blob', async () => {
    const { stdout } = await runInProcess(['search', '--json', 'very long prompt', rootOf('large-piece', 'ordinary')]);
    expect(stdout).toContain('orchard_0956');
    expect(stdout).not.toContain('orchard_0950');
  });

  it('count usage once: totals replace each other, and what a fork took over is of its source', async () => {
    const root = rootOf('fork');
    const seqs = { orchard_0958: 14, orchard_0959: 14 };
    appendUsage(root, 'orchard_0958', seqs.orchard_0958 + 1, 5);
    appendUsage(root, 'orchard_0958', seqs.orchard_0958 + 2, 7);
    // A fork of what is there by now, which goes on.
    const source = readFileSync(join(root, 'v2/orchard_0958/log.jsonl'));
    const forkedFrom = { id: 'orchard_0958', seq: seqs.orchard_0958 + 2 };
    const created = { kind: 'session_created', id: 'plum', workspace: '/orchard', role: 'root', host: 'app' } as const;
    const first = encodeLine({
      seq: 1,
      timestampMs: 1_790_000_002_000,
      body: { ...created, parent: null, forked_from: forkedFrom },
    });
    mkdirSync(join(root, 'v2/plum'));
    writeFileSync(join(root, 'v2/plum/log.jsonl'), Buffer.concat([first, source.subarray(source.indexOf(0x0a) + 1)]));
    appendUsage(root, 'plum', seqs.orchard_0958 + 3, 10);
    rmSync(join(root, 'v2/orchard_0959'), { recursive: true });
    const { stdout } = await runInProcess(['stats', '--json', root]);
    // Seven in the source, three more in the fork.
    expect(JSON.stringify(JSON.parse(stdout))).toContain('"inputTokens":10');
    // The turns of the source are copied, and none is added.
    const alone = JSON.parse((await runInProcess(['stats', '--json', join(root, 'v2/orchard_0958')])).stdout);
    expect(JSON.parse(stdout)).toMatchObject({ sessions: 2, turns: alone.turns, duplicates: [] });
  });

  it('count turns of a fork that has gone on once where both have them', async () => {
    const root = rootOf('fork');
    const turnsOf = async (...inputs: string[]) =>
      JSON.parse((await runInProcess(['stats', '--json', ...inputs])).stdout);
    const source = await turnsOf(join(root, 'v2/orchard_0958'));
    const shown = (await runInProcess(['show', '--json', join(root, 'v2/orchard_0959')])).stdout.trimEnd().split('\n');
    const both = await turnsOf(root);
    const forkSeq = JSON.parse(readFileSync(join(root, 'v2/orchard_0959/log.jsonl'), 'utf8').split('\n')[0] ?? '')
      .forked_from.seq;
    const own = shown.slice(1).filter((line) => JSON.parse(line).source.seq > forkSeq).length;
    expect(own).toBeLessThan(shown.length - 1);
    expect(both.turns).toBe(source.turns + own);
  });

  it('are converted for other programs, with the outputs of their tools', async () => {
    for (const path of ['tool-call/v2/orchard_0951', 'moved-files/v2/orchard_0965']) {
      const { code, stdout } = await runInProcess(['convert', '--to', 'markdown', join(STORE, path)]);
      expect(code).toBe(0);
      expect(stdout).toContain('pears');
    }
  });

  it('are read out of archives, with their bodies; those that never began are not counted', async () => {
    const root = rootOf('large-piece', 'ordinary');
    const archive = join(root, '../store.tar.gz');
    execFileSync('tar', ['-czf', archive, '-C', join(root, '..'), 'sessions']);
    const { stdout } = await runInProcess(['search', '--json', 'very long prompt', archive]);
    expect(stdout).toContain('v2/orchard_0956');
    const judged = await runInProcess(['verify', '--json', archive]);
    expect(jsonLines(judged.stdout)[0]).toMatchObject({ format: 'sessions-v2', fx: { readable: { ok: true } } });
    mkdirSync(join(root, 'v2/plum'));
    writeFileSync(join(root, 'v2/plum/log.jsonl'), '');
    const { stderr } = await runInProcess(['search', 'crates', root]);
    expect(stderr).toContain('2 sessions searched');
  });

  it('are judged, with what fx would do', async () => {
    const root = rootOf('ordinary', 'blob-missing');
    const { code, stdout } = await runInProcess(['verify', '--json', root]);
    expect(code).toBe(1);
    const [sound, damaged] = jsonLines(stdout);
    expect(sound).toMatchObject({ format: 'sessions-v2', turns: 2, events: 15, fx: { readable: { ok: true } } });
    const errors = damaged.findings.filter(({ severity }: { severity: string }) => severity === 'error');
    expect(errors).toMatchObject([{ rule: 'sessions-v2/blob-missing', offset: 1312, seq: 10 }]);
    expect(readdirSync(join(root, 'v2/orchard_0964')).sort()).toEqual(['lock', 'log.jsonl']);
  });
});
