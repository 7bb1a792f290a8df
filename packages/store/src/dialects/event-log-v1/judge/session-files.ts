import { basename } from 'node:path';
import {
  type AuthorityIntent,
  type CommitIntent,
  type CommitWatermark,
  FILE_LIMITS,
  type SessionAuthority,
  type SessionManifest,
} from '@fxlog/format/internal';
import { oldLogOf } from '../../../migration.js';
import { type ControlFile, readControlFile } from '../../../paths/control-file.js';
import { type FileLook, lookAtFile } from '../../../paths/safe-file.js';
import { type CheckpointContent, readCheckpoint } from '../sidecars/checkpoint.js';
import { decodeAuthority, decodeCommitIntent, decodeManifest, decodeWatermark } from '../sidecars/decode-sidecar.js';
import { type Classification, classify, readAuthorityIntent } from './classify.js';
import { type Claim, LogReplayer } from './log-replayer.js';

/**
 * One session directory while it is being judged: every control file is read at most once and handed to whoever asks. Limits are those
 * of fx's log reader; the discovery reader's own are applied where they differ.
 */
export class SessionFiles {
  readonly id: string;
  readonly #cells = new Map<string, unknown>();

  constructor(
    /** Absolute path of the session directory. */
    readonly dir: string,
    /** Whether the log is compared with what `checkpoint.json` claims. */
    readonly comparesCheckpoint = true,
    readonly signal?: AbortSignal,
  ) {
    this.id = basename(dir);
  }

  #once<T>(key: string, make: () => T): T {
    if (!this.#cells.has(key)) this.#cells.set(key, make());
    return this.#cells.get(key) as T;
  }

  /** The directory itself, not following a link. A real directory comes back as `unsafe`, kind `directory`. */
  get directory(): FileLook {
    return this.#once('directory', () => lookAtFile(this.dir));
  }

  /** Permission bits of the directory. */
  get mode(): number {
    const look = this.directory;
    return look.state === 'unsafe' || look.state === 'file' ? look.stats.mode & 0o777 : 0;
  }

  get classification(): Classification {
    return this.#once('classification', () => classify(this.dir, this.id));
  }

  get authorityIntent(): ControlFile<AuthorityIntent> {
    return this.#once('authorityIntent', () => readAuthorityIntent(this.dir));
  }

  get commitIntent(): ControlFile<CommitIntent> {
    return this.#once('commitIntent', () =>
      readControlFile(`${this.dir}/commit.pending.json`, FILE_LIMITS.intent, decodeCommitIntent),
    );
  }

  /** Exact keys, as the log reader wants them. */
  get authority(): ControlFile<SessionAuthority> {
    return this.#once('authority', () =>
      readControlFile(`${this.dir}/authority.json`, FILE_LIMITS.authority, decodeAuthority),
    );
  }

  get manifest(): ControlFile<SessionManifest> {
    return this.#once('manifest', () =>
      readControlFile(`${this.dir}/session.json`, FILE_LIMITS.manifest, decodeManifest),
    );
  }

  get checkpoint(): ControlFile<CheckpointContent> {
    return this.#once('checkpoint', () => readCheckpoint(this.dir));
  }

  watermark(generation: string): ControlFile<CommitWatermark> {
    return this.#once(`watermark ${generation}`, () =>
      readControlFile(`${this.dir}/commit.${generation}.json`, FILE_LIMITS.watermark, decodeWatermark),
    );
  }

  look(file: string): FileLook {
    return this.#once(`look ${file}`, () => lookAtFile(`${this.dir}/${file}`));
  }

  /** What the checkpoint claims, when it decodes and belongs to this session. */
  get #claim(): Claim | undefined {
    if (!this.comparesCheckpoint || this.checkpoint.state !== 'ok') return undefined;
    const { session_id: id, through_event_log_bytes: end, state, turns } = this.checkpoint.value;
    return id === this.id && end <= Number.MAX_SAFE_INTEGER ? { end: Number(end), state, turns } : undefined;
  }

  /** Name of the log that counts. */
  get logFile(): string {
    return this.#once('logFile', () => oldLogOf(this.dir));
  }

  /** Null unless the log is a regular file with one link that its owner may read. */
  get log(): LogReplayer | null {
    return this.#once('log', () => {
      const look = this.look(this.logFile);
      if (look.state !== 'file' || (look.stats.mode & 0o400) === 0) return null;
      return new LogReplayer(`${this.dir}/${this.logFile}`, look, this.#claim, this.signal);
    });
  }
}
