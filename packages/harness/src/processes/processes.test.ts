import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openSession } from '@fxlog/store';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runs } from '#test/runs';
import type { SessionProcess } from './session-process.js';
import { sessionProcesses } from './session-processes.js';

const FIXTURES = fileURLToPath(new URL('../../../../test-fixtures/', import.meta.url));

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fxlog-processes-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A copy of the session that lies in a folder of fixtures. */
function copyOf(folder: string, into = root): string {
  const source = join(FIXTURES, folder);
  const id = readdirSync(source).find((name) => !name.includes('.') && name !== 'latest') ?? '';
  const dir = join(into, id);
  cpSync(join(source, id), dir, { recursive: true });
  return dir;
}

async function processesOf(dir: string): Promise<readonly SessionProcess[]> {
  return sessionProcesses(await openSession(dir));
}

/** Place, command, and how it ended. */
const inShort = ({ turn, call, command, state }: SessionProcess) => [
  `${turn}.${call}`,
  command,
  state === null ? null : `${state.name} ${state.exitCode ?? state.signal ?? ''}`.trim(),
];

describe('commands', () => {
  it('ended as the results say, and where these say nothing it is not recorded', async () => {
    const found = await processesOf(copyOf('fx-0.0.5/terminal-exec'));
    const ends = found.map(({ call, state }) => [call, state?.name ?? null, state?.exitCode ?? null]);
    expect(ends.slice(0, 9)).toEqual([
      [1, 'exited', 0],
      [2, 'exited', 0],
      [3, 'exited', 0],
      // Its output was not text, so that nothing was kept of it, neither the code.
      [4, null, null],
      [5, 'exited', 0],
      [6, 'exited', 0],
      [7, null, null],
      [8, 'exited', 1],
      expect.anything(),
    ]);
    expect(found.every(({ kind }) => kind === 'command')).toBe(true);
  });

  it('that were broken off have their recording decoded', async () => {
    const found = await processesOf(copyOf('fx-0.0.5/tui-mixed'));
    expect(found.map(inShort)).toEqual([
      ['2.1', 'echo begun; sleep 25; echo never', 'cancelled'],
      ['15.1', 'npm --version', 'exited 0'],
      ['16.1', 'git status', 'not run'],
    ]);
    expect(found[0]?.output).toEqual({
      log: 'logs/commands/fx-command-1796033830335-1796033830335807848-a0d53f9a4ba661c6.log',
      url: null,
      replay: {
        state: 'decoded',
        handle: 'fx-command-replay-17406-1796033830357168237-0-fb4377761e0e519b.bin',
        frames: 1,
        stdoutBytes: 6,
        stderrBytes: 0,
      },
    });
    expect(found[1]?.output.replay).toBeNull();
  });

  it('have a recording that cannot be read where the file is damaged or a link', async () => {
    const dir = copyOf('fx-0.0.5/tui-mixed');
    const file = join(dir, 'logs/commands/fx-command-replay-17406-1796033830357168237-0-fb4377761e0e519b.bin');
    writeFileSync(file, 'FXRPLY01\u0009');
    expect((await processesOf(dir))[0]?.output.replay).toMatchObject({ state: 'unreadable' });
    rmSync(file);
    symlinkSync('/etc/passwd', file);
    expect((await processesOf(dir))[0]?.output.replay).toMatchObject({ state: 'unreadable' });
  });

  it('of later formats ended as their results say, whatever the output looks like', async () => {
    const failed = await processesOf(copyOf('newer/conversation-log/failure'));
    expect(failed.map(inShort)).toEqual([['1.1', 'gate open', 'exited 127']]);
    const store = await processesOf(copyOf('newer/sessions-v2/tool-call/v2', join(root, 'v2')));
    expect(store.map(inShort)).toEqual([['1.1', 'ls crates', 'exited 0']]);
    const dir = copyOf('newer/conversation-log/tool-call');
    const log = join(dir, 'events.jsonl');
    const text = readFileSync(log, 'utf8')
      .replace('{"exit_code":0}', 'null')
      .replace('apples\\npears', 'exit_code=7\\n');
    writeFileSync(log, text);
    expect((await processesOf(dir)).map(inShort)).toEqual([['1.1', 'ls crates', null]]);
  });
});

