import { join } from 'node:path';
import { type Finding, sessionsV2 } from '@fxlog/format';
import { type MovedFiles, readMovedFiles } from '@fxlog/format/internal';
import type { SessionTarget } from '@fxlog/writer';
import { type BlobPlace, Blobs, type DirectoryFile, StoreLines, writeDirectory } from '@fxlog/writer/internal';
import { bigStatsOf } from '../../../paths/safe-file.js';
import { cutFindings, mergeCuts } from '../../../repair/cuts.js';
import { isEmptyQuarantine, type QuarantinePlan, quarantineFiles } from '../../../repair/quarantine.js';
import { readRange } from '../../../repair/read-range.js';
import type { RepairContext, RepairPlan } from '../../../repair/repair-plan.js';
import type { Cut } from '../../../repair/repair-report.js';
import { nextQuarantine, surveyFiles } from '../../../repair/survey-files.js';
import { lineOf, orderLines, type SurveyedLine, surveyLines } from '../../../repair/survey-lines.js';
import { SessionDirectory } from '../../../session-directory.js';
import { StoreError } from '../../../store-error.js';
import { BlobStore } from '../blobs.js';
import { fateOf, modeOf } from '../fate-of-file.js';
import { lookAtLog } from '../look.js';
import { LOG } from '../place.js';
import { summarizeSession } from '../summarize.js';
import { type SalvagedLog, salvageLog } from './salvage-log.js';

const BATCH_BYTES = 1 << 20;

/**
 * Plans the repair of a session of the store `v2/`. Every line stays whose seal is true, under a new number where that has to be; a turn that fx would
 * not show is written anew from what can be read of it.
 *
 * @throws StoreError where nothing can be salvaged at all
 */
export async function planStoreRepair(context: RepairContext): Promise<RepairPlan> {
  const { source, options, maxBytes } = context;
  const directory = new SessionDirectory(source);
  const blobs = new BlobStore(source);
  const survey = await surveyLines(join(source, LOG), sessionsV2, options.signal);
  const { ordered, duplicates } = await orderLines(source, LOG, survey.lines);
  const salvaged = await salvageLog(
    {
      dir: source,
      file: LOG,
      id: directory.id,
      readBlob: (name) => (blobs.fault(name, true) === null ? blobs.read(name) : null),
      blobFault: (name) => blobs.fault(name, true),
    },
    ordered,
  );
  if (salvaged.turns === 0) {
    const message = `Nothing in ${join(source, LOG)} can be read as a turn.`;
    throw new StoreError({ rule: 'repair/nothing', message, file: LOG });
  }
  const files = surveyFiles(source, LOG, (file) => fateOf(blobs, file), maxBytes);
  const stale: Cut[] = [];
  let isSame = salvaged.cuts.length === 0 && survey.waste.length === 0 && duplicates.length === 0;
  // Lines are copied but for their number; only of a snapshot it shows now whether it says what it said.
  for await (const { from, isOld } of repairedLines(source, salvaged, movedFilesOf(directory, blobs), new Map())) {
    isSame &&= isOld;
    if (from !== null && !isOld) {
      const { offset, length } = from;
      stale.push({ offset, length, rule: 'sessions-v2/snapshot-differs', why: 'it is a cache, and was made anew' });
    }
  }
  const cuts = mergeCuts(
    [
      ...survey.waste,
      ...duplicates.map(({ offset, length }) => ({ offset, length, ...DUPLICATE })),
      ...salvaged.cuts,
      ...stale,
    ],
    survey.bytes,
  );
  const quarantine: QuarantinePlan = {
    folder: `quarantine/${nextQuarantine(source)}`,
    sessionId: directory.id,
    createdAtMs: (options.clock ?? Date.now)(),
    log: { file: LOG, bytes: survey.bytes },
    cuts,
    files,
  };
  const quarantinedBytes = cuts.reduce((sum, { length }) => sum + length, 0);
  return {
    id: directory.id,
    log: {
      file: LOG,
      bytes: survey.bytes,
      keptBytes: survey.bytes - quarantinedBytes,
      quarantinedBytes,
      isUnchanged: isSame,
      cuts,
      turns: salvaged.turns,
      lostFrames: salvaged.lostLines,
      usedCheckpoint: false,
    },
    quarantine,
    findings: [...cutFindings(cuts, LOG), ...startFindings(salvaged)],
    write: (target) => write(context, target, directory, salvaged, quarantine),
  };
}

const DUPLICATE = { rule: 'repair/duplicate', why: 'the same line stands elsewhere in the log' } as const;

function startFindings({ pieces: [first] }: SalvagedLog): Finding[] {
  if (first?.kind !== 'body' || first.body.kind !== 'session_created') return [];
  const message =
    'The line that says who the session is was lost and made anew; nothing says any more where it was started.';
  return [{ rule: 'repair/start-made', severity: 'warning', message, file: LOG }];
}

