import type { Redis } from 'ioredis';
import type { Engine, Jobs, JobWorker, QueuedJob, WorkerSettings } from './engine.js';
import { ignoreAbsence } from './ignore-absence.js';
import { loadOptional } from './load-optional.js';
import type { ServiceAddress } from './service-address.js';
import type { ShardOrder } from './shard-queue.js';

const CONNECT_MS = 10_000;

/** Redis, or Valkey, which is the same here. */
export class RedisEngine implements Engine {
  #connection: Redis | null = null;

  constructor(readonly service: ServiceAddress) {}

  async check(): Promise<void> {
    const { Redis } = await loadOptional('ioredis', () => import('ioredis'));
    const client = new Redis(this.service.url, {
      lazyConnect: true,
      connectTimeout: CONNECT_MS,
      maxRetriesPerRequest: 0,
      retryStrategy: () => null,
    });
    // What was wrong is said by the event; the call itself only says that the connection is closed.
    let reason: unknown = null;
    client.on('error', (error) => {
      reason = error;
    });
    let facts: Map<string, string>;
    try {
      await client.connect();
      facts = factsOf(await client.info());
    } catch (error) {
      throw this.service.unreachable(reason ?? error);
    } finally {
      client.disconnect();
    }
    const policy = facts.get('maxmemory_policy');
    if (policy !== undefined && policy !== 'noeviction') {
      throw this.service.unsafe(
        `it throws keys away when memory runs short (maxmemory-policy ${policy}); set maxmemory-policy to noeviction`,
      );
    }
    if (facts.get('aof_enabled') === '0') {
      throw this.service.unsafe('it does not write to disk what it is told (appendonly no); set appendonly to yes');
    }
  }

  async jobs(name: string): Promise<Jobs> {
    const { Queue } = await loadOptional('bullmq', () => import('bullmq'));
    return new Queue<ShardOrder>(name, { connection: await this.#connect() });
  }

  async worker(
    name: string,
    process: (job: QueuedJob, token: string | undefined) => Promise<void>,
    settings: WorkerSettings,
  ): Promise<JobWorker> {
    const { Worker } = await loadOptional('bullmq', () => import('bullmq'));
    return new Worker<ShardOrder>(name, process, { connection: await this.#connect(), ...settings });
  }

  close(): void {
    this.#connection?.disconnect();
  }

  /** One that comes back by itself, however long the service is away. */
  async #connect(): Promise<Redis> {
    if (this.#connection !== null) return this.#connection;
    const { Redis } = await loadOptional('ioredis', () => import('ioredis'));
    const connection = new Redis(this.service.url, { maxRetriesPerRequest: null });
    connection.on('error', ignoreAbsence);
    this.#connection = connection;
    return connection;
  }
}

/** `name:value`, a line each. */
function factsOf(info: string): Map<string, string> {
  return new Map(
    info.split('\r\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
  );
}
