/** What `fx sessions` of 0.0.5 would print for a root (session-directory §5.1, §6.2). */

import { opendirSync } from 'node:fs';
import { FILE_LIMITS, MAX_DEFERRED_TOKENS, type SessionIndexRow } from '@fxlog/format/internal';
import pLimit from 'p-limit';
import { fxErrorOf, readControlFile } from '../../../paths/control-file.js';
import { errorCode, lookAtFile } from '../../../paths/safe-file.js';
import { readRootEntries } from '../../../root/root-entries.js';
import { newestFirst } from '../../../root/session-order.js';
import type { FxListing, FxSessionRow } from '../../../summary.js';
import { judgeCommitted } from '../judge/committed.js';
import { SessionFiles } from '../judge/session-files.js';
import { decodeIndex } from '../sidecars/decode-sidecar.js';
import { readDisplay } from '../sidecars/display.js';
import { isStale, scanSession } from './summarize-session.js';
import { UNTITLED } from './untitled.js';

/** Options of `listAsFx`. */
export interface FxListOptions {
  /** The directory that `fx sessions` is run in; without it as with `--all`. */
  readonly workspace?: string;
  /** 1…100, default 100. */
  readonly limit?: number;
  /** `v1:<updated_at_ms>:<id>`, from a previous page. */
  readonly cursor?: string;
}

interface Page {
  readonly rows: readonly FxSessionRow[];
  readonly hasMore: boolean;
}

/** How many logs are replayed at once when the caches are behind. */
const REPLAYS_AT_ONCE = 4;

/** Lists a root as fx does: the index page where fx would believe it, else a scan. */
export async function listAsFx(root: string, options: FxListOptions = {}): Promise<FxListing> {
  const deferred = readDeferred(root);
  const index = readIndex(root, deferred);
  if ('rows' in index) {
    const page = pageOf(index.rows.map(indexRow), options);
    const untitled = page.rows.some((row) => row.history_len > 0 && index.untitled.has(row.id));
    if (!untitled) return listing('index', page, 0);
    return scan(root, options, deferred, 'a row of the page has turns but no title');
  }
  return scan(root, options, deferred, index.refused);
}

function listing(
  source: FxListing['source'],
  { rows, hasMore }: Page,
  skippedInvalid: number,
  indexRefused?: string,
): FxListing {
  const last = rows.at(-1);
  return {
    source,
    sessions: rows,
    skippedInvalid,
    hasMore,
    ...(indexRefused !== undefined && { indexRefused }),
    ...(hasMore && last !== undefined && { nextCursor: `v1:${last.updated_at_ms}:${last.id}` }),
  };
}

function key(row: FxSessionRow): { id: string; updatedAtMs: number | bigint } {
  return {
    id: row.id,
    updatedAtMs: row.updated_at_ms,
  };
}

function pageOf(rows: readonly FxSessionRow[], { workspace, limit = 100, cursor }: FxListOptions): Page {
  const mine = workspace === undefined ? rows : rows.filter((row) => row.workspace_root === workspace);
  const sorted = [...mine].sort((a, b) => newestFirst(key(a), key(b)));
  const after = cursor === undefined ? null : /^v1:(-?\d{1,19}):(.+)$/.exec(cursor);
  const rest =
    after === null
      ? sorted
      : sorted.filter((row) => newestFirst(key(row), { id: after[2] ?? '', updatedAtMs: BigInt(after[1] ?? 0) }) > 0);
  const size = Math.min(Math.max(limit, 1), 100);
  return { rows: rest.slice(0, size), hasMore: rest.length > size };
}

function indexRow(row: SessionIndexRow): FxSessionRow {
  return {
    id: row.id,
    title: row.title ?? UNTITLED,
    preview: row.preview ?? null,
    workspace_root: row.workspace_root ?? null,
    origin_workspace_root: row.origin_workspace_root ?? null,
    created_at_ms: row.created_at_ms,
    updated_at_ms: row.updated_at_ms,
    history_len: row.history_len,
    conversation_language: row.conversation_language,
  };
}

/** Ids under `latest/deferred/`: sessions whose commits the caches have not seen. `all` when the directory cannot be read. */
type Deferred = ReadonlySet<string> | 'all';

