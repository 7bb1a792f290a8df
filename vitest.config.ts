import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { findChromium } from './test/browser/find-chromium.js';
import { isFull } from './test/runs.js';
import { missingServices } from './test/services/find-services.js';
import { sourceAliases } from './test/source-aliases.js';

const root = fileURLToPath(new URL('.', import.meta.url));

// Where a browser is required, its absence is a failure of its tests.
const hasBrowserTests = findChromium() !== null || process.env.FXLOG_REQUIRE_BROWSER === '1';
if (isFull && !hasBrowserTests) {
  process.stderr.write(
    '\nThe tests of the HTML page in a browser (test/browser) are left out: there is no Chromium. ' +
      'Install it (Debian: apt-get install chromium) or name one in FXLOG_CHROMIUM.\n\n',
  );
}

const missing = missingServices();
if (isFull && missing.length > 0) {
  if (process.env.FXLOG_REQUIRE_SERVICES === '1') throw new Error(`Not installed: ${missing.join(', ')}.`);
  process.stderr.write(
    `\nThe tests of queues (packages/batch/src/queue) leave out what is not installed: ${missing.join(', ')}.\n\n`,
  );
}

// These start the command that ships, which has to be built from the sources as they are.
const OF_THE_BUILD = [
  'packages/cli/src/main.test.ts',
  'test/built-command.test.ts',
  'test/readme.test.ts',
  'test/packages.test.ts',
  'test/release.full.test.ts',
];
// What packs and installs, goes through all corpora once more, or starts services.
const fullOnly = isFull ? [] : ['**/*.full.test.ts'];

export default defineConfig({
  resolve: {
    // Tests run against the sources, so that nothing has to be built first.
    alias: {
      ...sourceAliases(),
      '#test': `${root}test`,
    },
  },
  test: {
    pool: 'forks',
    // Left to itself, vitest leaves a core to others; and some tests wait for processes that they started.
    maxWorkers: availableParallelism() + 1,
    // A hang is to be noticed soon; what takes longer says so. The laws take their time at full size.
    testTimeout: isFull ? 600_000 : 20_000,
    hookTimeout: 60_000,
    setupFiles: ['./test/seed.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['packages/*/src/**/*.test.ts', 'bench/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['test/browser/**', ...OF_THE_BUILD, ...fullOnly],
          // The sources keep nothing that one test could leave to another: they are loaded once for many files.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'command',
          include: OF_THE_BUILD,
          exclude: fullOnly,
          globalSetup: './test/build-command.ts',
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
