import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOf } from './axe.js';
import { type OpenPage, PageBrowser } from './page-browser.js';
import { itemsOf, message, shell } from './sample-items.js';

const numbered = Array.from({ length: 900 }, (_, index) => `line ${index + 1}`).join('\n');
const before = 'const a = 1;\nconst b = 2;\nconst c = 3;';

const session = [
  message('user', 0, 'Please fix the *parser*.'),
  message('assistant', 1, [
    { type: 'thinking', text: 'Where is it?' },
    {
      type: 'text',
      text: '## Plan\n\n1. read **it**\n2. fix it\n\nSee [docs](https://example.org/).\n\n```ts\nconst two = 2; // second\n```',
    },
  ]),
  ...shell('a', 2, 'npm test', numbered, true),
  message('assistant', 5, [
    {
      type: 'tool_use',
      id: 'b',
      tool: { name: 'Edit', file_path: 'src/a.ts', old_string: before, new_string: before.replace('b = 2', 'b = 4') },
    },
  ]),
  message('user', 6, [{ type: 'tool_result', tool_use_id: 'b', content: '\x1b[32mok\x1b[0m' }]),
  message('assistant', 7, 'Done.', { usage: { input_tokens: 12_345, output_tokens: 67 }, stop_reason: 'end_turn' }),
  ...Array.from({ length: 40 }, (_, index) => [
    message('user', 100 + index * 10, `Question ${index + 2}`),
    message('assistant', 101 + index * 10, `Answer ${index + 2}. ${'Words. '.repeat(150)}`),
  ]).flat(),
  message('user', 900, 'The last question'),
  message('assistant', 901, 'I was about to say', { stop_reason: 'aborted' }),
];

let browser: PageBrowser;
let address: string;

beforeAll(async () => {
  browser = await PageBrowser.launch();
  address = await browser.write(itemsOf(session, 'Fix the parser'));
});
afterAll(() => browser?.close());

const close = async ({ page, incidents }: OpenPage) => {
  expect(incidents).toEqual([]);
  await page.context().close();
};

