import { setTimeout } from 'node:timers/promises';
import type { Finding, FxErrorName, RuleId } from '@fxlog/format';
import { eventLogLayout } from '@fxlog/format/internal';
import { isFlocked } from '@fxlog/writer/internal';
import type { LaterLog } from '../../../later-log.js';
import { bigStatsOf } from '../../../paths/safe-file.js';
import { SessionDirectory } from '../../../session-directory.js';
import type { SessionFormat } from '../../../summary.js';
import type { ListVerdict, SessionVerdict, Verdict, VerifyOptions } from '../../../verdict.js';
import { formatOf, LEGACY, type ScanLook, scanOf } from '../listing/summarize-session.js';
import { UNTITLED } from '../listing/untitled.js';
import { checkChildDirectories, checkImageIds, checkReferences } from '../sidecars/check-children.js';
import { checkSidecars } from '../sidecars/check-sidecars.js';
import { judgeRead, type ReadJudgement } from './judge-read.js';
import { judgeRecover } from './judge-recover.js';
import { judgeResume } from './judge-resume.js';
import { readLaterLog } from './read-later-log.js';
import type { Refusal } from './refusal.js';
import { SessionFiles } from './session-files.js';

/** How often a session is looked at again that changed while it was judged. */
const MAX_LOOKS = 20;
/** What a session that is being written looks like for a moment. */
const STATES_OF_WRITING: ReadonlySet<RuleId> = new Set([
  'store/bytes-behind-watermark',
  'store/intent-pending',
  'store/manifest-differs',
  'store/manifest-stale',
]);
/** How long a reader of fx waits for a commit to end (session-directory §0.3), and between two looks whether it has, in milliseconds. */
const WAIT_MS = 2000;
const RETRY_MS = 10;

/**
 * Judges a directory as fx 0.0.5 sees it, whatever it holds; see `verifySession`. fx reads under the lock that it commits under; here a session
 * that is being committed, or was written to meanwhile, is looked at again, since one that is halfway through a commit looks like a damaged one.
 */
export async function verifyEventLog(directory: SessionDirectory, options: VerifyOptions): Promise<SessionVerdict> {
  const { dir, id } = directory;
  for (let look = 1; ; look++) {
    const before = stampOf(dir);
    const verdict = await judge(look === 1 ? directory : new SessionDirectory(dir, id), options);
    const isGood =
      verdict.readable.ok &&
      verdict.findings.every(({ severity, rule }) => severity !== 'error' && !STATES_OF_WRITING.has(rule));
    if (isGood || look === MAX_LOOKS || !(await hasChanged(dir, before, verdict, options.signal))) return verdict;
  }
}

async function hasChanged(
  dir: string,
  before: string,
  { readable }: SessionVerdict,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (stampOf(dir) !== before) return true;
  if (readable.error !== 'SessionCommitBoundaryUnavailable') return false;
  const deadline = performance.now() + WAIT_MS;
  while (isFlocked(`${dir}/commit.lock`) && performance.now() < deadline) {
    await setTimeout(RETRY_MS, undefined, signal === undefined ? {} : { signal });
  }
  return stampOf(dir) !== before;
}

/** Changes with every step of a commit: control files are replaced in the directory, the log grows. */
function stampOf(dir: string): string {
  const log = bigStatsOf(`${dir}/${eventLogLayout.log}`);
  return `${bigStatsOf(dir)?.mtimeNs} ${log?.mtimeNs} ${log?.size} ${log?.ino}`;
}

async function judge(directory: SessionDirectory, options: VerifyOptions): Promise<SessionVerdict> {
  const { checkDigests = true, checkCheckpoint = true, maxFindings = 1000, signal } = options;
  const files = new SessionFiles(directory.dir, checkCheckpoint, signal);
  const read = await judgeRead(files);
  const isDirectory = files.directory.state === 'unsafe' && files.directory.kind === 'directory';
  const scan = isDirectory ? scanOf(directory) : null;
  const format = scan === null ? 'unknown' : formatOf(scan);
  const resume = await judgeResume(files);
  const recover = await judgeRecover(files);
  const later = read.refusal?.finding === undefined ? null : await readLaterLog(files, signal);
  const findings = collectFindings(files, format, read, later, scan, resume.refusal, checkDigests);
  const { committed } = read;
  return {
    id: files.id,
    dir: files.dir,
    format,
    readable: {
      ...verdict(read.refusal, 'fx reads it'),
      ...(read.refusal === null && read.turns !== undefined && { turns: read.turns }),
    },
    listed: listVerdict(files.id, scan, read.refusal),
    resumable: {
      ...verdict(resume.refusal, 'fx resumes it'),
      ...(resume.turns !== undefined && { turns: resume.turns }),
      ...(resume.discardsBytes !== undefined && { discardsBytes: resume.discardsBytes }),
      ...(resume.fromCheckpoint !== undefined && { fromCheckpoint: resume.fromCheckpoint }),
    },
    recoverable: {
      ...verdict(recover.refusal, 'fx makes a recovered copy of it'),
      ...(recover.turns !== undefined && { turns: recover.turns }),
    },
    ...(committed?.ok && {
      committed: {
        generation: committed.watermark.log_generation,
        seq: committed.watermark.through_seq,
        eventId: committed.watermark.through_event_id,
        bytes: Number(committed.watermark.through_event_log_bytes),
      },
    }),
    ...(files.log !== null && { logBytes: files.log.size }),
    ...(later !== null && { laterTurns: later.turns }),
    findings: limited(sorted(findings), maxFindings),
  };
}

