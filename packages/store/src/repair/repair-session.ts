import { basename, dirname, join, resolve, sep } from 'node:path';
import type { Finding } from '@fxlog/format';
import type { SessionTarget } from '@fxlog/writer';
import {
  closing,
  createDirectory,
  type FileSystem,
  hasCode,
  nodeFileSystem,
  permissions,
  syncDirectory,
  WRITTEN_DIALECTS,
  withFlock,
  writeDialectOf,
} from '@fxlog/writer/internal';
import { entriesOf } from '../paths/safe-file.js';
import { StoreError } from '../store-error.js';
import type { SessionVerdict } from '../verdict.js';
import { verifySession } from '../verify-session.js';
import { needsRepair, repairOf } from './needs-repair.js';
import { isEmptyQuarantine } from './quarantine.js';
import { finishSwap, SwapRoom } from './repair-in-place.js';
import type { RepairOptions, RepairReport, RepairTarget } from './repair-report.js';
import type { SurveyedFile } from './survey-files.js';

const MAX_BYTES = 16 * 1024 * 1024 * 1024;
const LOCK_TIMEOUT_MS = 2000;

/**
 * Repairs a session directory: writes a new session of the same format that fx lists, opens and resumes, from all that can be salvaged of a damaged
 * one. The damaged one is only read, unless it is repaired in place, and then kept whole beside the new one.
 *
 * Of the log everything is kept that fx reads without an error in the order in which it is written. Every byte that the new session does not contain
 * lies in its `quarantine/<number>/`, which fx passes over, with an `index.json` that says from where and why: of the log, what is kept and what is set
 * aside add up to what there was. Files that belong to the log are taken over as they are. A session with nothing to repair is left alone.
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
  const { lock: lockFile } = await repairOf(source, first, true);
  if (!needsRepair(first)) return nothingToDo(source, first);
  const path = join(source, lockFile);
  await settleLock(fileSystem, path);
  // fx holds this lock as long as it has the session open (session-directory §0.3, newer-formats §4.6, §7.1)
  const lock = { timeoutMs: options.timeoutMs ?? LOCK_TIMEOUT_MS, busyError: 'SessionBusy' as const, fileSystem };
  return withFlock(path, lock, () => new Repair(source, options, fileSystem).run(null));
}

/** A lock file that a copy gave another mode, or filled, cannot be locked as fx does. */
async function settleLock(fileSystem: FileSystem, path: string): Promise<void> {
  const stat = await fileSystem.lstat(path);
  if (stat?.kind === 'file' && permissions(stat) !== 0o600) await fileSystem.chmod(path, 0o600);
}

/** The folder in which the store of a session's format lies; undefined where that is any. */
function folderOf({ format }: SessionVerdict): string | undefined {
  return WRITTEN_DIALECTS.includes(format) ? writeDialectOf(format).folder : undefined;
}

function nothingToDo(source: string, before: SessionVerdict): RepairReport {
  const nothing = { dir: null, backup: null, quarantine: null, log: null, files: [], findings: [], after: null };
  return { status: 'nothing-to-do', id: before.id, source, before, ...nothing };
}

class Repair {
  readonly #source: string;
  readonly #options: RepairOptions;
  readonly #fileSystem: FileSystem;

  constructor(source: string, options: RepairOptions, fileSystem: FileSystem) {
    this.#source = source;
    this.#options = options;
    this.#fileSystem = fileSystem;
  }

  async run(out: RepairTarget | null): Promise<RepairReport> {
    const source = this.#source;
    const options = this.#options;
    const fileSystem = this.#fileSystem;
    const { signal, maxBytes = MAX_BYTES } = options;
    const before = await verifySession(source, {
      maxFindings: Number.POSITIVE_INFINITY,
      ...(signal === undefined ? {} : { signal }),
    });
    const repair = await repairOf(source, before, options.inPlace === true);
    if (!needsRepair(before)) return nothingToDo(source, before);
    const plan = await repair.plan({ source, before, options, fileSystem, maxBytes });
    const { id, log, quarantine } = plan;
    const { files } = quarantine;
    const findings = [...plan.findings, ...fileFindings(files), ...idFindings(id, before, log.file)];
    const report = {
      id,
      source,
      quarantine: isEmptyQuarantine(quarantine) ? null : quarantine.folder,
      log,
      files,
      findings,
      before,
    };
    if (options.dryRun === true) return { status: 'would-repair', ...report, dir: null, backup: null, after: null };
    const write = async (target: SessionTarget): Promise<string> => (await plan.write(target)).dir;
    const catalogue = async (dir: string): Promise<void> => repair.catalogue?.(dir, fileSystem);
    if (out === null) return { status: 'repaired', ...report, ...(await this.#replace(id, before, write, catalogue)) };
    const dir = await write(await this.#targetOf(out, id, folderOf(before)));
    await catalogue(dir);
    return { status: 'repaired', ...report, dir, backup: null, after: await verifyRepaired(dir) };
  }

  async #targetOf(out: RepairTarget, id: string, below: string | undefined): Promise<SessionTarget> {
    const folder = resolve('root' in out ? out.root : out.folder);
    if (folder === this.#source || folder.startsWith(this.#source + sep)) {
      throw new StoreError({
        rule: 'repair/target',
        message: `${folder} lies in the session that is to be repaired.`,
        file: folder,
      });
    }
    if ('root' in out || isFxRoot(folder)) return { root: folder };
    const parent = below === undefined || basename(folder) === below ? folder : join(folder, below);
    await ensureFolder(this.#fileSystem, parent);
    return { dir: join(parent, id) };
  }

  async #replace(
    id: string,
    before: SessionVerdict,
    write: (target: SessionTarget) => Promise<unknown>,
    catalogue: (dir: string) => Promise<void>,
  ): Promise<Pick<RepairReport, 'dir' | 'backup' | 'after'>> {
    const source = this.#source;
    const fileSystem = this.#fileSystem;
    const options = this.#options;
    if (id !== before.id) {
      const message = `The directory is named ${before.id}, its log is that of ${id}; such a session is only repaired into another place.`;
      throw new StoreError({ rule: 'repair/renamed', message, file: source });
    }
    const room = await SwapRoom.create(fileSystem, source, folderOf(before));
    return closing(room, async () => {
      await write({ dir: room.target });
      await verifyRepaired(room.target);
      const backup = await room.swap(isFxRoot(dirname(source)), options.timeoutMs ?? LOCK_TIMEOUT_MS);
      await catalogue(source);
      return { dir: source, backup, after: await verifySession(source) };
    });
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

function idFindings(id: string, before: SessionVerdict, file: string): Finding[] {
  if (id === before.id) return [];
  const message = `The directory is named ${before.id}, the session in its log ${id}; the repaired one has the name of its log.`;
  return [{ rule: 'repair/renamed', severity: 'warning', message, file }];
}
