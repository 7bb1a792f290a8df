import type { Finding } from '@fxlog/format';
import {
  conversationLogLayout,
  type DisplayMetadata,
  FILE_LIMITS,
  imagePath,
  MAX_ARTIFACT_BYTES,
  outputPaths,
  readConversationSidecar,
  replayPath,
  type UsageSidecar,
} from '@fxlog/format/internal';
import { readFileWithin, statsOf } from '../../paths/safe-file.js';
import type { Artifact, CommandReplay, Session, SessionRead, Sidecar } from '../../session.js';
import type { SessionDirectory } from '../../session-directory.js';
import { StoreError } from '../../store-error.js';
import type { ChildLink } from '../../summary.js';
import { explainRead, readBelow } from '../event-log-v1/judge/referenced-files.js';
import { type ChildFile, listChildren } from '../event-log-v1/sidecars/check-children.js';
import { decodeCommandReplay } from '../event-log-v1/sidecars/command-replay.js';
import { readManifest } from './manifest.js';
import { logOf } from './migration.js';
import { childOf } from './summarize.js';
import { toUsageSidecar } from './usage-sidecar.js';

/** A session of fx from 0.0.8 on. */
export class ConversationSession implements Session {
  readonly format = 'conversation-log';
  readonly id: string;
  readonly dir: string;
  readonly #directory: SessionDirectory;

  /** @internal See `openSession`. */
  constructor(directory: SessionDirectory) {
    this.#directory = directory;
    this.id = directory.id;
    this.dir = directory.dir;
  }

  /** The whole log: a complete line is committed. Where a conversion was cut short it is the one that was set aside. */
  read(): SessionRead {
    const file = logOf(this.#directory);
    const path = `${this.dir}/${file}`;
    const stats = statsOf(path);
    if (stats?.isFile() !== true) {
      const message = 'There is no log that can be read.';
      return { ok: false, finding: { rule: 'store/file-missing', severity: 'error', message, file } };
    }
    return { ok: true, path, file, size: stats.size, end: undefined, last: null, findings: [] };
  }

  /** The title stands in the manifest; there is no preview. */
  display(): Sidecar<DisplayMetadata> {
    const manifest = readManifest(this.#directory);
    const file = 'session.json';
    if (manifest.state !== 'ok') return { state: 'invalid', file, finding: manifest.finding };
    const { title, origin_workspace_root: origin } = manifest.value;
    if (title === null) return { state: 'absent', file };
    const value: DisplayMetadata = { schema_version: 1, title, preview: null, origin_workspace_root: origin };
    return { state: 'present', file, bytes: manifest.bytes, value };
  }

  child(): ChildLink | null {
    const manifest = readManifest(this.#directory);
    return childOf(this.#directory, manifest.state === 'ok' && manifest.value.subagent_child);
  }

  usage(): Sidecar<UsageSidecar> {
    const file = 'usage-v2.json';
    const read = readFileWithin(`${this.dir}/${file}`, FILE_LIMITS.usage);
    if (read.state === 'absent') return { state: 'absent', file };
    if (read.state !== 'read') return { state: 'invalid', file, finding: findingOf(file, read) };
    const { value, findings } = readConversationSidecar('usage-v2', read.bytes, this.id);
    const [finding] = findings;
    if (finding !== undefined) return { state: 'invalid', file, finding };
    if (value === null) return { state: 'absent', file };
    return { state: 'present', file, bytes: read.bytes, value: toUsageSidecar(value) };
  }

  image(locator: string): Artifact {
    const path = imagePath(locator);
    return path === null
      ? refused('images', 'store/image-locator', `${shown(locator)} is not a locator of an image`)
      : this.#readChild(path, FILE_LIMITS.image);
  }

  /** The whole output of a result, which in a converted log may be a recorded command. */
  toolResult(handle: string): Artifact {
    const [first, ...others] = outputPaths({ artifact_ref: handle });
    if (first === undefined) return badHandle('tool-results', handle);
    const found = this.#readChild(first, MAX_ARTIFACT_BYTES);
    if (found.ok) return found;
    for (const path of others) {
      const other = this.#readChild(path, FILE_LIMITS.commandOutput);
      if (other.ok) return other;
    }
    return found;
  }

  commandReplay(handle: string): CommandReplay {
    const path = replayPath(handle);
    if (path === null) return badHandle('logs/commands', handle);
    const artifact = this.#readChild(path, FILE_LIMITS.commandOutput);
    if (!artifact.ok) return artifact;
    try {
      return { ok: true, file: path, frames: decodeCommandReplay(artifact.bytes) };
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      return { ok: false, file: path, finding: { ...error.toFinding(), severity: 'warning', file: path } };
    }
  }

  artifact(file: string): Artifact {
    if (!conversationLogLayout.directories.some((directory) => file.startsWith(`${directory}/`))) {
      return refused('.', 'store/path-escapes', `${shown(file)} is in no child directory`);
    }
    return this.#readChild(file, FILE_LIMITS.webFetchArtifact);
  }

  attachment(file: string): Uint8Array | null {
    if (file === 'session.json') {
      const manifest = readManifest(this.#directory);
      return manifest.state === 'ok' ? manifest.bytes : null;
    }
    const artifact = file.startsWith('images/') ? this.image(file) : this.artifact(file);
    return artifact.ok ? artifact.bytes : null;
  }

  children(): readonly ChildFile[] {
    return listChildren(this.dir);
  }

  #readChild(file: string, limit: number): Artifact {
    const read = readBelow(this.dir, file, limit);
    return read.state === 'read'
      ? { ok: true, file, bytes: read.bytes }
      : { ok: false, file, finding: findingOf(file, read) };
  }
}

function findingOf(file: string, read: Parameters<typeof explainRead>[0]): Finding {
  const { rule, reason } = explainRead(read);
  return { rule, severity: 'warning', message: `${file}: ${reason}.`, file };
}

function refused(file: string, rule: Finding['rule'], reason: string): { ok: false; file: string; finding: Finding } {
  return { ok: false, file, finding: { rule, severity: 'warning', message: `${file}: ${reason}.`, file } };
}

function badHandle(store: string, handle: string): { ok: false; file: string; finding: Finding } {
  return refused(store, 'store/handle-invalid', `the handle ${shown(handle)} cannot be a file name`);
}

function shown(name: string): string {
  return JSON.stringify(name.slice(0, 200));
}