describe('commands that outlived their turns', () => {
  const ID = 'ab'.repeat(16);

  /** A session with three of them, and records beside it. */
  function withRecords(records: readonly object[], logs: Readonly<Record<string, string>> = {}): string {
    const dir = copyOf('conformance/model-view/legacy-kinds');
    mkdirSync(join(dir, 'background/logs'), { recursive: true, mode: 0o700 });
    for (const [index, record] of records.entries()) {
      writeFileSync(join(dir, `background/${index + 1}.json`), JSON.stringify(record), { mode: 0o600 });
    }
    for (const [name, text] of Object.entries(logs)) writeFileSync(join(dir, 'background/logs', name), text);
    return dir;
  }

  const record = { schema_version: 2, updated_at_ms: 1700, state: 'running', exit_code: null };

  it('are told of by their turns alone where there are no records', async () => {
    const found = (await processesOf(withRecords([]))).filter(({ kind }) => kind === 'background');
    expect(found.map(({ command, state, lifetime, output }) => [command, state, lifetime, output.log])).toEqual([
      [null, null, null, '/home/ann/log/1.log'],
      [null, null, null, '/home/ann/log/2.log'],
      [null, null, null, expect.stringContaining('/home/ann/log/')],
    ]);
    expect(found[0]?.output.url).toBe('http://127.0.0.1:8123');
  });

  it('are kept by /clear, and forgotten by /reset where they run in the workspace', async () => {
    const dir = withRecords([
      { ...record, log_path: '/home/ann/log/1.log', command: 'serve', cwd: 'WORKSPACE/site' },
      { ...record, log_path: '/home/ann/log/2.log', command: 'serve', cwd: 'WORKSPACE/../elsewhere' },
      { ...record, background_record_id: ID, log_path: '/l', command: 'watch' },
    ]);
    const workspace = (await openSession(dir)).facts()?.workspaceRoot ?? workspaceIn(dir);
    for (const name of readdirSync(join(dir, 'background')).filter((one) => one.endsWith('.json'))) {
      const file = join(dir, 'background', name);
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll('WORKSPACE', workspace));
    }
    const found = (await processesOf(dir)).filter(({ kind, state }) => kind === 'background' && state !== null);
    expect(found.map(({ turn, command, lifetime }) => [turn !== null, command, lifetime])).toEqual([
      [true, 'serve', { clear: 'kept', reset: 'forgotten' }],
      [true, 'serve', { clear: 'kept', reset: 'kept' }],
      [false, 'watch', { clear: 'kept', reset: null }],
    ]);
    expect(found[0]?.state).toEqual({ name: 'running', exitCode: null, signal: null, asOfMs: 1700, from: 'record' });
    expect(found[2]?.id).toBe(ID);
  });

  function workspaceIn(dir: string): string {
    return /"workspace_root":"([^"]+)"/.exec(readFileSync(join(dir, 'session.json'), 'utf8'))?.[1] ?? '';
  }

  it('have ended where the end of their log says so, and no log outside of the session is opened', async () => {
    const outside = join(root, 'outside.log');
    writeFileSync(outside, 'x\n__FX_EXIT_CODE__=3\n');
    const dir = withRecords(
      [
        { ...record, log_path: '/gone/fx-cmd-1.log', cwd: '/x' },
        { ...record, log_path: outside, log_storage: { kind: 'external', path: outside } },
        { ...record, log_path: '/l', log_storage: { kind: 'managed_session', managed_log_name: '../../session.json' } },
        { ...record, state: 'dead', log_path: '/gone/fx-cmd-1.log' },
      ],
      { 'fx-cmd-1.log': 'ready\n__FX_EXIT_CODE__=0\n' },
    );
    symlinkSync(outside, join(dir, 'background/logs/outside.log'));
    const found = (await processesOf(dir)).filter(({ turn }) => turn === null);
    expect(found.map(({ state }) => [state?.name, state?.exitCode, state?.from])).toEqual([
      ['exited', 0, 'output'],
      ['running', null, 'record'],
      ['running', null, 'record'],
      ['dead', null, 'record'],
    ]);
  });

  it('have no record in one that is broken, too large or none', async () => {
    const dir = withRecords([]);
    writeFileSync(join(dir, 'background/1.json'), '{"state":');
    writeFileSync(join(dir, 'background/2.json'), '[]');
    writeFileSync(join(dir, 'background/3.json'), JSON.stringify({ state: 'running', command: 'x'.repeat(262_144) }));
    symlinkSync('/etc/hostname', join(dir, 'background/4.json'));
    expect((await processesOf(dir)).filter(({ turn }) => turn === null)).toEqual([]);
  });
});

