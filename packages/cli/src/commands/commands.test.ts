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
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, describe, expect, test } from 'vitest';
import { Interrupt } from '../output/interrupt.js';
import { textWidth } from '../output/text-width.js';
import { FIXTURES, fixtureBytes, fixtureLog, fixtureSession } from '../testing/built-command.js';
import { runInProcess, terminalOf } from '../testing/run-in-process.js';
import { eventKinds } from './event-kinds.js';

const PROFILE = join(FIXTURES, 'profile');
const directories: string[] = [];

function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'fxlog-commands-'));
  directories.push(directory);
  return directory;
}

afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
});

const jsonLines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** A minimal event that fits behind the last one of a log. */
function eventAfter(log: string, kind: string, payload: object): string {
  const last = JSON.parse(log.trimEnd().split('\n').at(-1) ?? '{}');
  const event = { ...last, seq: last.seq + 1, event_id: 'ab'.repeat(16), kind, payload };
  return `${JSON.stringify(event)}\n`;
}

function turnPayload(user: string, assistant: string): object {
  const turn = {
    kind: 'assistant',
    user: { text: user, images: [] },
    assistant,
    execution: { schema_version: 3, tool_steps: [], files: [] },
  };
  return { conversation_language: 'en', total_input_tokens: 7, total_output_tokens: 3, turn };
}

describe('list', () => {
  test('shows at least what fx shows, newest first', async () => {
    const fx = JSON.parse(readFileSync(join(PROFILE, 'expected-sessions-all.json'), 'utf8'));
    const run = await runInProcess(['list', '--json', '--root', PROFILE]);
    expect(run.code).toBe(0);
    const [document] = jsonLines(run.stdout);
    for (const session of fx.sessions) {
      const row = document.sessions.find(({ id }: { id: string }) => id === session.id);
      expect(row).toMatchObject({
        title: session.title === 'Untitled session' ? row.title : session.title,
        workspaceRoot: session.workspace_root,
        turns: session.history_len,
        updatedAtMs: session.updated_at_ms,
        updatedAt: new Date(session.updated_at_ms).toISOString(),
      });
    }
    const times = document.sessions.map(({ updatedAtMs }: { updatedAtMs: number }) => updatedAtMs);
    expect(times).toEqual([...times].sort((a, b) => b - a));
  });

  test('a workspace and a limit select', async () => {
    const two = await runInProcess(['list', '--json', '--root', PROFILE, '--workspace', '/home/dev/project-two']);
    expect(jsonLines(two.stdout)[0].sessions).toHaveLength(1);
    const limited = await runInProcess(['list', '--root', PROFILE, '--limit', '2']);
    expect(limited.stdout.trimEnd().split('\n')).toHaveLength(3);
    expect(limited.stderr).toContain('more sessions');
    const none = await runInProcess(['list', '--root', PROFILE, '--workspace', '/nowhere']);
    expect(none).toMatchObject({ code: 0, stdout: '' });
    expect(none.stderr).toContain('/nowhere');
  });

  test.each([0, 1, 256, 257])('as JSON, %d sessions are one line, all in it', async (count) => {
    const root = join(temporaryDirectory(), 'sessions');
    const ids = Array.from({ length: count }, (_, at) => `session-${at}`);
    mkdirSync(root);
    for (const id of ids) mkdirSync(join(root, id));
    const { code, stdout } = await runInProcess(['list', '--all', '--json', '--root', root]);
    expect(code).toBe(0);
    const [document, ...more] = jsonLines(stdout);
    expect(Object.keys(document)).toEqual(['kind', 'root', 'total', 'sessions', 'strays', 'findings']);
    expect(document).toMatchObject({ kind: 'sessions', root, total: count });
    expect(document.sessions.map(({ id }: { id: string }) => id).sort()).toEqual(ids.sort());
    expect(more).toEqual([]);
  });

  test.each([70, 80, 100, 120, 200])('fits into a terminal of %d columns with every fact', async (columns) => {
    const run = await runInProcess(['list', '--root', PROFILE], { terminal: terminalOf(columns) });
    const lines = run.stdout.trimEnd().split('\n');
    expect(Math.max(...lines.map(textWidth))).toBeLessThanOrEqual(columns);
    for (const word of ['Tidy up', '1796034454537', 'zai/glm', 'event-log-v1', 'ok'])
      expect(run.stdout).toContain(word);
  });

  test('half-made and unreadable sessions and strays are shown and hide nothing', async () => {
    const root = join(temporaryDirectory(), 'sessions');
    cpSync(fixtureSession('plain-text'), join(root, 'good'), { recursive: true });
    mkdirSync(join(root, 'nothing-in-it'));
    mkdirSync(join(root, 'garbage'));
    writeFileSync(join(root, 'garbage', 'authority.json'), '{"\u001b[31m');
    writeFileSync(join(root, 'notes\u001b[2J.txt'), 'x');
    const run = await runInProcess(['list', '--root', root], { terminal: terminalOf(160) });
    expect(run.code).toBe(0);
    for (const word of ['good', 'nothing-in-it', 'garbage', 'unreadable', 'notes\\x1b[2J.txt'])
      expect(run.stdout).toContain(word);
    expect(run.stdout).not.toContain('\u001b');
  });

  test('a store that fx has not made yet is empty, a named one must exist', async () => {
    const home = temporaryDirectory();
    const run = await runInProcess(['list'], { env: { HOME: home } });
    expect(run).toMatchObject({ code: 0, stdout: '' });
    expect(run.stderr).toContain('No saved sessions');
    expect((await runInProcess(['list', '--root', join(home, 'absent')])).code).toBe(3);
    expect((await runInProcess(['list'], { env: { FX_HOME: join(home, 'absent') } })).code).toBe(3);
    expect((await runInProcess(['list'], { env: { FX_HOME: PROFILE } })).stdout).toContain('Tidy up');
  });
});

