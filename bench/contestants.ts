import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { smallLogs, smallSessions } from './small-sessions.js';

export interface Contestant {
  name: string;
  title: string;
  /** `stage`, `command`, `work` and `session` have suites of their own and take no part in the race. */
  group: 'floor' | 'peer' | 'fxlog' | 'stage' | 'command' | 'work' | 'session';
  /** What its count must agree with: every line of the file, or nothing that can be said beforehand. */
  counts: 'lines' | 'other';
  /** A name for its input when that is always the same one; `program` then gets no path. */
  fixedInput?: string;
  /** The part of the input's size it gets, for contestants too slow for the whole. */
  share?: number;
  /**
   * Arguments for `node`, when it is not a job of `contestant.js`: a program measured whole, start-up included. `scratch` is an empty directory
   * that is removed afterwards.
   */
  program?: (path: string, scratch: string) => string[];
}

/** The command as it is installed. */
export const CLI = fileURLToPath(new URL('../../packages/cli/bin/fxlog.js', import.meta.url));

export const CONTESTANTS: readonly Contestant[] = [
  { name: 'newline-scan', title: 'line ends alone, native search', group: 'floor', counts: 'lines' },
  { name: 'floor', title: 'bare loop: line split + utf8 JSON.parse', group: 'floor', counts: 'lines' },
  { name: 'floor-latin1', title: 'bare loop: line split + latin1 JSON.parse', group: 'floor', counts: 'lines' },
  { name: 'readline', title: 'readline + JSON.parse', group: 'peer', counts: 'lines' },
  { name: 'split2', title: 'split2(JSON.parse)', group: 'peer', counts: 'lines' },
  { name: 'ndjson', title: 'ndjson.parse()', group: 'peer', counts: 'lines' },
  { name: 'json-ext', title: '@discoveryjs/json-ext, JSONL mode', group: 'peer', counts: 'lines' },
  { name: 'streamparser', title: '@streamparser/json-node', group: 'peer', counts: 'lines', share: 0.1 },
  { name: 'stream-json-jsonl', title: 'stream-json, JSONL parser', group: 'peer', counts: 'lines' },
  { name: 'stream-json-tokens', title: 'stream-json, packed tokens', group: 'peer', counts: 'lines', share: 0.1 },
  { name: 'frames', title: 'fxlog frames: readFrames', group: 'fxlog', counts: 'lines' },
  { name: 'events', title: 'fxlog strict events: readEvents, chunks reused', group: 'fxlog', counts: 'lines' },
  { name: 'events-kept', title: 'fxlog strict events: readEvents as it is', group: 'fxlog', counts: 'lines' },
  { name: 'pipeline', title: 'fxlog strict events, as Node streams', group: 'fxlog', counts: 'lines' },
  { name: 'turns', title: 'fxlog strict turns: assembleTurns', group: 'fxlog', counts: 'other' },
  { name: 'reduce', title: 'fxlog all that verify checks: reduceLog', group: 'fxlog', counts: 'other' },
  { name: 'to-common', title: 'fxlog convert to common JSON', group: 'fxlog', counts: 'other' },
  { name: 'to-claude-code', title: 'fxlog convert to Claude Code', group: 'fxlog', counts: 'other' },
  { name: 'to-markdown', title: 'fxlog convert to Markdown', group: 'fxlog', counts: 'other' },
  {
    name: 'verify',
    title: 'fxlog verify FILE, the whole process',
    group: 'fxlog',
    counts: 'other',
    program: (path) => [CLI, 'verify', path],
  },
  {
    name: 'fold',
    title: 'fxlog all that verify checks of a log',
    group: 'session',
    counts: 'other',
  },
  {
    name: 'verify-session',
    title: 'fxlog all that verify checks of the directory',
    group: 'session',
    counts: 'other',
  },
  {
    name: 'verify-directory',
    title: 'fxlog verify DIRECTORY, the whole process',
    group: 'session',
    counts: 'other',
    program: (path) => [CLI, 'verify', dirname(path)],
  },
  { name: 'json-stringify', title: 'JSON.stringify of events', group: 'peer', counts: 'other' },
  { name: 'encode', title: 'fxlog encodeFrame of the same events', group: 'fxlog', counts: 'other' },
  { name: 'stage-lines', title: 'line ends, native', group: 'stage', counts: 'other' },
  { name: 'stage-utf8', title: 'UTF-8 validation, native', group: 'stage', counts: 'other' },
  { name: 'stage-frames', title: 'FrameReader', group: 'stage', counts: 'other' },
  { name: 'stage-recognise', title: 'recogniser, WebAssembly', group: 'stage', counts: 'other' },
  { name: 'stage-recognise-js', title: 'recogniser, JavaScript', group: 'stage', counts: 'other' },
  { name: 'stage-exact', title: 'exact way: decodeFrame', group: 'stage', counts: 'other' },
  { name: 'stage-build', title: 'building every event', group: 'stage', counts: 'other' },
  { name: 'stage-fold', title: 'folding built events', group: 'stage', counts: 'other' },
  { name: 'stage-encode', title: 'encodeFrame', group: 'stage', counts: 'other' },
  {
    name: 'convert-markdown',
    title: 'fxlog convert FILE --to markdown',
    group: 'command',
    counts: 'other',
    program: (path, scratch) => [CLI, 'convert', path, '--to', 'markdown', '-o', join(scratch, 'session.md')],
  },
  {
    name: 'convert-claude-code',
    title: 'fxlog convert FILE --to claude-code',
    group: 'command',
    counts: 'other',
    program: (path, scratch) => [CLI, 'convert', path, '--to', 'claude-code', '-o', join(scratch, 'session.jsonl')],
  },
  {
    name: 'work-fx',
    title: 'fxlog convert FILE --to fx',
    group: 'work',
    counts: 'other',
    program: (path, scratch) => [CLI, 'convert', path, '--to', 'fx', '-o', join(scratch, 'sessions')],
  },
  {
    name: 'work-common',
    title: 'fxlog convert FILE --to common',
    group: 'work',
    counts: 'other',
    program: (path, scratch) => [CLI, 'convert', path, '--to', 'common', '-o', join(scratch, 'session.json')],
  },
  {
    name: 'work-redact',
    title: 'fxlog redact FILE',
    group: 'work',
    counts: 'other',
    program: (path, scratch) => [CLI, 'redact', path, '-o', join(scratch, 'sessions')],
  },
  {
    name: 'work-stats',
    title: 'fxlog stats FILE',
    group: 'work',
    counts: 'other',
    program: (path) => [CLI, 'stats', path],
  },
  {
    name: 'work-tail',
    title: 'fxlog tail -n 1 FILE',
    group: 'work',
    counts: 'other',
    program: (path) => [CLI, 'tail', '-n', '1', path],
  },
  {
    name: 'bare-node',
    title: 'node alone, an empty program',
    group: 'floor',
    counts: 'other',
    fixedInput: 'no input',
    program: () => ['-e', '0'],
  },
  {
    name: 'start-up',
    title: 'fxlog --version',
    group: 'fxlog',
    counts: 'other',
    fixedInput: 'no input',
    program: () => [CLI, '--version'],
  },
  {
    name: 'verify-many',
    title: 'fxlog verify of 1,000 small logs',
    group: 'fxlog',
    counts: 'other',
    fixedInput: '1,000 logs',
    program: () => [CLI, 'verify', ...readdirSync(smallLogs()).map((name) => join(smallLogs(), name))],
  },
  {
    name: 'verify-sessions',
    title: 'fxlog verify of 1,000 session directories',
    group: 'fxlog',
    counts: 'other',
    fixedInput: '1,000 sessions',
    program: () => [CLI, 'verify', smallSessions()],
  },
  {
    name: 'list-many',
    title: 'fxlog list of 1,000 sessions',
    group: 'fxlog',
    counts: 'other',
    fixedInput: '1,000 sessions',
    program: () => [CLI, 'list', '--all', '--root', smallSessions()],
  },
];

export function contestantNamed(name: string): Contestant {
  const found = CONTESTANTS.find((contestant) => contestant.name === name);
  if (found === undefined) throw new Error(`no contestant is called ${name}`);
  return found;
}