function readDeferred(root: string): Deferred {
  const path = `${root}/latest/deferred`;
  const look = lookAtFile(path);
  if (look.state === 'absent') return new Set();
  if (look.state !== 'unsafe' || look.kind !== 'directory' || (look.stats.mode & 0o777) !== 0o700) return 'all';
  const names = new Set<string>();
  try {
    const directory = opendirSync(path);
    try {
      for (let entry = directory.readSync(); entry !== null; entry = directory.readSync()) {
        if (names.add(entry.name).size > MAX_DEFERRED_TOKENS) return 'all';
      }
    } finally {
      directory.closeSync();
    }
  } catch (error) {
    // Whatever the reason, what cannot be read cannot be trusted: every session is replayed.
    if (errorCode(error) === 'ENOENT') return new Set();
    return 'all';
  }
  return names;
}

/** The rows of an index that fx would believe, or why it would not. */
function readIndex(
  root: string,
  deferred: Deferred,
): { rows: readonly SessionIndexRow[]; untitled: ReadonlySet<string> } | { refused: string } {
  if (lookAtFile(`${root}/index.pending`).state !== 'absent')
    return { refused: 'index.pending says that it is out of date' };
  if (deferred === 'all' || deferred.size > 0) return { refused: 'there are deferred tokens' };
  const index = readControlFile(`${root}/index.json`, FILE_LIMITS.index, decodeIndex);
  if (index.state !== 'ok') return { refused: `index.json: ${fxErrorOf(index, 'FileNotFound')?.reason ?? ''}` };
  if ((index.mode & 0o777) !== 0o600) return { refused: 'index.json does not have mode 0600' };
  const untitled = index.value.filter((row) => typeof row.title !== 'string').map((row) => row.id);
  return { rows: index.value, untitled: new Set(untitled) };
}

async function scan(root: string, options: FxListOptions, deferred: Deferred, refused: string): Promise<FxListing> {
  const limit = pLimit(REPLAYS_AT_ONCE);
  const rows = await Promise.all(
    readRootEntries(root).candidates.map((id) => {
      const dir = `${root}/${id}`;
      const believed = scanRow(dir, id);
      if (believed.row === null) return null;
      const named = deferred === 'all' || deferred.has(id);
      const doubtful = deferred === 'all' || (deferred.size > 0 && believed.stale);
      return named || doubtful ? limit(() => replayedRow(dir, believed.row)) : believed.row;
    }),
  );
  const readable = rows.filter((row) => row !== null);
  return listing('scan', pageOf(readable, options), rows.length - readable.length, refused);
}

function scanRow(dir: string, id: string): { row: FxSessionRow | null; stale: boolean } {
  const { answer, log } = scanSession(dir, id);
  if (!answer.listed) return { row: null, stale: false };
  const { manifest, legacy, display } = answer;
  if (manifest !== undefined) {
    const row: FxSessionRow = {
      id,
      title: display?.title ?? UNTITLED,
      preview: display?.preview ?? null,
      workspace_root: manifest.workspace_root,
      origin_workspace_root: manifest.origin_workspace_root,
      created_at_ms: manifest.created_at_ms,
      updated_at_ms: manifest.updated_at_ms,
      history_len: manifest.history_len,
      conversation_language: manifest.conversation_language,
    };
    return { row, stale: log === undefined || isStale(manifest, log) };
  }
  if (legacy === undefined) return { row: null, stale: false };
  const row: FxSessionRow = {
    id,
    title: UNTITLED,
    preview: null,
    workspace_root: legacy.workspaceRoot,
    origin_workspace_root: legacy.workspaceRoot,
    created_at_ms: legacy.createdAtMs,
    updated_at_ms: legacy.updatedAtMs,
    history_len: legacy.historyLen,
    conversation_language: legacy.conversationLanguage,
  };
  return { row, stale: false };
}

/** A row from the log instead of the manifest (session-directory §5.3). */
async function replayedRow(dir: string, believed: FxSessionRow | null): Promise<FxSessionRow | null> {
  const files = new SessionFiles(dir, false);
  if (files.classification.kind === 'legacy') return believed;
  const committed = await judgeCommitted(files);
  if (!committed.ok) return null;
  const { state, turns } = committed.result;
  const display = readDisplay(dir);
  return {
    id: files.id,
    title: display?.title ?? UNTITLED,
    preview: display?.preview ?? null,
    workspace_root: state.workspace_root,
    origin_workspace_root: state.origin_workspace_root,
    created_at_ms: state.created_at_ms,
    updated_at_ms: state.updated_at_ms,
    history_len: turns,
    conversation_language: state.conversation_language,
  };
}
