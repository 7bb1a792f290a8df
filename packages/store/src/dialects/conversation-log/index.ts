import { readChildLink } from '../event-log-v1/sidecars/child-record.js';
import { readDisplay } from '../event-log-v1/sidecars/display.js';
import { unreadDialect } from '../unread-dialect.js';

/** Conversation logs (fx 0.0.8 and later; newer-formats §4). */
export const conversationLog = unreadDialect({
  id: 'conversation-log',
  claims: (directory) => (directory.schema === 4 ? 'perhaps' : 'no'),
  log: 'events.jsonl',
  describe: ({ dir }) => {
    const display = readDisplay(dir);
    return { title: display?.title ?? null, preview: display?.preview ?? null, child: readChildLink(dir) };
  },
});
