// @ts-check
// node scripts/resume-check/resume-check.js [--tools DIR] [--work DIR] [--only NAME] [--to PROGRAM] [--show] [--write]
// Makes sessions with Claude Code, Codex and Pi, converts each to these and to fx, and compares what the program that made a session tells its
// model on going on with it with what the other program tells of the converted session. Described in docs/resuming-elsewhere.md.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../ensure-built.js';
import { ensureInstalled } from '../ensure-installed.js';
import { ROOT } from '../run.js';
import { ANSWER, MockService } from './mock-service.js';
import { filesBelow, installPrograms, PROGRAMS, runProgram, runScript } from './programs.js';
import { SHAPES as CLAUDE_CODE_SHAPES } from './shapes/claude-code.js';
import { SHAPES as CODEX_SHAPES } from './shapes/codex.js';
import { SHAPES as PI_SHAPES } from './shapes/pi.js';
import { Room } from './shapes/room.js';
import { cellOf, writeTable } from './table.js';
import { partsOfRequest, toldBy } from './told.js';

const { values } = parseArgs({
  options: {
    tools: { type: 'string', default: join(tmpdir(), 'fxlog-resume-check') },
    work: { type: 'string' },
    only: { type: 'string' },
    to: { type: 'string' },
    show: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    'no-build': { type: 'boolean', default: false },
  },
});

if (!values['no-build']) {
  ensureInstalled();
  ensureBuilt();
}
const { askStandIn } = await import('./fx-stand-in.js');
const { differencesOf } = await import('./differences.js');

const PROMPT = 'PLEASE-GO-ON-FROM-HERE';
/** @type {readonly Target[]} */
const TARGETS = ['claude-code', 'codex', 'pi', 'fx'];

/** Sessions that were recorded from fx, of no more turns than it tells its model as they are. */
const FX_SHAPES = [
  'parallel-tools',
  'image-input',
  'interrupted-command',
  'interrupted-stream',
  'failing-tools',
  'file-writes',
  'mcp-tool',
  'unicode-text',
];

/**
 * @typedef {import('./programs.js').ProgramName} ProgramName
 * @typedef {ProgramName | 'fx'} Target
 * @typedef {import('./told.js').Part} Part
 *
 * @typedef {object} Session
 * @property {string} name
 * @property {string} file
 * @property {string} cwd
 * @property {readonly Part[] | null} told What the program that made it tells its model; null when no program made it.
 * @property {boolean} knowsModel Whether Pi knows its model.
 * @property {Readonly<Record<string, number>>} losses Rules and counts of what was lost on the way to this file.
 *
 * @typedef {object} Verdict
 * @property {string | null} fault Why the session is not gone on with.
 * @property {readonly import('./differences.js').Difference[] | null} differences Null where there is nothing to compare with.
 */

const work = values.work ?? mkdtempSync(join(tmpdir(), 'fxlog-resumed-'));
const tools = values.tools;
installPrograms(tools);

/** @type {import('./table.js').Row[]} */
const rows = [];
let failures = 0;
for await (const session of sessions()) {
  /** @type {Partial<Record<Target, Verdict>>} */
  const verdicts = {};
  for (const target of TARGETS) {
    if (values.to !== undefined && values.to !== target) continue;
    const verdict = await judge(session, target);
    verdicts[target] = verdict;
    const { fault, differences } = verdict;
    if (fault !== null || differences?.some(({ code }) => code === null)) failures++;
    process.stdout.write(`${session.name} → ${target}: ${cellOf(verdict)} ${fault ?? ''}\n`);
    for (const { what, detail, code } of differences ?? []) {
      if (code !== null && !values.show) continue;
      process.stdout.write(`    ${code ?? 'SILENT'}: ${what}: ${detail.slice(0, 160)}\n`);
    }
  }
  rows.push({ name: session.name, verdicts });
}
if (values.write) writeTable(join(ROOT, 'docs/resuming-elsewhere.md'), rows);
if (values.work === undefined) rmSync(work, { recursive: true, force: true });
process.stdout.write(`${rows.length} sessions, ${failures} failures\n`);
process.exitCode = failures === 0 && rows.length > 0 ? 0 : 1;

/** The sessions: those that the programs make, some recorded from fx, and one that has at once everything that services refuse. @returns {AsyncGenerator<Session>} */
async function* sessions() {
  const shapes = /** @type {const} */ ([
    ['claude-code', CLAUDE_CODE_SHAPES],
    ['codex', CODEX_SHAPES],
    ['pi', PI_SHAPES],
  ]);
  for (const [program, ofProgram] of shapes) {
    for (const [shape, make] of Object.entries(ofProgram)) {
      const name = `${program}/${shape}`;
      if (values.only === undefined || name.includes(values.only)) yield await genuineSession(program, name, make);
    }
  }
  for (const shape of FX_SHAPES) {
    const name = `fx/${shape}`;
    if (values.only === undefined || name.includes(values.only)) yield await recordedSession(name, shape);
  }
  if (values.only !== undefined && !'common/unruly'.includes(values.only)) return;
  const fixture = join(ROOT, 'test-fixtures/codecs/resume/unruly.json');
  yield {
    name: 'common/unruly',
    file: movedHere(fixture, 'unruly.json'),
    cwd: work,
    told: null,
    knowsModel: false,
    losses: {},
  };
}

