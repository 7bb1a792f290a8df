// @ts-check
// npm run -s conformance -- [DIR]: sets up what is missing, then runs the corpora found in DIR.
import { ensureBuilt } from './ensure-built.js';
import { ensureInstalled } from './ensure-installed.js';
import { ROOT } from './run.js';

ensureInstalled();
ensureBuilt();
const { main } = await import(`${ROOT}/test/conformance/dist/main.js`);
process.exitCode = await main(process.argv.slice(2), {
  // npm runs scripts from the top of the checkout and notes here where it was called.
  cwd: process.env.INIT_CWD ?? process.cwd(),
  bundled: `${ROOT}/test-fixtures/conformance`,
  out: (/** @type {string} */ text) => process.stdout.write(text),
  err: (/** @type {string} */ text) => process.stderr.write(text),
});
