import type {
  CheckpointDocument,
  CommitWatermark,
  DisplayMetadata,
  Finding,
  SessionAuthority,
  SessionManifest,
  UsageSidecar,
} from '@fxlog/format';
import type { SessionFormat } from './summary.js';

/** A small control file of a session: decoded, absent, or present but not usable. */
export type Sidecar<T> =
  | { readonly state: 'present'; readonly file: string; readonly bytes: Uint8Array; readonly value: T }
  | { readonly state: 'absent'; readonly file: string }
  | { readonly state: 'invalid'; readonly file: string; readonly finding: Finding };

/** A file that a log refers to: its bytes, or the finding that says why there are none. */
export type Artifact =
  | { readonly ok: true; readonly file: string; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly file: string; readonly finding: Finding };

/** One frame of a command replay: what a command wrote, in order (session-directory §4.5). */
export interface ReplayFrame {
  readonly stream: 'stdout' | 'stderr';
  readonly bytes: Uint8Array;
}

/** A decoded command replay, or the finding that says why there is none. */
export type CommandReplay =
  | { readonly ok: true; readonly file: string; readonly frames: readonly ReplayFrame[] }
  | { readonly ok: false; readonly file: string; readonly finding: Finding };

/** A file under one of the session's child directories, as it lies there. */
export interface ChildFile {
  /** Path relative to the session directory, `/`-separated. */
  readonly file: string;
  readonly size: number;
}

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
 * A session directory, opened for reading. Nothing is read before it is asked for, nothing is ever written, and no name
 * that a log mentions leads out of the directory: every component is looked at without following links.
 */
export interface SessionApi {
  readonly dir: string;
  readonly id: string;
  readonly format: SessionFormat;
  /** Null when there is no log that could be opened; `findings` of `verifySession` say why. */
  log(): SessionLog | null;
  manifest(): Sidecar<SessionManifest>;
  authority(): Sidecar<SessionAuthority>;
  /** Of the live generation. */
  watermark(): Sidecar<CommitWatermark>;
  checkpoint(): Sidecar<CheckpointDocument>;
  display(): Sidecar<DisplayMetadata>;
  usage(): Sidecar<UsageSidecar>;
  /** The snapshot of an image, by the locator that the log carries (`images/image-…bin`). */
  image(locator: string): Artifact;
  /** A tool result kept apart, by its handle. */
  toolResult(handle: string): Artifact;
  /** A command replay, by its handle. */
  commandReplay(handle: string): CommandReplay;
  /** Any other file below a child directory, by its path relative to the session directory. */
  artifact(file: string): Artifact;
  /** What lies in `images/`, `tool-results/`, `logs/commands/`, `artifacts/…`. */
  children(): readonly ChildFile[];
}