describe('inputs', () => {
  test('the beginning of an id is enough, an ambiguous one names the candidates', async () => {
    const one = await runInProcess(['show', '1796034454537', '--root', PROFILE]);
    expect(one.code).toBe(0);
    expect(one.stdout).toContain('Tidy up');
    const many = await runInProcess(['show', '17960344545', '--root', PROFILE]);
    expect(many.code).toBe(0);
    const ambiguous = await runInProcess(['show', '179603445', '--root', PROFILE]);
    expect(ambiguous.code).toBe(2);
    expect(ambiguous.stderr).toContain('1796034454537-1796034454537348991-3071dcb27eb64c6e');
    expect(ambiguous.stderr).toContain('1796034454215-1796034454215325397-5d7f40ea9ade1ab7');
  });

  test('a root is not a conversation', async () => {
    const run = await runInProcess(['show', PROFILE]);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('many sessions');
  });

  test('a name that holds escape sequences is spelled out', async () => {
    const run = await runInProcess(['verify', './\u001b]0;owned\u0007\u202e.jsonl']);
    expect(run.code).toBe(3);
    expect(run.stderr + run.stdout).toContain('\\x1b]0;owned\\x07\\u202e.jsonl');
    for (const raw of ['\u001b', '\u0007', '\u202e']) expect(run.stderr + run.stdout).not.toContain(raw);
  });
});