/** The working directory of a fixture is not there: its session moves to one that is. @param {string} file @param {string} name */
function movedHere(file, name) {
  const { meta, ...rest } = JSON.parse(readFileSync(file, 'utf8'));
  const path = join(work, name);
  writeFileSync(path, JSON.stringify({ meta: { ...meta, cwd: work }, ...rest }));
  return path;
}

/**
 * A session that was recorded from fx, as a transcript that can be moved.
 *
 * @param {string} name
 * @param {string} shape
 * @returns {Promise<Session>}
 */
async function recordedSession(name, shape) {
  const folder = join(work, 'sessions', name);
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(ROOT, 'test-fixtures/fx-0.0.5', shape), folder, { recursive: true });
  const id = readdirSync(folder).find((entry) => existsSync(join(folder, entry, 'session.json')));
  const session = join(folder, id ?? '');
  // A checkout does not keep the modes without which fx reads nothing.
  for (const entry of readdirSync(session, { recursive: true, withFileTypes: true })) {
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
  }
  chmodSync(session, 0o700);
  const { parts, fault } = await askStandIn(session);
  if (fault !== null) throw new Error(`${name}: ${fault}`);
  const common = join(folder, 'common.json');
  const { losses } = convert(session, 'common', folder, ['-o', common]);
  return { name, file: movedHere(common, `fx-${shape}.json`), cwd: work, told: parts, knowsModel: false, losses };
}

/**
 * Runs the command.
 *
 * @param {string} input
 * @param {string} target
 * @param {string} home
 * @param {string[]} options
 * @returns {{ sessionId: string, path: string, losses: Record<string, number> }}
 */
function convert(input, target, home, options) {
  const report = join(home, 'report.json');
  const args = ['convert', input, '--to', target, '--json', '--report', report, ...options];
  const { status, stdout, stderr } = runScript(join(ROOT, 'packages/cli/bin/fxlog.js'), args, home);
  if (status !== 0) throw new Error(`${input} does not become ${target}: ${stderr.trim()}`);
  return JSON.parse(stdout);
}

/**
 * A session that a program has made, and what the program tells its model when it goes on with it. What is there already is used again.
 *
 * @param {ProgramName} name
 * @param {string} title
 * @param {(room: Room) => Promise<void>} make
 * @returns {Promise<Session>}
 */
async function genuineSession(name, title, make) {
  const folder = join(work, 'sessions', title);
  const record = join(folder, 'session.json');
  if (existsSync(record)) return JSON.parse(readFileSync(record, 'utf8'));
  const room = new Room(PROGRAMS[name], tools, folder);
  await make(room);
  const { cwd, home, sessionId } = room;
  if (sessionId === null) throw new Error(`${title}: no session was made.`);
  const written = filesBelow(join(home, PROGRAMS[name].sessions)).filter(
    (path) => basename(path).includes(sessionId) && path.endsWith('.jsonl'),
  );
  // Codex begins a new file where turns are taken back; the last one is the session.
  const file = room.file ?? written.at(-1);
  if (file === undefined) throw new Error(`${title}: the session has no file.`);
  const copy = join(folder, 'resumed');
  cpSync(home, copy, { recursive: true });
  // Its index knows the files by their old paths.
  for (const path of filesBelow(copy).filter((path) => path.includes('sqlite'))) rmSync(path);
  const { parts } = await resume(name, { home: copy, cwd, sessionId, knowsModel: true });
  if (parts === null) throw new Error(`${title}: its own program does not go on with it.`);
  rmSync(copy, { recursive: true });
  /** @type {Session} */
  const session = { name: title, file, cwd, told: parts, knowsModel: true, losses: {} };
  writeFileSync(record, JSON.stringify(session));
  return session;
}

/**
 * What a program tells its model when it goes on with a session.
 *
 * @param {ProgramName} name
 * @param {{ home: string, cwd: string, sessionId: string, knowsModel: boolean }} place
 * @returns {Promise<{ parts: Part[] | null, fault: string | null }>}
 */
async function resume(name, { home, cwd, sessionId, knowsModel }) {
  const program = PROGRAMS[name];
  const service = await new MockService().start();
  const place = { tools, home, cwd, port: service.port };
  const { status, output } = await runProgram(program, place, program.resume(sessionId, PROMPT, knowsModel));
  await service.close();
  const request = service.requests.find(({ body }) => JSON.stringify(body).includes(PROMPT));
  if (request === undefined)
    return { parts: null, fault: `it asked the service nothing: ${output.trim().slice(-300)}` };
  const isAnswered = status === 0 && output.includes(ANSWER);
  const fault = request.refusal ?? (isAnswered ? null : `it did not show the answer: ${output.trim().slice(-300)}`);
  return { parts: partsOfRequest(request), fault };
}

/** @param {Session} session @param {Target} target @returns {Promise<Verdict>} */
async function judge(session, target) {
  const home = join(work, 'converted', session.name, target);
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  const { sessionId, path, losses } = convert(session.file, target, home, ['--install']);
  const { parts, fault } = await (target === 'fx'
    ? askStandIn(path)
    : resume(target, { home, cwd: session.cwd, sessionId, knowsModel: session.knowsModel }));
  writeFileSync(join(home, 'told.json'), JSON.stringify(parts, null, 1));
  if (session.told === null || parts === null) return { fault, differences: null };
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const [rule, count] of [...Object.entries(session.losses), ...Object.entries(losses)]) {
    const code = rule.replace('codec/', '');
    counts.set(code, (counts.get(code) ?? 0) + count);
  }
  return { fault, differences: differencesOf(toldBy(session.told, PROMPT), toldBy(parts, PROMPT), counts) };
}
