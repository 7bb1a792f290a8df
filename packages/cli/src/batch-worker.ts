import { BATCH_TASKS, serveTasks } from '@fxlog/batch';

/** What the worker threads of the command run. */
export default serveTasks({
  ...BATCH_TASKS,
  convert: async () => (await import('./tasks/convert-task.js')).convertTask,
  redact: async () => (await import('./tasks/redact-task.js')).redactTask,
  verify: async () => (await import('./tasks/verify-task.js')).verifyTask,
});
