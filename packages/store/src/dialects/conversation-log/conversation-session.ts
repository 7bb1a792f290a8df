import type { HistoryEntry, SessionState } from '@fxlog/assembler';
import { turnInFlight, type UnfinishedTurn } from '@fxlog/assembler/internal';
import { conversationLog, type Finding } from '@fxlog/format';
import {
  type DisplayMetadata,
  FILE_LIMITS,
  imagePath,
  judgeRecovery,
  outputPaths,
  REASONING_FILE,
  replayPath,
  sidecarFinding,
  toUsageSidecar,
  type UsageSidecar,
} from '@fxlog/format/internal';
import { type ChildFile, readChildDirectory } from '../../paths/child-directories.js';
import { decodeCommandReplay } from '../../paths/command-replay.js';
import { explainRead, readBelow } from '../../paths/read-below.js';
import { readFileWithin } from '../../paths/safe-file.js';
import type { Artifact, CommandReplay, Session, SessionRead, SessionSettings, Sidecar } from '../../session.js';
import { SessionDirectory } from '../../session-directory.js';
import type { SessionFacts } from '../../session-facts.js';
import { StoreError } from '../../store-error.js';
import type { ChildLink } from '../../summary.js';
import { factsOf, LOG, logFault, MANIFEST, readChild, readManifest, readSidecar } from './control-files.js';
import { wholeLines } from './whole-lines.js';

/** The directories in which a session keeps what its log refers to. */
const DIRECTORIES = [
  'images',
  'tool-results',
  'logs/commands',
  'artifacts/web-fetch',
  'subagent',
  'client',
  'terminal',
];

/** A session of fx 0.0.8 or later, whose conversation is a conversation log. */
export class ConversationSession implements Session {
  readonly id: string;
  readonly dir: string;
  readonly format = 'conversation-log';
  readonly #directory: SessionDirectory;

  /** @internal See `openSession`. */
  constructor(directory: SessionDirectory) {
    this.id = directory.id;
    this.dir = directory.dir;
    this.#directory = directory;
  }

