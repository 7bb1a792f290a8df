// @ts-check
// npm test: sets up what is missing, then checks everything. Arguments go to vitest: npm test -- packages/json
import { ensureBuilt } from './ensure-built.js';
import { ensureInstalled } from './ensure-installed.js';
import { runNode, say } from './run.js';

ensureInstalled();
ensureBuilt();
check('Formatting and lint (biome)', 'node_modules/@biomejs/biome/bin/biome', ['ci', '--error-on-warnings', '.']);
check('Types, tests included (tsc)', 'node_modules/typescript/bin/tsc', ['-p', 'tsconfig.check.json']);
check('Types of what runs in a browser (tsc)', 'node_modules/typescript/bin/tsc', ['-p', 'test/browser']);
process.exit(runNode('node_modules/vitest/vitest.mjs', ['run', ...process.argv.slice(2)]));

/**
 * @param {string} title
 * @param {string} file
 * @param {string[]} args
 */
function check(title, file, args) {
  say(`${title} …`);
  const status = runNode(file, args);
  if (status !== 0) process.exit(status);
}
