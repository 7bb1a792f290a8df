import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isFull } from '../runs.js';
import { sourceAliases } from '../source-aliases.js';

// Each way goes through thousands of cases, in a process of its own.
vi.setConfig({ testTimeout: 120_000 });

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** How lines can be recognised, and how Node is started for it: without WebAssembly there is none at all to be had. */
const WAYS: readonly (readonly [name: string, node: readonly string[], args: readonly string[]])[] = [
  ['WebAssembly', [], ['--recogniser', 'wasm']],
  ['JavaScript', [], ['--recogniser', 'javascript']],
  ['the exact way alone', [], ['--recogniser', 'none']],
  ['a runtime without WebAssembly', ['--jitless'], []],
];

const BUNDLED = join(ROOT, 'test-fixtures/conformance');
/** What is run every day: the corpora whose lines are recognised, if at all. */
const EVERY_DAY = ['frames', 'frames-mutated', 'event-log-cases'];

describe('agreement with fx', () => {
  let folder: string;

  beforeAll(async () => {
    const cache = join(ROOT, 'node_modules/.cache');
    mkdirSync(cache, { recursive: true });
    folder = mkdtempSync(join(cache, 'conformance-'));
    await build({
      entryPoints: [join(ROOT, 'test/conformance/main.ts')],
      outfile: join(folder, 'main.mjs'),
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      alias: sourceAliases(),
    });
    writeFileSync(
      join(folder, 'run.mjs'),
      `import { main } from './main.mjs';
       const [bundled, ...args] = process.argv.slice(2);
       const write = (text) => process.stdout.write(text);
       process.exitCode = await main(args, { cwd: process.cwd(), bundled, out: write, err: write });`,
    );
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The corpora that are run. */
  function corpora(): string {
    if (isFull) return BUNDLED;
    const some = join(folder, 'corpora');
    for (const name of EVERY_DAY) cpSync(join(BUNDLED, `${name}.jsonl`), join(some, `${name}.jsonl`));
    return some;
  }

  it.each(WAYS)('is the same by %s', async (_name, node, args) => {
    const { status, output } = await run([...node, join(folder, 'run.mjs'), corpora(), ...args]);
    expect(output).not.toMatch(/[1-9]\d* failed/);
    expect(output).toContain('frames: 2255 passed, 0 failed\n');
    expect(output).toContain('frames-mutated: 1050 passed, 0 failed\n');
    expect(status).toBe(0);
  });

  it('cannot be asked for by a recogniser that the runtime does not have', async () => {
    const { status, output } = await run(['--jitless', join(folder, 'run.mjs'), tmpdir(), '--recogniser', 'wasm']);
    expect(output).toContain('This runtime has no recogniser wasm.\n');
    expect(status).toBe(2);
  });
});

function run(args: readonly string[]): Promise<{ readonly status: number | null; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, output }));
  });
}
