import { eventLogRecord, LogFold } from '@fxlog/assembler/internal';
import { eventLogV1, type RuleId } from '@fxlog/format';
import { frameOf } from '@fxlog/format/internal';
import { entriesOf } from '../../../paths/safe-file.js';
import { cutFindings, mergeCuts } from '../../../repair/cuts.js';
import type { Cut } from '../../../repair/repair-report.js';
import { StoreError } from '../../../store-error.js';
import type { SessionFiles } from '../judge/session-files.js';
import type { CheckpointContent } from '../sidecars/checkpoint.js';
import { readDisplay } from '../sidecars/display.js';
import { isUnchanged } from './log-items.js';
import { orderRuns, type Segment } from './order-runs.js';
import { type Salvaged, type SalvageHeader, type SalvageInput, type Step, salvageLog } from './salvage-log.js';
import { sameBytesAt } from './same-frame.js';
import { endOfFrame, type LogSurvey, type Run, readRun, surveyLog } from './survey-log.js';

/** How the log of a session is repaired. */
export interface LogPlan extends Salvaged {
  /** File in the session directory from which the log is taken. */
  readonly file: string;
  readonly bytes: number;
  readonly generation: string;
  /** In the order of the file, not overlapping; what is left of the file is kept. */
  readonly cuts: readonly Cut[];
  readonly keptBytes: number;
  readonly isUnchanged: boolean;
}

/** Histories of logs up to this size are held in memory. */
const MAX_KEPT_LOG = 128 * 1024 * 1024;
const GENERATION_IN_NAME = /^(?:commit|events\.compact)\.([0-9a-f]{32})\.(?:json|tmp)$/;
const FALLBACK_GENERATION = '0'.repeat(32);

const WASTE_WORDS: Readonly<Record<string, string>> = {
  'line/torn': 'the last line has no end',
  'line/nul-block': 'they are NUL bytes',
  'line/byte-order-mark': 'they are a byte-order mark, which fx refuses',
};

/**
 * Looks for a log in a session directory, surveys it and decides what becomes of every byte of it.
 *
 * @throws StoreError where nothing can be salvaged at all
 */
export async function planLog(
  files: SessionFiles,
  options: { readonly maxBytes: number; readonly signal?: AbortSignal | undefined },
): Promise<LogPlan> {
  const source = await chooseSource(files, options);
  const { survey, path, file, bytes } = source;
  const generation = chooseGeneration(files, survey);
  const own = survey.runs.filter((run) => run.generation === generation);
  const start = survey.starts.find((run) => run.generation === generation) ?? null;
  const { segments, rejected } = orderRuns(own, sameBytesAt(path), start);
  const checkpoint = await usableCheckpoint(files, path, generation, segments);
  const input: SalvageInput = {
    path,
    size: bytes,
    generation,
    start,
    segments,
    checkpoint,
    findHeader: () => findHeader(files, path, survey, segments),
    keepHistory: bytes <= MAX_KEPT_LOG,
  };
  const salvaged = await salvageLog(input);
  const cuts = [
    ...survey.waste.map(({ offset, length, rule }) => ({
      offset,
      length,
      rule,
      why: WASTE_WORDS[rule] ?? 'they are not an event',
    })),
    ...survey.runs.filter((run) => run.generation !== generation).map((run) => cutOf(run, FOREIGN)),
    ...survey.starts.filter((run) => run !== start).map((run) => cutOf(run, SECOND_START)),
    ...rejected.map(({ run, from, to, why }) => cutOf(run, REJECTED[why], from, to)),
    ...salvaged.cuts,
  ];
  const tiled = mergeCuts(cuts, bytes);
  const cutBytes = tiled.reduce((sum, { length }) => sum + length, 0);
  return {
    ...salvaged,
    file,
    bytes,
    generation,
    cuts: tiled,
    keptBytes: bytes - cutBytes,
    isUnchanged: file === files.logFile && isUnchanged(salvaged.steps, bytes) && cutBytes === 0,
    findings: [...salvaged.findings, ...cutFindings(tiled, file)],
  };
}

const FOREIGN = { rule: 'log/generation', why: 'they are of another generation than the log' } as const;
const SECOND_START = { rule: 'log/second-start', why: 'a session starts once' } as const;
const REJECTED = {
  duplicate: { rule: 'repair/duplicate', why: 'the same event stands elsewhere in the log' },
  conflict: { rule: 'repair/conflict', why: 'other events stand under its numbers' },
  'out-of-order': { rule: 'repair/out-of-order', why: 'their numbers fit nowhere in the log' },
} as const;

function cutOf(
  run: Run,
  { rule, why }: { readonly rule: RuleId; readonly why: string },
  from = 0,
  to = run.offsets.length,
): Cut {
  const offset = run.offsets[from] ?? 0;
  return { offset, length: endOfFrame(run, to - 1) - offset, rule, why };
}

interface LogSource {
  readonly file: string;
  readonly path: string;
  readonly bytes: number;
  readonly survey: LogSurvey;
}

