// npm run bench: sets up and builds what is missing, then runs the benchmarks with the arguments given.
import { ensureBuilt } from '../scripts/ensure-built.js';
import { ensureInstalled } from '../scripts/ensure-installed.js';
import { runNode } from '../scripts/run.js';

ensureInstalled();
ensureBuilt();
const status = runNode('node_modules/typescript/bin/tsc', ['-b', 'bench']);
process.exit(status === 0 ? runNode('bench/dist/main.js', process.argv.slice(2)) : status);
