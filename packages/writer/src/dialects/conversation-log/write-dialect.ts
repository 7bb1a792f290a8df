import { conversationEntry } from '@fxlog/assembler/internal';
import type { WriteDialect } from '../../dialect.js';
import { writeConversation } from './write-conversation.js';

/** Writes sessions as fx keeps them from 0.0.8 on. Its own turns are what all others go through. */
export const conversationLog: WriteDialect = {
  id: 'conversation-log',
  toConversation: async (native) => ({ native: conversationEntry(native), files: new Map() }),
  write: writeConversation,
};
