import type { SessionTarget } from '@fxlog/writer';
import { nodeFileSystem } from '@fxlog/writer/internal';
import type { CopiedSession, CopyOptions } from '../../copy/copied-session.js';
import { copyFiles } from '../../copy/copy-files.js';
import { SessionDirectory } from '../../session-directory.js';
import { BlobStore } from './blobs.js';
import { updateCatalogue } from './catalogue.js';
import { fateOf, modeOf } from './fate-of-file.js';
import { LOG } from './place.js';
import { summarizeSession } from './summarize.js';
import { verifySessionLog } from './verify.js';

/** Copies a session of the store `v2/`: all whole lines, and its blobs. @throws WriteError */
export async function copyStoreSession(
  dir: string,
  target: SessionTarget,
  options: CopyOptions,
): Promise<CopiedSession> {
  const directory = new SessionDirectory(dir);
  const blobs = new BlobStore(dir);
  const verdict = await verifySessionLog(directory, { checkDigests: false });
  const { workspaceRoot, updatedAtMs } = summarizeSession(directory);
  const source = {
    dialect: 'sessions-v2',
    dir,
    log: LOG,
    lock: 'lock',
    verdict,
    end: verdict.committed?.bytes ?? directory.sizeOf(LOG) ?? 0,
    workspaceRoot,
    updatedAtMs,
    fateOf: (file: string) => fateOf(blobs, file),
    modeOf,
  };
  const copied = await copyFiles(source, target, options);
  await updateCatalogue(options.fileSystem ?? nodeFileSystem, copied.dir);
  return copied;
}
