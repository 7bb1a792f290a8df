import { isAbsolute } from 'node:path';
import { BatchError } from '../batch-error.js';
import { LeaseQueue } from './lease-queue.js';
import type { ShardQueue } from './shard-queue.js';

/**
 * Opens the queue at an address: `dir:/path`, a directory that all machines see.
 *
 * @throws BatchError `batch/queue-url`, `batch/queue-unreachable`, `batch/queue-version`
 */
export async function openQueue(address: string): Promise<ShardQueue> {
  const scheme = /^[a-z]+(?=:)/.exec(address)?.[0];
  if (scheme === 'dir') {
    const path = address.slice('dir:'.length);
    if (isAbsolute(path)) return LeaseQueue.open(path);
  }
  throw new BatchError({
    rule: 'batch/queue-url',
    // It may hold a password, and is not repeated.
    message:
      'This is not the address of a queue. It is dir:/path, with the absolute path of a directory that all machines see.',
  });
}
