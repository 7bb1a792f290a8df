/**
 * Breaks an operation that writes files at every single file-system call it makes, in three ways: the process is killed there, the
 * call fails once, the disk is dead from there on. Knows nothing of what is written; a test brings the operation and the check.
 */

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FileSystem, type FileSystemCall, instrumentFileSystem, nodeFileSystem } from '@fxlog/writer/internal';
import { build } from 'esbuild';
import { sample } from '../runs.js';
import { sourceAliases } from '../source-aliases.js';

/** A moment at which an operation was broken. */
export interface CrashPoint {
  readonly kind: 'SIGKILL' | 'ENOSPC' | 'EIO' | 'EIO from there on';
  /** Before which call, from 1. */
  readonly call: number;
  /** Fresh directory that the operation worked in. */
  readonly dir: string;
}

/** What is broken, and what must hold afterwards. */
export interface CrashSubject {
  /** Makes a fresh directory with all that the operation needs. */
  prepare(): string;
  /** Throws when the directory is in a state that no crash may leave. */
  check(point: CrashPoint): void | Promise<void>;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PARALLEL = 2;
/** At how many calls an operation is broken for every day. */
const FEWEST_CALLS = 9;
/** How many operations die with one process: starting one costs more than all that it does. */
const BATCH = 24;

/**
 * A directory to work in, kept in memory where the system has such a place: what is tested is the order of the calls, and thousands of operations that
 * each wait for a disk would take many minutes.
 */
export function crashDirectory(): string {
  return mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'fxlog-crash-'));
}

/**
 * Lets every call fail in turn, in this process; outside of a full run some of them.
 *
 * @returns how many points there are
 * @throws when the operation succeeds although one of its calls failed, or when the check throws
 */
export async function failEverywhere(
  subject: CrashSubject,
  operation: (fileSystem: FileSystem, dir: string) => Promise<unknown>,
): Promise<number> {
  const calls: FileSystemCall[] = [];
  const counting = instrumentFileSystem(nodeFileSystem, (call) => {
    calls.push(call);
  });
  await operation(counting, subject.prepare());
  const kinds = ['ENOSPC', 'EIO', 'EIO from there on'] as const;
  for (const kind of kinds) {
    const code = kind === 'ENOSPC' ? kind : 'EIO';
    for (const { index: at } of sample(calls, FEWEST_CALLS)) {
      const dir = subject.prepare();
      const faulty = instrumentFileSystem(nodeFileSystem, ({ index, operation: name, path }) => {
        const fails = kind === 'EIO from there on' ? index >= at : index === at;
        if (fails) throw Object.assign(new Error(`${code}: injected, ${name} '${path}'`), { code, path });
      });
      await expectRejection(operation(faulty, dir), `call ${at} failed with ${code}`);
      await subject.check({ kind, call: at, dir });
      rmSync(dir, { recursive: true, force: true });
    }
  }
  return kinds.length * calls.length;
}

/**
 * Kills the operation before every call in turn; outside of a full run before some of them. It runs in child processes, many at a time in a process and each in a directory of its own; all of
 * them stand before their calls when the process dies. The child is a module that calls {@link dieAtCall} (crash-child.ts).
 *
 * @param entry path of the child's TypeScript source
 * @param bundle where to put the child as one JavaScript file
 * @returns how many points there are
 * @throws when a child does not die, or not with every operation at its call, or when the check throws
 */
export async function killEverywhere(subject: CrashSubject, entry: string, bundle: string): Promise<number> {
  await bundleChild(entry, bundle);
  const whole = await runChild(bundle, [{ dir: subject.prepare(), call: 0 }]);
  const total = Number(whole.output);
  if (!(total > 0)) throw new Error(`The child does not run through: ${whole.output}${whole.errors}`);
  const calls = sample(
    Array.from({ length: total }, (_, index) => index + 1),
    FEWEST_CALLS,
  );
  const batches = Array.from({ length: Math.ceil(calls.length / BATCH) }, (_, index) =>
    calls.slice(index * BATCH, (index + 1) * BATCH),
  );
  const next = batches.values();
  const worker = async (): Promise<void> => {
    for (const batch of next) {
      const places = batch.map((call) => ({ dir: subject.prepare(), call }));
      const { signal, output, errors } = await runChild(bundle, places);
      if (signal !== 'SIGKILL' || output !== String(batch.length)) {
        throw new Error(`A child lived through one of the calls ${batch.join(', ')}: ${output}${errors}`);
      }
      for (const place of places) {
        await subject.check({ kind: 'SIGKILL', ...place });
        rmSync(place.dir, { recursive: true, force: true });
      }
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  return total;
}

async function bundleChild(entry: string, outfile: string): Promise<void> {
  await build({
    entryPoints: [entry],
    outfile,
    alias: sourceAliases(),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.3',
    external: ['koffi'],
    logLevel: 'error',
    // What CommonJS packages inside the bundle ask for.
    banner: {
      js: "import { createRequire as bundleRequire } from 'node:module'; const require = bundleRequire(import.meta.url);",
    },
  });
}

interface ChildEnd {
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
  readonly errors: string;
}

function runChild(
  bundle: string,
  places: readonly { readonly dir: string; readonly call: number }[],
): Promise<ChildEnd> {
  return new Promise((resolve, reject) => {
    // The bundle lies outside the repository, and koffi, which has a native part, stays outside the bundle.
    const env = { ...process.env, NODE_PATH: join(ROOT, 'node_modules') };
    const child = spawn(process.execPath, [bundle, ...places.flatMap(({ dir, call }) => [dir, String(call)])], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let errors = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    child.on('error', reject);
    child.on('close', (_code, signal) => resolve({ signal, output, errors }));
  });
}

async function expectRejection(work: Promise<unknown>, when: string): Promise<void> {
  const outcome = await work.then(
    () => 'succeeded',
    () => 'failed',
  );
  if (outcome === 'succeeded') throw new Error(`The operation says it succeeded, but ${when}.`);
}