describe('the page', () => {
  it('says of a call that fx refused for which reason, and of one that failed that it did', async () => {
    const refused = '{"error":{"type":"tool_permission_denied","reason":"user_denied","denied":true}}';
    const calls = [...shell('a', 1, 'rm -r /', refused, true), ...shell('b', 3, 'false', 'exit_code=1', true)];
    const open = await browser.open(await browser.write(itemsOf([message('user', 0, 'Clean up.'), ...calls])));
    const badges = open.page.locator('#turn-1 .card .badge.bad');
    expect(await badges.allTextContents()).toEqual(['refused: by a person', 'failed']);
    expect(await faultsOf(open.page)).toEqual([]);
    await close(open);
  });

  it('shows the session: title, facts, turns, texts as Markdown', async () => {
    const open = await browser.open(address);
    const { page } = open;
    expect(await page.title()).toBe('Fix the parser');
    expect(await page.textContent('h1')).toBe('Fix the parser');
    expect(await page.textContent('#totals')).toContain('12,345 tokens in');
    expect(await page.locator('#outline a').count()).toBe(42);
    expect(await page.textContent('#turn-1 .prompt')).toBe('Please fix the *parser*.');
    expect(await page.textContent('#turn-1 .prose h3')).toBe('Plan');
    expect(await page.textContent('#turn-1 .prose li strong')).toBe('it');
    expect(await page.getAttribute('#turn-1 .prose a', 'href')).toBe('https://example.org/');
    expect(await page.textContent('#outline a >> nth=41')).toContain('interrupted');
    await close(open);
  });

  it('opens a call: its command, its output in two steps, its failure', async () => {
    const open = await browser.open(address);
    const { page } = open;
    const card = page.locator('details[data-tool="Bash"]');
    expect(await card.locator('summary').textContent()).toBe('Bashnpm test900 linesfailed');
    expect(await card.locator('pre').count()).toBe(0);
    await card.locator('summary').press('Enter');
    await card.locator('pre.command').waitFor();
    expect(await card.locator('pre.output').textContent()).not.toContain('line 900');
    await card.getByRole('button', { name: /Show \d+ more lines/ }).click();
    expect((await card.locator('pre.output').textContent())?.split('\n')).toEqual(numbered.split('\n'));
    await close(open);
  });

  it('shows an edit as a diff, and colours of a terminal as colours', async () => {
    const open = await browser.open(address);
    const { page } = open;
    const card = page.locator('details[data-tool="Edit"]');
    expect(await card.locator('summary').textContent()).toBe('Editsrc/a.ts+1\u22121');
    await card.locator('summary').click();
    expect(await card.locator('.diff .gone .line').textContent()).toBe('const b = 2;');
    expect(await card.locator('.diff .new b').textContent()).toBe('4');
    expect(await card.locator('pre.output .c2').textContent()).toBe('ok');
    await close(open);
  });

  it('finds text that is not shown yet, and shows it', async () => {
    const open = await browser.open(address);
    const { page } = open;
    await page.keyboard.press('/');
    await page.keyboard.type('LINE 777');
    await page.waitForFunction(() => document.getElementById('search-count')?.textContent === '1 match');
    expect(await page.textContent('#results')).toMatch(/Turn 1 · Bash[\s\S]*line 777/);
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => (CSS.highlights.get('found')?.size ?? 0) === 1);
    expect(await page.locator('details[data-tool="Bash"]').getAttribute('open')).not.toBeNull();
    const top = await page.evaluate(() => {
      const [range] = CSS.highlights.get('found') ?? [];
      return range instanceof Range ? range.getBoundingClientRect().top : -1;
    });
    expect(top).toBeGreaterThan(0);
    expect(top).toBeLessThan(800);
    await page.keyboard.press('Escape');
    expect(await page.locator('#outline').isVisible()).toBe(true);
    await page.keyboard.press('/');
    await page.keyboard.type('not there at all');
    await page.waitForFunction(() => document.getElementById('search-count')?.textContent === 'Nothing found');
    await close(open);
  });

  it('goes to the turn that the address names, and from turn to turn by keys', async () => {
    const open = await browser.open(`${address}#turn-30`);
    const { page } = open;
    const isAtTop = (turn: number) =>
      page.waitForFunction((id) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top ?? -1;
        return top >= 0 && top < 160;
      }, `turn-${turn}`);
    await isAtTop(30);
    expect(await page.textContent('#turn-30 .prompt')).toBe('Question 30');
    await page.waitForSelector('#outline a[data-turn="30"][aria-current]');
    await page.keyboard.press('j');
    await isAtTop(31);
    expect(page.url()).toBe(`${address}#turn-31`);
    await page.click('#outline a[data-turn="3"]');
    await isAtTop(3);
    await close(open);
  });

  it('follows the turn that is being read in the outline, up and down', async () => {
    const open = await browser.open(address);
    const { page } = open;
    const isCurrent = (turn: number) =>
      page.waitForFunction((number) => {
        const current = document.querySelectorAll<HTMLElement>('#outline a[aria-current]');
        return current.length === 1 && current[0]?.dataset.turn === String(number);
      }, turn);
    const scrollTo = (turn: number) =>
      page.evaluate((id) => {
        const section = document.getElementById(id);
        for (let round = 0; round < 5; round++) section?.scrollIntoView({ block: 'start' });
      }, `turn-${turn}`);
    await isCurrent(1);
    for (const turn of [2, 17, 41, 5]) {
      await scrollTo(turn);
      await isCurrent(turn);
    }
    await page.evaluate(() => window.scrollTo(0, 0));
    await isCurrent(1);
    await close(open);
  });

  it('takes each press of j and k for a step, however fast they come', async () => {
    const open = await browser.open(address);
    const { page } = open;
    await page.waitForSelector('#outline a[data-turn="1"][aria-current]');
    const press = (key: string, times: number) =>
      page.evaluate(
        ([name, count]) => {
          for (let press = 0; press < count; press++) {
            document.body.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }));
          }
        },
        [key, times] as const,
      );
    await press('j', 25);
    expect(page.url()).toBe(`${address}#turn-26`);
    await press('k', 6);
    expect(page.url()).toBe(`${address}#turn-20`);
    await page.waitForFunction(() => {
      const top = document.getElementById('turn-20')?.getBoundingClientRect().top ?? -1;
      return top >= 0 && top < 160;
    });
    // The last turn is too short to come to the top; it is the current one all the same.
    await press('j', 60);
    expect(page.url()).toBe(`${address}#turn-42`);
    expect(await page.locator('#outline a[aria-current]').getAttribute('data-turn')).toBe('42');
    await close(open);
  });

  it('says what its keys do', async () => {
    const open = await browser.open(address);
    const { page } = open;
    await page.keyboard.press('?');
    expect(await page.locator('#keys').isVisible()).toBe(true);
    expect(await page.textContent('#keys')).toContain('Next turn');
    await page.keyboard.press('Escape');
    expect(await page.locator('#keys').isVisible()).toBe(false);
    await page.click('#keys-button');
    await page.click('#keys button');
    expect(await page.locator('#keys').isVisible()).toBe(false);
    await close(open);
  });

  it('shows the buttons that copy without being pointed at', async () => {
    const open = await browser.open(address);
    const { page } = open;
    const card = page.locator('details[data-tool="Bash"]');
    await card.locator('summary').click();
    await page.mouse.move(0, 0);
    const button = card.getByRole('button', { name: 'Copy' }).first();
    expect(await button.evaluate((made) => getComputedStyle(made).opacity)).toBe('1');
    await card.locator('summary').focus();
    await page.keyboard.press('Tab');
    expect(await button.evaluate((made) => made === document.activeElement)).toBe(true);
    await close(open);
  });

  it('colours code of a known language, in a text and in a file, and nothing that is too long', async () => {
    const write = (id: string, file_path: string, content: string) =>
      message('assistant', 2, [{ type: 'tool_use', id, tool: { name: 'Write', file_path, content } }]);
    const long = `${'x = 1\n'.repeat(10_000)}`;
    const open = await browser.open(
      await browser.write(
        itemsOf(
          [
            message('user', 0, 'Write it.'),
            message('assistant', 1, '```ts\nconst two = 2; // second\n```\n\n```unheard-of\nconst a = 1;\n```'),
            write('a', 'src/a.py', 'def f():\n    return "<b>\u202e"\n'),
            write('b', 'src/long.py', long),
            write('c', 'src/line.json', `["${'a'.repeat(5000)}"]`),
          ],
          'Code',
        ),
      ),
    );
    const { page } = open;
    expect(await page.locator('.code >> nth=0 >> .code-keyword').textContent()).toBe('const');
    expect(await page.locator('.code >> nth=0 >> .code-comment').textContent()).toBe('// second');
    expect(await page.locator('.code >> nth=0 >> pre').textContent()).toBe('const two = 2; // second');
    expect(await page.locator('.code >> nth=1 >> pre span').count()).toBe(0);
    await page.keyboard.press('e');
    expect(await page.locator('pre.output >> nth=0 >> .code-string').textContent()).toBe('"<b>\u27e6U+202E\u27e7"');
    expect(await page.locator('pre.output >> nth=1 >> span').count()).not.toBe(0);
    await page
      .locator('details >> nth=1')
      .getByRole('button', { name: /more lines/ })
      .click();
    expect(await page.locator('pre.output >> nth=1').textContent()).toBe(long);
    expect(await page.locator('pre.output >> nth=2 >> span').count()).toBe(0);
    await close(open);
  });

  it.each(['light', 'dark'] as const)('has nothing that axe finds fault with, in %s colours', async (colorScheme) => {
    const open = await browser.open(address, { colorScheme });
    await open.page.keyboard.press('e');
    expect(await faultsOf(open.page)).toEqual([]);
    await open.page.keyboard.press('?');
    expect(await faultsOf(open.page)).toEqual([]);
    await close(open);
  });

  it('is light or dark as the system is, or as its button says, with contrast in both', async () => {
    const ground = (open: OpenPage) =>
      open.page.evaluate(() => {
        const [body, muted] = [document.body, document.querySelector('.turn-head')];
        const colors = [getComputedStyle(body).backgroundColor, getComputedStyle(muted ?? body).color];
        const luminance = (color: string) => {
          const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((value) => {
            const part = Number(value) / 255;
            return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
          });
          return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        };
        const [back = 0, text = 0] = colors.map(luminance);
        const contrast = (Math.max(back, text) + 0.05) / (Math.min(back, text) + 0.05);
        return { isDark: back < 0.2, contrast };
      });
    for (const colorScheme of ['light', 'dark'] as const) {
      const open = await browser.open(address, { colorScheme });
      const { isDark, contrast } = await ground(open);
      expect(isDark).toBe(colorScheme === 'dark');
      expect(contrast).toBeGreaterThan(4.5);
      await close(open);
    }
    const open = await browser.open(address, { colorScheme: 'light' });
    await open.page.click('#theme-button');
    expect((await ground(open)).isDark).toBe(false);
    await open.page.click('#theme-button');
    expect((await ground(open)).isDark).toBe(true);
    await open.page.reload();
    await open.page.waitForSelector('html[data-ready="true"]', { state: 'attached' });
    expect((await ground(open)).isDark).toBe(true);
    await close(open);
  });

  it('opens and closes all calls, also those shown later', async () => {
    const open = await browser.open(address);
    const { page } = open;
    await page.keyboard.press('e');
    expect(await page.locator('details.card:not([open])').count()).toBe(0);
    expect(await page.locator('details[data-tool="Bash"] pre.output').count()).toBe(1);
    await page.keyboard.press('e');
    expect(await page.locator('details.card[open]').count()).toBe(0);
    await close(open);
  });

  it('prints the transcript alone, all of it, dark on white', async () => {
    const open = await browser.open(address, { colorScheme: 'dark' });
    const { page } = open;
    const pdf = await page.pdf({ format: 'A4' });
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(await page.locator('.segment.waiting').count()).toBe(0);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.bar').isVisible()).toBe(false);
    expect(await page.locator('#side').isVisible()).toBe(false);
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(ground).toBe('rgb(255, 255, 255)');
    await close(open);
  });

  it('keeps the turns behind a button on a narrow screen, and nothing is wider than it', async () => {
    const open = await browser.open(address, { viewport: { width: 360, height: 700 } });
    const { page } = open;
    expect(await page.locator('#outline').isVisible()).toBe(false);
    await page.click('#outline-button');
    await page.click('#outline a[data-turn="20"]');
    await page.locator('#outline').waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await close(open);
  });

  it('can be used with the keyboard alone', async () => {
    const open = await browser.open(address);
    const { page } = open;
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the transcript');
    await page.keyboard.press('Enter');
    for (let presses = 0; presses < 20; presses++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement?.matches('details.card > summary'))) break;
    }
    await page.keyboard.press('Space');
    await page.waitForSelector('details.card[open]');
    await close(open);
  });
});
