import { cpus, totalmem } from 'node:os';
import { contestantNamed } from './contestants.js';
import type { Measurement } from './measure.js';
import type { Suite } from './suites.js';
import type { Verdict } from './targets.js';

/** Where and when a run took place; figures mean nothing without it. */
export interface Machine {
  date: string;
  node: string;
  platform: string;
  cpu: string;
  memoryGB: number;
}

export function thisMachine(): Machine {
  const all = cpus();
  return {
    date: new Date().toISOString(),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cpu: `${all.length} × ${all[0]?.model ?? 'unknown'}`,
    memoryGB: Math.round(totalmem() / 1e9),
  };
}

type Row = readonly string[];

/** One suite as rows of text, the head first. The ratio is to the floor on the same input. */
export function suiteRows(suite: Suite, measurements: readonly Measurement[]): Row[] {
  const head = ['contestant', 'input', 'MB/s', '× floor', 'seconds', 'CPU s', 'peak MB'];
  const rows = measurements.map((one): Row => {
    const floor = measurements.find((other) => other.contestant === 'floor' && other.label === one.label);
    const hasBytes = one.bytes > 0;
    return [
      contestantNamed(one.contestant).title,
      one.label,
      hasBytes ? (one.throughput / 1e6).toFixed(one.throughput < 1e8 ? 1 : 0) : '',
      floor !== undefined && hasBytes ? (one.throughput / floor.throughput).toFixed(2) : '',
      (one.ms / 1000).toFixed(3),
      (one.cpuMs / 1000).toFixed(3),
      (one.peakRss / 1e6).toFixed(0),
    ];
  });
  return suite.entries.length === 0 ? [head] : [head, ...rows];
}

export function verdictRows(verdicts: readonly Verdict[]): Row[] {
  return [
    ['target', 'measured', 'holds'],
    ...verdicts.map(
      ({ text, value, holds, note }): Row => [text, value, holds ? 'yes' : note === undefined ? 'NO' : `NO: ${note}`],
    ),
  ];
}

/** Rows as aligned columns for a terminal: the first two to the left, figures to the right. */
export function textTable(rows: readonly Row[], leftColumns = 2): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: Row) =>
    row.map((cell, column) =>
      column < leftColumns ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
  return rows.map((row) => `  ${line(row).join('  ').trimEnd()}\n`).join('');
}

export function markdownTable([head = [], ...rows]: readonly Row[], leftColumns = 2): string {
  const line = (cells: Row) => `| ${cells.join(' | ')} |\n`;
  return line(head) + line(head.map((_, column) => (column < leftColumns ? '---' : '---:'))) + rows.map(line).join('');
}

/** The page that is committed beside the figures. */
export function markdownReport(
  machine: Machine,
  suites: readonly Suite[],
  measurements: readonly Measurement[],
  verdicts: readonly Verdict[],
  plots: readonly { file: string; title: string }[],
): string {
  const tables = suites.map((suite) => {
    const own = measurements.filter((one) => one.suite === suite.name);
    return `## ${suite.title}\n\n${markdownTable(suiteRows(suite, own))}`;
  });
  return [
    '# Benchmark results\n',
    `Measured on ${machine.date.slice(0, 10)}: ${machine.cpu}, ${machine.memoryGB} GB, ${machine.platform}, Node ${machine.node}. ` +
      'Medians of interleaved runs, each contestant in a process of its own; a megabyte is 10⁶ bytes. ' +
      'How it is measured is told in [../README.md](../README.md).\n',
    ...plots.map((plot) => `![${plot.title}](${plot.file})\n`),
    `## Targets\n\n${markdownTable(verdictRows(verdicts))}`,
    ...tables,
  ].join('\n');
}
