import {
  type ConversationCommit,
  type ConversationFault,
  ConversationFold,
  ConversationSurvey,
  type ConversationSurveyResult,
  isCommitted,
} from '@fxlog/assembler/internal';
import { conversationLog, type Finding, type FxErrorName, ruleById, type Uint64 } from '@fxlog/format';
import {
  type ConversationLine,
  type ConversationSidecarName,
  judgeRecovery,
  readConversationSidecar,
} from '@fxlog/format/internal';
import { LogError, readEvents, type Source, SourceError } from '@fxlog/reader';
import { readFileWithin, statsOf } from '../../paths/safe-file.js';
import type { SessionDirectory } from '../../session-directory.js';
import type { ListVerdict, ReadVerdict, SessionVerdict, Verdict, VerifyOptions } from '../../verdict.js';
import { explainRead } from '../event-log-v1/judge/referenced-files.js';
import { readManifest } from './manifest.js';
import { isUnpublished, LOG, leftoversOf } from './migration.js';
import { OutputCheck } from './output-check.js';
import { childOf } from './summarize.js';

/** What one reading of the log found. */
interface LogLook {
  readonly survey: ConversationSurveyResult;
  /** Why the log cannot be read at all; null when it can. */
  readonly unreadable: Finding | null;
}

/** What fx shows of the log. */
interface ModelView {
  readonly turns: number;
  readonly settledSeq: Uint64;
  /** The line that keeps fx from loading it; null when nothing does. */
  readonly fault: ConversationFault | null;
}

/** The largest side file that is read; each has a smaller limit of its own, but for the turn in flight. */
const MAX_SIDECAR_BYTES = 67_108_864;

/**
 * Judges the directory of a conversation log as the fx does that wrote it: whether a person can read it, whether fx would go on with it (it checks
 * more then), and what it would recover. The log is read twice.
 */
export async function verifyConversation(
  directory: SessionDirectory,
  { signal, maxFindings = 1000 }: VerifyOptions,
): Promise<SessionVerdict> {
  const { dir, id } = directory;
  if (isUnpublished(directory)) return unpublished(directory);
  const path = `${dir}/${LOG}`;
  const log = statsOf(path);
  const size = log?.isFile() === true ? log.size : null;
  const manifest = readManifest(directory);
  const outputs = new OutputCheck(dir, maxFindings);
  // A log that is not there is like an empty one, and said to be missing.
  const source = size === null ? new Uint8Array(0) : path;
  const look = await surveyLog(source, size ?? 0, outputs, signal);
  const view = await readModelView(source, size ?? 0, look.survey, signal);
  const recovery = judgeRecoveryFile(directory, view.settledSeq);
  const missing: Finding[] =
    size === null
      ? [{ rule: 'store/file-missing', severity: 'error', message: `${LOG}: it is missing.`, file: LOG }]
      : [];
  const blocking = [
    ...(manifest.state === 'ok' ? [] : [manifest.finding]),
    ...missing,
    ...(look.unreadable === null ? [] : [look.unreadable]),
    ...recovery.filter(({ severity }) => severity === 'error'),
  ];
  const readable = readVerdict(view, blocking);
  const findings = [
    ...blocking,
    ...logFindings(look.survey, view),
    ...recovery.filter(({ severity }) => severity !== 'error'),
    ...leftoversOf(directory),
    ...otherSidecars(directory),
    ...outputs.findings,
  ];
  const { writer, recoverable, isWhole } = look.survey;
  return {
    id,
    dir,
    format: 'conversation-log',
    readable,
    listed: listVerdict(directory),
    resumable: resumeVerdict(readable, writer, view),
    recoverable: isWhole
      ? { ok: false, error: 'SessionRecoveryNotNeeded', reason: 'there is nothing to recover' }
      : recoverable === null
        ? { ok: false, error: 'SessionRecoveryBoundaryInvalid', reason: 'there is nothing that could be kept' }
        : { ok: true, reason: `fx would keep the first ${recoverable.bytes} bytes, up to seq ${recoverable.seq}` },
    ...(isCommitted(writer) && {
      committed: { generation: '', seq: writer.seq, eventId: '', bytes: writer.bytes },
    }),
    ...(size !== null && { logBytes: size }),
    findings: limited(findings, maxFindings),
  };
}

