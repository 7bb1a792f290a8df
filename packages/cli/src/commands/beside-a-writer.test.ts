import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openSession, verifySession } from '@fxlog/store';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../../test/runs.js';
import { sourceAliases } from '../../../../test/source-aliases.js';
import { Interrupt } from '../output/interrupt.js';
import { ReportedRoot, turnEvent } from '../testing/reported-sessions.js';
import { runInProcess } from '../testing/run-in-process.js';

const WRITER = fileURLToPath(
  new URL('../../../store/src/dialects/event-log-v1/append/testing/append-for-ever.child.ts', import.meta.url),
);
const LOOKS = runs(10_000);

let place: ReportedRoot;
let program: string;
beforeAll(async () => {
  place = new ReportedRoot();
  program = join(place.home, 'append-for-ever.mjs');
  await build({
    entryPoints: [WRITER],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['koffi'],
    alias: sourceAliases(),
    logLevel: 'silent',
  });
});
afterAll(() => place.remove());

/** Runs something while another process appends turns to a session. */
async function besideWriter(dir: string, work: () => Promise<void>): Promise<void> {
  const writer: ChildProcess = spawn(process.execPath, [program, dir], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    if (writer.stdout !== null) await once(writer.stdout, 'data');
    await work();
    expect(writer.exitCode).toBeNull();
  } finally {
    writer.kill('SIGKILL');
    await once(writer, 'exit');
  }
}

describe('a session that another process writes', () => {
  it('is sound at every look of verify', { timeout: 1_200_000 }, async () => {
    const dir = place.make('looked-at', [turnEvent('q', 'a')]);
    const wrong: unknown[] = [];
    await besideWriter(dir, async () => {
      for (let look = 0; look < LOOKS; look++) {
        const { readable, findings } = await verifySession(dir);
        wrong.push(...(readable.ok ? [] : [readable]), ...findings.filter(({ severity }) => severity === 'error'));
        const log = (await openSession(dir)).read();
        if (!log.ok || log.findings.length > 0) wrong.push(log);
      }
    });
    expect(wrong).toEqual([]);
  });

  it('is followed without a word about damage', { timeout: 1_200_000 }, async () => {
    const dir = place.make('followed', [turnEvent('q', 'a')]);
    const wanted = runs(400);
    const interrupt = new Interrupt();
    await besideWriter(dir, async () => {
      const { stdout, stderr } = await runInProcess(['tail', '-f', '--json', '-n', '0', dir], {
        interrupt,
        onStdout: (text) => {
          if (text.split('\n').length > wanted) interrupt.raise();
        },
      });
      expect(stderr).toBe('');
      const prompts = stdout
        .trimEnd()
        .split('\n')
        .map((line): number => Number(/turn (\d+)/.exec(JSON.parse(line).turn.user.text)?.[1]));
      const [first = 0] = prompts;
      expect(prompts).toEqual(prompts.map((_, index) => first + index));
    });
  });
});
