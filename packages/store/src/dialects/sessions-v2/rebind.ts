import { join } from 'node:path';
import { stringifyJson } from '@fxlog/json';
import { Blobs, nodeFileSystem, StoreLines, withFlock } from '@fxlog/writer/internal';
import { writeBehind } from '../../appended-turn.js';
import { withPointOfNoReturn } from '../../point-of-no-return.js';
import { assertMoves, assertWorkspace, type RebindOptions, type ReboundSession } from '../../rebind/rebound-session.js';
import { SessionDirectory } from '../../session-directory.js';
import { BlobBuffer } from './append/blob-buffer.js';
import { openForAppend } from './append/open-for-append.js';
import { updateCatalogue } from './catalogue.js';
import { LOG } from './place.js';
import { summarizeSession } from './summarize.js';

/** Moves a session of the store `v2/` to another workspace, by one more setting, as fx itself does (newer-formats §7.6). @throws WriteError */
export async function rebindStoreSession(dir: string, to: string, options: RebindOptions): Promise<ReboundSession> {
  const { fileSystem = nodeFileSystem, timeoutMs = 2000, clock = Date.now } = options;
  assertWorkspace(dir, to);
  // Before a lock file is made in it: is it a session at all?
  await openForAppend(dir, true);
  return withPointOfNoReturn(dir, 'The session was moved', (passed) =>
    withFlock(join(dir, 'lock'), { timeoutMs, fileSystem, busyError: 'SessionBusy' }, async () => {
      const log = await openForAppend(dir, false);
      const { id, workspaceRoot } = summarizeSession(new SessionDirectory(dir));
      if (workspaceRoot !== null) assertMoves(dir, workspaceRoot, to);
      const writer = new StoreLines(new Blobs(new BlobBuffer(dir), log.moved), log.updatedAtMs, log.start);
      writer.moveTo(clock());
      const setting = writer.setting('workspace', Buffer.from(stringifyJson(to)));
      const lines = [setting, ...writer.snapshot(), writer.line({ kind: 'closed' })];
      await writeBehind(fileSystem, join(dir, LOG), log, Buffer.concat(lines), passed);
      await updateCatalogue(fileSystem, dir);
      const { seq, bytes } = log;
      return { id, dir, before: { seq, bytes }, after: writer.end, updatedAtMs: writer.lastMs };
    }),
  );
}
