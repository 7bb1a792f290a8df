import { dirname, join, resolve, sep } from 'node:path';
import type { Finding } from '@fxlog/format';
import {
  type SessionFile,
  type SessionTarget,
  type WriteSessionOptions,
  type WrittenSession,
  writeSession,
} from '@fxlog/writer';
import {
  closing,
  createDirectory,
  type FileSystem,
  hasCode,
  nodeFileSystem,
  permissions,
  syncDirectory,
  withFlock,
} from '@fxlog/writer/internal';
import { bigStatsOf, entriesOf } from '../../../paths/safe-file.js';
import { StoreError } from '../../../store-error.js';
import type { SessionVerdict } from '../../../verdict.js';
import { verifySession } from '../../../verify-session.js';
import { SessionFiles } from '../judge/session-files.js';
import { readDisplay } from '../sidecars/display.js';
import { readUsage } from '../sidecars/usage-sidecar.js';
import { logItems } from './log-items.js';
import { needsRepair, refuseForeign } from './needs-repair.js';
import { type LogPlan, planLog, withFinalState } from './plan-log.js';
import { isEmptyQuarantine, type QuarantinePlan, quarantineFiles } from './quarantine.js';
import { readRange } from './read-range.js';
import { finishSwap, SwapRoom } from './repair-in-place.js';
import { hasBadLocator, type RenamedImage, repairLocators } from './repair-locators.js';
import type { LogRepair, RepairOptions, RepairReport, RepairTarget } from './repair-report.js';
import { nextQuarantine, type SurveyedFile, surveyFiles } from './survey-files.js';

const MAX_BYTES = 16 * 1024 * 1024 * 1024;
const LOCK_TIMEOUT_MS = 2000;

/**
 * Repairs a session directory: writes a new session that fx 0.0.5 lists, opens and resumes, from all that can be salvaged of a damaged one.
 * The damaged one is only read, unless it is repaired in place, and then kept whole beside the new one.
 *
 * Of the log the longest series of events is kept that fx folds without an error; a log that has none is kept byte for byte. Every byte
 * that the new session does not contain lies in its `quarantine/<number>/`, which fx passes over, with an `index.json` that says from where and
 * why: of the log, what is kept and what is set aside add up to what there was. Files that belong to the log are taken over as they are.
 * A session with nothing to repair is left alone.
 *
 * @param out where the new session goes, under its own id; null for a dry run or a repair in place
 * @throws StoreError for what is not repaired: another format, nothing to salvage, a session that changes meanwhile
 * @throws WriteError for what could not be written
 *
 * @example
 * const { dir, log } = await repairSession('/home/dev/.fx/sessions/…', { folder: '/tmp/repaired' });
 */
export async function repairSession(
  dir: string,
  out: RepairTarget | null,
  options: RepairOptions = {},
): Promise<RepairReport> {
  const source = resolve(dir);
  const fileSystem = options.fileSystem ?? nodeFileSystem;
  const inPlace = options.inPlace === true;
  if (options.dryRun !== true && (out === null) !== inPlace) {
    throw new StoreError({
      rule: 'repair/target',
      message: 'Say either where the repaired session goes, or that it is to be repaired in place.',
    });
  }
  if (options.dryRun === true || !inPlace) return new Repair(source, options, fileSystem).run(out);
  await finishSwap(fileSystem, source);
  const first = await verifySession(source, { maxFindings: Number.POSITIVE_INFINITY });
  refuseForeign(source, first);
  if (!needsRepair(first)) return nothingToDo(source, first);
  await settleLock(fileSystem, join(source, 'session.lock'));
  // fx holds this lock as long as it has the session open (session-directory §0.3)
  const lock = { timeoutMs: options.timeoutMs ?? LOCK_TIMEOUT_MS, busyError: 'SessionBusy' as const, fileSystem };
  return withFlock(join(source, 'session.lock'), lock, () => new Repair(source, options, fileSystem).run(null));
}

/** A lock file that a copy gave another mode, or filled, cannot be locked as fx does. */
async function settleLock(fileSystem: FileSystem, path: string): Promise<void> {
  const stat = await fileSystem.lstat(path);
  if (stat?.kind === 'file' && permissions(stat) !== 0o600) await fileSystem.chmod(path, 0o600);
}

function nothingToDo(source: string, before: SessionVerdict): RepairReport {
  const nothing = { dir: null, backup: null, quarantine: null, log: null, files: [], findings: [], after: null };
  return { status: 'nothing-to-do', id: before.id, source, before, ...nothing };
}

type MendedImages = Awaited<ReturnType<typeof repairLocators>>;

class Repair {
  readonly #files: SessionFiles;
  readonly #maxBytes: number;

  readonly #source: string;
  readonly #options: RepairOptions;
  readonly #fileSystem: FileSystem;

  constructor(source: string, options: RepairOptions, fileSystem: FileSystem) {
    this.#source = source;
    this.#options = options;
    this.#fileSystem = fileSystem;
    this.#files = new SessionFiles(source, false, options.signal);
    this.#maxBytes = options.maxBytes ?? MAX_BYTES;
  }

