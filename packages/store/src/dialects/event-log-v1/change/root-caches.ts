/** What fx keeps beside its sessions and must learn of a change: `index.pending`, the pointers in `latest/`, deferred tokens (session-directory §5). */

import { join } from 'node:path';
import type { Uint64 } from '@fxlog/format';
import { FILE_LIMITS, type LogPosition } from '@fxlog/format/internal';
import { stringifyJson } from '@fxlog/json';
import { WriteError } from '@fxlog/writer';
import {
  durableReplace,
  encodeLatestPointer,
  type FileSystem,
  latestPointerName,
  orUndo,
  withFlock,
} from '@fxlog/writer/internal';
import { readLatest } from '../../../root/latest-pointer.js';
import { ensureDirectory, markIndexOutdated, removePointer } from '../../../root/outdated-caches.js';
import { newestFirst } from '../../../root/session-order.js';

/** A session whose commit the caches are to follow. */
export interface Publication {
  readonly root: string | null;
  readonly id: string;
  /** Before the commit, and after it. */
  readonly workspaces: { readonly before: string; readonly after: string };
  /** After the commit. */
  readonly updatedAtMs: Uint64;
  readonly timeoutMs: number;
  /** Whether the commit may go on while somebody else holds `latest.lock`; fx allows it for appends alone. */
  readonly mayDefer: boolean;
}

/** How the caches learn of the commit. */
export type Published =
  /** Pointer and index mark are written. */
  | 'published'
  /** `latest.lock` was busy: a token says that the caches are behind. */
  | 'deferred'
  /** The session lies in no root. */
  | 'unlisted';

/**
 * Runs a commit and lets the caches follow it, in fx's order (session-directory §5.3): mark and pending pointers before, ready pointers after.
 * The index itself is left to fx, which rebuilds it where `index.pending` lies.
 *
 * @param commit does it; is given what it must await just before the watermark moves.
 */
export async function publishAround<T>(
  fileSystem: FileSystem,
  publication: Publication,
  commit: (announce: (proposed: LogPosition) => Promise<void>) => Promise<T>,
): Promise<{ readonly result: T; readonly published: Published }> {
  const { root, timeoutMs, mayDefer } = publication;
  const nothing = async (): Promise<void> => undefined;
  if (root === null) return { result: await commit(nothing), published: 'unlisted' };
  let isHeld = false;
  try {
    return await withFlock(join(root, 'latest.lock'), { timeoutMs, fileSystem }, async () => {
      isHeld = true;
      const pointers = new Pointers(fileSystem, root, publication);
      await markIndexOutdated(fileSystem, root);
      await pointers.suspend();
      const result = await orUndo(
        () => commit(nothing),
        (error) => pointers.putBack(error),
      );
      await pointers.restore();
      return { result, published: 'published' as const };
    });
  } catch (error) {
    const isBusy = error instanceof WriteError && error.rule === 'lock/busy' && !isHeld;
    if (!isBusy || !mayDefer) throw error;
  }
  const result = await commit((proposed) => writeToken(fileSystem, root, publication, proposed));
  return { result, published: 'deferred' };
}

interface Ready {
  readonly id: string;
  readonly updatedAtMs: Uint64;
}

/** The pointers of the workspaces that a session is in and comes into. */
class Pointers {
  readonly #remembered = new Map<string, Ready>();
  readonly #workspaces: readonly string[];

  readonly #fileSystem: FileSystem;
  readonly #root: string;
  readonly #publication: Publication;

  constructor(fileSystem: FileSystem, root: string, publication: Publication) {
    this.#fileSystem = fileSystem;
    this.#root = root;
    this.#publication = publication;
    const { before, after } = publication.workspaces;
    this.#workspaces = [...new Set([before, after])];
  }

  /** Remembers what is ready and says that something is under way. */
  async suspend(): Promise<void> {
    await ensureDirectory(this.#fileSystem, join(this.#root, 'latest'));
    for (const workspace of this.#workspaces) {
      const pointer = readLatest(this.#root, workspace);
      if (pointer?.status === 'ready' && pointer.sessionId !== null && pointer.updatedAtMs !== null) {
        this.#remembered.set(workspace, { id: pointer.sessionId, updatedAtMs: pointer.updatedAtMs });
      }
      await this.#write(workspace, this.#publication.id, null);
    }
  }

  /** After a commit that failed: as it was before. One that stands nevertheless leaves the pointers pending, and fx looks for itself. */
  async putBack(error: unknown): Promise<void> {
    if (error instanceof WriteError && error.published) return;
    for (const workspace of this.#workspaces) {
      const remembered = this.#remembered.get(workspace);
      if (remembered === undefined) await removePointer(this.#fileSystem, this.#root, workspace);
      else await this.#write(workspace, remembered.id, remembered.updatedAtMs);
    }
  }

  /** Points to this session, or back to what was there if that is newer. */
  async restore(): Promise<void> {
    const { id, updatedAtMs, workspaces } = this.#publication;
    for (const workspace of this.#workspaces) {
      const own = workspace === workspaces.after ? { id, updatedAtMs } : null;
      const remembered = this.#remembered.get(workspace) ?? null;
      const other = remembered?.id === id ? null : remembered;
      const next = own === null || (other !== null && newestFirst(other, own) < 0) ? other : own;
      if (next !== null) await this.#write(workspace, next.id, next.updatedAtMs);
      else await removePointer(this.#fileSystem, this.#root, workspace);
    }
  }

  async #write(workspace: string, id: string, updatedAtMs: Uint64 | null): Promise<void> {
    const pointer = encodeLatestPointer(workspace, id, updatedAtMs);
    // Only a path full of control characters gets there; fx would not read such a pointer.
    if (pointer.length > FILE_LIMITS.latestPointer) return;
    await durableReplace(this.#fileSystem, join(this.#root, 'latest', latestPointerName(workspace)), pointer);
  }
}

/** Says that the caches are behind (session-directory §5.3): from now on fx replays this session when it lists. */
async function writeToken(
  fileSystem: FileSystem,
  root: string,
  { id, workspaces }: Publication,
  proposed: LogPosition,
): Promise<void> {
  await ensureDirectory(fileSystem, join(root, 'latest'));
  await ensureDirectory(fileSystem, join(root, 'latest/deferred'));
  const { log_generation, through_seq, through_event_id, through_event_log_bytes } = proposed;
  const position = { log_generation, through_seq, through_event_id, through_event_log_bytes };
  const token = { schema_version: 1, session_id: id, workspace_root: workspaces.after, position };
  await durableReplace(fileSystem, join(root, 'latest/deferred', id), Buffer.from(`${stringifyJson(token)}\n`));
}
