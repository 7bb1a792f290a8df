import { join } from 'node:path';
import { conversationLog, encodeConversationFrame, type Finding, FrameError, type Int64 } from '@fxlog/format';
import { type ConversationManifest, encodeConversationManifest, FILE_LIMITS } from '@fxlog/format/internal';
import { JsonError, parseJson } from '@fxlog/json';
import { isJsonObject } from '@fxlog/json/internal';
import type { SessionTarget } from '@fxlog/writer';
import { type DirectoryFile, laterOf, writeDirectory } from '@fxlog/writer/internal';
import { OLD_LOG } from '../../../migration.js';
import { bigStatsOf, readFileWithin } from '../../../paths/safe-file.js';
import { cutFindings, mergeCuts } from '../../../repair/cuts.js';
import { isEmptyQuarantine, type QuarantinePlan, quarantineFiles } from '../../../repair/quarantine.js';
import { readRange } from '../../../repair/read-range.js';
import type { RepairContext, RepairPlan } from '../../../repair/repair-plan.js';
import { nextQuarantine, surveyFiles } from '../../../repair/survey-files.js';
import { lineOf, orderLines, type SurveyedLine, surveyLines } from '../../../repair/survey-lines.js';
import { SessionDirectory } from '../../../session-directory.js';
import { StoreError } from '../../../store-error.js';
import { LOG, logFault, MANIFEST, readManifest, readSidecar } from '../control-files.js';
import { fateOf } from '../fate-of-file.js';
import { decodeLine, type SalvagedLine, type SalvagedTurns, salvageTurns } from './salvage-turns.js';

const RECOVERY = 'recovery.json';
const BATCH_BYTES = 1 << 20;

/**
 * Plans the repair of a session that keeps a conversation log. Every turn stays that fx can load, its lines byte for byte where their numbers do not
 * change; a turn that it cannot load is written anew from what can be read of it.
 *
 * @throws StoreError where nothing can be salvaged at all
 */
export async function planConversationRepair(context: RepairContext): Promise<RepairPlan> {
  const { source, options, maxBytes } = context;
  const directory = new SessionDirectory(source);
  const fault = logFault(directory);
  if (fault !== null) {
    const old = directory.has(OLD_LOG) ? ` The log before its change of format is ${join(source, OLD_LOG)}.` : '';
    throw new StoreError({ rule: 'repair/nothing', message: `${fault.message}${old}`, file: LOG });
  }
  const survey = await surveyLines(join(source, LOG), conversationLog, options.signal);
  const { ordered, duplicates } = await orderLines(source, LOG, survey.lines);
  const recovery = readSidecar(directory, 'recovery')?.value ?? null;
  const salvaged = await salvageTurns(source, LOG, ordered, survey.waste, recovery !== null);
  if (salvaged.lines.length === 0 && survey.bytes > 0) {
    if (survey.lines.length === 0 && survey.waste.every(({ rule }) => rule === 'conversation/schema-version')) {
      const message = `${join(source, LOG)} was written by a newer fx; it is not touched.`;
      throw new StoreError({ rule: 'repair/newer-format', message, file: LOG });
    }
    const message = `Nothing in ${join(source, LOG)} can be read as a turn.`;
    throw new StoreError({ rule: 'repair/nothing', message, file: LOG });
  }
  const cuts = mergeCuts(
    [...survey.waste, ...duplicates.map(({ offset, length }) => ({ offset, length, ...DUPLICATE })), ...salvaged.cuts],
    survey.bytes,
  );
  const { bytes: recoveryBytes, findings: recoveryFindings } = mendRecovery(directory, salvaged);
  const { manifest, findings: manifestFindings } = mendManifest(directory, ordered);
  const files = surveyFiles(
    source,
    LOG,
    (file) =>
      fateOf(directory, file, { keepsManifest: manifest === null, keepsRecovery: recoveryBytes === 'as it is' }),
    maxBytes,
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
      isUnchanged: cuts.length === 0 && salvaged.lines.every(isUnchanged),
      cuts,
      turns: salvaged.turns,
      lostFrames: salvaged.lostLines,
      usedCheckpoint: false,
    },
    quarantine,
    findings: [...cutFindings(cuts, LOG), ...manifestFindings, ...recoveryFindings],
    write: (target) => write(context, target, { directory, salvaged, quarantine, manifest, recoveryBytes }),
  };
}

const DUPLICATE = { rule: 'repair/duplicate', why: 'the same line stands elsewhere in the log' } as const;

