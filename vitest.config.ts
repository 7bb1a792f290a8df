import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('.', import.meta.url));
const packages = readdirSync(`${root}packages`);

export default defineConfig({
  resolve: {
    // Tests run against the sources, so that nothing has to be built first.
    alias: Object.fromEntries(packages.map((name) => [`@fxlog/${name}`, `${root}packages/${name}/src/index.ts`])),
  },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'bench/**/*.test.ts', 'test/**/*.test.ts'],
    pool: 'forks',
    testTimeout: 60_000,
  },
});