/** The log that counts; where that holds no event, what a compaction left (session-directory §10). */
async function chooseSource(
  files: SessionFiles,
  { maxBytes, signal }: { readonly maxBytes: number; readonly signal?: AbortSignal | undefined },
): Promise<LogSource> {
  const names = entriesOf(files.dir)
    .map(({ name }) => name)
    .filter((name) => /^events\.compact\.[0-9a-f]{32}\.tmp$/.test(name))
    .sort()
    .slice(0, 16);
  let empty: LogSource | null = null;
  for (const file of [files.logFile, ...names]) {
    const look = files.look(file);
    const isFile = look.state === 'file' || (look.state === 'unsafe' && look.kind === 'hard-link');
    const size = isFile ? look.stats.size : 0;
    if (size > maxBytes)
      throw new StoreError({
        rule: 'repair/too-large',
        message: `${file} has ${size} bytes, more than ${maxBytes}.`,
        file,
      });
    const path = `${files.dir}/${file}`;
    const survey = isFile ? await surveyLog(path, size, signal) : { starts: [], runs: [], waste: [] };
    const source = { file, path, bytes: size, survey };
    if (survey.starts.length + survey.runs.length > 0) return source;
    empty ??= source;
  }
  if (empty === null) throw new TypeError('one file was looked at');
  const { survey } = empty;
  const newer = survey.waste.find(({ rule }) => rule === 'dialect/newer');
  if (newer !== undefined && newer.length === empty.bytes) {
    throw new StoreError({
      rule: 'repair/newer-format',
      message: `${empty.path} was written by a newer fx; it is not touched.`,
      file: empty.path,
    });
  }
  return empty;
}

/** The generation that the manifest names if any event has it, else the one with a start, else the one with most events. */
function chooseGeneration(files: SessionFiles, survey: LogSurvey): string {
  const counts = new Map<string, number>();
  const add = (generation: string, count: number): void => {
    counts.set(generation, (counts.get(generation) ?? 0) + count);
  };
  const manifest = files.manifest.state === 'ok' ? files.manifest.value.log_generation : null;
  for (const { generation, offsets } of survey.runs) add(generation, offsets.length);
  for (const { generation } of survey.starts) add(generation, 1);
  if (manifest !== null && counts.has(manifest)) return manifest;
  const started = new Set(survey.starts.map(({ generation }) => generation));
  const pool = [...counts].filter(([generation]) => started.size === 0 || started.has(generation));
  const [best] = pool.sort(([, a], [, b]) => b - a);
  if (best !== undefined) return best[0];
  if (manifest !== null) return manifest;
  if (files.checkpoint.state === 'ok') return files.checkpoint.value.log_generation;
  const named = entriesOf(files.dir).map(({ name }) => GENERATION_IN_NAME.exec(name)?.[1]);
  return named.find((generation) => generation !== undefined) ?? FALLBACK_GENERATION;
}

/** The checkpoint, where it is of this log and nothing that survived speaks against it. */
async function usableCheckpoint(
  files: SessionFiles,
  path: string,
  generation: string,
  segments: readonly Segment[],
): Promise<CheckpointContent | null> {
  const { checkpoint, manifest } = files;
  if (checkpoint.state !== 'ok') return null;
  const content = checkpoint.value;
  const seq = content.through_seq;
  if (content.log_generation !== generation || seq > Number.MAX_SAFE_INTEGER) return null;
  if (manifest.state === 'ok' && manifest.value.checkpoint_seq !== null) {
    const { checkpoint_sha256: sha256, checkpoint_seq: bound } = manifest.value;
    // fx writes the checkpoint before the manifest that names it; an older one under a foreign digest is not a checkpoint of this log.
    if (sha256 !== content.sha256 && seq <= bound) return null;
  }
  for (const { run, from, to } of segments) {
    const index = Number(seq) - run.firstSeq;
    if (index < from || index >= to) continue;
    for await (const [record] of readRun(path, run, index, index + 1)) {
      if (record === undefined || frameOf(eventLogV1, record.checked).eventId !== content.through_event_id) return null;
    }
  }
  return content;
}

/** Who the session is, from the best that is left to tell. */
async function findHeader(
  files: SessionFiles,
  path: string,
  survey: LogSurvey,
  segments: readonly Segment[],
): Promise<SalvageHeader | null> {
  for (const start of survey.starts) {
    for await (const [record] of readRun(path, start, 0, 1)) {
      const event = record === undefined ? undefined : frameOf(eventLogV1, record.checked).event;
      if (event?.kind === 'session_started' && event.payload.id === files.id) return event.payload;
    }
  }
  const { manifest, checkpoint } = files;
  if (manifest.state === 'ok') return manifest.value;
  const fold = new LogFold({ mode: 'lenient', keepHistory: false });
  let firstTime: number | null = null;
  for (const { run, from, to } of segments) {
    for await (const records of readRun(path, run, from, to)) {
      for (const record of records) {
        firstTime ??= Number(record.timestampMs);
        fold.apply(eventLogRecord(record));
      }
    }
  }
  const { state } = fold.end();
  if (state !== null) return state;
  if (checkpoint.state === 'ok') return checkpoint.value.state;
  if (firstTime === null && survey.starts.length === 0) return null;
  const root = readDisplay(files.dir)?.origin_workspace_root ?? '/';
  return {
    id: files.id,
    created_at_ms: firstTime ?? 0,
    workspace_root: root.startsWith('/') ? root : '/',
    preferences: { model: 'unknown' },
  };
}

/** The steps with a whole state added at the end, as fx does when it mends images (event-log §3.12, reason `migration`). */
export function withFinalState(steps: readonly Step[], state: Salvaged['state']): Step[] {
  return [...steps, { kind: 'state', state, reason: 'migration' }];
}
