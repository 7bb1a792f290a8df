// @ts-check
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The top of the checkout, without a trailing slash. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');

/** Folders of the packages, relative to the top of the checkout; what another branch left behind is not one. */
export const PACKAGES = readdirSync(`${ROOT}/packages`)
  .sort()
  .map((name) => `packages/${name}`)
  .filter((folder) => existsSync(`${ROOT}/${folder}/package.json`));

/** What `packages/cli/bin/fxlog.js` loads: the start of the built command, relative to the top of the checkout. */
export const COMMAND = 'packages/cli/dist/bundle/fxlog.cjs';

/** The lowest Node that the packages run on; every package.json says the same. */
export const LOWEST_NODE = '20.3.0';

/** Says on stderr what is being done, so that stdout stays with the program that runs. @param {string} text */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/**
 * Runs a program from the top of the checkout with our own stdout and stderr and nothing on stdin, and returns its exit
 * status.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ quiet?: boolean }} [options] `quiet` shows the output only when the program fails
 * @returns {number}
 */
export function run(command, args, options = {}) {
  const captured = options.quiet === true;
  const result = spawnSync(command, args, {
    cwd: ROOT,
    stdio: captured ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    maxBuffer: 1 << 28,
    // npm is a shell script on Windows.
    shell: process.platform === 'win32' && command === 'npm',
  });
  if (result.error) throw result.error;
  const status = result.status ?? 1;
  if (captured && status !== 0) {
    process.stderr.write(result.stdout);
    process.stderr.write(result.stderr);
  }
  return status;
}

/**
 * Runs a JavaScript program of the checkout or of an installed package with this very Node.
 *
 * @param {string} file relative to the top of the checkout
 * @param {string[]} args
 * @param {{ quiet?: boolean }} [options]
 * @returns {number}
 */
export function runNode(file, args, options) {
  return run(process.execPath, [`${ROOT}/${file}`, ...args], options);
}
