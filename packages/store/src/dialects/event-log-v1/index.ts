import type { StoreDialect } from '../../dialect.js';
import { scanOf, summarizeSession } from './listing/summarize-session.js';

/**
 * Event logs with a watermark (fx up to 0.0.7), the snapshots before them, which the same fx reads, and whatever no dialect knows: of that it says
 * what fx 0.0.5 would. What reads logs is loaded when it is needed: a listing starts in half the time without it.
 */
export const eventLogV1: StoreDialect = {
  id: 'event-log-v1',
  claims: (directory) => (scanOf(directory).classification.kind === 'current' ? 'certain' : 'perhaps'),
  summarize: summarizeSession,
  async open(directory) {
    const { EventLogSession } = await import('./event-log-session.js');
    return new EventLogSession(directory);
  },
  async verify(directory, options) {
    const { verifyEventLog } = await import('./judge/verify-session.js');
    return verifyEventLog(directory, options);
  },
};
