import type { Finding, RuleId } from '@fxlog/format';
import {
  blobOfHandle,
  type DisplayMetadata,
  type HandleFolder,
  isHandle,
  isSegment,
  type MovedFiles,
  readConversationSidecar,
  readMovedFiles,
  readSessionPrefs,
  readSessionUsage,
  type UsageSidecar,
} from '@fxlog/format/internal';
import type { ChildFile } from '../../paths/child-directories.js';
import { decodeCommandReplay } from '../../paths/command-replay.js';
import { entriesOf, statsOf } from '../../paths/safe-file.js';
import type { Artifact, CommandReplay, Session, SessionRead, SessionSettings, Sidecar } from '../../session.js';
import type { SessionDirectory } from '../../session-directory.js';
import type { SessionFacts } from '../../session-facts.js';
import { StoreError } from '../../store-error.js';
import type { ChildLink } from '../../summary.js';
import { BLOBS, BlobStore, blobFinding } from './blobs.js';
import { lookAtLog, textIn, textOf } from './look.js';
import { LOG } from './place.js';
import { childOf, openFindings, summarizeSession, unreadableLog } from './summarize.js';

/** A session of the store `v2/`. All that it keeps is in its log and in its blobs. */
export class SessionsV2Session implements Session {
  readonly id: string;
  readonly dir: string;
  readonly format = 'sessions-v2';
  readonly #directory: SessionDirectory;
  readonly #blobs: BlobStore;
  #moved: MovedFiles | undefined;

  /** @internal See `openSession`. */
  constructor(directory: SessionDirectory) {
    this.id = directory.id;
    this.dir = directory.dir;
    this.#directory = directory;
    this.#blobs = new BlobStore(directory.dir);
  }

