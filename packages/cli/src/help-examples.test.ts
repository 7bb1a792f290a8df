import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConversation } from '@fxlog/assembler';
import { eventLogTurn } from '@fxlog/assembler/internal';
import type { HistoryTurn } from '@fxlog/format';
import { writeSession } from '@fxlog/writer';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { gzipOf, tarOf, zipOf, zstdOf } from '../../batch/src/testing/archives.js';
import { fixtureLog } from './testing/built-command.js';
import { runInProcess } from './testing/run-in-process.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const COMMANDS =
  'list verify merge show events tail context changes blame permissions instructions skills mcp memory processes doctor repair stats search export rewrite copy tree rm convert redact fixture trace codecs schema rules'.split(
    ' ',
  );

/** Examples that no test can run to their end, and why. */
const NOT_RUN: readonly (readonly [example: string, why: string])[] = [
  ['fxlog tail -f', 'it goes on until it is stopped'],
  ['fxlog worker', 'it goes on until it is stopped, in a directory that all machines see'],
  ['fxlog verify /shared', 'it waits for workers'],
  ['fxlog processes 1796034455058 --replay', 'only commands that a person watched have a recording'],
  ['duckdb', 'another program'],
  ['mv', 'another program'],
];

/** Filters that let nothing through, since there is nothing of the kind: no damaged session, no session of another, no costs. */
const FILTERS_ALL_OUT = ['doctor --json', 'tree --root', 'stats --json'];

const HAS_JQ = spawnSync('jq', ['--version']).status === 0;

/** Examples that ask for what is wrong: transcripts of other programs are no logs, and a session in a folder of another name is none to fx. */
const FINDS_FAULTS = ['"errors"', 'repair session-dir'];

const SESSION = '1796034455058-1796034455058000000-0123456789abcdef';
const CODECS = fileURLToPath(new URL('../../../test-fixtures/codecs/', import.meta.url));

let template: string;
const made: string[] = [];

/** A home and a folder to work in that have all that the examples name. */
beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'fxlog-examples-'));
  made.push(template);
  const turns: HistoryTurn[] = [];
  for (const shape of ['one-tool-call', 'file-writes', 'twelve-turns', 'failing-tools']) {
    for await (const items of readConversation(fixtureLog(shape))) {
      for (const item of items) if (item.type === 'turn') turns.push(withWords(eventLogTurn(item.turn.native)));
    }
  }
  const header = {
    id: SESSION,
    created_at_ms: 1796034455058,
    workspace_root: '/home/dev/project',
    preferences: PREFERENCES,
  };
  const session = { ...header, conversation_language: 'en' };
  const drafts = turns.map((turn) => ({ turn }));
  const { dir } = await writeSession({ turns: drafts, session } as never, {
    root: join(template, 'home/.fx/sessions'),
  });
  const work = join(template, 'work');
  for (const folder of ['archive', 'session-dir', 'attachments']) mkdirSync(join(work, folder), { recursive: true });
  cpSync(dir, join(work, 'session-dir'), { recursive: true });
  cpSync(join(dir, 'events.jsonl'), join(work, 'events.jsonl'));
  mkdirSync(join(work, 'src'));
  writeFileSync(join(work, 'src/basket.ts'), 'export const basket = {\n  pears: 8,\n  plums: 2,\n};\n');
  cpSync(join(CODECS, 'codex/session.jsonl'), join(work, 'rollout.jsonl'));
  cpSync(join(CODECS, 'claude-code/session.jsonl'), join(work, 'session.jsonl'));
  const claude = join(template, 'home/.claude/projects/-home-ann-shop');
  mkdirSync(claude, { recursive: true });
  cpSync(join(CODECS, 'claude-code/session.jsonl'), join(claude, '7b0c….jsonl'));
  cpSync(join(template, 'home/.fx'), join(template, 'home/backup/.fx'), { recursive: true });
  writeFileSync(join(template, 'home/.fx/settings.json'), '{"permission":{"bash":"ask"}}');
  const entries = readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(dir, name)).isFile())
    .map((name) => ({ name: `sessions/${SESSION}/${name}`, content: readFileSync(join(dir, name)) }));
  const tar = await tarOf(entries);
  writeFileSync(join(work, 'backup.tar.zst'), zstdOf(tar));
  writeFileSync(join(work, 'archive/one.tar.gz'), gzipOf(tar));
  writeFileSync(join(work, 'archive/two.zip'), zipOf(entries));
});

