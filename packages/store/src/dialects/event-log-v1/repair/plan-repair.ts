import { join } from 'node:path';
import type { Finding } from '@fxlog/format';
import {
  type SessionFile,
  type SessionTarget,
  type WriteSessionOptions,
  type WrittenSession,
  writeSession,
} from '@fxlog/writer';
import { CHANGE_CUT_SHORT, NEW_LOG, OLD_LOG } from '../../../migration.js';
import { bigStatsOf, statsOf } from '../../../paths/safe-file.js';
import { isEmptyQuarantine, type QuarantinePlan, quarantineFiles } from '../../../repair/quarantine.js';
import { readRange } from '../../../repair/read-range.js';
import type { RepairContext, RepairPlan } from '../../../repair/repair-plan.js';
import type { LogRepair } from '../../../repair/repair-report.js';
import { type Fate, isChild, nextQuarantine, type SurveyedFile, surveyFiles } from '../../../repair/survey-files.js';
import { StoreError } from '../../../store-error.js';
import type { SessionVerdict } from '../../../verdict.js';
import { SessionFiles } from '../judge/session-files.js';
import { readDisplay } from '../sidecars/display.js';
import { readUsage } from '../sidecars/usage-sidecar.js';
import { logItems } from './log-items.js';
import { type LogPlan, planLog, withFinalState } from './plan-log.js';
import { hasBadImage, type RenamedImage, repairLocators } from './repair-locators.js';

const REGENERATED = /^(?:authority|session|checkpoint|display|usage-v2)\.json$|^(?:session|commit)\.lock$/;
const PENDING = /^(?:commit|authority)\.pending\.json$/;
const LEFTOVER = /^(?:events\.compact\.[0-9a-f]{32}\.tmp|\..*\.tmp\.[0-9a-f]{32})$/;

/**
 * Plans the repair of a session that keeps an event log. Of the log the longest series of events is kept that fx folds without an error; a log that
 * has none is kept byte for byte.
 *
 * @throws StoreError where nothing can be salvaged at all
 */
export function planEventLogRepair(context: RepairContext): Promise<RepairPlan> {
  return new EventLogRepair(context).plan();
}

type MendedImages = Awaited<ReturnType<typeof repairLocators>>;

class EventLogRepair {
  readonly #files: SessionFiles;
  readonly #context: RepairContext;
  readonly #source: string;

  constructor(context: RepairContext) {
    this.#context = context;
    this.#source = context.source;
    this.#files = new SessionFiles(context.source, false, context.options.signal);
  }

  async plan(): Promise<RepairPlan> {
    const source = this.#source;
    const { options, maxBytes, before } = this.#context;
    const plan = await planLog(this.#files, { maxBytes, signal: options.signal });
    this.#refuseEmptied(plan);
    const files = surveyFiles(source, plan.file, (file) => fateOf(file, plan), maxBytes);
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
    return {
      id,
      log: logRepair(plan, images !== null),
      quarantine,
      findings: [...plan.findings, ...tailFindings(plan, this.#files.logFile, before), ...imageFindings(images)],
      write: (target) => this.#write(target, plan, quarantine, images),
    };
  }

  /** Of an old log without turns no session is made as long as the new one, half made, may have some. */
  #refuseEmptied({ file, history }: LogPlan): void {
    if (file !== OLD_LOG || history.length > 0) return;
    const path = join(this.#source, NEW_LOG);
    if ((statsOf(path)?.size ?? 0) === 0) return;
    const message = `${join(this.#source, OLD_LOG)} counts, and there is not one turn in it; what there is stands in ${path}, which can be shown and converted. A repair would make an empty session of it.`;
    throw new StoreError({ rule: 'repair/mid-migration', message, file: this.#source });
  }

  async #mendImages(plan: LogPlan, files: readonly SurveyedFile[]): Promise<MendedImages | null> {
    if (!hasBadImage(plan.history.references, plan.state.recovery_checkpoint)) return null;
    if (plan.history.isKept) return repairLocators(this.#source, plan.state, files);
    const message =
      'The history has images with locators or numbers that fx refuses, and is too large to be written anew.';
    throw new StoreError({ rule: 'repair/too-large', message, file: this.#source });
  }

  async #write(
    target: SessionTarget,
    plan: LogPlan,
    quarantine: QuarantinePlan,
    images: MendedImages | null,
  ): Promise<WrittenSession> {
    const { options, fileSystem } = this.#context;
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
function tailFindings({ file, bytes, cuts }: LogPlan, logFile: string, { committed }: SessionVerdict): Finding[] {
  if (committed === undefined || file !== logFile) return [];
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

function imageFindings(images: MendedImages | null): Finding[] {
  if (images === null) return [];
  const { renamed, lost, renumbered } = images;
  const message = `Images that fx refuses: ${renamed.length} got their proper names, ${renumbered} of them with a number that no other image has, ${lost} have no file and lost their snapshot.`;
  return [{ rule: 'repair/locators', severity: lost > 0 ? 'warning' : 'info', message, file: 'images' }];
}

function fateOf(file: string, { file: log, generation }: LogPlan): Fate {
  if (REGENERATED.test(file) || file === `commit.${generation}.json`) {
    return { fate: 'regenerated', why: 'it is written anew from the log' };
  }
  return isChild(file) ? { fate: 'carried' } : { fate: 'quarantined', why: reasonFor(file, log) };
}

function reasonFor(file: string, log: string): string {
  // newer-formats §5: what is there of the new log fx makes again
  if (file === NEW_LOG || (file === 'events.jsonl' && log === OLD_LOG)) return CHANGE_CUT_SHORT;
  if (PENDING.test(file)) return 'what it announced is settled by the repair';
  if (LEFTOVER.test(file)) return 'it was left by a crash';
  if (/^commit\..*\.json$/.test(file)) return 'it is of another generation of the log';
  if (file === 'events.jsonl') return 'nothing in it could be used; the log was taken from elsewhere';
  if (file === 'resume-view.bin') return 'it is a picture of the screen, which fx draws anew';
  return 'fx has no such file in a session';
}