describe('verify', () => {
  test('a damaged line is shown with its place, a caret, what fx says and what to do', async () => {
    const directory = temporaryDirectory();
    const path = join(directory, 'events.jsonl');
    const text = fixtureBytes('one-tool-call').toString();
    writeFileSync(path, text.replace('"seq":3,', '"seq":3,"seq":3,'));
    const line = text.indexOf('"seq":3,') + '"seq":3,'.length;
    const run = await runInProcess(['verify', path], { terminal: terminalOf(80) });
    expect(run.code).toBe(1);
    for (const word of [
      'frame/duplicate-key',
      'line 3',
      `byte ${line}`,
      'InvalidEventFrame',
      'what to do:',
      '1 input',
    ]) {
      expect(run.stdout).toContain(word);
    }
    const lines = run.stdout.split('\n');
    const caret = lines.findIndex((candidate) => /│ +\^$/.test(candidate));
    const column = (lines[caret] ?? '').indexOf('^');
    expect(lines[caret - 1]?.slice(column)).toMatch(/^"seq":3,"event_id"/);
    expect(Math.max(...lines.map(textWidth))).toBeLessThanOrEqual(80);
  });

  test('standard input shows the line of a fault, too', async () => {
    const text = fixtureBytes('one-tool-call').toString().replace('"seq":3,', '"seq":03,');
    const run = await runInProcess(['verify', '-'], { stdin: text });
    expect(run.code).toBe(1);
    expect(run.stdout).toMatch(/\n +3 │ .*"seq":03.*\n +│ +\^\n/);
  });

  test('strict stops at the first fault, lenient reports all, and the number of findings is bounded', async () => {
    const path = join(temporaryDirectory(), 'events.jsonl');
    writeFileSync(path, fixtureBytes('one-tool-call').toString().replaceAll('"total_cost":0', '"total_cost":x'));
    const [strict] = jsonLines((await runInProcess(['verify', '--json', path])).stdout);
    expect(strict.findings).toHaveLength(1);
    const [lenient] = jsonLines(
      (await runInProcess(['verify', '--json', '--lenient', '--max-findings', '3', path])).stdout,
    );
    expect(lenient.findings).toHaveLength(3);
    expect(lenient.counts.error).toBeGreaterThan(3);
    expect(lenient.omittedFindings).toBe(lenient.counts.error + lenient.counts.warning + lenient.counts.info - 3);
  });

  test('JSON has the documented keys', async () => {
    const [report, summary] = jsonLines((await runInProcess(['verify', '--json', fixtureLog('plain-text')])).stdout);
    expect(Object.keys(report)).toEqual([
      'kind',
      'input',
      'judgedAs',
      'path',
      'verdict',
      'format',
      'formatReason',
      'bytes',
      'events',
      'turns',
      'counts',
      'findings',
      'omittedFindings',
      'fx',
      'unreadable',
    ]);
    expect(report).toMatchObject({ verdict: 'ok', format: 'event-log-v1', events: 7, turns: 1 });
    expect(report.bytes).toBe(fixtureBytes('plain-text').length);
    expect(summary).toEqual({
      kind: 'verify-summary',
      inputs: { total: 1, ok: 1, warnings: 0, errors: 0, unreadable: 0 },
      findings: { error: 0, warning: 0, info: 0 },
      rules: {},
    });
  });

  test('a directory is judged as fx reads it: what lost its modes is a warning, what fx refuses an error', async () => {
    const good = await runInProcess(['verify', '--json', fixtureSession('plain-text')]);
    expect(good.code).toBe(0);
    expect(jsonLines(good.stdout)[0]).toMatchObject({ judgedAs: 'session', verdict: 'warnings' });
    const refused = await runInProcess(['verify', '--json', fixtureSession('recovered-source')]);
    expect(refused.code).toBe(1);
    expect(jsonLines(refused.stdout)[0]).toMatchObject({ verdict: 'errors', fx: { readable: { ok: false } } });
    const legacy = await runInProcess(['verify', fixtureSession('legacy-v2')]);
    expect(legacy.code).toBe(0);
    expect(legacy.stdout).toContain('legacy');
  });

  test('without INPUT every session of the root is judged', async () => {
    const run = await runInProcess(['verify', '--json', '--root', PROFILE]);
    expect(run.code).toBe(0);
    expect(jsonLines(run.stdout).at(-1).inputs.total).toBe(7);
  });

  test('a log of a newer fx is a warning that names it', async () => {
    const path = join(temporaryDirectory(), 'events.jsonl');
    writeFileSync(path, '{"schema_version":5,"id":"x","created_at_ms":1,"updated_at_ms":2}\n');
    const run = await runInProcess(['verify', path]);
    expect(run.code).toBe(0);
    expect(run.stdout).toContain('newer fx');
    expect((await runInProcess(['show', path])).code).toBe(3);
  });
});

