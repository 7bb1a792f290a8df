import {
  ConversationFold,
  type ConversationFoldSink,
  ConversationSurvey,
  type ConversationSurveyResult,
  isCommitted,
} from '@fxlog/assembler/internal';
import { type Finding, type FxErrorName, type RuleId, ruleById, type Uint64 } from '@fxlog/format';
import type { ConversationFrame } from '@fxlog/format/internal';
import { type LaterLog, readLater } from '../../later-log.js';
import { migrationOf } from '../../migration.js';
import { octal } from '../../paths/mode.js';
import { statsOf } from '../../paths/safe-file.js';
import type { SessionDirectory } from '../../session-directory.js';
import type { SessionVerdict, Verdict, VerifyOptions } from '../../verdict.js';
import { factsOf, LOG, logFault, MANIFEST, readChild, readManifest, readSidecar } from './control-files.js';
import { recoveryFindings, tornTail } from './conversation-session.js';
import { eachLine } from './each-line.js';
import { leftoversOf } from './migration.js';
import { ReferencedFiles } from './referenced-files.js';

/** What the second of fx's checks makes of a log: whether it can be shown (newer-formats §4.4). */
interface Loaded {
  readonly turns: number;
  readonly settledSeq: Uint64;
}

/** The first line that keeps a log from being shown. */
interface LoadFault {
  readonly rule: RuleId;
  readonly offset: number;
  readonly seq?: Uint64;
}

/** What a pass over the lines found. */
interface Judged {
  readonly survey: ConversationSurveyResult;
  readonly loaded: Loaded | LoadFault;
  /** Behind the last whole line, in bytes. */
  readonly end: number;
  readonly tornFrom: number | null;
  readonly lines: number;
  readonly lastSeq: Uint64;
}

/** Where a view of a log can be had: turns are counted, a broken rule ends it. */
class View {
  #turns = 0;
  #fault: LoadFault | null = null;
  readonly #fold: ConversationFold;

