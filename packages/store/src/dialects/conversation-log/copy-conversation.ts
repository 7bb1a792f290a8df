import type { SessionTarget } from '@fxlog/writer';
import type { CopiedSession, CopyOptions } from '../../copy/copied-session.js';
import { copyFiles } from '../../copy/copy-files.js';
import { SessionDirectory } from '../../session-directory.js';
import { LOG, readManifest } from './control-files.js';
import { fateOf } from './fate-of-file.js';
import { verifyConversation } from './verify-session.js';
import { wholeLines } from './whole-lines.js';

/** Copies a session that keeps a conversation log: all whole lines, and what lies beside them. @throws WriteError */
export async function copyConversation(
  dir: string,
  target: SessionTarget,
  options: CopyOptions,
): Promise<CopiedSession> {
  const directory = new SessionDirectory(dir);
  const verdict = await verifyConversation(directory, { checkDigests: false });
  const { value } = readManifest(directory);
  const kept = { keepsManifest: true, keepsRecovery: true };
  const source = {
    dialect: 'conversation-log',
    dir,
    log: LOG,
    lock: 'session.lock',
    verdict,
    end: wholeLines(`${dir}/${LOG}`).end,
    workspaceRoot: value?.workspace_root ?? null,
    updatedAtMs: value?.updated_at_ms ?? null,
    fateOf: (file: string) => fateOf(directory, file, kept),
  };
  return copyFiles(source, target, options);
}
