import { isAbsolute } from 'node:path';
import { BatchError } from '../batch-error.js';
import { LeaseQueue } from './lease-queue.js';
import { ServiceAddress } from './service-address.js';
import type { ShardQueue } from './shard-queue.js';

/**
 * Opens the queue at an address: `dir:/path`, a directory that all machines see, or `redis://`, `rediss://` or `postgres://` of a service. What a service
 * needs is loaded only for one.
 *
 * @param leaseMs how long a worker may give no sign (default 30 s); in a directory the first to open it says so
 * @throws BatchError `batch/queue-url`, `batch/queue-unreachable`, `batch/queue-unsafe`, `batch/queue-unavailable`, `batch/queue-version`
 */
export async function openQueue(address: string, leaseMs?: number): Promise<ShardQueue> {
  const [scheme = '', rest = ''] = address.split(/:(.*)/s);
  if (scheme === 'dir' && isAbsolute(rest)) return LeaseQueue.open(rest, leaseMs);
  const service = ServiceAddress.parse(address);
  if (service !== null && (scheme === 'redis' || scheme === 'rediss')) {
    const [{ BullQueue }, { RedisEngine }] = await Promise.all([
      import('./bull-queue.js'),
      import('./redis-engine.js'),
    ]);
    return BullQueue.open(new RedisEngine(service), leaseMs);
  }
  if (service !== null && (scheme === 'postgres' || scheme === 'postgresql')) {
    const [{ BullQueue }, { PostgresEngine }] = await Promise.all([
      import('./bull-queue.js'),
      import('./postgres-engine.js'),
    ]);
    return BullQueue.open(new PostgresEngine(service), leaseMs);
  }
  throw new BatchError({
    rule: 'batch/queue-url',
    // It may hold a password, and is not repeated.
    message:
      'This is not the address of a queue. It is redis://HOST/DB, rediss://…, postgres://USER@HOST/DATABASE, or dir:/path with the absolute path of a directory that all machines see.',
  });
}
