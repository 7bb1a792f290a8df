import type { Int64 } from '@fxlog/format';
import { writeDialectOf } from './dialects/index.js';
import { type FileSystem, nodeFileSystem } from './fs/file-system.js';
import { withStaging } from './fs/with-staging.js';
import { assertAbsent, openPlace, publishSession, storeTarget } from './publish-session.js';
import type { SessionTarget } from './session-target.js';

/** A file of a session directory that is written as it is. */
export interface DirectoryFile {
  /** Its path in the session directory, in parts that were checked: none of them leads anywhere else. */
  readonly parts: readonly string[];
  readonly bytes: Uint8Array | AsyncIterable<Uint8Array>;
  /** Default 0600. */
  readonly mode?: 0o600 | 0o400;
}

/** A session that is there already, for the most part, in files. */
export interface DirectoryContent {
  readonly id: string;
  readonly workspaceRoot: string;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly updatedAtMs: Int64;
  /** In the order in which they are written. */
  readonly files: AsyncIterable<DirectoryFile>;
}

/** How a directory is written. Everything is optional. */
export interface WriteDirectoryOptions {
  readonly fileSystem?: FileSystem;
  /** How long to wait for fx's locks, in milliseconds. Default 2000. */
  readonly timeoutMs?: number;
  /** Makes it the session that fx resumes next in its workspace. Default false. */
  readonly latest?: boolean;
}

/**
 * Writes a new session directory of a dialect that is made of whole files: mode 0700, its files 0600 if nothing else is said, made known to fx where it
 * goes to a root. A crash at any moment leaves nothing or all of it.
 *
 * @returns the directory
 * @throws WriteError for a place that is taken, and for what could not be written.
 */
export async function writeDirectory(
  dialect: string,
  { id, workspaceRoot, updatedAtMs, files }: DirectoryContent,
  target: SessionTarget,
  { fileSystem = nodeFileSystem, ...publishing }: WriteDirectoryOptions = {},
): Promise<string> {
  return withStaging(fileSystem, async (stage, progress) => {
    const { folder } = writeDialectOf(dialect);
    const place = await openPlace(fileSystem, await storeTarget(fileSystem, target, id, folder), id);
    if (place.dir !== null) await assertAbsent(fileSystem, place.dir);
    const staging = await stage(place.parent);
    for await (const { parts, bytes, mode } of files) await staging.write(parts, bytes, mode);
    await staging.seal();
    const facts = { id, workspaceRoot, state: { updated_at_ms: updatedAtMs } };
    return publishSession(fileSystem, staging.path, place, facts, publishing, progress);
  });
}
