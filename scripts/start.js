// @ts-check
// npm start: sets up what is missing, then shows the main job on the bundled sessions.
import { readdirSync } from 'node:fs';
import { ensureBuilt } from './ensure-built.js';
import { ensureInstalled } from './ensure-installed.js';
import { ROOT, runNode } from './run.js';

ensureInstalled();
ensureBuilt();

const FIXTURES = 'test-fixtures/fx-0.0.5';
const profile = `${FIXTURES}/profile`;
const shape = `${FIXTURES}/parallel-tools`;
const session = `${shape}/${readdirSync(`${ROOT}/${shape}`)[0]}`;

show('list', '--all', '--root', profile);
show('verify', ...readdirSync(`${ROOT}/${profile}/sessions`).map((id) => `${profile}/sessions/${id}/events.jsonl`));
show('show', '--no-pager', session);

print(`
Next:
  npx --no-install fxlog --help                      all commands
  npx --no-install fxlog list                        your own sessions (~/.fx/sessions)
  npx --no-install fxlog verify ID                   check one of them; an unambiguous beginning of its id is enough
  npx --no-install fxlog show ID#-3                  read its last three turns
  npm test                                           check everything
`);

/** Runs the command line as a user would, and stops at its first failure. @param {string[]} args */
function show(...args) {
  print(`\n$ fxlog ${args.length > 4 ? `${args.slice(0, 2).join(' ')} …` : args.join(' ')}\n`);
  const status = runNode('packages/cli/bin/fxlog.js', args);
  if (status !== 0) process.exit(status);
}

/** @param {string} text */
function print(text) {
  process.stdout.write(`${text}\n`);
}
