import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** What axe finds wrong with a page for those who do not see it or have no mouse: rule and element. */
export async function faultsOf(page: Page): Promise<string[]> {
  // Given by the debugger's way, which the page's own policy does not bind.
  await page.evaluate(SOURCE);
  return page.evaluate(async () => {
    const { axe: engine } = window as unknown as { axe: typeof axe };
    const { violations } = await engine.run();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
  });
}
