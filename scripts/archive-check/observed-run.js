// @ts-check
// Runs a command, watches what its processes take together, and kills it at a given moment.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

const SAMPLE_MS = 100;
const TICKS_PER_SECOND = 100;

/**
 * @typedef {object} ObservedRun
 * @property {number | null} code null when it was killed
 * @property {string} stdoutDigest
 * @property {Buffer} stdout
 * @property {string} stderr
 * @property {number} wallMs
 * @property {number} cpuMs of all processes
 * @property {number} peakBytes of memory, over all processes: what they share is counted once
 */

/**
 * @param {readonly string[]} command
 * @param {{ killAfterMs?: number, env?: Record<string, string> }} [options]
 * @returns {Promise<ObservedRun>}
 */
export function observe([program = '', ...args], { killAfterMs, env } = {}) {
  const started = performance.now();
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  /** @type {Buffer[]} */
  const stdout = [];
  let stderr = '';
  child.stdout.on('data', (chunk) => stdout.push(chunk));
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  let peakBytes = 0;
  let cpuMs = 0;
  const sample = () => {
    const tree = treeOf(child.pid ?? 0);
    peakBytes = Math.max(
      peakBytes,
      tree.reduce((sum, { pid }) => sum + pssOf(pid), 0),
    );
    cpuMs = Math.max(
      cpuMs,
      tree.reduce((sum, process) => sum + process.cpuMs, 0),
    );
  };
  const sampling = setInterval(sample, SAMPLE_MS);
  const killing = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      clearInterval(sampling);
      clearTimeout(killing);
      const bytes = Buffer.concat(stdout);
      resolve({
        code,
        stdoutDigest: createHash('sha256').update(bytes).digest('hex'),
        stdout: bytes,
        stderr,
        wallMs: performance.now() - started,
        cpuMs,
        peakBytes,
      });
    });
  });
}

/** A process and all that descend from it, with the time they and those of their children that have ended took. @param {number} root */
function treeOf(root) {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = readOrNull(`/proc/${name}/stat`);
      if (stat === null) return [];
      // The name of the program, in parentheses, may hold anything.
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      const [, parent = 0] = fields;
      const ticks = fields.slice(11, 15).reduce((sum, value) => sum + value, 0);
      return [{ pid: Number(name), parent, cpuMs: (ticks * 1000) / TICKS_PER_SECOND }];
    });
  const tree = processes.filter(({ pid }) => pid === root);
  for (const { pid } of tree) tree.push(...processes.filter(({ parent }) => parent === pid));
  return tree;
}

/** The share of a process in the memory that is in use. @param {number} pid */
function pssOf(pid) {
  const rollup = readOrNull(`/proc/${pid}/smaps_rollup`);
  return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup ?? '')?.[1] ?? 0) * 1024;
}

/** Processes end when they like. @param {string} path */
function readOrNull(path) {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return null;
    throw error;
  }
}
