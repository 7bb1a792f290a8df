import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { htmlCodec, type ItemBatches } from '@fxlog/codecs/internal';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findChromium } from './find-chromium.js';

/** A page in the browser, and everything that it should not have done. */
export interface OpenPage {
  readonly page: Page;
  /** Dialogs, requests but for the page itself and data: images, errors, words on the console, violations of the policy. */
  readonly incidents: readonly string[];
}

/** Opens HTML that the codec wrote, from a file, as a person does. */
export class PageBrowser {
  readonly #folder = mkdtempSync(join(tmpdir(), 'fxlog-page-'));
  readonly #browser: Browser;
  #files = 0;

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  static async launch(): Promise<PageBrowser> {
    const executablePath = findChromium();
    if (executablePath === null) {
      throw new Error(
        'There is no Chromium. Install it (Debian: apt-get install chromium), or name one in FXLOG_CHROMIUM.',
      );
    }
    const args = [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ];
    return new PageBrowser(await chromium.launch({ executablePath, args }));
  }

  async close(): Promise<void> {
    await this.#browser.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Writes a page; gives its address. */
  async write(items: ItemBatches): Promise<string> {
    const file = join(this.#folder, `page-${this.#files++}.html`);
    for await (const { bytes } of htmlCodec.encode?.(items, { report: () => undefined }) ?? []) {
      writeFileSync(file, bytes, { flag: 'a' });
    }
    return pathToFileURL(file).href;
  }

  /** Opens a page; it is there when what `ready` selects is. */
  async open(
    address: string,
    options: BrowserContextOptions = {},
    ready = 'html[data-ready="true"]',
  ): Promise<OpenPage> {
    const context = await this.#browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: 'en-GB',
      timezoneId: 'UTC',
      ...options,
    });
    const page = await context.newPage();
    const incidents: string[] = [];
    const note = (what: string) => incidents.push(what);
    page.on('dialog', (dialog) => {
      note(`dialog: ${dialog.message()}`);
      dialog.dismiss().catch(note);
    });
    page.on('pageerror', (error) => note(`error: ${error.message}`));
    page.on('console', (message) => note(`console: ${message.text()}`));
    page.on('popup', (popup) => note(`window: ${popup.url()}`));
    const [own] = address.split('#');
    page.on('request', (request) => {
      const url = request.url();
      if (url.split('#')[0] !== own && !url.startsWith('data:')) note(`request: ${url}`);
    });
    await page.exposeFunction('noteViolation', (text: string) => note(`policy: ${text}`));
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        const { noteViolation } = window as unknown as { noteViolation: (text: string) => void };
        noteViolation(`${event.violatedDirective} ${event.blockedURI}`);
      });
    });
    await page.goto(address);
    await page.waitForSelector(ready, { state: 'attached' });
    return { page, incidents };
  }
}
