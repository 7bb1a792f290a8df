import { durableText, type SessionState } from '@fxlog/assembler';
import { eventLogState } from '@fxlog/assembler/internal';
import type { Finding, RuleId, StateDocument, Uint64 } from '@fxlog/format';
import {
  CHILD_DIRECTORIES,
  type CommitWatermark,
  type DisplayMetadata,
  FILE_LIMITS,
  isHandle,
  REASONING_FILE,
  type SessionAuthority,
  type SessionManifest,
  type UsageSidecar,
} from '@fxlog/format/internal';
import { isFlocked } from '@fxlog/writer/internal';
import { whyUnread } from '../../formats.js';
import { NEW_LOG, OLD_LOG } from '../../migration.js';
import type { ChildFile } from '../../paths/child-directories.js';
import { decodeCommandReplay } from '../../paths/command-replay.js';
import { type ControlFile, decodeRead, fxErrorOf } from '../../paths/control-file.js';
import { explainRead, readBelow } from '../../paths/read-below.js';
import { readFileWithin, statsOf } from '../../paths/safe-file.js';
import type {
  Artifact,
  CommandReplay,
  Session,
  SessionLog,
  SessionRead,
  SessionSettings,
  Sidecar,
} from '../../session.js';
import { SessionDirectory } from '../../session-directory.js';
import { StoreError } from '../../store-error.js';
import type { ChildLink, SessionFormat } from '../../summary.js';
import { readLiveWatermark } from './judge/committed.js';
import { SessionFiles } from './judge/session-files.js';
import { turnsBehind, wholeTurns } from './judge/turns-behind.js';
import { formatOf, scanOf } from './listing/summarize-session.js';
import { listChildren } from './sidecars/check-children.js';
import type { CheckpointContent } from './sidecars/checkpoint.js';
import { readChildLink } from './sidecars/child-record.js';
import { decodeDisplay } from './sidecars/decode-sidecar.js';
import { readUsage } from './sidecars/usage-sidecar.js';

const LOCKS = ['session.lock', 'commit.lock'];

/** A session of fx up to 0.0.7, with its control files. */
export class EventLogSession implements Session {
  readonly id: string;
  readonly format: SessionFormat;
  readonly #files: SessionFiles;

  readonly dir: string;

  /** @internal See `openSession`. */
  constructor(directory: SessionDirectory, format?: SessionFormat) {
    this.dir = directory.dir;
    this.id = directory.id;
    this.#files = new SessionFiles(directory.dir);
    this.format = format ?? formatOf(scanOf(directory));
  }

  read(): SessionRead {
    const unread = whyUnread(this.format);
    if (unread !== null) return { ok: false, finding: unread };
    const { log } = this.#files;
    const file = this.#files.logFile;
    if (log === null) {
      const message = 'There is no log that can be read.';
      return { ok: false, finding: { rule: 'store/file-missing', severity: 'error', message, file } };
    }
    const started = file === OLD_LOG && !log.firstFrame().ok ? this.#startedLog() : null;
    if (started !== null) return started;
    const found = { ok: true, path: log.path, source: log.path, file } as const;
    const watermark = this.watermark();
    // The watermark only ever names what is written, so the log is measured after it has been read.
    const size = statsOf(log.path)?.size ?? log.size;
    if (watermark.state !== 'present') {
      const message = 'Nothing says how much of the log is committed; all of it is read.';
      const missing: Finding = { rule: 'store/watermark-missing', severity: 'warning', message, file: watermark.file };
      const finding: Finding = watermark.state === 'invalid' ? watermark.finding : missing;
      return { ...found, size, end: undefined, last: null, findings: [finding] };
    }
    const { through_seq: seq, through_event_id: eventId, through_event_log_bytes: bytes } = watermark.value;
    if (bytes > size) {
      const message = `fx committed ${bytes} bytes, but the log has only ${size}: its end is lost.`;
      const finding: Finding = { rule: 'store/watermark-beyond-log', severity: 'error', message, file };
      return { ...found, size, end: undefined, last: null, findings: [finding] };
    }
    const findings = this.#behind(log.path, Number(bytes), size);
    if (findings.length > 0 && this.#isOvertaken(bytes))
      return new EventLogSession(new SessionDirectory(this.dir, this.id), this.format).read();
    return { ...found, size, end: Number(bytes), last: { seq, eventId }, findings };
  }

  /** The new log of a change that was cut short, where the old one has no beginning: what is in it is all there is. */
  #startedLog(): SessionLog | null {
    const path = `${this.dir}/${NEW_LOG}`;
    const size = statsOf(path)?.size ?? 0;
    if (size === 0) return null;
    const rule = 'conversation/migration-unpublished';
    const message = `The old log, ${OLD_LOG}, has no beginning; what had been written of the new one, ${NEW_LOG}, is read.`;
    const finding: Finding = { rule, severity: 'warning', message, file: NEW_LOG };
    return { ok: true, path, source: path, file: NEW_LOG, size, end: undefined, last: null, findings: [finding] };
  }

