import type { StoreDialect } from '../../dialect.js';
import { isUnpublished } from './migration.js';
import { summarizeConversation } from './summarize.js';

/** Conversation logs (fx 0.0.8 and later; newer-formats §4). What reads logs is loaded when it is needed. */
export const conversationLog: StoreDialect = {
  id: 'conversation-log',
  claims: (directory) => (directory.schema === 4 ? 'perhaps' : isUnpublished(directory) ? 'certain' : 'no'),
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
