import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runInProcess } from '../testing/run-in-process.js';

const session = (path: string) =>
  fileURLToPath(new URL(`../../../../test-fixtures/newer/conversation-log/${path}`, import.meta.url));

test('the turn in flight beside a conversation log is shown last, where it counts', async () => {
  const running = await runInProcess(['show', session('running-turn/orchard_0017')]);
  expect(running.stdout).toMatch(
    /orchard_0017[\s\S]*orchard\/apple-1[\s\S]*and the plums\?[\s\S]*The plums are[\s\S]*still running/,
  );
  const stale = await runInProcess(['show', session('stale-recovery/orchard_0018')]);
  expect(stale.stdout).not.toContain('still running');
}, 120_000);
