import type { SessionTarget } from '@fxlog/writer';
import { nodeFileSystem, type WrittenContent } from '@fxlog/writer/internal';
import { openEventLog } from '../change/open-event-log.js';
import { copyCommitted } from '../copy/copy-event-log.js';
import { rewriteSession } from './rewrite-session.js';

/**
 * Copies a session that keeps an event log as it is; only where images have the numbers of others, for which fx refuses every prompt, one more event
 * gives each its own.
 *
 * @returns with the number of its turns where it is not as it was
 *
 * @throws WriteError
 */
export async function copyRenumbered(
  source: string,
  target: SessionTarget,
): Promise<WrittenContent & { readonly turns?: number }> {
  const session = await openEventLog(source, nodeFileSystem);
  if (!session.sharesImageIds) return copyCommitted(session, target);
  const written = await rewriteSession(source, target);
  return { ...written, turns: written.historyLength };
}
