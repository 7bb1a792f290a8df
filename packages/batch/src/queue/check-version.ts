import { BatchError } from '../batch-error.js';
import type { ShardOrder } from './shard-queue.js';

/** Another version may give other results, which would stand beside those of the first. @throws BatchError `batch/queue-version` */
export function checkVersion(order: ShardOrder, version: string): void {
  if (order.version === version) return;
  const message = `This is fxlog ${version}, and the job in ${order.job} was begun by fxlog ${order.version}. Install the same version on every machine.`;
  throw new BatchError({ rule: 'batch/queue-version', message });
}
