import { conversationLog as format } from '@fxlog/format';
import type { StoreDialect } from '../../dialect.js';
import type { SessionDirectory } from '../../session-directory.js';
import { LOG, readManifest } from './control-files.js';
import { summarizeConversation } from './summarize.js';

/** Conversation logs (fx 0.0.8 and later; newer-formats §4). The manifest decides, whatever else of an older format lies beside it (§2, §5). */
export const conversationLog: StoreDialect = {
  id: 'conversation-log',
  claims: (directory) => (isConversationLog(directory) ? 'certain' : 'no'),
  summarize: summarizeConversation,
  async open(directory) {
    const { ConversationSession } = await import('./conversation-session.js');
    return new ConversationSession(directory);
  },
  async verify(directory, options) {
    const { verifyConversation } = await import('./verify-session.js');
    return verifyConversation(directory, options);
  },
  async copy(dir, target, options) {
    const { copyConversation } = await import('./copy-conversation.js');
    return copyConversation(dir, target, options);
  },
  async rebind(dir, workspace, options) {
    const { rebindConversation } = await import('./rebind.js');
    return rebindConversation(dir, workspace, options);
  },
  removal: { locks: ['session.lock'] },
  repair: {
    lock: 'session.lock',
    async ownsLog({ dir }) {
      const { hasLine } = await import('../../repair/survey-lines.js');
      return hasLine(`${dir}/${LOG}`, format);
    },
    async plan(context) {
      const { planConversationRepair } = await import('./repair/plan-repair.js');
      return planConversationRepair(context);
    },
  },
};

/** Beside the marker of an event log, which a conversion removes last, the number alone does not make a manifest that of a conversation log. */
function isConversationLog(directory: SessionDirectory): boolean {
  if (directory.schema !== 4) return false;
  return !directory.has('authority.json') || readManifest(directory).value !== null;
}
