import { closeSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import {
  attempt,
  type ConversationTurn,
  SessionHistoryReader,
  SessionLogJudge,
  type SessionLogVerdict,
} from '@fxlog/assembler/internal';
import { type Finding, FrameError, ruleById } from '@fxlog/format';
import {
  type BlobFault,
  blobOfHandle,
  type HandleFolder,
  type MovedFiles,
  readLine,
  readMovedFiles,
} from '@fxlog/format/internal';
import { ImageIds } from '../../image-ids.js';
import { openFile } from '../../paths/safe-file.js';
import type { SessionDirectory } from '../../session-directory.js';
import type { ListVerdict, ReadVerdict, SessionVerdict, Verdict, VerifyOptions } from '../../verdict.js';
import { BlobStore, blobFinding } from './blobs.js';
import { catalogueFindings } from './catalogue.js';
import { chunksOf, LineCutter, type TakeLine } from './line-cutter.js';
import { type LogLook, openedByItself, textIn } from './look.js';
import { modeFindings } from './modes.js';
import { LOG } from './place.js';
import { childOf, endedTurns, tornTail, unreadableLog } from './summarize.js';

/** What one reading of the log found. */
interface Reading {
  readonly size: number;
  readonly verdict: SessionLogVerdict;
  /** Turns and compactions that fx shows; null where it shows nothing, and why. */
  readonly shown: number | null;
  readonly fault: { readonly error: FrameError; readonly offset: number } | null;
  /** The turn that has no end. */
  readonly runningFrom: number | null;
  readonly handles: ReadonlyMap<string, HandlePlace>;
  readonly look: LogLook;
  /** What is wrong with a blob; null when nothing is. */
  blobFault(name: string): BlobFault | null;
  /** Images with the number of another. */
  readonly imageIds: readonly Finding[];
}

interface HandlePlace {
  readonly handle: string;
  readonly folder: HandleFolder;
  readonly offset: number;
}

const NONE_MOVED: MovedFiles = new Map();

/** How much of a log is in memory at once, in bytes. */
const BUFFER_BYTES = 1_048_576;

/** After so many bytes others have their turn. */
const BREATH = 4_194_304;

/**
 * Judges a session of the store `v2/` as the fx does that wrote it: whether it shows the history, whether it opens it, where it would fork it to
 * save what is good; and what its doctor finds. The log is read once, in constant memory but for the names in it.
 */
export async function verifySessionLog(directory: SessionDirectory, options: VerifyOptions): Promise<SessionVerdict> {
  const { checkDigests = true, maxFindings = 1000, signal } = options;
  const { dir, id } = directory;
  const blobs = new BlobStore(dir);
  const reading = await readLog(directory, blobs, checkDigests, signal);
  if (reading === null) {
    const refused = { ok: false, error: 'AccessDenied', reason: `${LOG} cannot be read` };
    const verdicts = { readable: refused, listed: refused, resumable: refused, recoverable: refused };
    return { id, dir, format: 'sessions-v2', ...verdicts, findings: [unreadableLog()] };
  }
  const findings = [
    ...logFindings(reading),
    ...blobFindings(reading, blobs, maxFindings),
    ...reading.imageIds,
    ...modeFindings(dir, maxFindings),
    ...catalogueFindings(directory, reading.look),
  ];
  return {
    id,
    dir,
    format: 'sessions-v2',
    readable: readVerdict(reading),
    listed: listVerdict(reading),
    resumable: openVerdict(reading),
    recoverable: recoverVerdict(reading),
    ...committedOf(reading.verdict),
    logBytes: reading.size,
    findings: limited(findings, maxFindings),
  };
}

async function readLog(
  directory: SessionDirectory,
  blobs: BlobStore,
  checkDigests: boolean,
  signal: AbortSignal | undefined,
): Promise<Reading | null> {
  const opened = openFile(`${directory.dir}/${LOG}`);
  if (opened.state !== 'open') return null;
  const { fd, stats } = opened;
  try {
    const judge = new SessionLogJudge({ blobFault: (name) => blobs.fault(name, checkDigests) });
    const handles = new HandleNotes((name) => judge.blobFault(name) === null);
    const images = new ImageIds();
    let shown = 0;
    const count = () => {
      shown += 1;
    };
    const history = new SessionHistoryReader(
      {
        turn: (turn, { offset }) => {
          for (const { id } of turn.user.images) images.look(id, shown, { file: LOG, offset });
          count();
          handles.look(turn, offset);
        },
        compacted: count,
      },
      blobs.read,
      true,
    );
    let fault: Reading['fault'] = null;
    const take: TakeLine = (bytes, start, end, offset, recognised) => {
      const read = recognised ?? attempt(() => readLine(bytes, start, end));
      const body = read instanceof Error ? null : attempt(() => read.outline());
      const line = { offset, end: offset + end - start, read };
      judge.take(line, body);
      if (fault === null) fault = attemptHistory(() => history.take(line, body), offset);
    };
    const cutter = new LineCutter(0, take, { recognises: true });
    let unbroken = 0;
    // Nothing of the bytes is needed once a line was taken.
    for (const chunk of chunksOf(fd, 0, stats.size, Buffer.allocUnsafeSlow(BUFFER_BYTES))) {
      cutter.push(chunk);
      unbroken += chunk.length;
      if (unbroken < BREATH) continue;
      unbroken = 0;
      await setImmediate(undefined, signal === undefined ? {} : { signal });
    }
    signal?.throwIfAborted();
    const { running } = history.end();
    const { known } = judge;
    const verdict = judge.end(cutter.hasRest, openedByItself(directory.id, known));
    return {
      size: stats.size,
      verdict,
      shown: fault === null ? shown : null,
      fault,
      runningFrom: fault === null && running !== null ? running.place.offset : null,
      handles: handles.all,
      look: { open: verdict.open, isTorn: verdict.tail.verdict === 'torn', known },
      blobFault: (name) => judge.blobFault(name),
      imageIds: images.findings,
    };
  } finally {
    closeSync(fd);
  }
}

function attemptHistory(accept: () => void, offset: number): Reading['fault'] {
  try {
    accept();
    return null;
  } catch (error) {
    if (error instanceof FrameError) return { error, offset };
    throw error;
  }
}

/** The handles that the turns of a session name, each where it is named first, but for those of blobs with which nothing is wrong. */
class HandleNotes {
  readonly all = new Map<string, HandlePlace>();
  readonly #isGoodBlob: (name: string) => boolean;

  constructor(isGoodBlob: (name: string) => boolean) {
    this.#isGoodBlob = isGoodBlob;
  }

  look({ steps, end }: ConversationTurn, offset: number): void {
    for (const { results } of steps) {
      for (const { artifact_ref, tool_image_handle, command_replay_ref } of results) {
        this.#note(artifact_ref, 'tool-results', offset);
        this.#note(tool_image_handle, 'tool-results', offset);
        this.#note(command_replay_ref, 'logs/commands', offset);
      }
    }
    if (end.kind === 'interrupted') {
      this.#note(end.payload.command_replay_ref, 'logs/commands', offset);
      this.#note(end.payload.command_artifact_ref, 'tool-results', offset);
    }
  }

  #note(handle: unknown, folder: HandleFolder, offset: number): void {
    // A call that was running when its turn was cut short has a result without an output.
    if (typeof handle !== 'string' || handle === '') return;
    const name = blobOfHandle(handle, folder, NONE_MOVED);
    if (name !== null && this.#isGoodBlob(name)) return;
    const key = `${folder}/${handle}`;
    if (!this.all.has(key)) this.all.set(key, { handle, folder, offset });
  }
}

function readVerdict({ shown, fault }: Reading): ReadVerdict {
  if (fault !== null) {
    const { fxError, message } = fault.error;
    return { ok: false, error: fxError, reason: `${LOG}, byte ${fault.offset}: ${message}` };
  }
  return { ok: true, reason: 'fx shows it', ...(shown !== null && { turns: shown }) };
}

function openVerdict({ verdict: { open } }: Reading): Verdict {
  if (open.verdict === 'reject') return { ok: false, error: open.error, reason: ruleById(open.rule).title };
  const [first] = open.repair;
  return { ok: true, reason: first === undefined ? 'fx opens it' : `fx opens it, and first writes ${first.kind}` };
}

function recoverVerdict({ verdict: { recover } }: Reading): Verdict {
  if (recover.outcome === 'ok') {
    return { ok: true, reason: `fx would fork it behind line ${recover.seq}, which ends at byte ${recover.end}` };
  }
  const reason =
    recover.outcome === 'Corrupt' ? 'its beginning cannot be read' : 'no turn ends before the first damage, if at all';
  return { ok: false, error: recover.outcome, reason };
}

function listVerdict({ look, verdict: { open } }: Reading): ListVerdict {
  if (childOf(look) !== null) return { ok: false, error: 'ChildSession', reason: 'it is the child of another session' };
  if (open.verdict === 'reject') return { ok: false, error: open.error, reason: ruleById(open.rule).title };
  const title = textIn(open.state.title);
  return {
    ok: true,
    reason: 'fx lists it',
    ...(title !== null && { title }),
    historyLen: endedTurns(open.state),
    workspaceRoot: textIn(open.state.workspace) ?? (look.known.created?.workspace as string | undefined) ?? null,
    updatedAtMs: open.updatedMs,
  };
}

function committedOf({ scan, fold }: SessionLogVerdict): Pick<SessionVerdict, 'committed'> {
  if (scan.goodLines === 0) return {};
  return { committed: { generation: '', seq: fold.lastSeq, eventId: '', bytes: scan.goodEnd } };
}

function logFindings(reading: Reading): Finding[] {
  const { scan, open, verify, order } = reading.verdict;
  const findings: Finding[] = [];
  const at = (rule: Finding['rule'], offset: number | undefined, more: Partial<Finding> = {}): void => {
    const { title, severity } = ruleById(rule);
    const known = findings.some((one) => one.rule === rule && one.offset === offset);
    const place = offset === undefined ? {} : { offset };
    if (!known) findings.push({ rule, severity, message: `${title}.`, file: LOG, ...place, ...more });
  };
  if (scan.verdict === 'newer_version') {
    at('sessions-v2/newer-version', scan.at, { severity: 'warning', fxError: 'UnsupportedVersion' });
  } else if (verify.damage !== null) {
    const { rule, at: offset } = verify.damage;
    const message = `${ruleById(rule).title}; nothing from byte ${offset} on is used.`;
    at(rule, offset, { severity: 'error', message, fxError: 'Corrupt' });
  } else if (scan.verdict === 'corrupt') at('sessions-v2/damaged', scan.at, { fxError: 'Corrupt' });
  if (scan.verdict === 'torn') findings.push(tornTail(scan.at));
  // That an open fails over damage was said with its place.
  const isSaid = findings.some(({ severity }) => severity === 'error') || scan.verdict === 'newer_version';
  if (open.verdict === 'reject' && !isSaid) at(open.rule, open.damagedAt, { severity: 'error', fxError: open.error });
  const isNamedBlob = verify.badBlobs.some(({ offset }) => offset === reading.fault?.offset);
  // A piece in a bad blob is said with the name of the blob.
  if (reading.fault !== null && !isNamedBlob) {
    const { error, offset } = reading.fault;
    const { rule, fxError, path } = error;
    const message = `fx does not show the history: ${error.message}.`;
    at(rule, offset, { severity: 'error', message, fxError, ...(path !== undefined && { path }) });
  }
  for (const { rule, seq, offset } of verify.badSnapshots) at(rule, offset, { seq, severity: 'warning' });
  if (order !== null) {
    const message = `${ruleById('sessions-v2/order').title} (${order.fault}); fx reads it all the same.`;
    at('sessions-v2/order', order.offset, { seq: order.seq, message });
  }
  if (reading.runningFrom !== null) at('sessions-v2/unfinished-turn', reading.runningFrom);
  return findings;
}

function blobFindings(reading: Reading, blobs: BlobStore, max: number): Finding[] {
  const { verify, fold } = reading.verdict;
  const findings = verify.badBlobs
    .slice(0, max)
    .map(({ name, fault, seq, offset }) => blobFinding(name, fault, { file: LOG, offset, seq }));
  let moved: MovedFiles = new Map();
  if (fold.state.moved_files !== null) {
    const read = readMovedFiles(fold.state.moved_files, blobs.read);
    if (typeof read === 'string') {
      const message = 'The map of the files that were moved into blobs cannot be used: what they held is not found.';
      findings.push({ rule: `sessions-v2/blob-${read}`, severity: 'warning', message, file: LOG });
    } else moved = read;
  }
  const isBad = new Set(verify.badBlobs.map(({ name }) => name));
  for (const { handle, folder, offset } of reading.handles.values()) {
    if (findings.length >= max) break;
    const name = blobOfHandle(handle, folder, moved) ?? blobOfHandle(handle, 'logs/commands', moved);
    const fault = name === null || isBad.has(name) ? null : reading.blobFault(name);
    if (name === null) {
      const message = `No blob is kept for ${JSON.stringify(`${folder}/${handle}`.slice(0, 200))}.`;
      findings.push({ rule: 'store/artifact-missing', severity: 'warning', message, file: LOG, offset });
    } else if (fault !== null)
      findings.push({ ...blobFinding(name, fault, { file: LOG, offset }), severity: 'warning' });
  }
  return findings;
}

const GRADES: Readonly<Record<Finding['severity'], number>> = { error: 0, warning: 1, info: 2 };

function limited(findings: readonly Finding[], max: number): Finding[] {
  const sorted = [...findings].sort((a, b) => GRADES[a.severity] - GRADES[b.severity]);
  const rest = sorted.length - max;
  if (rest <= 0) return sorted;
  const message = `${rest} more findings are not shown.`;
  return [...sorted.slice(0, max), { rule: 'store/more-findings', severity: 'info', message }];
}
