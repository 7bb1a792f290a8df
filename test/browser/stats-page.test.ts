import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runInProcess } from '../../packages/cli/src/testing/run-in-process.js';
import { faultsOf } from './axe.js';
import { PageBrowser } from './page-browser.js';

const folder = mkdtempSync(join(tmpdir(), 'fxlog-stats-'));
const file = join(folder, 'stats.html');
let browser: PageBrowser;

beforeAll(async () => {
  browser = await PageBrowser.launch();
  const { code, stderr } = await runInProcess([
    'stats',
    'test-fixtures/fx-0.0.5',
    'test-fixtures/newer',
    '--html',
    file,
  ]);
  expect(code, stderr).toBe(0);
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

it.each(['light', 'dark'] as const)(
  'the page of numbers has nothing that axe finds fault with, in %s colours',
  async (colorScheme) => {
    const { page, incidents } = await browser.open(pathToFileURL(file).href, { colorScheme }, 'main');
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.locator('td a').first().getAttribute('href')).toMatch(/^file:\/\/\/.+/);
    expect(incidents).toEqual([]);
    await page.context().close();
  },
);
