import { resolve } from 'node:path';
import type { Finding } from '@fxlog/format';
import { FILE_LIMITS, type Image } from '@fxlog/format/internal';
import {
  type SessionTarget,
  seededIdentifiers,
  WriteError,
  type WriteSessionOptions,
  writeSession,
} from '@fxlog/writer';
import { nodeFileSystem, randomIdentifiers } from '@fxlog/writer/internal';
import { readBelow } from '../../../paths/read-below.js';
import { carriedFiles } from '../change/carried-files.js';
import { keptGrowthBase, keptSidecars } from '../change/kept-sidecars.js';
import { openEventLog } from '../change/open-event-log.js';
import { renumberedFindings } from '../change/renumber-images.js';
import { replaceLog } from './replace-log.js';
import { planLog, type RewriteChange, type RewrittenLog } from './rewritten-log.js';
import { newGeneration, type RewriteContext, type RewrittenSession, sizeOf } from './rewritten-session.js';

/** How a session is rewritten: at most one change, and how the result is written. */
export interface RewriteOptions
  extends RewriteChange,
    Pick<WriteSessionOptions, 'seed' | 'identifiers' | 'clock' | 'latest' | 'timeoutMs' | 'fileSystem'> {
  /** With `replace`: first copy the session as it is into the trash (see `trashOf`). Default false: the old log is gone once the new one stands. */
  readonly keepCopy?: boolean;
}

/** Where a rewritten session goes: to a new directory, or into the place of the old one. */
export type RewriteTarget = SessionTarget | 'replace';

/**
 * Writes the log of a session anew from its events: without a change with the same identifiers, byte for byte what fx wrote; compacted, without
 * superseded recovery checkpoints, or moved to another workspace, as a new generation. Numbers, offsets, watermark, manifest and checkpoint
 * are made anew; images, tool results and the other files of the session come along, each checked on the way. Where two images have one number, for
 * which fx refuses every prompt, one more event gives each its own.
 *
 * * To a **new directory** the source is only read, and may be in use.
 * * With **`replace`** the new log takes the place of the old one by fx's own protocol for log compaction (session-directory §3.6), under fx's
 *   locks: it is written and checked beside the old one, which stands until one rename. A crash at any moment leaves a session with the old
 *   log or the new one; where it left `commit.pending.json`, the next fx settles the rest.
 *
 * @throws WriteError for a source that fx could not read and for what fx would refuse. With `published` true the new log stands nevertheless.
 *
 * @example
 * await rewriteSession(dir, 'replace', { compact: true });
 */
export async function rewriteSession(
  dir: string,
  target: RewriteTarget,
  options: RewriteOptions = {},
): Promise<RewrittenSession> {
  const change = onlyChange(options);
  const context: RewriteContext = {
    fileSystem: options.fileSystem ?? nodeFileSystem,
    identifiers:
      options.identifiers ?? (options.seed === undefined ? randomIdentifiers() : seededIdentifiers(options.seed)),
    timeMs: (options.clock ?? Date.now)(),
    timeoutMs: options.timeoutMs ?? 2000,
    keepCopy: options.keepCopy ?? false,
  };
  const path = resolve(dir);
  if (target !== 'replace') return writeElsewhere(path, target, change, context, options.latest ?? false);
  if (change === null) {
    throw new WriteError({ rule: 'change/nothing-to-do', message: `${path} would be replaced by itself.`, file: path });
  }
  return replaceLog(path, change, context);
}

async function writeElsewhere(
  dir: string,
  target: SessionTarget,
  change: RewriteChange | null,
  { fileSystem, identifiers, timeMs, timeoutMs }: RewriteContext,
  latest: boolean,
): Promise<RewrittenSession> {
  const session = await openEventLog(dir, fileSystem);
  const plan = await planLog(session, change ?? {}, fileSystem, timeMs, needsHistory(change));
  const { items, droppedCheckpoints, renamedImages } = plan;
  const isSame = change === null && renamedImages.size === 0;
  const left: Finding[] = [];
  const written = await writeSession({ events: items, id: session.id }, target, {
    keepHistory: 'checkpoint',
    ...keptSidecars(session),
    ...(isSame ? keptGrowthBase(session) : {}),
    generation: isSame ? session.boundary.generation : newGeneration(identifiers, session.boundary),
    files: carriedFiles(dir, left),
    readAttachment: async (ref) => (ref.kind === 'image' ? imageBytes(dir, ref.image, renamedImages) : null),
    identifiers,
    latest,
    timeoutMs,
    fileSystem,
  });
  return {
    id: written.id,
    dir: written.dir,
    boundary: written.boundary,
    historyLength: written.historyLength,
    updatedAtMs: written.updatedAtMs,
    before: sizeOf(session.boundary),
    after: sizeOf(written.boundary),
    droppedCheckpoints,
    keptCopy: null,
    findings: [...left, ...written.findings, ...renumberedFindings(renamedImages)],
  };
}

/** A compaction is written of the state, and a move is judged by it. */
function needsHistory(change: RewriteChange | null): boolean {
  return change?.compact === true || change?.rebind !== undefined;
}

/** An image that has another number than the file that is carried along. */
function imageBytes(
  dir: string,
  { snapshot_path: path }: Image,
  renamed: RewrittenLog['renamedImages'],
): Uint8Array | null {
  if (typeof path !== 'string') return null;
  const read = readBelow(dir, renamed.get(path) ?? path, FILE_LIMITS.image);
  return read.state === 'read' ? read.bytes : null;
}

function onlyChange({ compact, dropCheckpoints, rebind }: RewriteOptions): RewriteChange | null {
  const changes: RewriteChange[] = [];
  if (compact) changes.push({ compact });
  if (dropCheckpoints) changes.push({ dropCheckpoints });
  if (rebind !== undefined) changes.push({ rebind });
  if (changes.length > 1) throw new TypeError('compact, dropCheckpoints and rebind are one change each');
  return changes[0] ?? null;
}
