// @ts-check
// node scripts/archive-check/archive-check.js [--sessions 2000] [--bytes 2GB] [--kills 10] [--only NAME] [--cache DIR] [--command FILE]
// Puts fxlog to work on a large archive: memory of every command, results after kills, one worker against two, a thousand damaged sessions among
// good ones. Described in docs/large-archives.md.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../ensure-built.js';
import { ensureInstalled } from '../ensure-installed.js';
import { ROOT, runNode } from '../run.js';
import { makeArchive, unpack } from './make-archive.js';
import { observe } from './observed-run.js';
import { digestFiles, digestTables } from './result-digest.js';

const MAX_MEMORY_BYTES = 400e6;
/** Damaged sessions in the large archive. */
const DAMAGED = 7;
const MIXED = { sessions: 3000, bytes: 60e6, damaged: 1000 };
/** When the first kill comes, as a share of the time that the command takes. */
const LATE = 0.75;
const MIN_SPEED_UP = 1.8;
/** @type {Readonly<Record<string, number>>} */
const UNITS = { kb: 1e3, mb: 1e6, gb: 1e9 };

const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '2000' },
    bytes: { type: 'string', default: '2GB' },
    kills: { type: 'string', default: '10' },
    only: { type: 'string' },
    seed: { type: 'string', default: '1' },
    cache: { type: 'string', default: join(tmpdir(), 'fxlog-archive-check') },
    command: { type: 'string' },
  },
});
if (values.command === undefined) {
  ensureInstalled();
  ensureBuilt();
  if (runNode('node_modules/typescript/bin/tsc', ['-b', 'bench']) !== 0) process.exit(1);
}

const { Random } = await import(`${ROOT}/bench/dist/random.js`);
/** @type {import('../../bench/random.ts').Random} */
const random = new Random(Number(values.seed));
const fxlog = [process.execPath, values.command ?? `${ROOT}/packages/cli/bin/fxlog.js`];
mkdirSync(values.cache, { recursive: true, mode: 0o700 });
const work = mkdtempSync(join(values.cache, 'run-'));
/** @type {string[]} */
const faults = [];

/** @typedef {{ run: import('./observed-run.js').ObservedRun, made: Record<string, string> | null }} Result */
/** @typedef {{ name: string, args: readonly string[], makes?: 'sqlite' | 'parquet' | 'files' }} Task */

/** @type {readonly Task[]} */
const TASKS = [
  { name: 'verify', args: ['verify'] },
  { name: 'stats', args: ['stats', '--json'] },
  { name: 'parquet', args: ['export', '--to', 'parquet'], makes: 'parquet' },
  { name: 'sqlite', args: ['export', '--to', 'sqlite'], makes: 'sqlite' },
  { name: 'convert', args: ['convert', '--to', 'markdown'], makes: 'files' },
  { name: 'redact', args: ['redact'], makes: 'files' },
];

