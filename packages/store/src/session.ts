import { resolve } from 'node:path';
import {
  CHILD_DIRECTORIES,
  type CommitWatermark,
  type DisplayMetadata,
  FILE_LIMITS,
  type Finding,
  isHandle,
  type RuleId,
  type SessionAuthority,
  type SessionManifest,
  type UsageSidecar,
} from '@fxlog/format';
import type { CheckpointContent } from './dialects/event-log-v1/judge/checkpoint.js';
import { readLiveWatermark } from './dialects/event-log-v1/judge/committed.js';
import { explainRead, readBelow } from './dialects/event-log-v1/judge/referenced-files.js';
import { SessionScene } from './dialects/event-log-v1/judge/session-scene.js';
import { formatOf, scanSession } from './dialects/event-log-v1/listing/summarize-session.js';
import { type ChildFile, listChildren } from './dialects/event-log-v1/sidecars/check-children.js';
import { readChildLink } from './dialects/event-log-v1/sidecars/child-record.js';
import { decodeCommandReplay, ReplayError, type ReplayFrame } from './dialects/event-log-v1/sidecars/command-replay.js';
import { decodeDisplay } from './dialects/event-log-v1/sidecars/decode-sidecar.js';
import { readUsage } from './dialects/event-log-v1/sidecars/usage-sidecar.js';
import { type ControlFile, decodeRead, fxErrorOf, unsafeWords } from './paths/control-file.js';
import { lookAtFile, readFileWithin } from './paths/safe-file.js';
import { StoreError } from './store-error.js';
import type { ChildLink, SessionFormat } from './summary.js';

/** A small control file of a session: decoded, absent, or present but not usable. */
export type Sidecar<T> =
  | { readonly state: 'present'; readonly file: string; readonly bytes: Uint8Array; readonly value: T }
  | { readonly state: 'absent'; readonly file: string }
  | { readonly state: 'invalid'; readonly file: string; readonly finding: Finding };

/** A file that a log refers to: its bytes, or the finding that says why there are none. */
export type Artifact =
  | { readonly ok: true; readonly file: string; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly file: string; readonly finding: Finding };

/** A decoded command replay, or the finding that says why there is none. */
export type CommandReplay =
  | { readonly ok: true; readonly file: string; readonly frames: readonly ReplayFrame[] }
  | { readonly ok: false; readonly file: string; readonly finding: Finding };

/** Where the log is and how much of it counts. */
export interface SessionLog {
  readonly path: string;
  /** Size of the file in bytes. */
  readonly size: number;
  /** Generation named by the first frame; null when that frame does not decode. */
  readonly generation: string | null;
  /**
   * How many bytes the watermark commits; read the log with `{ end: committedBytes }`. Null when there is no usable
   * watermark: fx refuses such a session, a lenient reader may take the whole file.
   */
  readonly committedBytes: number | null;
}

/**
 * A session directory, opened for reading. Nothing is read before it is asked for, nothing is ever written, and no name that a log mentions leads
 * out of the directory: every component is looked at without following links.
 *
 * @example
 * const session = openSession('/home/dev/.fx/sessions/…');
 * const log = session.log();
 * if (log !== null) for await (const items of assembleTurns(log.path, log.committedBytes === null ? {} : { end: log.committedBytes })) …
 */
export class Session {
  readonly id: string;
  readonly format: SessionFormat;
  private readonly scene: SessionScene;

  /** @internal See `openSession`. */
  constructor(
    /** Absolute path of the session directory. */
    readonly dir: string,
  ) {
    this.scene = new SessionScene(dir);
    this.id = this.scene.id;
    this.format = formatOf(dir, scanSession(dir, this.id));
  }

  /** The log; null when there is none that may be opened, for which `verifySession` has the reasons. */
  log(): SessionLog | null {
    const log = this.scene.log;
    if (log === null) return null;
    const first = log.firstFrame();
    const watermark = this.watermark();
    const end = watermark.state === 'present' ? watermark.value.through_event_log_bytes : null;
    return {
      path: log.path,
      size: log.size,
      generation: first.ok ? first.generation : null,
      committedBytes: end === null || end > log.size ? null : Number(end),
    };
  }

  manifest(): Sidecar<SessionManifest> {
    return sidecar('session.json', this.scene.manifest);
  }

  authority(): Sidecar<SessionAuthority> {
    return sidecar('authority.json', this.scene.authority);
  }

  /** The watermark of the live generation; one of another session is invalid. */
  watermark(): Sidecar<CommitWatermark> {
    const first = this.scene.log?.firstFrame();
    if (first === undefined || !first.ok) return { state: 'absent', file: 'commit.json' };
    const live = readLiveWatermark(this.scene, first.generation);
    const file = `commit.${first.generation}.json`;
    const read = sidecar(file, this.scene.watermark(first.generation));
    if (live.ok || read.state !== 'present') return read;
    return { state: 'invalid', file, finding: invalid(file, live.reason) };
  }

  /** The checkpoint; its history stands in `turns`, beside the state. */
  checkpoint(): Sidecar<CheckpointContent> {
    return sidecar('checkpoint.json', this.scene.checkpoint);
  }

