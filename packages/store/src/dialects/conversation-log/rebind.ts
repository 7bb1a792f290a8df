import { join } from 'node:path';
import { encodeConversationManifest } from '@fxlog/format/internal';
import { durableReplace, laterOf, nodeFileSystem, withFlock } from '@fxlog/writer/internal';
import { withPointOfNoReturn } from '../../point-of-no-return.js';
import { assertMoves, assertWorkspace, type RebindOptions, type ReboundSession } from '../../rebind/rebound-session.js';
import { markIndexOutdated, removePointer, rootOf } from '../../root/outdated-caches.js';
import { openForAppend } from './append/open-for-append.js';
import { MANIFEST } from './control-files.js';

/** Moves a session that keeps a conversation log to another workspace: its manifest says where it is (newer-formats §4.2). @throws WriteError */
export async function rebindConversation(dir: string, to: string, options: RebindOptions): Promise<ReboundSession> {
  const { fileSystem = nodeFileSystem, timeoutMs = 2000, clock = Date.now } = options;
  assertWorkspace(dir, to);
  // Before a lock file is made in it: is it a session at all?
  await openForAppend(dir, true);
  return withPointOfNoReturn(dir, 'The session was moved', (passed) =>
    withFlock(join(dir, 'session.lock'), { timeoutMs, fileSystem, busyError: 'SessionBusy' }, async () => {
      const { manifest, seq, bytes } = await openForAppend(dir, true);
      const { id, workspace_root: from } = manifest;
      assertMoves(dir, from, to);
      const updatedAtMs = laterOf(manifest.updated_at_ms, clock());
      const moved = encodeConversationManifest({ ...manifest, workspace_root: to, updated_at_ms: updatedAtMs });
      const replace = async () => {
        await durableReplace(fileSystem, join(dir, MANIFEST), moved);
        passed();
      };
      const root = rootOf(dir);
      if (root === null) await replace();
      else {
        await withFlock(join(root, 'latest.lock'), { timeoutMs, fileSystem }, async () => {
          // Before the manifest changes: whoever finds the session moved must also find that the caches are out of date.
          await markIndexOutdated(fileSystem, root);
          for (const workspace of [from, to]) await removePointer(fileSystem, root, workspace);
          await replace();
        });
      }
      return { id, dir, before: { seq, bytes }, after: { seq, bytes }, updatedAtMs };
    }),
  );
}