describe('events', () => {
  test('each event carries its place; the rest is the frame, digit by digit', async () => {
    const bytes = fixtureBytes('one-tool-call');
    const run = await runInProcess(['events', fixtureLog('one-tool-call')]);
    let offset = 0;
    for (const [index, line] of run.stdout.trimEnd().split('\n').entries()) {
      const { offset: at, length, line: number } = JSON.parse(line);
      expect([at, number]).toEqual([offset, index + 1]);
      const frame = bytes.subarray(at, at + length).toString();
      expect(`{${line.slice(line.indexOf('"schema_version"'))}\n`).toBe(frame);
      offset += length;
    }
    expect(offset).toBe(bytes.length);
  });

  test('numbers beyond 2^53 and bytes that are not UTF-8 come out as fx writes them', async () => {
    const text = fixtureBytes('plain-text').toString();
    const turn = turnPayload('x', 'y') as { total_input_tokens: unknown; turn: { assistant: unknown } };
    turn.turn.assistant = { encoding: 'base64', data: '/w==' };
    const event = eventAfter(text, 'history_turn_committed', turn).replace(
      '"total_input_tokens":7',
      '"total_input_tokens":18446744073709551615',
    );
    const run = await runInProcess(['events', '-', '--seq', '8'], { stdin: text + event });
    expect(run).toMatchObject({ code: 0 });
    expect(run.stdout).toContain('"total_input_tokens":18446744073709551615');
    expect(run.stdout).toContain('"assistant":{"encoding":"base64","data":"/w=="}');
  });

  test('kind and seq select', async () => {
    const log = fixtureLog('one-tool-call');
    const seqs = async (...args: string[]) =>
      jsonLines((await runInProcess(['events', log, ...args])).stdout).map(({ seq }) => seq);
    expect(await seqs('--seq', '5-7')).toEqual([5, 6, 7]);
    expect(await seqs('--kind', 'session_started', '--kind', 'history_turn_committed')).toEqual([1, 12]);
    expect((await runInProcess(['events', log, '--seq', '9-5'])).code).toBe(2);
  });

  test('on a terminal nothing that it would act on comes through', async () => {
    const text = fixtureBytes('plain-text').toString();
    const event = eventAfter(text, 'history_turn_committed', turnPayload('a\u009b31m\u202eb', '\u007f'));
    const run = await runInProcess(['events', '-', '--seq', '8'], { stdin: text + event, terminal: terminalOf(80) });
    expect(run.stdout).toContain('\\u009b31m\\u202eb');
    expect(run.stdout).toMatch(/^[\x20-\x7e]*\n$/);
    expect(JSON.parse(run.stdout).payload.turn.user.text).toBe('a\u009b31m\u202eb');
  });

  test('what lies before a fault is printed', async () => {
    const run = await runInProcess(['events', '-'], { stdin: fixtureBytes('plain-text').subarray(0, -10) });
    expect(run.code).toBe(1);
    expect(jsonLines(run.stdout)).toHaveLength(6);
    expect(run.stderr).toContain('TruncatedEventFrame');
  });
});

