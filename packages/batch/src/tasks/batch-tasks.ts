import type { TaskLoaders } from '../pool/serve-tasks.js';

/** The tasks of this package, by name. Each is loaded when it is first asked for. */
export const BATCH_TASKS: TaskLoaders = {
  rows: async () => (await import('../rows/rows-task.js')).rowsTask,
  search: async () => (await import('../search/search-task.js')).searchTask,
  stats: async () => (await import('../stats/session-stats.js')).statsTask,
};