/** A conversion that was cut short: what there is lies in the log that was set aside. */
function unpublished(directory: SessionDirectory): SessionVerdict {
  const { dir, id } = directory;
  const findings = leftoversOf(directory);
  const refused = refusal('SessionMigrationIncomplete', findings[0]?.message ?? '');
  return {
    id,
    dir,
    format: 'conversation-log',
    readable: refused,
    listed: refused,
    resumable: { ok: true, reason: 'fx puts the old log back and converts it again' },
    recoverable: refused,
    findings,
  };
}

async function surveyLog(
  source: Source,
  end: number,
  outputs: OutputCheck,
  signal: AbortSignal | undefined,
): Promise<LogLook> {
  const survey = new ConversationSurvey();
  try {
    for await (const lines of readEvents<ConversationLine>(source, { dialect: conversationLog, end, signal })) {
      for (const { checked, offset, length } of lines) {
        survey.frame(checked.event, offset, length);
        outputs.look(checked.event, offset);
      }
    }
  } catch (error) {
    if (error instanceof LogError) {
      if (error.rule === 'line/torn') survey.torn(error.frameOffset);
      else survey.fault(error, error.frameOffset);
    } else if (error instanceof SourceError) {
      return { survey: survey.result(), unreadable: { ...error.toFinding(), file: LOG } };
    } else throw error;
  }
  return { survey: survey.result(), unreadable: null };
}

async function readModelView(
  source: Source,
  end: number,
  { newest }: ConversationSurveyResult,
  signal: AbortSignal | undefined,
): Promise<ModelView> {
  let turns = 0;
  const count = () => {
    turns++;
  };
  const fold = new ConversationFold({ kind: 'model', newest }, { turn: count, compacted: count });
  let afterSeq: Uint64 = 0;
  const stopped = (fault: ConversationFault | null): ModelView => ({ turns, settledSeq: fold.settledSeq, fault });
  try {
    for await (const lines of readEvents<ConversationLine>(source, { dialect: conversationLog, end, signal })) {
      for (const { checked, offset, seq } of lines) {
        const rule = fold.apply(checked.event);
        if (rule !== null) return stopped({ rule, fxError: 'InvalidConversationFrame', offset, afterSeq });
        afterSeq = seq;
      }
    }
  } catch (error) {
    if (error instanceof SourceError) return stopped(null);
    if (!(error instanceof LogError)) throw error;
    if (error.rule !== 'line/torn') {
      return stopped({ rule: error.rule, fxError: 'InvalidConversationFrame', offset: error.frameOffset, afterSeq });
    }
  }
  fold.end();
  return stopped(null);
}

function readVerdict({ turns, fault }: ModelView, blocking: readonly Finding[]): ReadVerdict {
  const [first] = blocking;
  if (first !== undefined) return refusal(first.fxError ?? 'InvalidSessionMetadata', first.message);
  if (fault !== null) return refusal('InvalidConversationFrame', sentenceOf(fault));
  return { ok: true, reason: 'fx reads it', turns };
}

function resumeVerdict(readable: ReadVerdict, writer: ConversationSurveyResult['writer'], view: ModelView): Verdict {
  if (!isCommitted(writer)) return refusal(writer.fxError, sentenceOf(writer));
  // What it cuts off first may be what keeps it from reading.
  const isCut = view.fault !== null && view.fault.offset >= writer.bytes;
  return readable.ok || isCut ? { ok: true, reason: 'fx goes on with it' } : readable;
}

function listVerdict(directory: SessionDirectory): ListVerdict {
  const manifest = readManifest(directory);
  if (manifest.state !== 'ok')
    return refusal(manifest.finding.fxError ?? 'InvalidSessionMetadata', manifest.finding.message);
  const { title, workspace_root: workspaceRoot, updated_at_ms: updatedAtMs } = manifest.value;
  if (childOf(directory, manifest.value.subagent_child) !== null) {
    return { ok: false, reason: 'it is the child of another session' };
  }
  return { ok: true, reason: 'fx lists it', ...(title !== null && { title }), workspaceRoot, updatedAtMs };
}

