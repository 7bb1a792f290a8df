import type { Engine, Jobs, JobWorker, QueuedJob, WorkerSettings } from './engine.js';
import { ignoreAbsence } from './ignore-absence.js';
import { loadOptional } from './load-optional.js';
import type { ServiceAddress } from './service-address.js';
import type { ShardOrder } from './shard-queue.js';

const CONNECT_MS = 10_000;
/** What BullMQ keeps there, apart from everything else in the database. */
const SCHEMA = 'fxlog_queue';
const LOWEST_VERSION = 130_000;
/** A worker needs one for its lock, one for its progress. */
const CONNECTIONS = 3;

/** PostgreSQL. */
export class PostgresEngine implements Engine {
  constructor(readonly service: ServiceAddress) {}

  async check(): Promise<void> {
    const { default: pg } = await loadOptional('pg', () => import('pg'));
    const client = new pg.Client({ connectionString: this.service.url, connectionTimeoutMillis: CONNECT_MS });
    client.on('error', ignoreAbsence);
    const show = async (name: string) => Object.values((await client.query(`SHOW ${name}`)).rows[0])[0];
    let version: number;
    let fsync: unknown;
    try {
      await client.connect();
      version = Number(await show('server_version_num'));
      fsync = await show('fsync');
    } catch (error) {
      throw this.service.unreachable(error);
    } finally {
      await client.end().catch(ignoreAbsence);
    }
    if (version < LOWEST_VERSION) {
      throw this.service.unsafe(`it is PostgreSQL ${Math.floor(version / 10_000)}, and must be 13 or later`);
    }
    if (fsync !== 'on') throw this.service.unsafe('it does not write to disk what it is told; set fsync to on');
  }

  async jobs(name: string): Promise<Jobs> {
    const { Queue } = await this.#classes();
    return new Queue<ShardOrder>(name, { connection: this.#connection });
  }

  async worker(
    name: string,
    process: (job: QueuedJob, token: string | undefined) => Promise<void>,
    settings: WorkerSettings,
  ): Promise<JobWorker> {
    const { Worker } = await this.#classes();
    return new Worker<ShardOrder>(name, process, { connection: this.#connection, ...settings });
  }

  close(): void {
    // Each queue and worker closes its own connections.
  }

  async #classes() {
    const { createPostgresBackend, withBackend } = await loadOptional('bullmq', () => import('bullmq'));
    return withBackend(createPostgresBackend);
  }

  get #connection() {
    return {
      connectionString: this.service.url,
      connectionTimeoutMillis: CONNECT_MS,
      max: CONNECTIONS,
      schema: SCHEMA,
      migrate: true,
    };
  }
}
