import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openSession, verifySession } from '@fxlog/store';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../../test/runs.js';
import { sourceAliases } from '../../../../test/source-aliases.js';
import { laySession } from '../../../store/src/dialects/conversation-log/append/testing/appended-turn.js';
import { layStoreSession } from '../../../store/src/dialects/sessions-v2/append/testing/appended-turn.js';
import { Interrupt } from '../output/interrupt.js';
import { ReportedRoot, turnEvent } from '../testing/reported-sessions.js';
import { runInProcess } from '../testing/run-in-process.js';

const DIALECTS = ['event-log-v1', 'conversation-log', 'sessions-v2'] as const;
const LOOKS = runs(10_000);

let place: ReportedRoot;
beforeAll(async () => {
  place = new ReportedRoot();
  for (const dialect of DIALECTS) {
    const writer = `../../../store/src/dialects/${dialect}/append/testing/append-for-ever.child.ts`;
    await build({
      entryPoints: [fileURLToPath(new URL(writer, import.meta.url))],
      outfile: programOf(dialect),
      bundle: true,
      platform: 'node',
      format: 'esm',
      external: ['koffi'],
      alias: sourceAliases(),
      logLevel: 'silent',
    });
  }
});
afterAll(() => place.remove());

const programOf = (dialect: string) => join(place.home, `append-${dialect}.mjs`);

/** A session of a dialect, with a turn or more. */
function sessionOf(dialect: (typeof DIALECTS)[number], name: string): string {
  if (dialect === 'event-log-v1') return place.make(name, [turnEvent('q', 'a')]);
  const folder = join(place.home, name);
  return dialect === 'conversation-log' ? laySession(folder) : layStoreSession(folder);
}

/** Runs something while another process appends turns to a session. */
async function besideWriter(dialect: string, dir: string, work: () => Promise<void>): Promise<void> {
  const writer: ChildProcess = spawn(process.execPath, [programOf(dialect), dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
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
  it.each(DIALECTS)('is sound at every look of verify: %s', { timeout: 1_200_000 }, async (dialect) => {
    const dir = sessionOf(dialect, 'looked-at');
    const wrong: unknown[] = [];
    await besideWriter(dialect, dir, async () => {
      for (let look = 0; look < LOOKS; look++) {
        const { readable, findings } = await verifySession(dir);
        wrong.push(...(readable.ok ? [] : [readable]), ...findings.filter(({ severity }) => severity === 'error'));
        const log = (await openSession(dir)).read();
        if (!log.ok || log.findings.length > 0) wrong.push(log);
      }
    });
    expect(wrong).toEqual([]);
  });

  it.each(DIALECTS)('is followed without a word about damage: %s', { timeout: 1_200_000 }, async (dialect) => {
    const dir = sessionOf(dialect, 'followed');
    const wanted = runs(400);
    const interrupt = new Interrupt();
    const warnings: Error[] = [];
    const warn = (warning: Error) => void warnings.push(warning);
    process.on('warning', warn);
    await besideWriter(dialect, dir, async () => {
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
    process.off('warning', warn);
    expect(warnings).toEqual([]);
  });
});