describe('terminals', () => {
  const ID = '1796033778005-1796033778005314957-fa853052e56c5253';

  it('are running as far as the last call says', async () => {
    const found = await processesOf(copyOf('fx-0.0.5/terminal-start'));
    expect(found).toEqual([
      {
        ...{ kind: 'terminal', turn: 1, call: 1, id: ID, cwd: null, lifetime: null },
        command: 'echo hello from the terminal; read line; echo got $line',
        state: { name: 'running', exitCode: null, signal: null, asOfMs: 1796033778539, from: 'call' },
        output: { log: null, url: null, replay: null },
        events: [],
      },
    ]);
  });

  it('ended as the record beside the log says, and nothing that gives power over one is read', async () => {
    const dir = copyOf('fx-0.0.5/terminal-start');
    const state = join(dir, 'terminal/state');
    mkdirSync(state, { recursive: true, mode: 0o700 });
    const file = (name: string, value: object) => writeFileSync(join(state, name), JSON.stringify(value));
    const record = { session_id: ID, cwd: '/ws', command: 'x', lifecycle: 'exited', termination: { exited: 4 } };
    file(`record-${ID}.json`, { ...record, updated_at_ms: 1796033999999 });
    const event = { id: 1, kind: 'lifecycle', lifecycle: 'exited', cursor: {}, created_at_ms: 1796033999000 };
    file(`event-${ID}-1.json`, { event });
    file(`authority-${ID}.json`, { ...record, lifecycle: 'lost' });
    file('record-other.json', { session_id: 'other', lifecycle: 'lost', command: 'y', updated_at_ms: 5 });
    const found = await processesOf(dir);
    expect(found.map(({ turn, command, state: end }) => [turn, command, end?.name, end?.exitCode, end?.from])).toEqual([
      [1, 'echo hello from the terminal; read line; echo got $line', 'exited', 4, 'record'],
      [null, 'y', 'lost', null, 'record'],
    ]);
    expect(found[0]?.cwd).toBe('/ws');
    expect(found[0]?.events).toEqual([
      { timeMs: 1796033999000, turn: null, call: null, name: 'lifecycle', outcome: 'exited' },
    ]);
    file(`record-${ID}.json`, { ...record, updated_at_ms: 5 });
    expect((await processesOf(dir))[0]?.state?.name).toBe('running');
  });

  it('of later formats ended as is noted beside the results, where these are not there', async () => {
    const dir = copyOf('newer/conversation-log/tool-call');
    rmSync(join(dir, 'tool-results'), { recursive: true });
    const log = join(dir, 'events.jsonl');
    const asked = { action: 'wait', session_id: 't-1' };
    const text = readFileSync(log, 'utf8')
      .replaceAll('"tool_name":"shell"', '"tool_name":"terminal"')
      .replace(JSON.stringify('{"command":"ls crates"}'), JSON.stringify(JSON.stringify(asked)))
      .replace('"terminal_action_presentation":null', '"terminal_action_presentation":{"returned":{"exited":3}}')
      .replace('{"exit_code":0}', 'null');
    writeFileSync(log, text);
    const found = await processesOf(dir);
    expect(found).toMatchObject([
      { kind: 'terminal', id: 't-1', turn: null, command: null, state: { name: 'exited', exitCode: 3, from: 'call' } },
    ]);
    expect(found[0]?.events).toMatchObject([{ turn: 1, call: 1, name: 'wait', outcome: 'exited 3' }]);
    const failed = text.replace('{"returned":{"exited":3}}', '{"failed":"session_not_found"}');
    writeFileSync(log, failed);
    expect((await processesOf(dir))[0]).toMatchObject({ state: null, events: [{ outcome: 'session_not_found' }] });
  });
});

