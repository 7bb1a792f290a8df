import { BatchError } from '../batch-error.js';

/** Loads a package that is only needed for some queues. @throws BatchError `batch/queue-unavailable` */
export async function loadOptional<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
    const message = `This queue needs the package ${name}, which cannot be loaded (${reason}). Install it beside fxlog, or use a queue in a directory: dir:/path.`;
    throw new BatchError({ rule: 'batch/queue-unavailable', message }, { cause: error });
  }
}
