import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fixtureSession } from '../testing/built-command.js';
import { runInProcess } from '../testing/run-in-process.js';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'fxlog-codec-module-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const run = (...argv: string[]) => runInProcess(argv, { env: { HOME: home }, cwd: home });

describe('--codec-module', () => {
  it("writes a format of a module of one's own", async () => {
    const file = join(home, 'loud.mjs');
    writeFileSync(
      file,
      `export default {
        name: 'loud', title: 'Loud', extension: '.txt',
        async *encode(items) {
          for await (const batch of items)
            for (const { message } of batch)
              for (const { text } of message?.content ?? []) if (text) yield { file: null, bytes: Buffer.from(text.toUpperCase()) };
        },
      };`,
    );
    const dir = fixtureSession('plain-text');
    const plain = await run('convert', dir, '--to', 'loud', '--codec-module', 'loud.mjs');
    expect(plain).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[^a-z]+$/) });
    expect((await run('codecs', '--codec-module', file)).stdout).toContain('Loud');
  });

  it.each([
    ['export default { name: "none", title: "None" };', 2, 'the default export is not a codec'],
    ['export default { name: "pi", title: "Pi", decode() {} };', 2, 'There is a codec pi already'],
    ['throw new Error("broken inside");', 3, 'broken inside'],
    [null, 3, 'no such file'],
  ])('refuses the module %j', async (text, code, message) => {
    if (text !== null) writeFileSync(join(home, 'codec.mjs'), text);
    const result = await run('convert', fixtureSession('plain-text'), '--to', 'pi', '--codec-module', 'codec.mjs');
    expect(result).toMatchObject({ code, stderr: expect.stringContaining(message) });
  });
});
