import type { DoctorReport } from '@fxlog/store';
import type { Condition } from '@fxlog/store/internal';
import { countOf, formatBytes, formatCount } from '../output/measures.js';
import type { Paint } from '../output/output.js';
import { shellQuote } from '../output/shell-quote.js';
import { terminalText } from '../output/terminal-text.js';
import { wrapText } from '../output/wrap-text.js';

/** One page: longer lists are cut, `--json` has them all. */
const MAX_LINES = 8;

const CONDITIONS: readonly (readonly [Condition, string])[] = [
  ['healthy', 'healthy'],
  ['flawed', 'with flaws that a repair mends'],
  ['damaged', 'damaged: fx does not open them'],
  ['pending', 'in the midst of a commit or of a change of format, or cut off in one'],
  ['foreign', 'of a newer fx, not judged'],
];

/** The state of a profile as one page of text. */
export function renderDoctor(report: DoctorReport, paint: Paint, columns: number): string[] {
  const { root, sessions, counts, logBytes, rules, caches, leftovers, strays, findings, advice } = report;
  const lines = [
    `${paint.bold(terminalText(root))}  ${paint.dim(`${countOf(sessions.length, 'session')}, ${formatBytes(logBytes)} of logs`)}`,
  ];
  const sayMore = (count: number): void => {
    if (count > MAX_LINES) lines.push(paint.dim(`  … ${formatCount(count - MAX_LINES)} more (--json lists them)`));
  };
  const section = (title: string, entries: readonly string[]): void => {
    if (entries.length === 0) return;
    lines.push('', paint.bold(title));
    for (const entry of entries.slice(0, MAX_LINES)) lines.push(wrapText(`  ${entry}`, columns, '      '));
    sayMore(entries.length);
  };
  for (const [condition, words] of CONDITIONS) {
    if (counts[condition] > 0)
      lines.push(`  ${mark(condition, paint)} ${formatCount(counts[condition]).padStart(5)} ${words}`);
  }
  section(
    'Damaged',
    sessions
      .filter(({ condition }) => condition === 'damaged')
      .map(({ id, findings: own }) => terminalText(`${id}: ${own[0]?.message ?? 'fx does not open it'}`)),
  );
  section(
    'What was found',
    rules.map(
      ({ rule, severity, sessions: count }) =>
        `${severity === 'error' ? paint.red(severity) : paint.yellow(severity)} ${rule}  in ${countOf(count, 'session')}`,
    ),
  );
  section('Listing', [
    ...caches.notes.map((note) => terminalText(`fx scans the directories: ${note}`)),
    ...caches.hidden.map((id) => terminalText(`${id} is hidden: the index has no row for it`)),
    ...caches.ghosts.map((id) => terminalText(`${id} is shown and does not exist`)),
    ...caches.pointers.map((file) => terminalText(`${file} leads to no session that is ready`)),
  ]);
  section(
    'Left over',
    leftovers.map((name) => terminalText(name)),
  );
  section(
    'Not of fx',
    strays.map(({ name, reason }) => terminalText(`${name}: ${reason}`)),
  );
  section(
    'The root',
    findings.map(({ message }) => terminalText(message)),
  );
  if (advice.length > 0) lines.push('', paint.bold('Next'));
  for (const { what, command } of advice.slice(0, MAX_LINES)) {
    lines.push(wrapText(`  ${terminalText(what)}${command === null ? '' : ':'}`, columns, '      '));
    // A line of its own, however long, that can be copied.
    if (command !== null) lines.push(`    ${terminalText(`fxlog ${command.map(shellQuote).join(' ')}`)}`);
  }
  sayMore(advice.length);
  return lines;
}

function mark(condition: Condition, paint: Paint): string {
  if (condition === 'healthy') return paint.green('✓');
  if (condition === 'damaged') return paint.red('✗');
  return condition === 'foreign' ? paint.dim('·') : paint.yellow('!');
}
