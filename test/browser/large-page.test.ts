import type { Message } from '@fxlog/codecs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PageBrowser } from './page-browser.js';
import { itemsOf, message, shell } from './sample-items.js';

const OUTPUT = 'src/module/file.ts:120:14 - warning: a value is declared and never read\n'.repeat(140);
const MEGABYTE = 1_000_000;

/** Turns of eight calls each, until there are as many bytes. */
function* largeSession(bytes: number): Generator<Message> {
  let turn = 0;
  for (let written = 0; written < bytes; written += OUTPUT.length * 8) {
    turn++;
    yield message('user', turn * 100, `Prompt ${turn}`);
    for (let call = 0; call < 8; call++) {
      const isPlace = turn === 400 && call === 5;
      yield* shell(
        `${turn}-${call}`,
        turn * 100 + call * 2,
        `check ${turn}-${call}`,
        OUTPUT + (isPlace ? 'the needle' : ''),
      );
    }
    yield message('assistant', turn * 100 + 50, `Turn ${turn} is **done**.`);
  }
}

/** One turn with as many calls. */
function* longTurn(calls: number): Generator<Message> {
  yield message('user', 0, 'Do it all');
  for (let call = 0; call < calls; call++) yield* shell(`${call}`, call, `check ${call}`, `output ${call}`);
}

let browser: PageBrowser;
beforeAll(async () => {
  browser = await PageBrowser.launch();
});
afterAll(() => browser?.close());

describe('a session of 50 MB', () => {
  it('opens, shows what is near, finds what is far', async () => {
    const address = await browser.write(itemsOf(largeSession(50 * MEGABYTE)));
    const { page, incidents } = await browser.open(address);
    expect(await page.locator('#outline a').count()).toBeGreaterThan(600);
    await page.locator('#turn-1 .card').first().waitFor();
    // Of more than 5000 calls few have become elements.
    expect(await page.locator('.card').count()).toBeLessThan(500);

    await page.locator('#turn-1 .card summary').first().click();
    expect(await page.locator('#turn-1 pre.output').first().textContent()).toContain('file.ts:120:14');

    await page.keyboard.press('/');
    await page.keyboard.type('the needle');
    await page.waitForFunction(() => document.getElementById('search-count')?.textContent === '1 match');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => (CSS.highlights.get('found')?.size ?? 0) === 1);
    expect(await page.locator('#turn-400 .card[open]').count()).toBe(1);
    await page.keyboard.press('Escape');

    await page.click('#outline li:last-child a');
    await page.waitForFunction(() => {
      const last = document.querySelector('.turn:last-child');
      return last !== null && last.getBoundingClientRect().top < innerHeight && last.querySelector('.card') !== null;
    });
    expect(await page.locator('.card').count()).toBeLessThan(1000);
    expect(incidents).toEqual([]);
  });

  it('may be one single turn', async () => {
    const { page, incidents } = await browser.open(await browser.write(itemsOf(longTurn(30_000))));
    await page.locator('.card').first().waitFor();
    expect(await page.locator('.card').count()).toBeLessThan(2000);
    await page.keyboard.press('/');
    await page.keyboard.type('check 29999');
    await page.waitForFunction(() => document.getElementById('search-count')?.textContent === '1 match');
    await page.keyboard.press('Enter');
    await page.locator('.card[open]').waitFor();
    expect(await page.textContent('.card[open] pre.output')).toBe('output 29999');
    expect(incidents).toEqual([]);
  });
});
