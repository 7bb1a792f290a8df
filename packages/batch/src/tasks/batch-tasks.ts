import type { TaskLoaders } from '../pool/serve-tasks.js';

/** The tasks of this package, by name. Each is loaded when it is first asked for. */
export const BATCH_TASKS: TaskLoaders = {};
