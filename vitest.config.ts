import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { findChromium } from './test/browser/find-chromium.js';

const root = fileURLToPath(new URL('.', import.meta.url));
const packages = readdirSync(`${root}packages`);

// Where a browser is required, its absence is a failure of its tests.
const hasBrowserTests = findChromium() !== null || process.env.FXLOG_REQUIRE_BROWSER === '1';
if (!hasBrowserTests) {
  process.stderr.write(
    '\nThe tests of the HTML page in a browser (test/browser) are left out: there is no Chromium. ' +
      'Install it (Debian: apt-get install chromium) or name one in FXLOG_CHROMIUM.\n\n',
  );
}

export default defineConfig({
  resolve: {
    // Tests run against the sources, so that nothing has to be built first.
    alias: Object.fromEntries(packages.map((name) => [`@fxlog/${name}`, `${root}packages/${name}/src/index.ts`])),
  },
  test: {
    pool: 'forks',
    // Left to itself, vitest leaves a core to others.
    maxWorkers: '100%',
    testTimeout: 300_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['packages/*/src/**/*.test.ts', 'bench/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['test/browser/**'],
        },
      },
      ...(hasBrowserTests
        ? [
            {
              extends: true as const,
              // One browser at a time.
              test: {
                name: 'browser',
                include: ['test/browser/**/*.test.ts'],
                fileParallelism: false,
                testTimeout: 240_000,
                hookTimeout: 300_000,
              },
            },
          ]
        : []),
    ],
  },
});
