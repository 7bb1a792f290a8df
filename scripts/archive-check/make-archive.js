// @ts-check
// Archives of whole sessions: sizes spread as in real life, every session under an id of its own, some of them damaged in known ways.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../run.js';
import { damage } from './damage.js';

/** Changes whenever the same options give another archive. */
const VERSION = 2;
/** Sessions of one size are copies of one, each under its own id: making every one of them anew would take minutes. */
const SESSIONS_PER_PATTERN = 40;
/** The few that are far larger than all others, in MB. */
const LARGE_MB = [100, 80, 65, 100, 55, 80];
const LARGE_SHARE = 0.3;
/** A question and its answer. */
const MIN_LOG_BYTES = 4000;
/** How far sizes spread: the standard deviation of their logarithm. Two thirds lie within a factor of five of the median. */
const SPREAD = 1.6;
const GENERATED_ID = '1796033655511-1796033655511776086-c26be50de3e0c66b';
/** Sessions that fx itself wrote: pictures, side files, interruptions, children. */
const RECORDED = [
  'image-input',
  'parallel-tools',
  'result-handle',
  'file-writes',
  'terminal-exec',
  'reasoning',
  'multi-turn',
  'unicode-text',
];
const RECORDED_SHARE = 0.15;

/** @typedef {{ sessions: number, bytes: number, damaged: number }} ArchiveOptions */
/** @typedef {{ path: string, logBytes: number, damage: Map<string, string> }} Archive `damage`: rules by id of the session */

/**
 * Makes an archive, or takes the one that was made before.
 *
 * @param {string} cache directory
 * @param {ArchiveOptions} options
 * @returns {Promise<Archive>}
 */
