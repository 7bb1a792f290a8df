import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CONTESTANTS, contestantNamed } from './contestants.js';
import type { Variant } from './generate-log.js';
import { CACHE_DIRECTORY, inputFile } from './input-cache.js';
import { type Measurement, measureSuite } from './measure.js';
import { drawPlots } from './plots.js';
import { profileContestant } from './profile.js';
import { markdownReport, suiteRows, textTable, thisMachine, verdictRows } from './report.js';
import { allSuites, duelSuite, NEWER_FORMATS, quickSuites, SEED, type Suite } from './suites.js';
import { judgeTargets } from './targets.js';

const VARIANTS: readonly Variant[] = [
  'natural',
  'ascii',
  'cjk',
  'text',
  'rewritten',
  'long-turn',
  'long-lines',
  ...NEWER_FORMATS,
];
const RESULTS = fileURLToPath(new URL('../results', import.meta.url));
/** What of a target has to be reached on a machine that does other things, too. */
const QUICK_SLACK = 0.3;

const HELP = `Usage: npm run bench -- [NAME…] [options]

Without a NAME everything is measured and bench/results is written.
NAME is a contestant (raced against the floor and readline) or a suite.

  --size SIZE       size of the logs: 200MB, 1GB (default 200MB)
  --runs N          rounds; figures are medians (default 5)
  --variant V       log for a contestant's race: ${VARIANTS.join(', ')}
  --cpu-prof        profile the named contestants instead of racing them
  --quick           short form for continuous integration: exit 1 on a regression
  --help

Contestants: ${CONTESTANTS.map(({ name }) => name).join(', ')}
Suites:      ${allSuites(0)
  .map(({ name }) => name)
  .join(', ')}
Generated logs are kept in ${CACHE_DIRECTORY}.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    size: { type: 'string', default: '200MB' },
    runs: { type: 'string', default: '5' },
    variant: { type: 'string', default: 'natural' },
    quick: { type: 'boolean', default: false },
    'cpu-prof': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

try {
  if (values.help) process.stdout.write(HELP);
  else if (values['cpu-prof']) profile();
  else if (values.quick) quick();
  else race();
} catch (error) {
  // What a contestant said when it failed is in the message; where the bench noticed is of no interest.
  process.stderr.write(`\nbench: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

function race(): void {
  const bytes = parseSize(values.size);
  const named = positionals.map((name) => namedSuite(name, bytes));
  const suites = named.length > 0 ? named : allSuites(bytes);
  const measurements = measureAll(suites, Number(values.runs));
  const verdicts = judgeTargets(measurements, bytes);
  if (verdicts.length > 0) process.stdout.write(`\nTargets\n\n${textTable(verdictRows(verdicts))}`);
  if (named.length > 0) return;
  const machine = thisMachine();
  mkdirSync(RESULTS, { recursive: true });
  const plots = drawPlots(measurements);
  for (const { file, svg } of plots) writeFileSync(join(RESULTS, file), svg);
  writeFileSync(
    join(RESULTS, `${machine.date.slice(0, 10)}.json`),
    `${JSON.stringify({ machine, measurements, verdicts }, null, 2)}\n`,
  );
  writeFileSync(join(RESULTS, 'README.md'), markdownReport(machine, suites, measurements, verdicts, plots));
  process.stdout.write(`\nWritten to ${RESULTS}\n`);
}

function quick(): void {
  const suites = quickSuites();
  const measurements = measureAll(suites, 5);
  const bytes = suites[0]?.entries[0]?.input.bytes ?? 0;
  const verdicts = judgeTargets(measurements, bytes, QUICK_SLACK);
  process.stdout.write(`\nTargets, with a margin of ${QUICK_SLACK}\n\n${textTable(verdictRows(verdicts))}`);
  if (verdicts.length === 0 || verdicts.some(({ holds }) => !holds)) process.exitCode = 1;
}

function profile(): void {
  if (positionals.length === 0) throw new Error('--cpu-prof needs the name of a contestant');
  for (const name of positionals) {
    const contestant = contestantNamed(name);
    const input = inputFile({ variant: parseVariant(values.variant), bytes: parseSize(values.size), seed: SEED });
    const { file, rows } = profileContestant(contestant, input);
    process.stdout.write(`\n${contestant.title}: ${file}\n\n${textTable(rows)}`);
  }
}

function measureAll(suites: readonly Suite[], runs: number): Measurement[] {
  if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs must be a whole number from 1, not ${values.runs}`);
  return suites.flatMap((suite) => {
    const measurements = measureSuite(suite, runs, showProgress);
    showProgress('');
    process.stdout.write(`\n${suite.title}\n\n${textTable(suiteRows(suite, measurements))}`);
    return measurements;
  });
}

function namedSuite(name: string, bytes: number): Suite {
  const suite = allSuites(bytes).find((one) => one.name === name);
  return suite ?? duelSuite(contestantNamed(name).name, parseVariant(values.variant), bytes);
}

function parseVariant(text: string): Variant {
  const variant = VARIANTS.find((one) => one === text);
  if (variant === undefined) throw new Error(`no such variant: ${text} (there are ${VARIANTS.join(', ')})`);
  return variant;
}

function parseSize(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*(MB|GB)$/i.exec(text);
  if (match === null) throw new Error(`a size is written 200MB or 1GB, not ${text}`);
  return Number(match[1]) * (match[2]?.toUpperCase() === 'GB' ? 1e9 : 1e6);
}

function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}