  /** Whether more was committed since. */
  #isOvertaken(committed: Uint64): boolean {
    const now = new EventLogSession(new SessionDirectory(this.dir, this.id), this.format).watermark();
    return now.state === 'present' && now.value.through_event_log_bytes !== committed;
  }

  /** Turns that were written and not committed, unless somebody has the session open, and may be about to commit them. */
  #behind(path: string, committed: number, size: number): Finding[] {
    const isOpen = size > committed && LOCKS.some((lock) => isFlocked(`${this.dir}/${lock}`));
    const turns = size > committed && !isOpen ? turnsBehind(path, committed, size) : 0;
    if (turns === 0) return [];
    const message = `${size - committed} bytes${wholeTurns(turns)} lie behind what fx committed and are not shown; fx cuts them off when it next resumes the session.`;
    const file = this.#files.logFile;
    const place = { file, offset: committed, length: size - committed };
    return [{ rule: 'store/bytes-behind-watermark', severity: 'warning', message, ...place }];
  }

  manifest(): Sidecar<SessionManifest> {
    return sidecar('session.json', this.#files.manifest);
  }

  authority(): Sidecar<SessionAuthority> {
    return sidecar('authority.json', this.#files.authority);
  }

  /** The watermark of the live generation; one of another session is invalid. */
  watermark(): Sidecar<CommitWatermark> {
    const generation = this.#files.log?.firstFrame().generation ?? null;
    if (generation === null) return { state: 'absent', file: 'commit.json' };
    const live = readLiveWatermark(this.#files, generation);
    const file = `commit.${generation}.json`;
    const read = sidecar(file, this.#files.watermark(generation));
    if (live.ok || read.state !== 'present') return read;
    return { state: 'invalid', file, finding: invalid(file, live.reason) };
  }

  /** The checkpoint; its history stands in `turns`, beside the state. */
  checkpoint(): Sidecar<CheckpointContent> {
    return sidecar('checkpoint.json', this.#files.checkpoint);
  }

  /** The log says it. */
  facts(): null {
    return null;
  }

  settings(state: SessionState | null): SessionSettings {
    if (state === null) {
      const message = 'Nothing in the log begins a session.';
      throw new StoreError({ rule: 'store/unreadable', message, file: this.#files.logFile });
    }
    const own = eventLogState(state.native);
    const { model, effort, fast_mode: fastMode, provider = 'gateway' } = own.preferences;
    const display = this.display();
    const usage = this.usage();
    return {
      head: {
        id: own.id,
        createdAtMs: own.created_at_ms,
        updatedAtMs: own.updated_at_ms,
        workspaceRoot: own.workspace_root,
        originWorkspaceRoot: own.origin_workspace_root,
        language: own.conversation_language,
        provider,
        model,
        effort,
        fastMode,
        ultrafastMode: false,
        title: display.state === 'present' ? display.value.title : null,
        isChild: this.child() !== null,
      },
      permissions: savedPermissions(own.permission_state),
      // The file has more to say than the log, where it is there.
      usage: usage.state === 'present' ? usage.value.snapshot : (own.usage ?? null),
    };
  }

  /** A turn in flight stands in the log. */
  unfinished(): null {
    return null;
  }

  display(): Sidecar<DisplayMetadata> {
    const file = 'display.json';
    const read = readFileWithin(`${this.dir}/${file}`, FILE_LIMITS.display, true);
    return sidecar(file, decodeRead(read, FILE_LIMITS.display, decodeDisplay));
  }

  child(): ChildLink | null {
    return readChildLink(this.dir);
  }

  usage(): Sidecar<UsageSidecar> {
    return sidecar('usage-v2.json', readUsage(this.dir));
  }

  image(locator: string): Artifact {
    if (!/^images\/image-\d{1,20}-[0-9a-f]{16}\.bin$/.test(locator)) {
      return refused(
        'images',
        'store/image-locator',
        `${JSON.stringify(locator.slice(0, 200))} is not a locator of an image`,
      );
    }
    return this.#readChild(locator, FILE_LIMITS.image);
  }

  toolResult(handle: string): Artifact {
    if (!isHandle(handle)) return badHandle('tool-results', handle);
    return this.#readChild(`tool-results/${handle}`, FILE_LIMITS.toolResult);
  }

  commandReplay(handle: string): CommandReplay {
    if (!isHandle(handle)) return badHandle('logs/commands', handle);
    const artifact = this.#readChild(`logs/commands/${handle}`, FILE_LIMITS.commandOutput);
    if (!artifact.ok) return artifact;
    try {
      return { ok: true, file: artifact.file, frames: decodeCommandReplay(artifact.bytes) };
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      const finding: Finding = { ...error.toFinding(), severity: 'warning', file: artifact.file };
      return { ok: false, file: artifact.file, finding };
    }
  }

  artifact(file: string): Artifact {
    const isChild = CHILD_DIRECTORIES.some((directory) => file.startsWith(`${directory}/`));
    if (!isChild)
      return refused('.', 'store/path-escapes', `${JSON.stringify(file.slice(0, 200))} is in no child directory`);
    return this.#readChild(file, FILE_LIMITS.webFetchArtifact);
  }

  attachment(file: string): Uint8Array | null {
    switch (file) {
      case 'session.json':
        return presentBytes(this.manifest());
      case 'display.json':
        return presentBytes(this.display());
      case REASONING_FILE: {
        const read = readFileWithin(`${this.dir}/${file}`, FILE_LIMITS.reasoning);
        return read.state === 'read' ? read.bytes : null;
      }
      default: {
        const artifact = file.startsWith('images/') ? this.image(file) : this.artifact(file);
        return artifact.ok ? artifact.bytes : null;
      }
    }
  }

  children(): readonly ChildFile[] {
    return listChildren(this.dir);
  }

  #readChild(file: string, limit: number): Artifact {
    const read = readBelow(this.dir, file, limit);
    if (read.state === 'read') return { ok: true, file, bytes: read.bytes };
    const { rule, reason } = explainRead(read);
    return refused(file, rule, reason);
  }
}

/** Without a rule nothing is saved. A canonical form that is not UTF-8 cannot be. */
function savedPermissions(state: StateDocument['permission_state']): SessionSettings['permissions'] {
  if (state === undefined || state.rules.length === 0) return null;
  const rules = state.rules.map((rule) => ({
    ...rule,
    canonical: durableText(rule.canonical).text,
    display_identity: durableText(rule.display_identity).text,
  }));
  return { ...state, rules };
}

function warning(file: string, rule: RuleId, reason: string): Finding {
  return {
    rule,
    severity: 'warning',
    message: `${file}: ${reason}.`,
    file,
  };
}

function refused(file: string, rule: RuleId, reason: string): { ok: false; file: string; finding: Finding } {
  return {
    ok: false,
    file,
    finding: warning(file, rule, reason),
  };
}

function badHandle(store: string, handle: string): { ok: false; file: string; finding: Finding } {
  return refused(
    store,
    'store/handle-invalid',
    `the handle ${JSON.stringify(handle.slice(0, 200))} cannot be a file name`,
  );
}

function invalid(file: string, reason: string): Finding {
  return warning(file, 'store/sidecar-invalid', reason);
}

function presentBytes(sidecar: Sidecar<unknown>): Uint8Array | null {
  return sidecar.state === 'present' ? sidecar.bytes : null;
}

function sidecar<T>(file: string, read: ControlFile<T>): Sidecar<T> {
  if (read.state === 'ok') return { state: 'present', file, bytes: read.bytes, value: read.value };
  if (read.state === 'absent') return { state: 'absent', file };
  const finding = invalid(file, fxErrorOf(read, 'FileNotFound')?.reason ?? 'it cannot be used');
  const place = read.state === 'invalid' ? { path: read.path, offset: read.offset } : {};
  return { state: 'invalid', file, finding: { ...finding, ...definedOnly(place) } };
}

function definedOnly(place: { path?: string | undefined; offset?: number | undefined }): {
  path?: string;
  offset?: number;
} {
  return {
    ...(place.path !== undefined && { path: place.path }),
    ...(place.offset !== undefined && { offset: place.offset }),
  };
}
