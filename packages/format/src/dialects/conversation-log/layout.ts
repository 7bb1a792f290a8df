import type { SessionLayout } from '../../session-layout.js';
import { eventLogLayout } from '../event-log-v1/layout.js';

const OWN_FILES =
  /^(?:events\.jsonl|session\.json|display\.json|permissions\.json|usage-v2\.json|recovery\.json|recovery\.asked|owner\.live|session\.lock|commit\.lock|history-cache\.bin|events\.jsonl\.compact-tmp|events-compaction\.(?:pending|marker)|events\.compact-tmp|events\.jsonl\.tmp)$/;

/** The directory of a session whose conversation is a conversation log (newer-formats §4.1). */
export const conversationLogLayout: SessionLayout = {
  log: 'events.jsonl',
  marks: ['events.jsonl', 'session.json'],
  directories: [...eventLogLayout.directories, 'client'],
  isOwnFile: (name) => OWN_FILES.test(name),
  isManagedPath: eventLogLayout.isManagedPath,
};