try {
  await main();
} finally {
  rmSync(work, { recursive: true, force: true });
}
for (const fault of faults) print(`FAIL ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;

async function main() {
  const wanted = (/** @type {string} */ name) => values.only === undefined || values.only.split(',').includes(name);
  const started = performance.now();
  const archive = await makeArchive(values.cache, {
    sessions: Number(values.sessions),
    bytes: bytesOf(values.bytes),
    damaged: DAMAGED,
  });
  print(
    `${archive.path}: ${values.sessions} sessions, ${megabytes(archive.logBytes)} of logs (${seconds(performance.now() - started)})\n`,
  );
  print(row('command', 'wall', 'CPU', 'MB/s', 'memory', 'kills', 'after kills'));
  const kills = Math.ceil(Number(values.kills) / TASKS.length);
  for (const task of TASKS) if (wanted(task.name)) await checkTask(task, archive, kills);
  if (wanted('jobs')) await checkWorkers(archive);
  if (wanted('damaged')) await checkDamaged();
}

/**
 * Runs a command as a whole, then again with kills.
 *
 * @param {Task} task
 * @param {import('./make-archive.js').Archive} archive
 * @param {number} kills
 */
async function checkTask(task, archive, kills) {
  const whole = await runTask(task, archive.path, 'whole');
  const { wallMs, cpuMs, peakBytes } = whole.run;
  if (peakBytes > MAX_MEMORY_BYTES) faults.push(`${task.name}: ${megabytes(peakBytes)} of memory`);
  checkRun(task.name, whole);
  let done = 0;
  let differences = 0;
  for (let attempt = 1; done < kills; attempt++) {
    const name = `killed-${attempt}`;
    // The first kill comes late, where results are put in their place; what is left gets less from kill to kill, so the others come early.
    let share = LATE ** attempt;
    for (; done < kills; done++) {
      const { run } = await runTask(task, archive.path, name, wallMs * share);
      if (run.code !== null) break;
      share = 0.03 + random.between(0, 300) / 1000;
    }
    const resumed = await runTask(task, archive.path, name);
    checkRun(task.name, resumed);
    if (!isSame(whole, resumed)) differences++;
    clean(task, name);
  }
  clean(task, 'whole');
  if (differences > 0) faults.push(`${task.name}: other results after kills`);
  const speed = `${Math.round(archive.logBytes / 1000 / wallMs)}`;
  print(
    row(
      task.name,
      seconds(wallMs),
      seconds(cpuMs),
      speed,
      megabytes(peakBytes),
      `${done}`,
      differences === 0 ? 'same' : 'DIFFERENT',
    ),
  );
}

/**
 * @param {Task} task
 * @param {string} archive
 * @param {string} name of the job and of its results
 * @param {number} [killAfterMs]
 * @returns {Promise<Result>}
 */
async function runTask({ args, makes, name: kind }, archive, name, killAfterMs) {
  const target = join(work, `${kind}-${name}`);
  const output = makes === undefined ? [] : ['-o', target];
  const command = [...fxlog, ...args, archive, ...output, '--job', `${target}.job`, '--quiet'];
  const run = await observe(command, killAfterMs === undefined ? {} : { killAfterMs });
  return { run, made: makes === undefined || run.code === null ? null : await digestOf(makes, target) };
}

/** @param {NonNullable<Task['makes']>} kind @param {string} path */
function digestOf(kind, path) {
  return kind === 'files' ? digestFiles(path) : digestTables(kind, path);
}

/** @param {Task} task @param {string} name */
function clean({ name: kind }, name) {
  for (const suffix of ['', '.job']) rmSync(join(work, `${kind}-${name}${suffix}`), { recursive: true, force: true });
}

/** @param {Result} one @param {Result} other */
function isSame(one, other) {
  if (one.made === null) return one.run.stdoutDigest === other.run.stdoutDigest;
  return JSON.stringify(one.made) === JSON.stringify(other.made);
}

/** Damage is a result; everything else is not. @param {string} name @param {Result} result */
function checkRun(name, { run }) {
  if (run.code === null || run.code > 1) faults.push(`${name}: ended with ${run.code}\n${run.stderr.slice(-2000)}`);
}

/**
 * One worker against two, on an archive and on what is in it: where a directory is read, nothing but the workers has much to do.
 *
 * @param {import('./make-archive.js').Archive} archive
 */
async function checkWorkers(archive) {
  const folder = join(work, 'unpacked');
  mkdirSync(folder);
  unpack(archive.path, folder);
  for (const input of [archive.path, folder]) {
    const what = input === folder ? 'directory' : 'archive';
    const runs = [];
    for (const jobs of ['1', '2']) {
      const run = await observe([...fxlog, 'verify', input, '--json', '--quiet', '--jobs', jobs]);
      runs.push(run);
      const speed = `${Math.round(archive.logBytes / 1000 / run.wallMs)}`;
      print(row(`--jobs ${jobs}`, seconds(run.wallMs), seconds(run.cpuMs), speed, megabytes(run.peakBytes), '', what));
    }
    const [one, two] = /** @type {[typeof runs[number], typeof runs[number]]} */ (runs);
    const speedUp = one.wallMs / two.wallMs;
    print(`${what}: two workers are ${speedUp.toFixed(2)} times as fast as one`);
    if (speedUp < MIN_SPEED_UP) faults.push(`${what}: ${speedUp.toFixed(2)} times as fast, not ${MIN_SPEED_UP}`);
    if (one.stdoutDigest !== two.stdoutDigest) faults.push(`${what}: two workers say something else than one`);
  }
  rmSync(folder, { recursive: true, force: true });
}

/** A thousand damaged sessions among two thousand good ones: every one is reported with its reason, and the sums are right. */
async function checkDamaged() {
  const { path, damage } = await makeArchive(values.cache, MIXED);
  const { code, stdout } = await observe([...fxlog, 'verify', path, '--json', '--quiet']);
  const reports = stdout
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const summary = reports.pop();
  let wrong = 0;
  for (const { path: place, findings } of reports) {
    const expected = damage.get(place.slice(place.lastIndexOf('/') + 1));
    const errors = findings.filter((/** @type {any} */ finding) => finding.severity === 'error');
    const isRight =
      expected === undefined ? errors.length === 0 : errors.some((/** @type {any} */ { rule }) => rule === expected);
    if (!isRight) wrong++;
  }
  const { found, done, failed, skipped, reasons } = summary;
  print(
    `\n${found} found = ${done} done + ${failed} failed + ${skipped} skipped: ${JSON.stringify(reasons)}; ${wrong} wrong reports`,
  );
  const isSum = found === MIXED.sessions && failed === MIXED.damaged && done === found - failed && skipped === 0;
  const total = Object.values(reasons).reduce((sum, count) => sum + count, 0);
  if (code !== 1 || reports.length !== found || !isSum || total !== failed || wrong > 0)
    faults.push('damaged sessions are not all reported');
}

/** @param {string} text */
function bytesOf(text) {
  const match = /^(\d+(?:\.\d+)?)(kb|mb|gb)?$/i.exec(text);
  if (match === null) throw new Error(`"${text}" is not a size; 2GB is one`);
  return Number(match[1]) * (UNITS[match[2]?.toLowerCase() ?? ''] ?? 1);
}

/** @param {...string} cells */
function row(...cells) {
  return cells.map((cell, at) => (at === 0 ? cell.padEnd(10) : cell.padStart(10))).join('  ');
}

/** @param {number} ms */
function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** @param {number} bytes */
function megabytes(bytes) {
  return `${Math.round(bytes / 1e6)} MB`;
}

/** @param {string} text */
function print(text) {
  process.stdout.write(`${text}\n`);
}