describe('show', () => {
  const hostile = () => {
    const text = fixtureBytes('plain-text').toString();
    return (
      text +
      eventAfter(text, 'history_turn_committed', turnPayload('\u001b[2J\u001b]52;c;eA==\u0007', 'a\rb\u202e\u0085'))
    );
  };

  test('control characters in logged text never reach the terminal, in colour or without', async () => {
    for (const color of [true, false]) {
      const run = await runInProcess(['show', '-#2', '--no-pager'], {
        stdin: hostile(),
        terminal: terminalOf(80, color),
      });
      expect(run.stdout).toContain('\\x1b[2J\\x1b]52;c;eA==\\x07');
      expect(run.stdout).toContain('a\\rb\\u202e\\x85');
      expect(run.stdout.replace(/\u001b\[\d+m/g, '')).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
      expect(run.stdout.includes('\u001b[')).toBe(color);
    }
    const plain = await runInProcess(['show', '-#2', '--no-pager', '--no-color'], {
      stdin: hostile(),
      terminal: terminalOf(80, true),
    });
    expect(plain.stdout).not.toContain('\u001b');
  });

  test('ranges select turns by number', async () => {
    const headings = async (range: string) => {
      const run = await runInProcess(['show', `${fixtureSession('twelve-turns')}${range}`]);
      expect(run.code).toBe(0);
      return [...run.stdout.matchAll(/^── #(\d+) /gm)].map(([, number]) => Number(number));
    };
    expect(await headings('')).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(await headings('#7')).toEqual([7]);
    expect(await headings('#5-7')).toEqual([5, 6, 7]);
    expect(await headings('#-2')).toEqual([11, 12]);
    expect((await runInProcess(['show', `${fixtureSession('twelve-turns')}#13`])).code).toBe(2);
  });

  test('calls, failures and interruptions are told apart without colour', async () => {
    const failing = await runInProcess(['show', fixtureLog('failing-tools')]);
    expect(failing.stdout).toMatch(/→ read_file path=src\/absent\.ts\n +✗ failed/);
    expect(failing.stdout).toMatch(/✗ failed exit 3/);
    const interrupted = await runInProcess(['show', fixtureLog('interrupted-command')]);
    expect(interrupted.stdout).toContain('■ interrupted: cancelled by the user');
  });

  test('long outputs are folded with a count, and whole with --full', async () => {
    const folded = await runInProcess(['show', fixtureLog('big-output')]);
    expect(folded.stdout).toMatch(/… [\d,]+ more lines, .* \(--full shows them\)/);
    const full = await runInProcess(['show', '--full', fixtureLog('big-output')]);
    expect(full.stdout).not.toContain('--full shows them');
    expect(full.stdout.length).toBeGreaterThan(folded.stdout.length * 5);
  });

  test('a replaced history is shown as it stands, not as it was', async () => {
    const expected = JSON.parse(readFileSync(join(FIXTURES, 'long-session', 'expected.json'), 'utf8'));
    for (const input of [fixtureSession('long-session'), '-']) {
      const run = await runInProcess(
        ['show', '--json', input],
        input === '-' ? { stdin: fixtureBytes('long-session') } : {},
      );
      const [head, ...turns] = jsonLines(run.stdout);
      expect(head).toMatchObject({ kind: 'session', turns: expected.history_len });
      expect(turns.map(({ turn }) => turn.user?.text)).toEqual(
        expected.history.map(({ user }: { user?: { text: string } }) => user?.text),
      );
      expect(turns.map(({ number }) => number)).toEqual(turns.map((_, index) => index + 1));
    }
  });

  test('what comes before a fault is shown, and the fault said', async () => {
    const run = await runInProcess(['show', '-'], { stdin: `${fixtureBytes('twelve-turns').toString()}garbage\n` });
    expect(run.code).toBe(1);
    expect(run.stdout).toContain('── #12 ');
    expect(run.stderr).toContain('frame/syntax');
  });
});

describe('tail', () => {
  test('prints the last turns', async () => {
    const numbers = async (...args: string[]) =>
      jsonLines((await runInProcess(['tail', '--json', fixtureSession('twelve-turns'), ...args])).stdout).map(
        ({ number }) => number,
      );
    expect(await numbers()).toEqual([10, 11, 12]);
    expect(await numbers('-n', '1')).toEqual([12]);
    expect((await runInProcess(['tail', '-n', '0', fixtureSession('twelve-turns')])).stdout).toBe('');
  });

  test('follows: new turns, a cut end and a new file', async () => {
    const path = join(temporaryDirectory(), 'events.jsonl');
    const text = fixtureBytes('plain-text').toString();
    writeFileSync(path, text);
    const second = eventAfter(text, 'history_turn_committed', turnPayload('second', 'two'));
    const interrupt = new Interrupt();
    const steps: [seen: RegExp, act: () => void][] = [
      [/"number":1,/, () => appendFileSync(path, second)],
      [/"text":"second"/, () => writeFileSync(path, text)],
    ];
    let step = steps.shift();
    const run = await runInProcess(['tail', '-f', '--json', '-n', '5', path], {
      interrupt,
      onStdout: (stdout) => {
        if (step?.[0].test(stdout)) {
          step[1]();
          step = steps.shift();
          if (step === undefined) setTimeout(() => appendFileSync(path, second.replaceAll('second', 'instead')), 1500);
        } else if (/"text":"instead"/.test(stdout)) interrupt.raise();
      },
    });
    expect(run.code).toBe(130);
    expect(jsonLines(run.stdout).map(({ number, turn }) => [number, turn.user.text])).toEqual([
      [1, expect.any(String)],
      [2, 'second'],
      [2, 'instead'],
    ]);
    expect(run.stderr).toMatch(/cut off|rewritten/);
  });

  test('a pipe cannot be followed', async () => {
    expect((await runInProcess(['tail', '-f', '-'])).code).toBe(2);
  });
});

describe('schema and rules', () => {
  test('a schema stands alone: every reference leads to something in it', async () => {
    const { stdout } = await runInProcess(['schema', 'history_turn_committed', '--json']);
    const schema = JSON.parse(stdout);
    const references = [...stdout.matchAll(/"\$ref":"[^"]*#\/\$defs\/(\w+)"/g)].map(([, name]) => name);
    expect(references.length).toBeGreaterThan(5);
    for (const name of references) expect(schema.$defs.definitions.$defs).toHaveProperty(name ?? '');
  });

  test('every shape of the newer formats is there, as a document that compiles by itself', async () => {
    const root = fileURLToPath(new URL('../../../../schemas/', import.meta.url));
    const files = ['conversation-log', 'sessions-v2'].flatMap((format) =>
      readdirSync(join(root, format), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.schema.json') && !file.startsWith('definitions'))
        .map((file) => `${format}/${file.replace('.schema.json', '')}`),
    );
    const [{ schemas }] = jsonLines((await runInProcess(['schema', '--json'])).stdout);
    const names: string[] = schemas.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(files));
    for (const name of files) {
      const { code, stdout } = await runInProcess(['schema', name, '--json']);
      expect(code).toBe(0);
      expect(() => new Ajv2020({ strict: false }).compile(JSON.parse(stdout)), name).not.toThrow();
    }
    const shown = (await runInProcess(['schema'])).stdout;
    for (const kind of eventKinds) expect(shown).toContain(kind);
    expect(JSON.parse((await runInProcess(['schema', 'tool_result', '--json'])).stdout)).toMatchObject({
      title: 'tool_result payload',
    });
    const manifests = ['manifest', 'conversation-log/manifest'].map((name) => runInProcess(['schema', name, '--json']));
    const [older, newer] = (await Promise.all(manifests)).map(({ stdout }) => JSON.parse(stdout).description);
    expect(newer).toMatch(/conversation log/);
    expect(older).not.toBe(newer);
  });

  test('every rule area of the newer formats is explained', async () => {
    for (const area of ['conversation', 'sessions-v2']) {
      const { stderr } = await runInProcess(['rules', area]);
      expect(stderr).toContain(`  ${area}/`);
    }
  });

  test('lists kinds and rules, and suggests the nearest name', async () => {
    const list = (await runInProcess(['schema'])).stdout;
    expect(list).toContain('session_started');
    expect(list).toContain('transcript');
    const transcript: unknown = JSON.parse((await runInProcess(['schema', 'transcript', '--json'])).stdout);
    expect(transcript).toMatchObject({ title: 'Common transcript', required: ['meta', 'messages'] });
    const [rules] = jsonLines((await runInProcess(['rules', '--json'])).stdout);
    expect(rules.rules.length).toBeGreaterThan(20);
    for (const { id } of rules.rules) expect((await runInProcess(['rules', id])).stdout).toContain('what to do:');
    expect((await runInProcess(['rules', 'frame/duplicat-key'])).stderr).toContain('Did you mean frame/duplicate-key?');
    expect((await runInProcess(['rules', 'frame'])).stderr).toContain('  frame/duplicate-key');
  });
});

describe('an empty name', () => {
  const ONE =
    'show events tail verify stats repair context changes blame processes permissions instructions skills mcp memory'.split(
      ' ',
    );
  test.each([
    ...ONE.map((command) => [command, '']),
    ['search', 'q', ''],
    ['copy', '', 'there'],
    ['export', '', '--to', 'md'],
    ['convert', '', '--to', 'fx'],
    ['convert', fixtureLog('plain-text'), '--to', 'simple', '-o', ''],
    ['redact', '', '-o', 'there'],
    ['fixture', fixtureLog('plain-text'), '-o', ''],
    ['rm', ''],
    ['list', '--root', ''],
    ['verify', '--root='],
    ['doctor', '--root', ''],
  ])('is wrong usage: %s %s %s %s', async (...args) => {
    const directory = temporaryDirectory();
    const { code, stdout, stderr } = await runInProcess(args, { cwd: directory, env: { HOME: directory } });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/empty/);
    expect(readdirSync(directory)).toEqual([]);
  });
});

test('a beginning that several sessions have is answered with their titles and times', async () => {
  const root = join(temporaryDirectory(), 'sessions');
  for (let i = 0; i < 12; i++) cpSync(fixtureSession('plain-text'), join(root, `plain-${i}`), { recursive: true });
  const { code, stderr } = await runInProcess(['show', 'plain', '--root', root]);
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^fxlog: 12 sessions begin with "plain":\n {2}plain-0 {2}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC {2}\S/,
  );
  expect(stderr).toContain('  and 2 more; fxlog list shows them\n');
});
