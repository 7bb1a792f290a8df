// @ts-check
// node scripts/resume-check/resume-check.js [--tools DIR] [--keep DIR] [--only PROGRAM] [--session NAME]
// Converts sessions to Claude Code, Codex and Pi, resumes each in the real program against a service on loopback, and compares what the
// program tells its model with what the session says. Described in docs/resuming-elsewhere.md.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../ensure-built.js';
import { ensureInstalled } from '../ensure-installed.js';
import { ROOT } from '../run.js';
import { factsOfMessages, factsOfRequest, firstUntold, withCallsLast } from './conversation-facts.js';
import { ANSWER, startMockService } from './mock-service.js';
import { installPrograms, PROGRAMS, runProgram } from './programs.js';

const PROMPT = 'Please go on from here.';
const LIMIT_MS = 120_000;

const { values } = parseArgs({
  options: {
    tools: { type: 'string', default: join(tmpdir(), 'fxlog-resume-check') },
    keep: { type: 'string' },
    only: { type: 'string' },
    session: { type: 'string' },
    'no-build': { type: 'boolean', default: false },
  },
});

if (!values['no-build']) {
  ensureInstalled();
  ensureBuilt();
}
/** @type {typeof import('@fxlog/codecs')} */
const { codecs, convert, LossReport, readItems } = await import(`${ROOT}/packages/codecs/dist/index.js`);

/** @typedef {{ name: string, path: string }} Session */

const fx = `${ROOT}/test-fixtures/fx-0.0.5`;
/** @type {Session[]} */
const SESSIONS = [
  // Everything that providers refuse: names, lone calls and results, results out of place, empty texts, foreign reasoning.
  { name: 'common/unruly.json', path: `${ROOT}/test-fixtures/codecs/resume/unruly.json` },
  ...['claude-code', 'codex', 'pi'].flatMap((harness) => {
    const folder = `${ROOT}/test-fixtures/codecs/${harness}`;
    return readdirSync(folder).map((file) => ({ name: `${harness}/${file}`, path: join(folder, file) }));
  }),
  ...['parallel-tools', 'image-input', 'interrupted-command', 'failing-tools', 'twelve-turns', 'unicode-text'].flatMap(
    (shape) => {
      const path = findLog(join(fx, shape));
      return path === null ? [] : [{ name: `fx/${shape}`, path }];
    },
  ),
];

/** The log of a recorded session. @param {string} folder @returns {string | null} */
function findLog(folder) {
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (entry.endsWith('events.jsonl')) return join(folder, entry);
  }
  return null;
}

installPrograms(values.tools);
const work = values.keep ?? mkdtempSync(join(tmpdir(), 'fxlog-resumed-'));
const service = await startMockService();
let failures = 0;
for (const program of PROGRAMS) {
  if (values.only !== undefined && values.only !== program.codec) continue;
  const file = program.find(values.tools);
  if (file === null) {
    process.stdout.write(`${program.codec}: the program is not there for this system\n`);
    failures++;
    continue;
  }
  for (const session of SESSIONS) {
    if (values.session !== undefined && values.session !== session.name) continue;
    const fault = await check(program, file, session);
    process.stdout.write(
      `${fault === null ? 'ok  ' : 'FAIL'} ${session.name} → ${program.codec}${fault === null ? '' : `: ${fault}`}\n`,
    );
    if (fault !== null) failures++;
  }
}
await service.close();
if (values.keep === undefined) rmSync(work, { recursive: true, force: true });
process.exitCode = failures === 0 ? 0 : 1;

/**
 * Why a program does not go on with a session as it should; null when it does.
 *
 * @param {import('./programs.js').Program} program
 * @param {string} file
 * @param {Session} session
 * @returns {Promise<string | null>}
 */
async function check(program, file, session) {
  const home = join(work, `${program.codec}-${session.name.replace(/\W+/g, '-')}`);
  const cwd = join(home, 'project');
  mkdirSync(cwd, { recursive: true });
  const bytes = await write(program, session, home, cwd);
  if (bytes === null) return 'the codec did not say where the file belongs';
  const place = { home, cwd, port: service.port, prompt: PROMPT, sessionId: bytes.sessionId };
  program.prepare(place);
  service.take();
  const { status, output } = await runProgram(values.tools, file, program.args(place), {
    cwd,
    home,
    env: program.env(place),
    limitMs: LIMIT_MS,
  });
  const requests = service.take();
  if (values.keep !== undefined) {
    writeFileSync(join(home, 'requests.json'), JSON.stringify(requests, null, 2));
    writeFileSync(join(home, 'output.txt'), output);
  }
  if (status !== 0) return `it ended with ${status ?? 'a time-out'}: ${output.trim().slice(-300)}`;
  if (!output.includes(ANSWER)) return `it did not show the answer: ${output.trim().slice(-300)}`;
  const prompt = /** @type {const} */ ({ role: 'user', content: [{ type: 'text', text: PROMPT }], timestamp: '' });
  const orders = [bytes.messages, withCallsLast(bytes.messages)];
  const untold = orders.flatMap((messages) => {
    const wanted = factsOfMessages([...messages, prompt]);
    return requests.map(({ body }) => firstUntold(wanted, factsOfRequest(body)));
  });
  if (untold.includes(null)) return null;
  return requests.length === 0
    ? 'it asked the service nothing'
    : `the model was not told ${JSON.stringify(untold.at(-1)).slice(0, 300)}`;
}

/**
 * Writes a session where the program looks for it.
 *
 * @param {import('./programs.js').Program} program
 * @param {Session} session
 * @param {string} home
 * @param {string} cwd
 */
async function write(program, session, home, cwd) {
  const target = codecs.require(program.codec);
  const losses = new LossReport();
  /** @type {import('@fxlog/codecs/internal').Installation | undefined} */
  let installation;
  /** @type {import('@fxlog/codecs/internal').ReadAttachment} */
  const readAttachment = async (locator) => {
    const path = join(dirname(session.path), locator);
    return existsSync(path) ? readFile(path) : null;
  };
  // The working directory of the fixture is not there: the session moves to one that is.
  /** @type {import('@fxlog/codecs').Stage} */
  const move = async function* (items) {
    for await (const batch of items) {
      yield batch.map((item) => (item.type === 'meta' ? { ...item, meta: { ...item.meta, cwd } } : item));
    }
  };
  const pieces = [];
  for await (const piece of convert(session.path, {
    to: target,
    stages: [move],
    readAttachment,
    onLoss: losses.add,
    onInstallation(told) {
      installation = told;
    },
  })) {
    if (piece.file === null) pieces.push(piece.bytes);
  }
  if (installation === undefined) return null;
  const path = join(home, program.sessions, installation.path);
  mkdirSync(dirname(path), { recursive: true });
  const bytes = Buffer.concat(pieces);
  writeFileSync(path, bytes);
  const messages = [];
  for await (const batch of readItems(bytes, { from: target })) {
    for (const item of batch) if (item.type === 'message') messages.push(item.message);
  }
  return { sessionId: installation.sessionId, messages };
}
