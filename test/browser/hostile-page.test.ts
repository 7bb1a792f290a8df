import { FreeJson, type Message } from '@fxlog/codecs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PageBrowser } from './page-browser.js';
import { itemsOf, message, shell } from './sample-items.js';

const run = 'window.ranCode=1;alert(1)';

/** Texts that would run, load or hide something if they were anything but text. */
const HOSTILE = [
  `</script><script>${run}</script>`,
  `</ScRiPt ><script>${run}</script>`,
  `<!--<script>${run}</script>`,
  `--><script>${run}</script>`,
  `<img src=x onerror="${run}">`,
  `<svg onload="${run}"><a xlink:href="javascript:${run}">x</a></svg>`,
  `<iframe srcdoc="<script>${run}</script>"></iframe>`,
  `<link rel=stylesheet href=https://example.org/x.css><base href=https://example.org/>`,
  `<meta http-equiv=refresh content="0;url=https://example.org/">`,
  `<style>@import "https://example.org/x.css"; body{display:none}</style>`,
  `"><script>${run}</script>`,
  `'; ${run}; '`,
  `[link](javascript:${run})`,
  `[link](JaVaScRiPt:${run})`,
  `[link](data:text/html,<script>${run}</script>)`,
  '![image](https://example.org/pixel.png)',
  '<https://example.org/auto>',
  `</template></textarea></title></style></noscript><script>${run}</script>`,
  '\u2028\u2029\0\x07\x1b]0;title\x07\x1b[2J\x1b[31mred\x1b[0m',
  'if (user \u202e\u2066// admin\u2069 \u2066) {',
  '\ud800 lone \udc00',
  '__proto__ constructor {{7*7}} <%= 7*7 %>',
  '\x1b[31m'.repeat(300) + '\x1b[999999999999m'.repeat(200),
];

const messages: Message[] = HOSTILE.flatMap((text, index) => [
  message('user', index * 10, text),
  message('assistant', index * 10 + 1, [
    { type: 'thinking', text },
    { type: 'text', text },
    {
      type: 'text',
      text: `\`\`\`${text}\n${text}\n\`\`\`\n\n# ${text}\n\n- ${text}\n\n> ${text}\n\n| ${text} | b |\n|---|---|\n| ${text} | c |`,
    },
  ]),
  ...shell(`s${index}`, index * 10 + 2, text, text, true),
  message('assistant', index * 10 + 4, [
    {
      type: 'tool_use',
      id: `e${index}`,
      tool: { name: 'Edit', file_path: text, old_string: text, new_string: `${text}\n` },
    },
    {
      type: 'tool_use',
      id: `r${index}`,
      tool: { name: 'Raw', tool_name: text, input: FreeJson.of({ [text]: text, list: [text] }) },
    },
    { type: 'tool_use', id: `w${index}`, tool: { name: 'Write', file_path: text, content: text } },
  ]),
  message('user', index * 10 + 5, [
    { type: 'tool_result', tool_use_id: `r${index}`, content: FreeJson.of([{ type: 'text', text }, { type: text }]) },
    { type: 'image', source: { type: 'url', media_type: text, data: 'https://example.org/pixel.png' } },
    {
      type: 'image',
      source: { type: 'base64', media_type: 'image/svg+xml', data: Buffer.from(text).toString('base64') },
    },
    { type: 'artifact', artifact: { id: text, name: text, source: { type: 'text', text, media_type: text } } },
  ]),
  message('assistant', index * 10 + 6, text, { model: text, stop_reason: { other: text } }),
]);

let browser: PageBrowser;
beforeAll(async () => {
  browser = await PageBrowser.launch();
});
afterAll(() => browser?.close());

describe('a page whose log is hostile', () => {
  it.each(HOSTILE.slice(0, 5).map((text) => [JSON.stringify(text.slice(0, 40)), text]))(
    'has %s for a title',
    async (_, text) => {
      const { page, incidents } = await browser.open(await browser.write(itemsOf([message('user', 0, text)], text)));
      expect(await page.locator('#turn-1 .prompt').count()).toBe(1);
      expect(await page.evaluate(() => Object.hasOwn(window, 'ranCode'))).toBe(false);
      expect(incidents).toEqual([]);
      await page.context().close();
    },
  );

  it('runs nothing, loads nothing, and shows it all as text', async () => {
    const { page, incidents } = await browser.open(await browser.write(itemsOf(messages)));
    // Everything, opened, found, pressed and printed.
    await page.keyboard.press('e');
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await page.evaluate(() => {
      for (const more of document.querySelectorAll<HTMLElement>('button.more')) more.click();
    });
    await page.keyboard.press('/');
    await page.keyboard.type('script');
    await page.waitForFunction(() => document.getElementById('search-count')?.textContent?.includes('matches'));
    await page.keyboard.press('Enter');
    await page.pdf();

    expect(await page.evaluate(() => Object.hasOwn(window, 'ranCode'))).toBe(false);
    expect(incidents).toEqual([]);
    const inside = await page.evaluate(() => {
      const root = document.querySelectorAll('main, nav');
      const elements = [...root].flatMap((part) => [...part.querySelectorAll('*')]);
      const names = new Set(elements.map((element) => element.localName));
      const handlers = elements.filter((element) => element.getAttributeNames().some((name) => name.startsWith('on')));
      const links = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '');
      const images = [...document.querySelectorAll('img')].map((image) => image.src);
      const scripts = document.querySelectorAll('script:not([type="application/json"])').length;
      return { names: [...names], handlers: handlers.length, links, images, scripts };
    });
    for (const name of ['script', 'iframe', 'svg', 'style', 'link', 'meta', 'base', 'object', 'form', 'template']) {
      expect(inside.names).not.toContain(name);
    }
    expect(inside.handlers).toBe(0);
    expect(inside.scripts).toBe(1);
    expect(inside.images).toEqual([]);
    expect(inside.links.filter((href) => !/^(#|https:\/\/example\.org\/)/.test(href))).toEqual([]);
    const text = await page.evaluate(() => document.querySelector('main')?.textContent ?? '');
    expect(text).toContain(`</script><script>${run}</script>`);
    expect(text).toContain(`[link](javascript:${run})`);
  });

  it('names what would be invisible, and makes few elements of many colours', async () => {
    const bomb = Array.from({ length: 100_000 }, (_, index) => `\x1b[3${index % 8}mx`).join('');
    const text = 'a\u202eb\u2066c\x1b[2Jd\u2028e';
    const { page, incidents } = await browser.open(
      await browser.write(itemsOf([message('user', 0, text), ...shell('a', 1, 'bomb', bomb)])),
    );
    expect(await page.textContent('.prompt')).toBe(
      'a\u27e6U+202E\u27e7b\u27e6U+2066\u27e7c\u241b[2Jd\u27e6U+2028\u27e7e',
    );
    await page.keyboard.press('e');
    await page.evaluate(() => document.querySelector<HTMLElement>('button.more')?.click());
    expect(await page.evaluate(() => document.querySelectorAll('main *').length)).toBeLessThan(20_000);
    expect(incidents).toEqual([]);
  });
});
