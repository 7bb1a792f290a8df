import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Contestant } from './contestants.js';
import type { InputFile } from './input-cache.js';
import { measureOnce } from './measure.js';

/** The parts of a .cpuprofile that matter here. */
interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  timeDeltas: number[];
}

const SHOWN = 25;

/** Runs a contestant under V8's sampling profiler; returns where the profile is and the functions by self time. */
export function profileContestant(contestant: Contestant, input: InputFile): { file: string; rows: string[][] } {
  const directory = mkdtempSync(join(tmpdir(), 'fxlog-bench-profile-'));
  measureOnce(contestant, input, ['--cpu-prof', `--cpu-prof-dir=${directory}`, '--cpu-prof-interval=500']);
  // Workers write profiles of their own; the main thread's is the largest.
  const profiles = readdirSync(directory)
    .map((name) => ({ file: join(directory, name), text: readFileSync(join(directory, name), 'utf8') }))
    .sort((a, b) => b.text.length - a.text.length);
  const largest = profiles[0];
  if (largest === undefined) throw new Error(`no profile was written to ${directory}`);
  return { file: largest.file, rows: selfTimeRows(JSON.parse(largest.text) as CpuProfile) };
}

function selfTimeRows(profile: CpuProfile): string[][] {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node.callFrame]));
  const selfMicroseconds = new Map<string, number>();
  let total = 0;
  for (const [index, id] of profile.samples.entries()) {
    const frame = nodes.get(id);
    if (frame === undefined) continue;
    const place =
      frame.url === ''
        ? ''
        : `${frame.url.replace(/^.*\/(packages|node_modules|bench)\//, '$1/')}:${frame.lineNumber + 1}`;
    const name = `${frame.functionName || '(anonymous)'}\t${place}`;
    const elapsed = profile.timeDeltas[index] ?? 0;
    selfMicroseconds.set(name, (selfMicroseconds.get(name) ?? 0) + elapsed);
    total += elapsed;
  }
  const top = [...selfMicroseconds].sort((a, b) => b[1] - a[1]).slice(0, SHOWN);
  return [
    ['function', 'where', 'self ms', 'share'],
    ...top.map(([name, elapsed]) => [
      ...name.split('\t'),
      (elapsed / 1000).toFixed(0),
      `${((elapsed / total) * 100).toFixed(1)} %`,
    ]),
  ];
}
