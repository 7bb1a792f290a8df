import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { generatePageAssets, PAGE_ASSETS } from '../../../scripts/generate.mjs';
import { PAGE_SCRIPT } from './generated/page-assets.js';

describe('the script and style of the page', () => {
  it('are what their sources give', async () => {
    const isCurrent = readFileSync(PAGE_ASSETS, 'utf8') === (await generatePageAssets());
    expect(isCurrent, 'run "npm run generate -w @fxlog/codecs"').toBe(true);
  });

  it('are small, and never parse text as HTML or as a program', () => {
    expect(Buffer.byteLength(PAGE_SCRIPT)).toBeLessThan(150_000);
    expect(PAGE_SCRIPT).not.toMatch(
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcdoc|parseFromString|createContextualFragment|setHTML|eval\(|new Function|fetch\(|XMLHttpRequest|import\(/,
    );
  });
});
