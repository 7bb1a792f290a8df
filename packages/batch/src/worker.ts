import { serveTasks } from './pool/serve-tasks.js';
import { BATCH_TASKS } from './tasks/batch-tasks.js';

/** What a worker thread runs when nothing else is said. */
export default serveTasks(BATCH_TASKS);