  constructor(newest: ConversationSurveyResult['newest']) {
    const sink: ConversationFoldSink = { turn: () => void this.#turns++, compacted: () => void this.#turns++ };
    this.#fold = new ConversationFold({ kind: 'model', newest }, sink);
  }

  frame(frame: ConversationFrame, offset: number): void {
    if (this.#fault !== null) return;
    const rule = this.#fold.apply(frame);
    if (rule !== null) this.#fault = { rule, offset, seq: frame.seq };
  }

  fault(rule: RuleId, offset: number): void {
    this.#fault ??= { rule, offset };
  }

  end(): Loaded | LoadFault {
    if (this.#fault !== null) return this.#fault;
    this.#fold.end();
    return { turns: this.#turns, settledSeq: this.#fold.settledSeq };
  }
}

/** Whether fx could load the log as it stands. */
function isLoaded(loaded: Judged['loaded']): loaded is Loaded {
  return 'turns' in loaded;
}

/**
 * Judges the session directory of a conversation log as fx 0.0.15 sees it, and beyond. fx checks a log twice, and the two differ: what can be shown
 * need not be fit to go on with, nor the other way round (newer-formats §4.4).
 */
export async function verifyConversation(directory: SessionDirectory, options: VerifyOptions): Promise<SessionVerdict> {
  const { maxFindings = 1000, signal, checkDigests = true } = options;
  const { finding: manifestFinding } = readManifest(directory);
  const missing = logFault(directory);
  const files = new ReferencedFiles(directory.dir, checkDigests);
  // Before it is read: it may grow meanwhile.
  const size = directory.sizeOf(LOG);
  const judged = missing === null ? await judgeLines(`${directory.dir}/${LOG}`, files, signal) : null;
  const later = judged === null ? null : await laterLog(`${directory.dir}/${LOG}`, judged, signal);
  const recovery = judgeRecoveryFile(directory, judged);
  const findings: Finding[] = [
    ...(manifestFinding === null ? [] : [manifestFinding]),
    ...(missing === null ? [] : [missing]),
    ...leftoversOf(directory),
    ...(judged === null ? [] : logFindings(judged, later, size ?? judged.end)),
    ...recovery,
    ...sidecarFindings(directory),
    ...modeFindings(directory),
    ...files.findings(),
  ];
  const refusal = refusalOf(directory, manifestFinding, missing, recovery);
  return {
    id: directory.id,
    dir: directory.dir,
    format: 'conversation-log',
    readable: readable(refusal, judged),
    listed: listed(directory, manifestFinding),
    resumable: resumable(refusal, judged, size),
    recoverable: recoverable(refusal, judged),
    ...(judged !== null && { logBytes: size ?? judged.end }),
    ...(later !== null && { laterTurns: later.turns }),
    findings: limited(findings, maxFindings),
  };
}

async function judgeLines(path: string, files: ReferencedFiles, signal: AbortSignal | undefined): Promise<Judged> {
  const survey = new ConversationSurvey();
  // Most logs have no checkpoint: then the model sees all of them, and one pass is enough.
  const whole = new View(null);
  let lines = 0;
  let lastSeq: Uint64 = 0;
  const { end, tornFrom } = await eachLine(path, signal, (line, offset, length) => {
    lines++;
    if ('rule' in line) {
      survey.fault(line, offset);
      whole.fault(line.rule, offset);
      return;
    }
    lastSeq = line.seq;
    survey.frame(line, offset, length);
    whole.frame(line, offset);
    files.look(line);
  });
  if (tornFrom !== null) survey.torn(tornFrom);
  const result = survey.result();
  const loaded = result.newest === null ? whole.end() : await loadView(path, result.newest, signal);
  return { survey: result, loaded, end, tornFrom, lines, lastSeq };
}

async function loadView(
  path: string,
  newest: ConversationSurveyResult['newest'],
  signal: AbortSignal | undefined,
): Promise<Judged['loaded']> {
  const view = new View(newest);
  await eachLine(path, signal, (line, offset) => {
    if ('rule' in line) view.fault(line.rule, offset);
    else view.frame(line, offset);
  });
  return view.end();
}

/** `recovery.json` against the log: what is wrong with it, and whether that keeps fx from loading the session. */
function judgeRecoveryFile(directory: SessionDirectory, judged: Judged | null): readonly Finding[] {
  const reading = readSidecar(directory, 'recovery');
  if (reading === null) return [];
  if (reading.value === null) return reading.findings;
  if (judged === null || !isLoaded(judged.loaded)) return [];
  return recoveryFindings(reading.value, judged.loaded.settledSeq);
}

/** What a later fx wrote, where that is all that keeps fx 0.0.15 from reading and from going on. */
async function laterLog(
  path: string,
  { survey: { writer }, loaded, end }: Judged,
  signal: AbortSignal | undefined,
): Promise<LaterLog | null> {
  const faults = [...(isLoaded(loaded) ? [] : [loaded.rule]), ...(isCommitted(writer) ? [] : [writer.rule])];
  if (faults.length === 0) return null;
  const later = await readLater(path, { file: LOG, end, signal });
  const added = new Set(later?.findings.map(({ rule }) => rule));
  return faults.every((rule) => added.has(rule)) ? later : null;
}

function logFindings(
  { survey, loaded, end, tornFrom, lastSeq }: Judged,
  later: LaterLog | null,
  size: number,
): Finding[] {
  if (later !== null) return [...later.findings, ...(tornFrom === null ? [] : [tornTail(end, size)])];
  const findings: Finding[] = [];
  const { writer, unbuilt } = survey;
  if (!isLoaded(loaded)) findings.push(lineFinding(loaded, 'fx does not show the log', 'error'));
  const shown = isLoaded(loaded) ? null : loaded.offset;
  if (!isCommitted(writer) && writer.offset !== shown) {
    // A person can read it all the same.
    findings.push(lineFinding(writer, 'fx does not go on with the log', isLoaded(loaded) ? 'warning' : 'error'));
  }
  if (unbuilt !== null && unbuilt.offset !== shown) {
    const rule = 'conversation/archive-stops';
    const { title, severity } = ruleById(rule);
    const message = `${title}: ${ruleById(unbuilt.rule).title}.`;
    findings.push({ rule, severity, message, file: LOG, offset: unbuilt.offset });
  }
  if (tornFrom !== null) findings.push(tornTail(end, size));
  if (isCommitted(writer) && writer.openTurnFrom !== null) {
    const { severity, title } = ruleById('conversation/unfinished-turn');
    const message = `${title}: what lies behind byte ${writer.openTurnFrom} is cut off when fx next writes.`;
    const place = { file: LOG, offset: writer.openTurnFrom, seq: lastSeq };
    findings.push({ rule: 'conversation/unfinished-turn', severity, message, ...place });
  }
  return findings;
}

function lineFinding({ rule, offset, seq }: LoadFault, consequence: string, severity: Finding['severity']): Finding {
  const { title, fxError } = ruleById(rule);
  return {
    rule,
    severity,
    message: `${title}: ${consequence}.`,
    file: LOG,
    offset,
    ...(seq !== undefined && { seq }),
    ...(fxError !== undefined && { fxError }),
  };
}

function sidecarFindings(directory: SessionDirectory): Finding[] {
  const names = ['permissions', 'usage-v2', 'children', 'owner'] as const;
  return names.flatMap((name) => readSidecar(directory, name)?.findings ?? []);
}

/** Folders are 0700 and files 0600 (newer-formats §4.1); copies and archives lose that. */
function modeFindings({ dir }: SessionDirectory): Finding[] {
  const own: [string, number][] = [['.', 0o700]];
  for (const file of [LOG, MANIFEST, 'session.lock', 'permissions.json', 'usage-v2.json', 'recovery.json']) {
    own.push([file, 0o600]);
  }
  const wrong = own.filter(([file, wanted]) => {
    const stats = statsOf(`${dir}/${file}`);
    return stats !== undefined && (stats.mode & 0o777) !== wanted;
  });
  const [first] = wrong;
  if (first === undefined) return [];
  const [file, wanted] = first;
  const mode = octal((statsOf(`${dir}/${file}`)?.mode ?? 0) & 0o777);
  const others = wrong.length === 1 ? '' : `, and so it is with ${wrong.length - 1} more`;
  const message = `${file} has mode ${mode} instead of ${octal(wanted)}${others}.`;
  return [{ rule: 'store/mode', severity: 'warning', message, file, fxError: 'PrivateStatePermissionsUnsupported' }];
}

interface Refusal {
  readonly error: FxErrorName;
  readonly reason: string;
}

/** Why fx does not even look at the lines. */
function refusalOf(
  directory: SessionDirectory,
  manifest: Finding | null,
  missing: Finding | null,
  recovery: readonly Finding[],
): Refusal | null {
  if (manifest !== null) return refusal(manifest, 'InvalidSessionMetadata');
  if (missing !== null) {
    return refusal(missing, migrationOf(directory) === null ? 'FileNotFound' : 'SessionMigrationIncomplete');
  }
  const fault = recovery.find(({ severity }) => severity === 'error');
  return fault === undefined ? null : refusal(fault, 'InvalidRecoveryCheckpoint');
}

function refusal({ fxError, message }: Finding, otherwise: FxErrorName): Refusal {
  return { error: fxError ?? otherwise, reason: message.replace(/\.$/, '') };
}

function refused({ error, reason }: Refusal): Verdict {
  return { ok: false, error, reason };
}

function readable(refusal: Refusal | null, judged: Judged | null): SessionVerdict['readable'] {
  if (refusal !== null || judged === null) return refused(refusal ?? UNREAD);
  const { loaded } = judged;
  if (!isLoaded(loaded)) return refused({ error: 'InvalidConversationFrame', reason: at(loaded.rule, loaded.offset) });
  return { ok: true, reason: 'fx reads it', turns: loaded.turns };
}

function resumable(refusal: Refusal | null, judged: Judged | null, size: number | null): SessionVerdict['resumable'] {
  if (refusal !== null || judged === null) return refused(refusal ?? UNREAD);
  const { survey, loaded, end } = judged;
  const { writer } = survey;
  if (!isCommitted(writer)) return refused({ error: writer.fxError, reason: at(writer.rule, writer.offset) });
  // What it cuts off first may be what keeps it from reading.
  if (!isLoaded(loaded) && loaded.offset < writer.bytes) {
    return refused({ error: 'InvalidConversationFrame', reason: at(loaded.rule, loaded.offset) });
  }
  // A last line that was cut off goes as well.
  const discarded = Math.max(end, size ?? end) - writer.bytes;
  return {
    ok: true,
    reason: 'fx resumes it',
    ...(isLoaded(loaded) && { turns: loaded.turns + (writer.isTurnOpen ? 1 : 0) }),
    ...(discarded > 0 && { discardsBytes: discarded }),
  };
}

function recoverable(refusal: Refusal | null, judged: Judged | null): SessionVerdict['recoverable'] {
  if (judged === null) return refused(refusal ?? UNREAD);
  const { isWhole, recoverable: cut } = judged.survey;
  if (isWhole) {
    return refused({
      error: 'SessionRecoveryNotNeeded',
      reason: 'there is nothing to recover: all of it is kept as it is',
    });
  }
  if (cut === null) {
    return refused({ error: 'SessionRecoveryBoundaryInvalid', reason: 'no part of it can be kept' });
  }
  const { bytes, seq, isTurnOpen } = cut;
  const ending = isTurnOpen ? ', and ends the turn that is open there as failed' : '';
  return { ok: true, reason: `fx makes a copy of the first ${bytes} bytes, up to line ${seq}${ending}` };
}

function listed(directory: SessionDirectory, manifest: Finding | null): SessionVerdict['listed'] {
  if (manifest !== null) return refused(refusal(manifest, 'InvalidSessionMetadata'));
  if (readChild(directory) !== null) return { ok: false, reason: 'it is a child, which fx does not list' };
  const { title, workspaceRoot, updatedAtMs } = factsOf(directory);
  return {
    ok: true,
    reason: 'fx lists it',
    workspaceRoot,
    ...(title !== null && { title }),
    ...(updatedAtMs !== null && { updatedAtMs }),
  };
}

const UNREAD: Refusal = { error: 'FileNotFound', reason: 'there is no log that can be read' };

function at(rule: RuleId, offset: number): string {
  return `${ruleById(rule).title}, in the line at byte ${offset} (${rule})`;
}

const GRADES = { error: 0, warning: 1, info: 2 } as const;

function limited(findings: readonly Finding[], max: number): readonly Finding[] {
  const sorted = [...findings].sort((a, b) => GRADES[a.severity] - GRADES[b.severity]);
  if (sorted.length <= max) return sorted;
  const rest = sorted.length - max;
  const message = `${rest} more findings are not shown.`;
  return [...sorted.slice(0, max), { rule: 'store/more-findings', severity: 'info', message }];
}