  display(): Sidecar<DisplayMetadata> {
    const file = 'display.json';
    const read = readFileWithin(`${this.dir}/${file}`, FILE_LIMITS.display, true);
    return sidecar(file, decodeRead(read, FILE_LIMITS.display, decodeDisplay));
  }

  /** What makes it a child of another session, read leniently; null for an ordinary one (session-directory §5.4). */
  child(): ChildLink | null {
    return readChildLink(this.dir);
  }

  usage(): Sidecar<UsageSidecar> {
    return sidecar('usage-v2.json', readUsage(this.dir));
  }

  /** The snapshot of an image, by the locator that the log carries (`images/image-…bin`). */
  image(locator: string): Artifact {
    if (!/^images\/image-\d{1,20}-[0-9a-f]{16}\.bin$/.test(locator)) {
      return refused(
        'images',
        'store/image-locator',
        `${JSON.stringify(locator.slice(0, 200))} is no locator of an image`,
      );
    }
    return this.read(locator, FILE_LIMITS.image);
  }

  /** A tool result kept apart, by its handle. */
  toolResult(handle: string): Artifact {
    if (!isHandle(handle)) return badHandle('tool-results', handle);
    return this.read(`tool-results/${handle}`, FILE_LIMITS.toolResult);
  }

  /** A command replay, by its handle. */
  commandReplay(handle: string): CommandReplay {
    if (!isHandle(handle)) return badHandle('logs/commands', handle);
    const artifact = this.read(`logs/commands/${handle}`, FILE_LIMITS.commandOutput);
    if (!artifact.ok) return artifact;
    try {
      return { ok: true, file: artifact.file, frames: decodeCommandReplay(artifact.bytes) };
    } catch (error) {
      if (!(error instanceof ReplayError)) throw error;
      const finding = { ...warning(artifact.file, 'store/replay-invalid', error.message), offset: error.offset };
      return { ok: false, file: artifact.file, finding };
    }
  }

  /** Any other file below a child directory, by its path relative to the session directory. */
  artifact(file: string): Artifact {
    const isChild = CHILD_DIRECTORIES.some((directory) => file.startsWith(`${directory}/`));
    if (!isChild)
      return refused('.', 'store/path-escapes', `${JSON.stringify(file.slice(0, 200))} is in no child directory`);
    return this.read(file, FILE_LIMITS.webFetchArtifact);
  }

  /** The plain files in `images/`, `tool-results/`, `logs/commands/`, `artifacts/…` and the other child directories. */
  children(): readonly ChildFile[] {
    return listChildren(this.dir);
  }

  private read(file: string, limit: number): Artifact {
    const read = readBelow(this.dir, file, limit);
    if (read.state === 'read') return { ok: true, file, bytes: read.bytes };
    const { rule, reason } = explainRead(read);
    return refused(file, rule, reason);
  }
}

const warning = (file: string, rule: RuleId, reason: string): Finding => ({
  rule,
  severity: 'warning',
  message: `${file}: ${reason}.`,
  file,
});

const refused = (file: string, rule: RuleId, reason: string): { ok: false; file: string; finding: Finding } => ({
  ok: false,
  file,
  finding: warning(file, rule, reason),
});

const badHandle = (store: string, handle: string): { ok: false; file: string; finding: Finding } =>
  refused(store, 'store/handle-invalid', `the handle ${JSON.stringify(handle.slice(0, 200))} cannot be a file name`);

const invalid = (file: string, reason: string): Finding => warning(file, 'store/sidecar-invalid', reason);

function sidecar<T>(file: string, read: ControlFile<T>): Sidecar<T> {
  if (read.state === 'ok') return { state: 'present', file, bytes: read.bytes, value: read.value };
  if (read.state === 'absent') return { state: 'absent', file };
  const finding = invalid(file, fxErrorOf(read, 'FileNotFound')?.reason ?? 'it cannot be used');
  const place = read.state === 'invalid' ? { path: read.path, offset: read.offset } : {};
  return { state: 'invalid', file, finding: { ...finding, ...definedOnly(place) } };
}

const definedOnly = (place: {
  path?: string | undefined;
  offset?: number | undefined;
}): { path?: string; offset?: number } => ({
  ...(place.path !== undefined && { path: place.path }),
  ...(place.offset !== undefined && { offset: place.offset }),
});

/**
 * Opens a session directory.
 *
 * @throws StoreError `not-found` or `not-a-directory`; a link in its place is `unsafe-path`. Whatever is wrong inside shows where it is asked for.
 */
export async function openSession(dir: string): Promise<Session> {
  const path = resolve(dir);
  const look = lookAtFile(path);
  if (look.state === 'absent') throw new StoreError('not-found', `There is no directory ${path}.`, path);
  if (look.state === 'refused') throw new StoreError('io', `${path} cannot be looked at (${look.code}).`, path);
  if (look.state === 'file') throw new StoreError('not-a-directory', `${path} is a file.`, path);
  if (look.kind === 'symlink') {
    throw new StoreError(
      'unsafe-path',
      `${path} is a symbolic link, which fx refuses (SessionPathUnsafe). Name its target.`,
      path,
    );
  }
  if (look.kind !== 'directory') throw new StoreError('not-a-directory', `${path} is ${unsafeWords(look.kind)}.`, path);
  return new Session(path);
}