  /** Whole lines are committed; what a crash left behind them is passed over by every reader (newer-formats §7.6). */
  read(): SessionRead {
    const look = lookAtLog(this.#directory);
    const size = this.#directory.sizeOf(LOG);
    if (look === null || size === null) return { ok: false, finding: unreadableLog() };
    const end = look.isTorn && look.open.cutAt !== undefined ? look.open.cutAt : undefined;
    const findings = look.open.verdict === 'accept' ? openFindings(look) : [];
    return {
      ok: true,
      path: `${this.dir}/${LOG}`,
      source: `${this.dir}/${LOG}`,
      file: LOG,
      size,
      end,
      last: null,
      findings,
      readBlob: this.#blobs.read,
    };
  }

  facts(): SessionFacts {
    const { title, workspaceRoot, originWorkspaceRoot, conversationLanguage, ...rest } = summarizeSession(
      this.#directory,
    );
    const { provider, model, effort, createdAtMs, updatedAtMs } = rest;
    const who = { title, workspaceRoot, originWorkspaceRoot, language: conversationLanguage };
    return { ...who, provider, model, effort, createdAtMs, updatedAtMs };
  }

  settings(): SessionSettings {
    const facts = this.facts();
    const origin = facts.originWorkspaceRoot ?? '/';
    const usage = this.usage();
    const { prefs = null, permissions = null } = lookAtLog(this.#directory)?.known.state ?? {};
    const own = prefs === null ? null : readSessionPrefs(prefs);
    return {
      head: {
        id: this.id,
        createdAtMs: facts.createdAtMs ?? 0,
        updatedAtMs: facts.updatedAtMs ?? 0,
        workspaceRoot: facts.workspaceRoot ?? origin,
        originWorkspaceRoot: origin,
        language: facts.language ?? 'und',
        provider: own?.provider ?? 'gateway',
        model: own?.model ?? facts.model ?? 'unknown',
        effort: own?.effort ?? facts.effort ?? 'auto',
        fastMode: own?.fastMode ?? false,
        ultrafastMode: own?.ultrafastMode ?? false,
        title: facts.title,
        isChild: this.child() !== null,
      },
      permissions:
        permissions === null ? null : (readConversationSidecar('permissions', permissions, this.id).value ?? null),
      usage: usage.state === 'present' ? usage.value.snapshot : null,
    };
  }

  /** A turn in flight stands in the log. */
  unfinished(): null {
    return null;
  }

  display(): Sidecar<DisplayMetadata> {
    const { known } = lookAtLog(this.#directory) ?? {};
    const [value = null, origin] = [known?.state.title, textOf(known?.created?.workspace)];
    const title = textIn(value);
    if (value === null || title === null || title === '') return { state: 'absent', file: LOG };
    const display: DisplayMetadata = { schema_version: 1, title, preview: null, origin_workspace_root: origin };
    return { state: 'present', file: LOG, bytes: value, value: display };
  }

  usage(): Sidecar<UsageSidecar> {
    const value = lookAtLog(this.#directory)?.known.state.usage ?? null;
    if (value === null) return { state: 'absent', file: LOG };
    const usage = readSessionUsage(value, this.id);
    if (usage !== null) return { state: 'present', file: LOG, bytes: usage.bytes, value: usage.sidecar };
    const message = 'The usage that the log holds cannot be read.';
    return {
      state: 'invalid',
      file: LOG,
      finding: { rule: 'store/usage-invalid', severity: 'warning', message, file: LOG },
    };
  }

  child(): ChildLink | null {
    return childOf(lookAtLog(this.#directory));
  }

  image(locator: string): Artifact {
    const leaf = locator.startsWith('images/') ? locator.slice('images/'.length) : locator;
    return this.#body(leaf, 'images');
  }

  toolResult(handle: string): Artifact {
    const result = this.#body(handle, 'tool-results');
    if (result.ok) return result;
    // An output may be the replay of its command (newer-formats §4.5).
    const replay = this.#body(handle, 'logs/commands');
    return replay.ok ? replay : result;
  }

  commandReplay(handle: string): CommandReplay {
    const artifact = this.#body(handle, 'logs/commands');
    if (!artifact.ok) return artifact;
    const { file } = artifact;
    try {
      return { ok: true, file, frames: decodeCommandReplay(artifact.bytes) };
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      return { ok: false, file, finding: { ...error.toFinding(), severity: 'warning', file } };
    }
  }

  /** A blob by its path, or a file by the path that it had before it was moved into this store. */
  artifact(file: string): Artifact {
    if (file.startsWith(`${BLOBS}/`)) return this.#blob(file.slice(BLOBS.length + 1));
    const folder = FOLDERS.find((one) => file.startsWith(`${one}/`));
    if (folder !== undefined) return this.#body(file.slice(folder.length + 1), folder);
    return refused(
      '.',
      'store/path-escapes',
      `${JSON.stringify(file.slice(0, 200))} is in no directory of the session`,
    );
  }

  attachment(file: string): Uint8Array | null {
    const artifact = file.startsWith('tool-results/')
      ? this.toolResult(file.slice('tool-results/'.length))
      : this.artifact(file);
    return artifact.ok ? artifact.bytes : null;
  }

  children(): readonly ChildFile[] {
    if (statsOf(`${this.dir}/${BLOBS}`)?.isDirectory() !== true) return [];
    return entriesOf(`${this.dir}/${BLOBS}`).flatMap(({ name }) => {
      const stats = statsOf(`${this.dir}/${BLOBS}/${name}`);
      return stats?.isFile() === true && isSegment(name) ? [{ file: `${BLOBS}/${name}`, size: stats.size }] : [];
    });
  }

  /** The blob that a handle names, by its hash or by its old name. */
  #body(handle: string, folder: HandleFolder): Artifact {
    if (!isHandle(handle)) {
      const reason = `the handle ${JSON.stringify(handle.slice(0, 200))} cannot be the name of a file`;
      return refused(folder, 'store/handle-invalid', reason);
    }
    const name = blobOfHandle(handle, folder, this.#movedFiles);
    if (name !== null) return this.#blob(name);
    return refused(`${folder}/${handle}`, 'store/artifact-missing', 'no blob is kept for it');
  }

  #blob(name: string): Artifact {
    const file = `${BLOBS}/${name.slice(0, 200)}`;
    const bytes = this.#blobs.readChecked(name);
    if (typeof bytes !== 'string') return { ok: true, file, bytes };
    return { ok: false, file, finding: { ...blobFinding(name, bytes, { file }), severity: 'warning' } };
  }

  get #movedFiles(): MovedFiles {
    if (this.#moved === undefined) {
      const value = lookAtLog(this.#directory)?.known.state.moved_files ?? null;
      const moved = value === null ? new Map<string, string>() : readMovedFiles(value, this.#blobs.read);
      this.#moved = typeof moved === 'string' ? new Map() : moved;
    }
    return this.#moved;
  }
}

/** Directories that a session had before it was moved into this store. */
const FOLDERS: readonly HandleFolder[] = ['tool-results', 'logs/commands', 'artifacts/web-fetch', 'images'];

function refused(file: string, rule: RuleId, reason: string): { ok: false; file: string; finding: Finding } {
  return { ok: false, file, finding: { rule, severity: 'warning', message: `${file}: ${reason}.`, file } };
}