async function write(
  { source, options, fileSystem }: RepairContext,
  target: SessionTarget,
  directory: SessionDirectory,
  salvaged: SalvagedLog,
  quarantine: QuarantinePlan,
): Promise<{ readonly dir: string }> {
  const path = join(source, LOG);
  const before = bigStatsOf(path);
  const { workspaceRoot, updatedAtMs } = summarizeSession(directory);
  const { timeoutMs } = options;
  const content = {
    id: directory.id,
    workspaceRoot: workspaceRoot ?? '/',
    updatedAtMs: updatedAtMs ?? 0,
    files: files(),
  };
  const dir = await writeDirectory('sessions-v2', content, target, {
    fileSystem,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  return { dir };

  async function* files(): AsyncGenerator<DirectoryFile> {
    const blobs = new BlobStore(source);
    const made = new Map<string, Uint8Array>();
    yield { parts: ['lock'], bytes: new Uint8Array(0) };
    yield { parts: [LOG], bytes: gathered(repairedLines(source, salvaged, movedFilesOf(directory, blobs), made)) };
    for (const { file, bytes, fate } of quarantine.files) {
      if (fate !== 'carried') continue;
      made.delete(file);
      yield { parts: file.split('/'), bytes: readRange(source, file, 0, bytes), mode: modeOf(file) };
    }
    for (const [file, bytes] of made) yield { parts: file.split('/'), bytes, mode: 0o400 };
    if (!isEmptyQuarantine(quarantine)) {
      for await (const { path: file, bytes } of quarantineFiles(source, quarantine))
        yield { parts: file.split('/'), bytes };
    }
    const after = bigStatsOf(path);
    if (before?.size === after?.size && before?.mtimeNs === after?.mtimeNs && before?.ino === after?.ino) return;
    const message = `${path} changed while it was read; is fx running?`;
    throw new StoreError({ rule: 'repair/source-changed', message, file: path });
  }
}

function movedFilesOf(directory: SessionDirectory, blobs: BlobStore): MovedFiles {
  const setting = lookAtLog(directory)?.known.state.moved_files ?? null;
  const moved = setting === null ? new Map() : readMovedFiles(setting, blobs.read);
  return typeof moved === 'string' ? new Map() : moved;
}

interface RepairedLine {
  readonly bytes: Uint8Array;
  /** The snapshot of the damaged log in whose place it stands; null for any other line. */
  readonly from: SurveyedLine | null;
  /** Whether it is a line of the damaged log, byte for byte. */
  readonly isOld: boolean;
}

/** @param made takes the blobs that are new, by their path */
async function* repairedLines(
  dir: string,
  { pieces }: SalvagedLog,
  moved: MovedFiles,
  made: Map<string, Uint8Array>,
): AsyncGenerator<RepairedLine> {
  const place: BlobPlace = {
    has: (path) => made.has(path),
    write: async (parts, bytes) => void made.set(parts.join('/'), bytes),
  };
  const blobs = new Blobs(place, moved);
  const lines = new StoreLines(blobs, 0);
  for (const piece of pieces) {
    if (piece.kind === 'line') {
      const old = await lineOf(dir, LOG, piece.from);
      const bytes = lines.take(old);
      yield { bytes, from: null, isOld: bytes === old && piece.from.isWhole };
    } else if (piece.kind === 'snapshot') {
      const old = await lineOf(dir, LOG, piece.from);
      lines.moveTo(piece.from.timestampMs);
      for (const bytes of lines.snapshot(true)) yield { bytes, from: piece.from, isOld: old.equals(bytes) };
    } else if (piece.kind === 'body') yield { bytes: lines.line(piece.body), from: null, isOld: false };
    else {
      yield { bytes: lines.begin(piece.turn), from: null, isOld: false };
      for (const [path, bytes] of piece.files) await blobs.write(path.split('/'), bytes);
      for (const event of piece.events) {
        for await (const bytes of lines.event(event)) yield { bytes, from: null, isOld: false };
      }
      for await (const bytes of lines.movedFiles()) yield { bytes, from: null, isOld: false };
    }
  }
}

/** The bytes of lines in larger pieces. */
async function* gathered(lines: AsyncIterable<RepairedLine>): AsyncGenerator<Uint8Array> {
  let pending: Uint8Array[] = [];
  let size = 0;
  for await (const { bytes } of lines) {
    pending.push(bytes);
    size += bytes.length;
    if (size < BATCH_BYTES) continue;
    yield Buffer.concat(pending);
    [pending, size] = [[], 0];
  }
  if (pending.length > 0) yield Buffer.concat(pending);
}
