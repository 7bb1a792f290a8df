// @ts-check
// npm start: sets up what is missing, then shows the main job on the bundled sessions.
import { existsSync, readdirSync } from 'node:fs';
import { ensureBuilt } from './ensure-built.js';
import { ensureInstalled } from './ensure-installed.js';
import { ROOT, runNode } from './run.js';

ensureInstalled();
ensureBuilt();

const profile = 'test-fixtures/fx-0.0.5/profile';
const shape = 'test-fixtures/fx-0.0.5/parallel-tools';

show('list --root test-fixtures/every-format/sessions');
show(`list --all --root ${profile}`);
show(`verify ${profile}/sessions/*/events.jsonl`);
show(`show --no-pager ${shape}/*/`);

process.stdout.write(`
Next:
  npx --no-install fxlog --help        all commands, with examples
  npx --no-install fxlog list          your own sessions (~/.fx/sessions)
  npx --no-install fxlog verify        check all of them
  npx --no-install fxlog show ID#-3    the last three turns of one; a beginning of its id is enough
  npm test                             check everything
`);

/** Runs the command line as a user would in a shell, and stops at its first failure. @param {string} command */
function show(command) {
  process.stdout.write(`\n$ fxlog ${command}\n\n`);
  const status = runNode('packages/cli/bin/fxlog.js', command.split(' ').flatMap(expand));
  if (status !== 0) process.exit(status);
}

/** What a shell makes of a `*` between two slashes. @param {string} argument @returns {string[]} */
function expand(argument) {
  const [folder, rest] = argument.split('*');
  if (folder === undefined || rest === undefined) return [argument];
  return readdirSync(`${ROOT}/${folder}`)
    .map((name) => `${folder}${name}${rest}`)
    .filter((path) => existsSync(`${ROOT}/${path}`));
}