  /** There is no watermark: whole lines are committed (newer-formats §4.1). */
  read(): SessionRead {
    const fault = logFault(this.#directory);
    if (fault !== null) return { ok: false, finding: fault };
    const path = `${this.dir}/${LOG}`;
    const { size, end } = wholeLines(path);
    const { finding } = readManifest(this.#directory);
    const findings = finding === null ? [] : [finding];
    if (end < size) findings.push(tornTail(end, size));
    const unfinished = this.unfinished.bind(this);
    const mayBeUnderWay = this.#directory.has('recovery.json');
    return { ok: true, path, source: path, file: LOG, size, end, last: null, findings, unfinished, mayBeUnderWay };
  }

  facts(): SessionFacts {
    return factsOf(this.#directory);
  }

  settings(state: SessionState | null): SessionSettings {
    const { value } = readManifest(this.#directory);
    const usage = this.usage();
    return {
      head: {
        id: this.id,
        createdAtMs: value?.created_at_ms ?? state?.createdAtMs ?? 0,
        updatedAtMs: value?.updated_at_ms ?? state?.updatedAtMs ?? 0,
        workspaceRoot: value?.workspace_root ?? '/',
        originWorkspaceRoot: value?.origin_workspace_root ?? '/',
        language: value?.conversation_language ?? 'und',
        provider: value?.provider ?? 'gateway',
        model: value?.model ?? 'unknown',
        effort: value?.effort ?? 'auto',
        fastMode: value?.fast_mode ?? false,
        ultrafastMode: value?.ultrafast_mode ?? false,
        title: value?.title ?? null,
        isChild: this.child() !== null,
      },
      permissions: readSidecar(this.#directory, 'permissions')?.value ?? null,
      usage: usage.state === 'present' ? usage.value.snapshot : null,
    };
  }

  unfinished(state: SessionState, turns: number): UnfinishedTurn | null {
    // It is asked again and again while the file changes.
    const reading = readSidecar(new SessionDirectory(this.dir, this.id), 'recovery');
    if (reading === null || state.native.dialect !== 'conversation-log') return null;
    if (reading.value === null) return { entry: null, findings: reading.findings };
    const findings = recoveryFindings(reading.value, state.native.settledSeq);
    if (findings.length > 0) return { entry: null, findings };
    const source = { seq: reading.value.conversation_seq, offset: wholeLines(`${this.dir}/${LOG}`).end, length: 0 };
    const entry: HistoryEntry = turnInFlight(reading.value, turns, source);
    return { entry, findings };
  }

  display(): Sidecar<DisplayMetadata> {
    const { value } = readManifest(this.#directory);
    const { manifest } = this.#directory;
    if (value === null || value.title === null || manifest.state !== 'read') return { state: 'absent', file: MANIFEST };
    const { title, origin_workspace_root } = value;
    return {
      state: 'present',
      file: MANIFEST,
      bytes: manifest.bytes,
      value: { schema_version: 1, title, preview: null, origin_workspace_root },
    };
  }

  usage(): Sidecar<UsageSidecar> {
    const file = 'usage-v2.json';
    const reading = readSidecar(this.#directory, 'usage-v2');
    if (reading === null) return { state: 'absent', file };
    const [finding] = reading.findings;
    if (reading.value === null && finding !== undefined) return { state: 'invalid', file, finding };
    if (reading.value === null) return { state: 'absent', file };
    const bytes = readFileWithin(`${this.dir}/${file}`, FILE_LIMITS.webFetchArtifact);
    const value = toUsageSidecar(reading.value);
    return { state: 'present', file, bytes: bytes.state === 'read' ? bytes.bytes : new Uint8Array(0), value };
  }

  child(): ChildLink | null {
    return readChild(this.#directory);
  }

  image(locator: string): Artifact {
    const file = imagePath(locator);
    return file === null ? badName('images', 'store/image-locator', locator) : this.#read(file, FILE_LIMITS.image);
  }

  toolResult(handle: string): Artifact {
    const [first, ...others] = outputPaths({ artifact_ref: handle });
    if (first === undefined) return badName('tool-results', 'store/handle-invalid', handle);
    const artifact = this.#read(first, FILE_LIMITS.commandOutput);
    if (artifact.ok || artifact.finding.rule !== 'store/artifact-missing') return artifact;
    for (const file of others) {
      const other = this.#read(file, FILE_LIMITS.commandOutput);
      if (other.ok) return other;
    }
    return artifact;
  }

  commandReplay(handle: string): CommandReplay {
    const file = replayPath(handle);
    if (file === null) return badName('logs/commands', 'store/handle-invalid', handle);
    const artifact = this.#read(file, FILE_LIMITS.commandOutput);
    if (!artifact.ok) return artifact;
    try {
      return { ok: true, file, frames: decodeCommandReplay(artifact.bytes) };
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      return { ok: false, file, finding: { ...error.toFinding(), severity: 'warning', file } };
    }
  }

  artifact(file: string): Artifact {
    const [folder] = file.split('/');
    if (!file.includes('/') || !conversationLog.layout.directories.includes(folder ?? '')) {
      return badName('.', 'store/path-escapes', file);
    }
    return this.#read(file, FILE_LIMITS.commandOutput);
  }

  attachment(file: string): Uint8Array | null {
    if (file === MANIFEST) return this.#directory.manifest.state === 'read' ? this.#directory.manifest.bytes : null;
    if (file === REASONING_FILE) {
      const read = readFileWithin(`${this.dir}/${file}`, FILE_LIMITS.reasoning);
      return read.state === 'read' ? read.bytes : null;
    }
    const handle = /^tool-results\/([^/]+)$/.exec(file)?.[1];
    const artifact = handle === undefined ? this.artifact(file) : this.toolResult(handle);
    return artifact.ok ? artifact.bytes : null;
  }

  children(): readonly ChildFile[] {
    return DIRECTORIES.flatMap((directory) => readChildDirectory(this.dir, directory)?.files ?? []);
  }

  #read(file: string, limit: number): Artifact {
    const read = readBelow(this.dir, file, limit);
    if (read.state === 'read') return { ok: true, file, bytes: read.bytes };
    const { rule, reason } = explainRead(read);
    return { ok: false, file, finding: { rule, severity: 'warning', message: `${file}: ${reason}.`, file } };
  }
}

/** What is to be said of `recovery.json` where its turn does not count. */
export function recoveryFindings(
  recovery: Parameters<typeof judgeRecovery>[0],
  settledSeq: Parameters<typeof judgeRecovery>[1],
): Finding[] {
  const state = judgeRecovery(recovery, settledSeq);
  if (state === 'fresh') return [];
  const rule = state === 'stale' ? 'conversation/recovery-stale' : 'conversation/recovery-inconsistent';
  const detail = `it belongs to line ${recovery.conversation_seq}, the last line that settled something is ${settledSeq}`;
  return [sidecarFinding(rule, 'recovery.json', detail, '/conversation_seq')];
}

/** The finding about a last line without an end. */
export function tornTail(end: number, size: number): Finding {
  const rule = 'line/torn';
  const message = `The last line does not end in a newline: its ${size - end} bytes do not count, and fx cuts them off when it next writes.`;
  return { rule, severity: 'warning', message, file: LOG, offset: end, length: size - end };
}

function badName(
  file: string,
  rule: 'store/image-locator' | 'store/handle-invalid' | 'store/path-escapes',
  name: string,
) {
  const message = `${file}: ${JSON.stringify(name.slice(0, 200))} is not the name of a file there.`;
  return { ok: false, file, finding: { rule, severity: 'warning', message, file } } as const;
}
