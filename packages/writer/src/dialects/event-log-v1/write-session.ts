import type { Finding, LogEvent, StateDocument, Uint64 } from '@fxlog/format';
import type { DisplayMetadata, SessionAuthority, UsageSnapshot } from '@fxlog/format/internal';
import { type FileSystem, nodeFileSystem } from '../../fs/file-system.js';
import { withStaging } from '../../fs/with-staging.js';
import { assertAbsent, openPlace, publishSession } from '../../publish-session.js';
import type { SessionFile, SessionTarget } from '../../session-target.js';
import type { AttachmentReader } from './attachments.js';
import { checkInput } from './bad-value.js';
import { buildSession } from './build-session.js';
import type { LogItems } from './encode-log.js';
import type { EncodeOptions, LogBoundary } from './event-encoder.js';
import type { ReplacementReason, SessionHeader } from './log-item.js';

/**
 * What a new session is made of.
 *
 * * `turns` – turns (fx's or neutral ones), with `session` saying who the session is
 * * `events` – whole events, `session_started` first; with `keepHistory: false` no turn is held in memory, and no checkpoint is written
 * * `state` alone – a state, written as `session_started` and one replacement
 */
export type SessionInput =
  | { readonly turns: LogItems; readonly session: SessionHeader }
  | { readonly events: LogItems /** The id of the session, where it is known beforehand. */; readonly id?: string }
  | { readonly state: StateDocument; readonly reason?: ReplacementReason };

/** How a session is written. Everything is optional. */
export interface WriteSessionOptions
  extends Pick<EncodeOptions, 'seed' | 'identifiers' | 'generation' | 'eventIds' | 'clock' | 'keepHistory'> {
  /** Value for `authority.json` and the manifest, 32 lower-case hex digits. Default: a new one. */
  readonly authorityId?: string;
  readonly source?: SessionAuthority['source'];
  /** Gives the bytes of images, tool results and command outputs that the turns refer to. */
  readonly readAttachment?: AttachmentReader;
  /** Files of another session to be taken over; what is here is not asked of `readAttachment`. */
  readonly files?: Iterable<SessionFile> | AsyncIterable<SessionFile>;
  /** More of them, asked for once the turns have all been written: what only then is known. One that was written already is passed over. */
  readonly lateFiles?: () => Iterable<SessionFile>;
  /** A title to keep. Default: derived from the turns as fx does. */
  readonly display?: DisplayMetadata;
  /** The rich usage to keep; it must agree with the log's, else it is left out with a finding. */
  readonly usage?: UsageSnapshot;
  /** Where the growth of this generation is counted from. Default: the first frame. */
  readonly growthBase?: { readonly seq: Uint64; readonly bytes: Uint64 };
  /** Whether to write `checkpoint.json`, as long as it fits. Default true. */
  readonly checkpoint?: boolean;
  /** Makes the session the one that `fx --resume last` opens in its workspace. Only below a root. Default false. */
  readonly latest?: boolean;
  /** How long to wait for `latest.lock`, in milliseconds. Default 2000. */
  readonly timeoutMs?: number;
  /** Default: the real one. */
  readonly fileSystem?: FileSystem;
}

/** A session that now stands on the disk. */
export interface WrittenSession {
  readonly id: string;
  readonly dir: string;
  readonly authorityId: string;
  /** The end of its log, which is what its watermark says. */
  readonly boundary: LogBoundary;
  readonly historyLength: number;
  readonly updatedAtMs: LogEvent['timestamp_ms'];
  /** What fx will miss or complain about, all of it warnings. */
  readonly findings: readonly Finding[];
}

/**
 * Writes a complete new session directory that fx 0.0.5 lists, opens and resumes, and never touches an existing one.
 *
 * It is built beside its place under a name fx ignores, every file and directory synced, and renamed as a whole; a crash at any moment
 * leaves nothing or all of it. Below a root this happens under fx's `latest.lock` and fx is told to look again (`index.pending`), so
 * that a true `flock` is needed there; with `dir` it is not.
 *
 * @throws WriteError for what fx would refuse, for a place that is taken, and, with the system's error as `cause`, for what could not be
 *   written. With `published` true the session stands nevertheless.
 *
 * @example
 * await writeSession(
 *   { turns, session: { workspace_root: '/home/dev/project', preferences: { model: 'openai/gpt-5' } } },
 *   { root: '/home/dev/.fx/sessions' },
 * );
 */
export async function writeSession(
  input: SessionInput,
  target: SessionTarget,
  options: WriteSessionOptions = {},
): Promise<WrittenSession> {
  checkInput(input);
  const fileSystem = options.fileSystem ?? nodeFileSystem;
  return withStaging(fileSystem, async (stage, progress) => {
    const place = await openPlace(fileSystem, target, statedId(input));
    if (place.dir !== null) await assertAbsent(fileSystem, place.dir);
    const staging = await stage(place.parent);
    const built = await buildSession(staging, input, place.id, options);
    await staging.seal();
    const dir = await publishSession(
      fileSystem,
      staging.path,
      place,
      { ...built, workspaceRoot: built.state.workspace_root },
      options,
      progress,
    );
    const { id, authorityId, boundary, historyLength, findings } = built;
    return { id, dir, authorityId, boundary, historyLength, updatedAtMs: built.state.updated_at_ms, findings };
  });
}

/** The session id, where the input states it up front. */
function statedId(input: SessionInput): string | null {
  if ('turns' in input) return input.session.id ?? null;
  return 'state' in input ? input.state.id : (input.id ?? null);
}
