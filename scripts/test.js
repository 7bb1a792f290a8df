// @ts-check
// npm test: sets up what is missing, then checks everything at the size for every day. npm run test:full: every law and every fuzz test at its full size,
// the packages as they are published, and the HTML page in a browser. Arguments go to vitest: npm test -- packages/json
import { ensureBuilt } from './ensure-built.js';
import { ensureInstalled } from './ensure-installed.js';
import { runNode, say } from './run.js';

ensureInstalled();
ensureBuilt();
check('Formatting and lint (biome)', 'node_modules/@biomejs/biome/bin/biome', ['ci', '--error-on-warnings', '.']);
check('Types, tests included (tsc)', 'node_modules/typescript/bin/tsc', ['-p', 'tsconfig.check.json']);
check('Types of what runs in a browser (tsc)', 'node_modules/typescript/bin/tsc', ['-p', 'test/browser']);
const args = process.argv.slice(2).filter((argument) => argument !== '--full');
const isFull = args.length < process.argv.length - 2;
if (isFull) process.env.FXLOG_RUNS = 'full';
if (!isFull)
  say(
    'Left to npm run test:full: packages as they are published, the HTML page in a browser, queues on Redis and PostgreSQL.',
  );
const lane = isFull ? [] : ['node', 'command'].flatMap((project) => ['--project', project]);
process.exit(runNode('node_modules/vitest/vitest.mjs', ['run', ...lane, ...args]));

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