export async function makeArchive(cache, options) {
  const digest = createHash('sha256')
    .update(JSON.stringify({ VERSION, ...options }))
    .digest('hex')
    .slice(0, 12);
  const path = join(cache, `sessions-${digest}.tar.zst`);
  const facts = `${path}.json`;
  if (!existsSync(facts)) {
    const work = `${path}.${process.pid}.partial`;
    rmSync(work, { recursive: true, force: true });
    mkdirSync(work, { recursive: true, mode: 0o700 });
    try {
      writeFileSync(`${work}/facts`, JSON.stringify(await fill(work, options)));
      pack(work, path);
      renameSync(`${work}/facts`, facts);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  }
  const { logBytes, damage: damaged } = JSON.parse(readFileSync(facts, 'utf8'));
  return { path, logBytes, damage: new Map(damaged) };
}

/** @param {string} work @param {ArchiveOptions} options */
async function fill(work, { sessions, bytes, damaged }) {
  const random = await randomOf(sessions + bytes);
  const patterns = await makePatterns(join(work, 'patterns'), sizesOf(sessions, bytes, random));
  const order = shuffled(
    patterns.flatMap(({ count, directory }) => Array.from({ length: count }, () => directory)),
    random,
  );
  const every = damaged === 0 ? 0 : order.length / damaged;
  /** @type {[string, string][]} */
  const rules = [];
  let logBytes = 0;
  for (const [serial, directory] of order.entries()) {
    const original = directory.slice(directory.lastIndexOf('/') + 1);
    const id = original.slice(0, -5) + serial.toString(16).padStart(5, '0');
    const session = join(work, 'sessions', id);
    copySession(directory, session, original, id);
    logBytes += statSync(join(session, 'events.jsonl')).size;
    // Spread evenly, whatever their number.
    if (every > 0 && Math.floor((serial + 1) / every) > Math.floor(serial / every)) {
      rules.push([id, damage(session, rules.length)]);
    }
  }
  return { logBytes, damage: rules };
}

/** @param {number} seed @returns {Promise<import('../../bench/random.ts').Random>} */
async function randomOf(seed) {
  const { Random } = await import(`${ROOT}/bench/dist/random.js`);
  return new Random(seed);
}

/**
 * Sizes of logs, the smallest first: many small ones, and a few that are large.
 *
 * @param {number} sessions
 * @param {number} bytes
 * @param {import('../../bench/random.ts').Random} random
 */
function sizesOf(sessions, bytes, random) {
  /** @type {number[]} */
  const large = [];
  let left = bytes * LARGE_SHARE;
  for (const megabytes of LARGE_MB) {
    if (left < megabytes * 1e6) break;
    left -= megabytes * 1e6;
    large.push(megabytes * 1e6);
  }
  const rest = bytes - large.reduce((sum, size) => sum + size, 0);
  const weights = Array.from({ length: sessions - large.length }, () => Math.exp(SPREAD * normal(random)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return [...weights.map((weight) => Math.max(MIN_LOG_BYTES, (weight / total) * rest)), ...large].sort((a, b) => a - b);
}

/** A normally distributed number (Box–Muller). @param {import('../../bench/random.ts').Random} random */
function normal(random) {
  const [u, v] = [(random.uint32() + 1) / 2 ** 32, random.uint32() / 2 ** 32];
  return Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * v);
}

/**
 * @param {string} folder
 * @param {readonly number[]} sizes
 * @returns {Promise<{ directory: string, count: number }[]>}
 */
async function makePatterns(folder, sizes) {
  const recorded = Math.floor(sizes.length * RECORDED_SHARE);
  const patterns = RECORDED.map((shape, at) => {
    const parent = join(ROOT, 'test-fixtures/fx-0.0.5', shape);
    const id = readdirSync(parent).find((name) => !name.endsWith('.json'));
    const count = Math.floor((recorded * (at + 1)) / RECORDED.length) - Math.floor((recorded * at) / RECORDED.length);
    return { directory: join(parent, id ?? ''), count };
  });
  const generated = sizes.slice(recorded);
  for (let start = 0; start < generated.length; ) {
    // The large ones all have their own pattern.
    const isLarge = (generated[start] ?? 0) >= 50e6;
    const group = generated
      .slice(start, isLarge ? start + 1 : start + SESSIONS_PER_PATTERN)
      .filter((size) => isLarge || size < 50e6);
    const bytes = Math.round(group.reduce((sum, size) => sum + size, 0) / group.length);
    patterns.push({
      directory: await generateSession(join(folder, String(start)), bytes, start + 1),
      count: group.length,
    });
    start += group.length;
  }
  return patterns;
}

/** @param {string} parent @param {number} bytes @param {number} seed */
async function generateSession(parent, bytes, seed) {
  const { generateLog } = await import(`${ROOT}/bench/dist/generate-log.js`);
  /** @type {typeof import('@fxlog/reader')} */
  const { readEvents } = await import(`${ROOT}/packages/reader/dist/index.js`);
  /** @type {typeof import('@fxlog/writer')} */
  const { writeSession } = await import(`${ROOT}/packages/writer/dist/index.js`);
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  const log = join(parent, 'log.jsonl');
  generateLog(log, { variant: 'natural', bytes, seed, maxSteps: bytes < 20_000 ? 1 : 8 });
  const directory = join(parent, GENERATED_ID);
  const frames = (async function* () {
    for await (const records of readEvents(log)) yield records.map((record) => ({ rawFrame: record.bytes }));
  })();
  await writeSession({ events: frames }, { dir: directory }, { seed: String(seed) });
  rmSync(log);
  return directory;
}

/**
 * Copies a session under another id of the same length, so that every offset in it stays right.
 *
 * @param {string} from
 * @param {string} to
 * @param {string} originalId
 * @param {string} id
 */
function copySession(from, to, originalId, id) {
  cpSync(from, to, { recursive: true });
  // A checkout does not keep the modes that fx gives.
  for (const entry of readdirSync(to, { recursive: true, withFileTypes: true })) {
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
  }
  chmodSync(to, 0o700);
  for (const name of readdirSync(to)) {
    if (!/\.jsonl?$/.test(name)) continue;
    const bytes = readFileSync(join(to, name));
    for (let at = bytes.indexOf(originalId); at >= 0; at = bytes.indexOf(originalId, at + id.length))
      bytes.write(id, at);
    writeFileSync(join(to, name), bytes, { mode: 0o600 });
  }
  const checkpoint = join(to, 'checkpoint.json');
  if (!existsSync(checkpoint)) return;
  const digest = createHash('sha256').update(readFileSync(checkpoint)).digest('hex');
  const manifest = join(to, 'session.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/("checkpoint_sha256":")[0-9a-f]{64}/, `$1${digest}`));
}

/** @template T @param {T[]} items @param {import('../../bench/random.ts').Random} random @returns {T[]} */
function shuffled(items, random) {
  for (let i = items.length - 1; i > 0; i--) {
    const j = random.between(0, i);
    const item = items[i];
    items[i] = /** @type {T} */ (items[j]);
    items[j] = /** @type {T} */ (item);
  }
  return items;
}

/** With the programs that everybody packs archives with. @param {string} work @param {string} path */
function pack(work, path) {
  writeFileSync(
    join(work, 'names'),
    readdirSync(join(work, 'sessions'))
      .sort()
      .map((id) => `sessions/${id}\n`)
      .join(''),
  );
  const command = 'tar -cf - -C "$1" -T "$1/names" | zstd -q -3 -f -o "$2"';
  shell(command, work, path);
}

/** @param {string} archive @param {string} folder */
export function unpack(archive, folder) {
  shell('zstd -q -d -c "$1" | tar -xf - -C "$2"', archive, folder);
}

/** @param {string} command @param {...string} args */
function shell(command, ...args) {
  const { status } = spawnSync('bash', ['-o', 'pipefail', '-c', command, 'bash', ...args], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`tar or zstd failed: ${command}`);
}
