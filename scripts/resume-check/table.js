// @ts-check
// The results as a table, on the screen and in the documentation.
import { readFileSync, writeFileSync } from 'node:fs';

/**
 * @typedef {import('./resume-check.js').Verdict} Verdict
 * @typedef {import('./resume-check.js').Target} Target
 *
 * @typedef {object} Row
 * @property {string} name
 * @property {Partial<Record<Target, Verdict>>} verdicts
 */

/** The columns. @type {readonly (readonly [Target, string])[]} */
const COLUMNS = [
  ['claude-code', 'Claude Code'],
  ['codex', 'Codex'],
  ['pi', 'Pi'],
  ['fx', 'fx'],
];

const BEGIN = '<!-- results: written by scripts/resume-check -->';
const END = '<!-- end of results -->';

/** One cell, in words. @param {Verdict} verdict @returns {string} */
export function cellOf({ fault, differences }) {
  if (fault !== null) return '**refused**';
  if (differences === null) return 'goes on';
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { code } of differences) counts.set(code ?? '**silent**', (counts.get(code ?? '**silent**') ?? 0) + 1);
  const cells = [...counts].sort().map(([code, count]) => `${code} ${count}`);
  return cells.length === 0 ? 'the same' : cells.join(', ');
}

/**
 * Writes the table between its marks.
 *
 * @param {string} path of the page
 * @param {readonly Row[]} rows
 */
export function writeTable(path, rows) {
  const page = readFileSync(path, 'utf8');
  const [start, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (start < 0 || end < start) throw new Error(`${path} does not say where the table belongs.`);
  const lines = [
    `| session | ${COLUMNS.map(([, title]) => title).join(' | ')} |`,
    `| --- |${COLUMNS.map(() => ' --- |').join('')}`,
    ...rows.map(({ name, verdicts }) => {
      const cells = COLUMNS.map(([target]) => (verdicts[target] === undefined ? '' : cellOf(verdicts[target])));
      return `| ${name} | ${cells.join(' | ')} |`;
    }),
  ];
  writeFileSync(path, `${page.slice(0, start)}${BEGIN}\n\n${lines.join('\n')}\n\n${page.slice(end)}`);
}