  async run(out: RepairTarget | null): Promise<RepairReport> {
    const source = this.#source;
    const options = this.#options;
    const signal = options.signal;
    const before = await verifySession(source, {
      maxFindings: Number.POSITIVE_INFINITY,
      ...(signal === undefined ? {} : { signal }),
    });
    refuseForeign(source, before);
    if (!needsRepair(before)) return nothingToDo(source, before);
    const plan = await planLog(this.#files, { maxBytes: this.#maxBytes, signal });
    const files = surveyFiles(source, plan.file, plan.generation, this.#maxBytes);
    const { id } = plan.state;
    const quarantine: QuarantinePlan = {
      folder: `quarantine/${nextQuarantine(source)}`,
      sessionId: id,
      createdAtMs: (options.clock ?? Date.now)(),
      log: { file: plan.file, bytes: plan.bytes },
      cuts: plan.cuts,
      files,
    };
    const images = await this.#mendImages(plan, files);
    const findings = [
      ...plan.findings,
      ...tailFindings(plan, before),
      ...fileFindings(files),
      ...imageFindings(images),
      ...this.#idFindings(id),
    ];
    const report = {
      id,
      source,
      quarantine: isEmptyQuarantine(quarantine) ? null : quarantine.folder,
      log: logRepair(plan, images !== null),
      files,
      findings,
      before,
    };
    if (options.dryRun === true) return { status: 'would-repair', ...report, dir: null, backup: null, after: null };
    const write = (target: SessionTarget): Promise<WrittenSession> => this.#write(target, plan, quarantine, images);
    if (out === null) return { status: 'repaired', ...report, ...(await this.#replace(id, write)) };
    const target = await this.#targetOf(out, id);
    const { dir } = await write(target);
    return { status: 'repaired', ...report, dir, backup: null, after: await verifyRepaired(dir) };
  }

  async #mendImages(plan: LogPlan, files: readonly SurveyedFile[]): Promise<MendedImages | null> {
    if (!hasBadLocator(plan.history.references, plan.state.recovery_checkpoint)) return null;
    if (plan.history.isKept) return repairLocators(this.#source, plan.state, files);
    const message = 'The history has images with locators that fx refuses, and is too large to be written anew.';
    throw new StoreError({ rule: 'repair/too-large', message, file: this.#source });
  }

  #idFindings(id: string): Finding[] {
    if (id === this.#files.id) return [];
    const message = `The directory is named ${this.#files.id}, the session in its log ${id}; the repaired one has the name of its log.`;
    return [{ rule: 'repair/renamed', severity: 'warning', message, file: 'events.jsonl' }];
  }

  async #targetOf(out: RepairTarget, id: string): Promise<SessionTarget> {
    const folder = resolve('root' in out ? out.root : out.folder);
    if (folder === this.#source || folder.startsWith(this.#source + sep)) {
      throw new StoreError({
        rule: 'repair/target',
        message: `${folder} lies in the session that is to be repaired.`,
        file: folder,
      });
    }
    if ('root' in out || isFxRoot(folder)) return { root: folder };
    await ensureFolder(this.#fileSystem, folder);
    return { dir: join(folder, id) };
  }

  async #replace(
    id: string,
    write: (target: SessionTarget) => Promise<WrittenSession>,
  ): Promise<Pick<RepairReport, 'dir' | 'backup' | 'after'>> {
    const source = this.#source;
    const fileSystem = this.#fileSystem;
    const options = this.#options;
    if (id !== this.#files.id) {
      const message = `The directory is named ${this.#files.id}, its log is that of ${id}; such a session is only repaired into another place.`;
      throw new StoreError({ rule: 'repair/renamed', message, file: source });
    }
    const room = await SwapRoom.create(fileSystem, source);
    return closing(room, async () => {
      await write({ dir: room.target });
      await verifyRepaired(room.target);
      const backup = await room.swap(isFxRoot(dirname(source)), options.timeoutMs ?? LOCK_TIMEOUT_MS);
      return { dir: source, backup, after: await verifySession(source) };
    });
  }

  async #write(
    target: SessionTarget,
    plan: LogPlan,
    quarantine: QuarantinePlan,
    images: MendedImages | null,
  ): Promise<WrittenSession> {
    const options = this.#options;
    const fileSystem = this.#fileSystem;
    const files = this.#files;
    const state = images?.state ?? plan.state;
    const steps = images === null ? plan.steps : withFinalState(plan.steps, images.state);
    const display =
      readDisplay(this.#source) ?? (plan.history.isKept ? null : plan.history.display(state.origin_workspace_root));
    const usage = readUsage(this.#source);
    const { authority, manifest } = files;
    const isOwn = authority.state === 'ok' && authority.value.session_id === state.id;
    const growth = plan.isUnchanged && manifest.state === 'ok' && manifest.value.log_generation === plan.generation;
    const writing: WriteSessionOptions = {
      fileSystem,
      generation: plan.generation,
      keepHistory: plan.history.isKept,
      files: this.#outputFiles(quarantine, images?.renamed ?? []),
      ...(options.seed === undefined ? {} : { seed: options.seed }),
      ...(options.clock === undefined ? {} : { clock: options.clock }),
      ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
      ...(display === null ? {} : { display }),
      ...(isOwn ? { authorityId: authority.value.authority_id, source: authority.value.source } : {}),
      ...(usage.state === 'ok' && usage.value.session_id === state.id ? { usage: usage.value.snapshot } : {}),
      ...(growth && manifest.state === 'ok' && manifest.value.generation_base_bytes <= plan.bytes
        ? { growthBase: { seq: manifest.value.generation_base_seq, bytes: manifest.value.generation_base_bytes } }
        : {}),
    };
    const events = this.#guarded(logItems(join(this.#source, plan.file), steps), plan);
    return writeSession({ events }, target, writing);
  }

  /** The items, and at their end the proof that nobody wrote to the log meanwhile. */
  async *#guarded<T>(items: AsyncIterable<T>, { file }: LogPlan): AsyncGenerator<T> {
    const path = join(this.#source, file);
    const before = bigStatsOf(path);
    yield* items;
    const after = bigStatsOf(path);
    if (before?.size !== after?.size || before?.mtimeNs !== after?.mtimeNs || before?.ino !== after?.ino) {
      throw new StoreError({
        rule: 'repair/source-changed',
        message: `${path} changed while it was read; is fx running?`,
        file: path,
      });
    }
  }

  async *#outputFiles(quarantine: QuarantinePlan, renamed: readonly RenamedImage[]): AsyncGenerator<SessionFile> {
    for (const { file, bytes, fate } of quarantine.files) {
      if (fate === 'carried') yield { path: file, bytes: readRange(this.#source, file, 0, bytes) };
    }
    for (const { from, to, bytes } of renamed) yield { path: to, bytes: readRange(this.#source, from, 0, bytes) };
    if (!isEmptyQuarantine(quarantine)) yield* quarantineFiles(this.#source, quarantine);
  }
}

/** Whether fx uses a folder as its sessions root: by what it leaves there. */
function isFxRoot(folder: string): boolean {
  return entriesOf(folder).some(({ name }) => name === 'latest.lock' || name === 'index.json' || name === 'latest');
}

async function ensureFolder(fileSystem: FileSystem, path: string): Promise<void> {
  if ((await fileSystem.lstat(path)) !== null) return;
  await ensureFolder(fileSystem, dirname(path));
  try {
    await createDirectory(fileSystem, path);
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return;
    throw error;
  }
  await syncDirectory(fileSystem, dirname(path));
}

/** A repair that does not satisfy is none: whoever reads the report sees why. */
async function verifyRepaired(dir: string): Promise<SessionVerdict> {
  const verdict = await verifySession(dir);
  if (verdict.readable.ok && !needsRepair(verdict)) return verdict;
  const worst = verdict.findings.find(({ severity }) => severity !== 'info')?.message ?? verdict.readable.reason;
  throw new StoreError({
    rule: 'repair/unproven',
    message: `The session written to ${dir} is not sound: ${worst}`,
    file: dir,
  });
}

function logRepair(plan: LogPlan, mended: boolean): LogRepair {
  const { file, bytes, keptBytes, cuts, lostFrames, usedCheckpoint } = plan;
  const isUnchanged = plan.isUnchanged && !mended;
  const turns = plan.history.length;
  return {
    file,
    bytes,
    keptBytes,
    quarantinedBytes: bytes - keptBytes,
    isUnchanged,
    cuts,
    turns,
    lostFrames,
    usedCheckpoint,
  };
}

/** What the watermark did not commit and the repair does. */
function tailFindings({ file, bytes, cuts }: LogPlan, { committed }: SessionVerdict): Finding[] {
  if (committed === undefined || file !== 'events.jsonl') return [];
  const cut = cuts.reduce(
    (sum, { offset, length }) => sum + Math.max(0, offset + length - Math.max(offset, committed.bytes)),
    0,
  );
  const kept = bytes - committed.bytes - cut;
  if (kept <= 0) return [];
  const message = `${kept} bytes behind the watermark are whole events; fx would cut them off, the repaired session has them.`;
  return [
    {
      rule: 'repair/tail-kept',
      severity: 'info',
      message,
      file,
      offset: committed.bytes,
      length: bytes - committed.bytes,
    },
  ];
}

function fileFindings(files: readonly SurveyedFile[]): Finding[] {
  return files
    .filter(({ fate }) => fate === 'not-copied')
    .slice(0, 100)
    .map(({ file, why }) => ({
      rule: 'repair/not-copied',
      severity: 'warning',
      message: `${JSON.stringify(file)} was not taken over: ${why}.`,
      file,
    }));
}

function imageFindings(images: MendedImages | null): Finding[] {
  if (images === null) return [];
  const { renamed, lost } = images;
  const message = `Images with locators that fx refuses: ${renamed.length} got their proper names, ${lost} have no file and lost their snapshot.`;
  return [{ rule: 'repair/locators', severity: lost > 0 ? 'warning' : 'info', message, file: 'images' }];
}
