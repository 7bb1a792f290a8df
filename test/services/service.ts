import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findPostgres, findRedis } from './find-services.js';

/** A service on this machine, of this test alone, with nothing in it. */
export interface Service {
  /** With a password, where it takes one. */
  readonly address: string;
  /** Ends it at once, as a loss of power would, and starts it again with what it has on disk. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const DEADLINE_MS = 30_000;

/** How a server is started and ended. */
interface Server {
  readonly directory: string;
  readonly port: number;
  readonly address: string;
  start(): ChildProcess;
  readonly kill: NodeJS.Signals;
}

async function run({ directory, port, address, start, kill }: Server): Promise<Service> {
  let child = start();
  const end = async () => {
    const closed = once(child, 'close');
    child.kill(kill);
    await closed;
  };
  await answer(port);
  return {
    address,
    async restart() {
      await end();
      child = start();
      await answer(port);
    },
    async stop() {
      await end();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** @throws when there is no Redis on this machine */
export async function startRedis(): Promise<Service> {
  const program = findRedis();
  if (program === null) throw new Error('there is no Redis on this machine');
  const directory = mkdtempSync(join(tmpdir(), 'fxlog-redis-'));
  const port = await freePort();
  const settings = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', '', '--requirepass', 'secret'];
  const args = ['--bind', '127.0.0.1', '--port', String(port), '--dir', directory, ...settings];
  const start = () => spawn(program, args, { stdio: 'ignore' });
  return run({ directory, port, address: `redis://:secret@127.0.0.1:${port}/0`, start, kill: 'SIGKILL' });
}

/** @throws when there is no PostgreSQL on this machine */
export async function startPostgres(): Promise<Service> {
  const folder = findPostgres();
  if (folder === null) throw new Error('there is no PostgreSQL on this machine');
  const directory = mkdtempSync(join(tmpdir(), 'fxlog-postgres-'));
  const port = await freePort();
  const data = join(directory, 'data');
  mkdirSync(data);
  // It does not run as root.
  const isRoot = process.getuid?.() === 0;
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const as = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  if (as.uid !== undefined) {
    for (const path of [directory, data]) chownSync(path, as.uid, as.gid);
    chmodSync(directory, 0o755);
  }
  const program = (name: string) => join(folder, name);
  execFileSync(program('initdb'), ['-D', data, '-A', 'trust', '-U', 'fxlog'], { ...as, stdio: 'ignore' });
  const args = ['-D', data, '-p', String(port), '-k', directory, '-h', '127.0.0.1'];
  const start = () => spawn(program('postgres'), args, { ...as, stdio: 'ignore' });
  const address = `postgres://fxlog:secret@127.0.0.1:${port}/postgres`;
  // At once, without a checkpoint: what it has written to its log is all that is left.
  return run({ directory, port, address, start, kill: 'SIGQUIT' });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Resolves when somebody takes connections. */
async function answer(port: number): Promise<void> {
  for (const since = Date.now(); ; await delay(50)) {
    const socket = connect(port, '127.0.0.1');
    const isThere = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isThere) return;
    if (Date.now() - since > DEADLINE_MS) throw new Error(`nobody answers at port ${port}`);
  }
}