function refusal(error: FxErrorName, reason: string): { ok: false; error: FxErrorName; reason: string } {
  return { ok: false, error, reason };
}

function sentenceOf({ rule, offset }: ConversationFault): string {
  return `${LOG}, byte ${offset}: ${ruleById(rule).title}`;
}

/** What is wrong with the lines: what keeps fx from reading is an error, what only keeps it from going on a warning. */
function logFindings({ writer, unbuilt }: ConversationSurveyResult, { fault }: ModelView): Finding[] {
  const findings: Finding[] = [];
  if (fault !== null) findings.push(findingAt(fault, 'error'));
  if (!isCommitted(writer)) {
    if (writer.offset !== fault?.offset) findings.push(findingAt(writer, 'warning'));
  } else findings.push(...cutFindings(writer));
  if (unbuilt !== null && unbuilt.offset !== fault?.offset) {
    const { title } = ruleById('conversation/archive-stops');
    const message = `${title}: ${ruleById(unbuilt.rule).title}.`;
    const { offset } = unbuilt;
    findings.push({ rule: 'conversation/archive-stops', severity: 'warning', message, file: LOG, offset });
  }
  return findings;
}

function findingAt({ rule, fxError, offset }: ConversationFault, severity: Finding['severity']): Finding {
  return { rule, severity, message: `${ruleById(rule).title}.`, file: LOG, offset, fxError };
}

function cutFindings({ tornFrom, openTurnFrom }: ConversationCommit): Finding[] {
  const findings: Finding[] = [];
  if (tornFrom !== null) {
    const message = 'The last line does not end in a newline: fx cuts it off when it goes on with the session.';
    findings.push({ rule: 'line/torn', severity: 'warning', message, file: LOG, offset: tornFrom });
  }
  if (openTurnFrom !== null) {
    const rule = 'conversation/unfinished-turn';
    const { title, severity } = ruleById(rule);
    findings.push({ rule, severity, message: `${title}.`, file: LOG, offset: openTurnFrom });
  }
  return findings;
}

function judgeRecoveryFile(directory: SessionDirectory, settledSeq: Uint64): Finding[] {
  const { value, findings } = readSidecar(directory, 'recovery', 'recovery.json');
  if (value === null) return [...findings];
  const state = judgeRecovery(value, settledSeq);
  if (state === 'fresh') return [];
  const rule = state === 'stale' ? 'conversation/recovery-stale' : 'conversation/recovery-inconsistent';
  const { title, severity, fxError } = ruleById(rule);
  return [{ rule, severity, message: `${title}.`, file: 'recovery.json', ...(fxError !== undefined && { fxError }) }];
}

function otherSidecars(directory: SessionDirectory): Finding[] {
  return [
    ...readSidecar(directory, 'permissions', 'permissions.json').findings,
    ...readSidecar(directory, 'usage-v2', 'usage-v2.json').findings,
    ...readSidecar(directory, 'children', 'subagent/children.json').findings,
    ...readSidecar(directory, 'owner', 'owner.live').findings,
  ];
}

function readSidecar<Name extends ConversationSidecarName>(directory: SessionDirectory, name: Name, file: string) {
  const read = readFileWithin(`${directory.dir}/${file}`, MAX_SIDECAR_BYTES);
  if (read.state === 'read') return readConversationSidecar(name, read.bytes, directory.id);
  if (read.state === 'absent') return { value: null, findings: [] };
  const { rule, reason } = explainRead(read);
  const finding: Finding = { rule, severity: 'warning', message: `${file}: ${reason}.`, file };
  return { value: null, findings: [finding] };
}

const GRADES: Readonly<Record<Finding['severity'], number>> = { error: 0, warning: 1, info: 2 };

function limited(findings: readonly Finding[], max: number): Finding[] {
  const sorted = [...findings].sort((a, b) => GRADES[a.severity] - GRADES[b.severity]);
  const rest = sorted.length - max;
  if (rest <= 0) return sorted;
  const message = `${rest} more findings are not shown.`;
  return [...sorted.slice(0, max), { rule: 'store/more-findings', severity: 'info', message }];
}