describe('child sessions', () => {
  it('are as their own records say, where these lie beside the parent', async () => {
    const dir = copyOf('fx-0.0.5/subagent-parent');
    const [alone] = await processesOf(dir);
    expect(alone).toMatchObject({ kind: 'child', turn: 1, call: 1, command: 'gardener', state: null });
    const child = copyOf('fx-0.0.5/subagent-child');
    const [found, ...others] = await processesOf(dir);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ id: basename(child), state: { name: 'idle', from: 'record' } });
    expect(found?.events.slice(0, 3).map(({ turn, name, outcome }) => [turn, name, outcome])).toEqual([
      [1, 'create', 'created'],
      [2, 'message send', 'message_queued'],
      [null, 'created', null],
    ]);
  });

  it('of later formats are as the parent keeps them', async () => {
    const log = await processesOf(join(FIXTURES, 'newer/conversation-log/parent-and-child/orchard_0900'));
    expect(log).toMatchObject([
      { kind: 'child', id: 'orchard_0901', command: 'counter', state: { name: 'completed', from: 'record' } },
    ]);
    const store = await processesOf(join(FIXTURES, 'newer/sessions-v2/child/v2/orchard_0960'));
    expect(store).toMatchObject([{ kind: 'child', id: 'orchard_0961', state: { name: 'ok', from: 'log' } }]);
  });
});

it('every session of the fixtures is read without a word of it invented', async () => {
  for (const folder of ['fx-0.0.5', 'newer/conversation-log']) {
    for (const shape of readdirSync(join(FIXTURES, folder))) {
      if (shape.includes('.') || shape === 'profile') continue;
      const source = join(FIXTURES, folder, shape);
      for (const id of readdirSync(source).filter((name) => !name.includes('.'))) {
        const log = readdirSync(join(source, id)).filter((name) => name.endsWith('.jsonl'));
        if (log.length === 0) continue;
        const text = readFileSync(join(source, id, log[0] ?? ''), 'utf8');
        for (const { command } of await processesOf(join(source, id))) {
          const spelled = JSON.stringify(JSON.stringify(command ?? '').slice(1, -1)).slice(1, -1);
          if (command !== null && command !== 'counter') expect(text).toContain(spelled);
        }
      }
    }
  }
});

it('records of any shape are read as far as they go', async () => {
  const dir = copyOf('fx-0.0.5/terminal-start');
  const child = copyOf('fx-0.0.5/subagent-child');
  const id = basename(child);
  const files = [
    'background/1.json',
    'terminal/state/record-x.json',
    'terminal/state/event-x-1.json',
    'subagent/children.json',
  ];
  for (const file of files) mkdirSync(join(dir, file, '..'), { recursive: true });
  const keys = ['state', 'exit_code', 'log_path', 'log_storage', 'cwd', 'command', 'lifecycle', 'termination', 'event'];
  const more = ['kind', 'updated_at_ms', 'children', 'id', 'phase', 'last_outcome', 'configuration', 'events', 'name'];
  const leaf = fc.oneof(fc.string(), fc.integer(), fc.constantFrom('running', 'exited', '..', id, null, true));
  const node = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.array(tie('any')),
      fc.dictionary(fc.constantFrom(...keys, ...more), tie('any')),
    ),
  })).any;
  const record = fc.dictionary(fc.constantFrom(...keys, ...more), node);
  await fc.assert(
    fc.asyncProperty(fc.array(record, { minLength: 5, maxLength: 5 }), async (records) => {
      for (const [index, file] of [...files, ''].entries()) {
        const path = file === '' ? join(child, 'subagent/control.json') : join(dir, file);
        writeFileSync(path, JSON.stringify(records[index]));
      }
      for (const { kind, state, command } of await processesOf(dir)) {
        expect(['command', 'background', 'terminal', 'child']).toContain(kind);
        expect(state === null || typeof state.name === 'string').toBe(true);
        expect(command === null || typeof command === 'string').toBe(true);
      }
    }),
    { numRuns: runs(200) },
  );
});
