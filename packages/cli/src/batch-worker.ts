import { BATCH_TASKS, serveTasks } from '@fxlog/batch';

/** What the worker threads of the command run. */
export default serveTasks({
  ...BATCH_TASKS,
  verify: async () => (await import('./tasks/verify-task.js')).verifyTask,
});