function verdict(refusal: Refusal | null, praise: string): Verdict {
  return refusal === null ? { ok: true, reason: praise } : { ok: false, error: refusal.error, reason: refusal.reason };
}

function listVerdict(id: string, scan: ScanLook | null, unreadable: Refusal | null): ListVerdict {
  if (scan === null)
    return {
      ok: false,
      error: unreadable?.error ?? 'SessionNotFound',
      reason: unreadable?.reason ?? 'it is not a directory',
    };
  const { answer } = scan;
  if (!answer.listed) return { ok: false, error: answer.error, reason: `${answer.file}: ${answer.reason}` };
  if (id === 'latest') return { ok: false, reason: 'the name latest is reserved, fx passes it over' };
  const { manifest, legacy, display } = answer;
  const historyLen = manifest?.history_len ?? legacy?.historyLen;
  const updatedAtMs = manifest?.updated_at_ms ?? legacy?.updatedAtMs;
  return {
    ok: true,
    reason: 'fx lists it',
    title: display?.title ?? UNTITLED,
    workspaceRoot: manifest?.workspace_root ?? legacy?.workspaceRoot ?? null,
    ...(historyLen !== undefined && { historyLen }),
    ...(updatedAtMs !== undefined && { updatedAtMs }),
  };
}

function collectFindings(
  files: SessionFiles,
  format: SessionFormat,
  read: ReadJudgement,
  later: LaterLog | null,
  scan: ScanLook | null,
  resume: Refusal | null,
  checkDigests: boolean,
): Finding[] {
  const findings: Finding[] = [];
  if (later !== null) findings.push(...later.findings);
  else if (read.refusal !== null) findings.push(refusalFinding(read.refusal, format, hasNoLog(files)));
  if (format === 'legacy-snapshot') {
    findings.push(LEGACY);
  }
  if (scan === null) return findings;
  // A log that is broken behind a fence or a lost lock is broken all the same; before a creation or migration there is none.
  const { committed } = read;
  const isBroken = committed?.ok === false && read.refusal !== committed && later === null;
  const isNotYet = files.classification.kind !== 'current' && files.look('events.jsonl').state === 'absent';
  if (isBroken && !isNotYet) findings.push(refusalFinding(committed, format, hasNoLog(files)));
  findings.push(...checkSidecars(files, format, read, scan, resume));
  findings.push(...checkChildDirectories(files.dir, read.references ?? null));
  if (read.references !== undefined) findings.push(...checkImageIds(read.references));
  if (committed?.ok === true) findings.push(...committed.result.pairing);
  if (checkDigests && read.references !== undefined) findings.push(...checkReferences(files.dir, read.references));
  return findings;
}

/** Errors that a copy brings about by losing modes, not by losing data. */
const LOST_MODES = 'PrivateStatePermissionsUnsupported';

/** Whether nothing was ever written to a log. */
function hasNoLog(files: SessionFiles): boolean {
  const log = files.look(eventLogLayout.log);
  return log.state === 'absent' || (log.state === 'file' && log.stats.size === 0);
}

function refusalFinding(refusal: Refusal, format: SessionFormat, isEmpty: boolean): Finding {
  const { error, file, reason, finding } = refusal;
  if (finding !== undefined) return finding;
  if (format === 'half-made' && isEmpty) {
    const message = `This is a session whose creation never finished, and nothing of a conversation is in it: ${reason}.`;
    return { rule: 'store/half-made', severity: 'info', message, fxError: error, ...(file !== undefined && { file }) };
  }
  const grade =
    error === LOST_MODES ||
    (error === 'SessionCommitBoundaryUnavailable' && file === 'commit.pending.json') ||
    error === 'SessionAuthorityBoundaryUnavailable'
      ? 'warning'
      : 'error';
  const rule =
    error === LOST_MODES
      ? 'store/mode'
      : format === 'half-made'
        ? 'store/half-made'
        : grade === 'warning'
          ? 'store/intent-pending'
          : ruleOf(error, file);
  return {
    rule,
    severity: grade,
    message: `${reason}.`,
    fxError: error,
    ...(file !== undefined && { file }),
  };
}

function ruleOf(error: FxErrorName, file: string | undefined): RuleId {
  return error === 'FileNotFound' && file?.startsWith('commit.')
    ? 'store/watermark-missing'
    : (RULES_BY_ERROR[error] ?? 'store/unreadable');
}

const RULES_BY_ERROR: Readonly<Record<string, RuleId>> = {
  SessionPathUnsafe: 'store/path-unsafe',
  FileNotFound: 'store/file-missing',
  SessionCommitBoundaryUnavailable: 'store/lock-missing',
  AccessDenied: 'store/unreadable-file',
  SessionNotFound: 'store/half-made',
};

const GRADES = { error: 0, warning: 1, info: 2 } as const;

function sorted(findings: readonly Finding[]): Finding[] {
  // The same fault can show in more than one check.
  const distinct = new Map(
    findings.map((finding) => [
      `${finding.rule}\0${finding.file ?? ''}\0${finding.path ?? ''}\0${finding.offset ?? ''}`,
      finding,
    ]),
  );
  return [...distinct.values()].sort((a, b) => GRADES[a.severity] - GRADES[b.severity]);
}

function limited(findings: readonly Finding[], max: number): readonly Finding[] {
  if (findings.length <= max) return findings;
  const rest = findings.length - max;
  return [
    ...findings.slice(0, max),
    { rule: 'store/more-findings', severity: 'info', message: `${rest} more findings are not shown.` },
  ];
}