const PREFERENCES = { model: 'openai/gpt-5', effort: 'auto', fast_mode: false };

afterAll(() => {
  for (const directory of made) rmSync(directory, { recursive: true, force: true });
});

/** A turn with words in it that the examples look for. */
function withWords(turn: HistoryTurn): HistoryTurn {
  if (turn.kind !== 'assistant') return turn;
  const steps = turn.execution.tool_steps.map((step) => ({
    ...step,
    tool_results: step.tool_results.map((result) => ({ ...result, output: `${String(result.output)} ENOENT` })),
  }));
  const user = { ...turn.user, text: `${String(turn.user.text)} Look at the tide table.` };
  return { ...turn, user, execution: { ...turn.execution, tool_steps: steps } };
}

/** The arguments of an example: quotes and `~` as a shell takes them, without what it pipes into or writes to. */
function argumentsOf(example: string, home: string): { argv: string[]; stdin: string | null } {
  const [own = ''] = example.split(/ \| /);
  const words = [...own.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) =>
      single ?? double ?? (bare ?? '').replace(/^~/, home).replace(/^\/backup/, `${home}/elsewhere`),
  );
  const read = words.indexOf('<');
  const write = words.indexOf('>');
  const argv = words.slice(
    1,
    [read, write].reduce((end, at) => (at < 0 ? end : Math.min(end, at)), words.length),
  );
  return { argv, stdin: read < 0 ? null : (words[read + 1] ?? null) };
}

/** The examples in the help of a command, without their comments. */
async function examplesOf(command: string): Promise<readonly string[]> {
  const { stdout } = await runInProcess([command, '--help']);
  return [...stdout.matchAll(/^ {2}\$ (.*)$/gm)].map(([, line = '']) => line.split(/ {2,}/)[0] ?? '');
}

/** A place of its own, with all that the examples name. */
function freshPlace(): { home: string; work: string } {
  const place = mkdtempSync(join(tmpdir(), 'fxlog-example-'));
  made.push(place);
  cpSync(template, place, { recursive: true });
  return { home: join(place, 'home'), work: join(place, 'work') };
}

it.each(COMMANDS)('the examples of fxlog %s run, and print something', async (command) => {
  const examples = await examplesOf(command);
  expect(examples.length).toBeGreaterThan(0);
  let place = freshPlace();
  for (const example of examples) {
    if (NOT_RUN.some(([beginning]) => example.startsWith(beginning))) continue;
    // Those of merge go on with what the ones before have made.
    if (command !== 'merge') place = freshPlace();
    const { argv, stdin } = argumentsOf(example, place.home);
    const run = await runInProcess(argv, {
      cwd: place.work,
      env: { HOME: place.home },
      ...(stdin === null ? {} : { stdin: readFileSync(join(place.work, stdin)) }),
    });
    // Some ask for what is wrong, and there is something.
    expect(run.code, `${example}\n${run.stderr}${run.stdout.slice(0, 1500)}`).toBe(
      FINDS_FAULTS.some((part) => example.includes(part)) ? 1 : 0,
    );
    expect(run.stdout + run.stderr, example).not.toBe('');
    if (HAS_JQ && example.includes('| jq') && !FILTERS_ALL_OUT.some((part) => example.includes(part))) {
      const [, quoted, filter] = /jq (?:-r )?(?:'([^']*)'|(\S+))$/.exec(example) ?? [];
      const { stdout, stderr } = spawnSync('jq', ['-r', quoted ?? filter ?? ''], {
        input: run.stdout,
        encoding: 'utf8',
      });
      expect(stdout.trim() + stderr, example).not.toMatch(/^$|^null$|error/m);
    }
    expect(run.stdout + run.stderr, example).not.toMatch(/[Nn]othing found|No saved sessions|undefined|\[object/);
  }
});