interface Writing {
  readonly directory: SessionDirectory;
  readonly salvaged: SalvagedTurns;
  readonly quarantine: QuarantinePlan;
  /** Null where the old one stays. */
  readonly manifest: ConversationManifest | null;
  readonly recoveryBytes: MendedRecovery['bytes'];
}

async function write(
  { source, options, fileSystem }: RepairContext,
  target: SessionTarget,
  { directory, salvaged, quarantine, manifest, recoveryBytes }: Writing,
): Promise<{ readonly dir: string }> {
  const { id } = directory;
  const { workspace_root, updated_at_ms } = manifest ?? readManifest(directory).value ?? UNKNOWN;
  const path = join(source, LOG);
  const before = bigStatsOf(path);
  const content = { id, workspaceRoot: workspace_root, updatedAtMs: updated_at_ms, files: files() };
  const { timeoutMs } = options;
  const dir = await writeDirectory('conversation-log', content, target, {
    fileSystem,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  return { dir };

  async function* files(): AsyncGenerator<DirectoryFile> {
    yield { parts: ['session.lock'], bytes: new Uint8Array(0) };
    yield { parts: [LOG], bytes: logBytes(source, salvaged.lines) };
    const names = new Set(quarantine.files.map(({ file }) => file));
    for (const { file, bytes, fate } of quarantine.files) {
      if (fate === 'carried') yield { parts: file.split('/'), bytes: readRange(source, file, 0, bytes) };
    }
    for (const [file, bytes] of salvaged.files) if (!names.has(file)) yield { parts: file.split('/'), bytes };
    if (recoveryBytes instanceof Uint8Array) yield { parts: [RECOVERY], bytes: recoveryBytes };
    if (!isEmptyQuarantine(quarantine)) {
      for await (const { path: file, bytes } of quarantineFiles(source, quarantine))
        yield { parts: file.split('/'), bytes };
    }
    if (manifest !== null) yield { parts: [MANIFEST], bytes: encodeConversationManifest(manifest) };
    const after = bigStatsOf(path);
    if (before?.size === after?.size && before?.mtimeNs === after?.mtimeNs && before?.ino === after?.ino) return;
    const message = `${path} changed while it was read; is fx running?`;
    throw new StoreError({ rule: 'repair/source-changed', message, file: path });
  }
}

/** The lines of the repaired log; those that do not change are copied in long stretches. */
async function* logBytes(dir: string, lines: readonly SalvagedLine[]): AsyncGenerator<Uint8Array> {
  let pending: Uint8Array[] = [];
  let size = 0;
  for (let index = 0; index < lines.length; ) {
    const line = lines[index] as SalvagedLine;
    if (isUnchanged(line)) {
      if (pending.length > 0) yield Buffer.concat(pending);
      [pending, size] = [[], 0];
      const { offset } = line.from;
      let end = offset;
      for (let next = lines[index]; next !== undefined && isUnchanged(next) && next.from.offset === end; index++) {
        end += next.from.length;
        next = lines[index + 1];
      }
      yield* readRange(dir, LOG, offset, end - offset);
      continue;
    }
    const bytes = await bytesFor(dir, line);
    pending.push(bytes);
    size += bytes.length;
    index++;
    if (size < BATCH_BYTES) continue;
    yield Buffer.concat(pending);
    [pending, size] = [[], 0];
  }
  if (pending.length > 0) yield Buffer.concat(pending);
}

const HEADER = /^(\{"schema_version":\d,"seq":)\d+(?=,"timestamp_ms":\d+,"event":\{)/;
const CHECKPOINT =
  /^(\{"schema_version":\d,"seq":\d+,"timestamp_ms":\d+,"event":\{"context_checkpoint":\{"covers_through_seq":)\d+(?=,)/;
/** More than both need with the longest numbers. */
const HEADER_BYTES = 160;

/** A line that is not what it was in the damaged log. */
async function bytesFor(dir: string, { from, event, seq, timestampMs }: SalvagedLine): Promise<Uint8Array> {
  const covers = event !== null && 'context_checkpoint' in event ? event.context_checkpoint.covers_through_seq : null;
  if (from !== null && from.mended === null && (event === null || covers !== null)) {
    const bytes = await lineOf(dir, LOG, from);
    const head = bytes.toString('latin1', 0, HEADER_BYTES);
    // Its spelling stays, but for its number and those of the lines that it covers.
    if (HEADER.test(head) && (covers === null || CHECKPOINT.test(head))) {
      const renumbered = head.replace(HEADER, `$1${seq}`);
      const rebound = covers === null ? renumbered : renumbered.replace(CHECKPOINT, `$1${covers}`);
      return Buffer.concat([Buffer.from(rebound, 'latin1'), bytes.subarray(Math.min(HEADER_BYTES, bytes.length))]);
    }
  }
  const frame = from === null ? null : await decodeLine(dir, LOG, from);
  const own = event ?? frame?.event;
  if (own === undefined) throw new TypeError('A line that stands in for others says what it is.');
  const schema_version = frame?.schema_version ?? 3;
  return encodeConversationFrame({ schema_version, seq, timestamp_ms: timestampMs, event: own });
}

/** Whether a line of the repaired log is one of the damaged log, byte for byte. */
function isUnchanged(line: SalvagedLine): line is SalvagedLine & { readonly from: SurveyedLine } {
  return line.from !== null && line.event === null && line.from.seq === line.seq && line.from.isWhole;
}

interface MendedRecovery {
  readonly bytes: Uint8Array | 'as it is' | null;
  readonly findings: readonly Finding[];
}

const CONVERSATION_SEQ = /("conversation_seq"\s*:\s*)"?[0-9+_]+"?/;

/** The turn in flight belongs to a line, whose number may have changed (newer-formats §4.6). */
function mendRecovery(directory: SessionDirectory, { settled }: SalvagedTurns): MendedRecovery {
  const recovery = readSidecar(directory, 'recovery')?.value ?? null;
  if (recovery === null || recovery.conversation_seq < settled.before) return { bytes: null, findings: [] };
  if (recovery.conversation_seq === settled.after) return { bytes: 'as it is', findings: [] };
  const read = readFileWithin(`${directory.dir}/${RECOVERY}`, FILE_LIMITS.reasoning);
  if (read.state !== 'read') return { bytes: null, findings: [] };
  // Its key stands once: within a text the quotes would be escaped.
  const text = Buffer.from(read.bytes).toString('utf8').replace(CONVERSATION_SEQ, `$1${settled.after}`);
  const message = `The turn in flight belonged to line ${recovery.conversation_seq}; in the repaired log that is line ${settled.after}.`;
  return {
    bytes: Buffer.from(text),
    findings: [{ rule: 'repair/rebound', severity: 'info', message, file: RECOVERY }],
  };
}

const UNKNOWN = {
  workspace_root: '/',
  updated_at_ms: 0 as Int64,
} as const;

/** A manifest in the place of one that fx refuses, made of what can be used of that; null where the old one stays. */
function mendManifest(
  directory: SessionDirectory,
  lines: readonly SurveyedLine[],
): { readonly manifest: ConversationManifest | null; readonly findings: readonly Finding[] } {
  const { value, finding } = readManifest(directory);
  if (finding === null) return { manifest: null, findings: [] };
  const times = lines.map(({ timestampMs }) => timestampMs);
  const { id } = directory;
  let manifest: ConversationManifest = {
    schema_version: 4,
    id,
    origin_workspace_root: '/',
    workspace_root: '/',
    created_at_ms: times[0] ?? 0,
    updated_at_ms: times.reduce(laterOf, 0),
    conversation_language: 'und',
    provider: 'gateway',
    model: 'unknown',
    effort: 'auto',
    fast_mode: false,
    ultrafast_mode: null,
    title: null,
    subagent_child: false,
  };
  const kept: string[] = [];
  for (const [key, member] of Object.entries(value ?? membersOf(directory))) {
    if (key === 'id' || key === 'schema_version' || !(key in manifest)) continue;
    const candidate = { ...manifest, [key]: member };
    if (!isTaken(candidate)) continue;
    manifest = candidate;
    kept.push(key);
  }
  if (!kept.includes('workspace_root')) manifest = { ...manifest, workspace_root: manifest.origin_workspace_root };
  const lost = ['workspace_root', 'model'].filter((key) => !kept.includes(key));
  const detail = lost.length === 0 ? '' : ` The old one could not be asked for ${lost.join(' and ')}.`;
  const message = `${finding.message.replace(/\.$/, '')}: it was made anew.${detail}`;
  return { manifest, findings: [{ rule: 'repair/start-made', severity: 'warning', message, file: MANIFEST }] };
}

function membersOf({ manifest }: SessionDirectory): object {
  if (manifest.state !== 'read') return {};
  try {
    const value = parseJson(manifest.bytes);
    return isJsonObject(value) ? value : {};
  } catch (error) {
    if (error instanceof JsonError) return {};
    throw error;
  }
}

function isTaken(manifest: ConversationManifest): boolean {
  try {
    encodeConversationManifest(manifest);
    return true;
  } catch (error) {
    if (error instanceof FrameError || error instanceof TypeError) return false;
    throw error;
  }
}
