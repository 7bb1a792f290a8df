import type { StoreDialect } from '../../dialect.js';
import { summarizeConversation } from './summarize.js';

/** Conversation logs (fx 0.0.8 and later; newer-formats §4). The manifest decides, whatever else of an older format lies beside it (§2, §5). */
export const conversationLog: StoreDialect = {
  id: 'conversation-log',
  claims: (directory) => (directory.schema === 4 ? 'certain' : 'no'),
  summarize: summarizeConversation,
  async open(directory) {
    const { ConversationSession } = await import('./conversation-session.js');
    return new ConversationSession(directory);
  },
  async verify(directory, options) {
    const { verifyConversation } = await import('./verify-session.js');
    return verifyConversation(directory, options);
  },
};
